#include "physics/DetectorSums.h"

namespace ElectronMultislice
{
DetectorSums::DetectorSums(std::vector<Detector> detectors, double wavelength)
  : m_Detectors(std::move(detectors))
  , m_Wavelength(wavelength)
{
  std::size_t count = 0;
  for (const Detector & detector : m_Detectors)
  {
    count += detector.GetNumberOfRawSums();
  }
  m_Sums.resize(count);
}

void
DetectorSums::AddPixel(double kx, double ky, std::uint32_t pixel)
{
  std::size_t first = 0;
  for (const Detector & detector : m_Detectors)
  {
    const std::size_t count = detector.GetNumberOfRawSums();
    const int         component = count > 0 ? DetectorComponentAt(detector, kx, ky, m_Wavelength) : -1;
    if (component >= 0 && detector.type == DetectorType::CenterOfMass)
    {
      for (std::size_t i = 0; i < count; ++i)
      {
        m_Sums[first + i].pixels.push_back(pixel);
      }
      m_Sums[first].weights.push_back(kx);
      m_Sums[first + 1].weights.push_back(ky);
    }
    else if (component >= 0)
    {
      PixelSum & sum = m_Sums[first + static_cast<std::size_t>(component)];
      sum.pixels.push_back(pixel);
      if (detector.type == DetectorType::SensitivityMap)
      {
        sum.weights.push_back(DetectorWeightAt(detector, kx, ky, m_Wavelength));
      }
    }
    first += count;
  }
}

template <typename T>
void
DetectorSums::Sum(const T * intensity, double scale, double * sums) const
{
  for (const PixelSum & sum : m_Sums)
  {
    double total = 0.0;
    if (sum.weights.empty())
    {
      for (const std::uint32_t pixel : sum.pixels)
      {
        total += static_cast<double>(intensity[pixel]);
      }
    }
    else
    {
      for (std::size_t i = 0; i < sum.pixels.size(); ++i)
      {
        total += static_cast<double>(intensity[sum.pixels[i]]) * sum.weights[i];
      }
    }
    *sums++ = total * scale;
  }
}

template void
DetectorSums::Sum(const float *, double, double *) const;
template void
DetectorSums::Sum(const double *, double, double *) const;
} // namespace ElectronMultislice
