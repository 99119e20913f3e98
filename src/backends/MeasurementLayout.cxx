#include "backends/MultisliceProblem.h"
#include "physics/Constants.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
/** Pixels along one axis of a pattern that reaches `limit` (1/Å): the zero frequency and the same number on both sides, or the whole axis.
 */
std::size_t
PatternPixels(double limit, double length, std::size_t n)
{
  const auto half = static_cast<std::size_t>(std::floor(limit * length + 1e-9));
  return 2 * half + 1 < n ? 2 * half + 1 : n;
}
} // namespace

MeasurementLayout
GetMeasurementLayout(const MultisliceProblem & problem)
{
  MeasurementLayout layout;
  const Grid &      grid = problem.grid;
  const double      dx = grid.GetSpacingX(), dy = grid.GetSpacingY();
  for (std::size_t d = 0; d < problem.detectors.size(); ++d)
  {
    const Detector & detector = problem.detectors[d];
    if (detector.type == DetectorType::Pixelated)
    {
      MeasurementLayout::Pattern pattern{ d, grid.nx, grid.ny };
      if (detector.outer > 0.0 || problem.bandLimit != BandLimit::None)
      {
        const double outer = detector.outer > 0.0 ? detector.outer / Wavelength(problem.energy) : 0.0;
        pattern.nx = PatternPixels(outer > 0.0 ? outer : BandLimitCutoffAlong(problem.bandLimit, dx, dy), grid.lengthX, grid.nx);
        pattern.ny = PatternPixels(outer > 0.0 ? outer : BandLimitCutoffAlong(problem.bandLimit, dy, dx), grid.lengthY, grid.ny);
      }
      layout.patterns.push_back(pattern);
    }
    else
    {
      const std::size_t count = detector.GetNumberOfRawSums();
      layout.scalars.push_back({ d, layout.scalarCount, count });
      layout.scalarCount += count;
    }
  }
  return layout;
}

template <typename T>
UnitResult<T>
MakeUnitResult(const MultisliceProblem & problem, const MeasurementLayout & layout, std::size_t configuration, Range waves)
{
  UnitResult<T>     result;
  const std::size_t samples = problem.exitPlanes.size() * waves.count;
  result.configuration = configuration;
  result.waves = waves;
  result.scalars.assign(samples * layout.scalarCount, 0.0);
  for (const auto & pattern : layout.patterns)
  {
    result.patterns.emplace_back(samples * pattern.nx * pattern.ny, T(0));
  }
  if (problem.exitWaves)
  {
    result.exitWaves.assign(samples * problem.grid.GetNumberOfPixels(), std::complex<T>(0));
  }
  for (std::size_t i = 0; i < problem.images.size(); ++i)
  {
    result.images.emplace_back(samples * problem.grid.GetNumberOfPixels(), T(0));
  }
  return result;
}

template UnitResult<float>
MakeUnitResult<float>(const MultisliceProblem &, const MeasurementLayout &, std::size_t, Range);
template UnitResult<double>
MakeUnitResult<double>(const MultisliceProblem &, const MeasurementLayout &, std::size_t, Range);
} // namespace ElectronMultislice
