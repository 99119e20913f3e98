#ifndef physics_DetectorSums_h
#define physics_DetectorSums_h
#include "physics/Detector.h"
#include <cstddef>
#include <cstdint>

namespace ElectronMultislice
{
/** \class DetectorSums
 * \brief Which pixels of an array of intensities go into which raw sums of which detector (see Detector::GetNumberOfRawSums).
 *
 * Sums run in double, in the order in which the pixels were added. The raw sums of all detectors stand behind one another. */
class DetectorSums
{
public:
  /** Wavelength in Å. No pixels yet. */
  DetectorSums(std::vector<Detector> detectors, double wavelength);

  /** Adds a pixel at the frequency (kx, ky) in 1/Å to every detector that collects it. */
  void
  AddPixel(double kx, double ky, std::uint32_t pixel);

  std::size_t
  GetNumberOfSums() const
  {
    return m_Sums.size();
  }

  std::size_t
  GetNumberOfPixels(std::size_t sum) const
  {
    return m_Sums[sum].pixels.size();
  }

  /** sums[i] = scale x sum of weight x intensity; as many as GetNumberOfSums(). */
  template <typename T>
  void
  Sum(const T * intensity, double scale, double * sums) const;

private:
  /** Pixels of one raw sum. */
  struct PixelSum
  {
    std::vector<std::uint32_t> pixels;
    std::vector<double>        weights; ///< empty: all 1
  };

  std::vector<Detector> m_Detectors;
  double                m_Wavelength;
  std::vector<PixelSum> m_Sums;
};
} // namespace ElectronMultislice
#endif
