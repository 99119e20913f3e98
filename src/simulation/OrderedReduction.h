#ifndef simulation_OrderedReduction_h
#define simulation_OrderedReduction_h
#include "backends/MultisliceProblem.h"
#include "simulation/Sink.h"
#include <map>

namespace ElectronMultislice
{
/** \class BlockReduction
 * \brief Averages the units of one block of waves over the configurations.
 *
 * Sums run in configuration order, whatever order the units arrive in (early ones wait), and in double: so the bits do not depend on
 * devices, threads or batches. Not thread-safe. */
template <typename T>
class BlockReduction
{
public:
  BlockReduction(const MultisliceProblem & problem, const MeasurementLayout & layout, Range waves);

  /** Takes a unit of this block; each (configuration, wave) exactly once. */
  void
  Add(UnitResult<T> && unit);

  bool
  IsComplete() const
  {
    return m_WaveConfigurationsLeft == 0;
  }

  /** The block's averages, ready to be written; images with their noise. */
  BlockResult<T>
  Finish();

private:
  void
  Accumulate(const UnitResult<T> & unit);

  /** Patterns first, then images: of one configuration as they are, of several averaged. */
  std::vector<std::vector<T>>
  TakePictures();

  void
  AddNoise(BlockResult<T> & block) const;

  const MultisliceProblem &                                    m_Problem;
  const MeasurementLayout &                                    m_Layout;
  Range                                                        m_Waves;
  std::size_t                                                  m_WaveConfigurationsLeft;
  std::vector<double>                                          m_Scalars;           ///< [plane][wave][raw sum]
  std::vector<std::size_t>                                     m_PicturePixels;     ///< of every pattern, then of every image
  std::vector<std::vector<double>>                             m_PictureSums;       ///< with several configurations
  std::vector<std::vector<T>>                                  m_SinglePictures;    ///< with one configuration nothing is summed
  std::map<std::size_t, std::size_t>                           m_NextConfiguration; ///< by first wave of a unit
  std::map<std::pair<std::size_t, std::size_t>, UnitResult<T>> m_Early;             ///< (first wave, configuration)
};
} // namespace ElectronMultislice
#endif
