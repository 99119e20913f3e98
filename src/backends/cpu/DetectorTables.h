#ifndef backends_cpu_DetectorTables_h
#define backends_cpu_DetectorTables_h
#include "backends/MultisliceProblem.h"
#include "backends/cpu/SliceLayout.h"
#include "physics/DetectorSums.h"
#include <cstdint>

namespace ElectronMultislice
{
/** \class DetectorTables
 * \brief Which pixel of the intensity array of a SliceEngine goes where; sums in double in a fixed order. */
template <typename T>
class DetectorTables
{
public:
  DetectorTables(const MultisliceProblem & problem, const MeasurementLayout & layout, const SliceLayout & slices);

  /** One wave's intensities (times scale) into its raw sums. */
  void
  Sum(const T * intensity, double scale, double * sums) const
  {
    m_Sums.Sum(intensity, scale, sums);
  }

  /** One wave's intensities into one cropped pattern [ky][kx]. */
  void
  Crop(std::size_t pattern, const T * intensity, double scale, T * pixels) const;

  /** Bytes, from the detectors' areas. */
  static std::uint64_t
  PredictMemorySize(const MultisliceProblem & problem, const MeasurementLayout & layout);

private:
  static constexpr std::uint32_t Outside = 0xffffffffu;

  DetectorSums                            m_Sums;
  std::vector<std::vector<std::uint32_t>> m_Patterns;
};
} // namespace ElectronMultislice
#endif
