#include "backends/cpu/DetectorTables.h"
#include "physics/Constants.h"

namespace ElectronMultislice
{
template <typename T>
DetectorTables<T>::DetectorTables(const MultisliceProblem & problem, const MeasurementLayout & layout, const SliceLayout & slices)
  : m_Sums(problem.detectors, Wavelength(problem.energy))
{
  const Grid & grid = problem.grid;
  const auto & columns = slices.columns;
  for (std::size_t c = 0; c < columns.size(); ++c)
  {
    for (std::size_t place = 0; place < grid.ny; ++place)
    {
      m_Sums.AddPixel(grid.GetFrequencyX(columns[c]),
                      grid.GetFrequencyY(slices.frequencies[place]),
                      static_cast<std::uint32_t>(slices.IntensityIndex(c, place)));
    }
  }
  std::vector<std::size_t> columnOf(grid.nx, Outside);
  for (std::size_t c = 0; c < columns.size(); ++c)
  {
    columnOf[columns[c]] = c;
  }
  const auto placeOf = slices.GetPlacesOfFrequencies();
  for (const auto & pattern : layout.patterns)
  {
    std::vector<std::uint32_t> pixels(pattern.nx * pattern.ny, Outside);
    for (std::size_t j = 0; j < pattern.ny; ++j)
    {
      const std::size_t y = FrequencyIndex(static_cast<long>(j) - static_cast<long>(pattern.ny / 2), grid.ny);
      for (std::size_t i = 0; i < pattern.nx; ++i)
      {
        const std::size_t x = FrequencyIndex(static_cast<long>(i) - static_cast<long>(pattern.nx / 2), grid.nx);
        if (columnOf[x] != Outside)
        {
          pixels[j * pattern.nx + i] = static_cast<std::uint32_t>(slices.IntensityIndex(columnOf[x], placeOf[y]));
        }
      }
    }
    m_Patterns.push_back(std::move(pixels));
  }
}

template <typename T>
void
DetectorTables<T>::Crop(std::size_t pattern, const T * intensity, double scale, T * pixels) const
{
  const auto & table = m_Patterns[pattern];
  for (std::size_t i = 0; i < table.size(); ++i)
  {
    pixels[i] = table[i] == Outside ? T(0) : static_cast<T>(static_cast<double>(intensity[table[i]]) * scale);
  }
}

template <typename T>
std::uint64_t
DetectorTables<T>::PredictMemorySize(const MultisliceProblem & problem, const MeasurementLayout & layout)
{
  const Grid &  grid = problem.grid;
  const double  wavelength = Wavelength(problem.energy);
  const double  band = wavelength * BandLimitCutoff(problem.bandLimit, grid.GetSpacingX(), grid.GetSpacingY());
  const double  pixelsPerArea = grid.lengthX * grid.lengthY / (wavelength * wavelength);
  std::uint64_t bytes = 0;
  for (const auto & scalars : layout.scalars)
  {
    const Detector & detector = problem.detectors[scalars.detector];
    const double     reach = detector.GetReach();
    const double     outer = reach > 0.0 ? reach : band;
    const double     pixels = Pi * (outer * outer - detector.inner * detector.inner) * pixelsPerArea;
    // a list grows by doubling: half of its last step is unused on average
    const bool        centre = detector.type == DetectorType::CenterOfMass;
    const std::size_t lists = centre ? 3 : 1;
    const std::size_t weights = centre ? 2 : detector.type == DetectorType::SensitivityMap ? 1 : 0;
    const auto        perPixel = static_cast<double>(lists * sizeof(std::uint32_t) + weights * sizeof(double));
    bytes += static_cast<std::uint64_t>(1.4 * pixels * perPixel);
  }
  for (const auto & pattern : layout.patterns)
  {
    bytes += sizeof(std::uint32_t) * pattern.nx * pattern.ny;
  }
  return bytes;
}

template class DetectorTables<float>;
template class DetectorTables<double>;
} // namespace ElectronMultislice
