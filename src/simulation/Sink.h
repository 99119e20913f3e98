#ifndef simulation_Sink_h
#define simulation_Sink_h
#include "backends/MultisliceProblem.h"
#include <complex>
#include <vector>

namespace ElectronMultislice
{
/** Finished block: averaged over configurations, final values (a divided centre of mass is divided after the average). */
template <typename T>
struct BlockResult
{
  Range                       waves;
  std::vector<double>         values;   ///< [plane][wave][component]; the components of all detectors in their order
  std::vector<std::vector<T>> patterns; ///< per layout.patterns: [plane][wave][ky][kx]
  std::vector<std::vector<T>> images;   ///< per problem.images: [plane][wave][y][x]
};

/** \class Sink
 * \brief Where results go. Called by one writer thread of the run, never concurrently, while the devices compute. Throws to end the run. */
template <typename T>
class Sink
{
public:
  virtual ~Sink() = default;

  /** Blocks come in order of their first wave. */
  virtual void
  WriteBlock(const BlockResult<T> & block) = 0;

  /** Waves of one configuration, [plane][wave][y][x], as they come. */
  virtual void
  WriteExitWaves(std::size_t /*configuration*/, Range /*waves*/, const std::vector<std::complex<T>> & /*values*/)
  {}
};

/** Components of all detectors, in the order of BlockResult::values. */
struct Component
{
  std::size_t detector;
  int         component;
  std::string name;
};
std::vector<Component>
GetComponents(const std::vector<Detector> & detectors);

/** \class MemorySink
 * \brief Keeps everything: the values as [component][plane][wave], the patterns as [plane][wave][ky][kx]. */
template <typename T>
class MemorySink : public Sink<T>
{
public:
  explicit MemorySink(const MultisliceProblem & problem);
  void
  WriteBlock(const BlockResult<T> & block) override;
  void
  WriteExitWaves(std::size_t configuration, Range waves, const std::vector<std::complex<T>> & values) override;

  std::vector<std::vector<double>>          values;    ///< per component: [plane][wave]
  std::vector<std::vector<T>>               patterns;  ///< per pattern: [plane][wave][ky][kx]
  std::vector<std::vector<T>>               images;    ///< per problem.images: [plane][wave][y][x]
  std::vector<std::vector<std::complex<T>>> exitWaves; ///< per configuration: [plane][wave][y][x]

private:
  std::size_t m_NumberOfPlanes;
  std::size_t m_NumberOfWaves;
};
} // namespace ElectronMultislice
#endif
