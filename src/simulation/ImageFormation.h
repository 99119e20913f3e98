#ifndef simulation_ImageFormation_h
#define simulation_ImageFormation_h
#include "backends/Device.h"
#include "common/ThreadTeam.h"
#include <functional>
#include <memory>

namespace ElectronMultislice
{
/** The problem as the devices see it: images are formed from exit waves, so these are read back even where nobody keeps them. */
MultisliceProblem
GetDeviceProblem(const MultisliceProblem & problem);

/** Bytes that the images of one unit of so many waves need beside the unit's result. */
std::uint64_t
PredictImageFormationMemory(const MultisliceProblem & problem, std::size_t waves, std::size_t threads);

/** Rough seconds for the images of one configuration on one thread. */
double
EstimateImageFormationSeconds(const MultisliceProblem & problem);

/** \class ImageFormation
 * \brief The objective lenses of a run behind its devices: |IFFT(FFT(wave) H)|² with the lens's transfer function H, see WaveTransfer.h.
 *
 * Computed in double, each image by itself on one thread: the bits do not depend on the number of threads. Serves one worker. */
class ImageFormation
{
public:
  ImageFormation(const MultisliceProblem & problem, std::size_t threads, const RunControl & control);

  /** Fills the unit's images from its exit waves, which are dropped unless the problem keeps them. Nothing to do without lenses. The
   * calling thread calls `between`, if given, between its pieces of work. */
  template <typename T>
  void
  Form(UnitResult<T> & unit, const std::function<void()> & between = {});

private:
  const MultisliceProblem &   m_Problem;
  const RunControl &          m_Control;
  const double                m_Wavelength;
  std::unique_ptr<ThreadTeam> m_Team;
};
} // namespace ElectronMultislice
#endif
