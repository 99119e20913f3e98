#ifndef test_backends_OracleRun_h
#define test_backends_OracleRun_h
#include "backends/Device.h"
#include "simulation/ImageFormation.h"
#include <vector>

namespace OracleTest
{
/** What a run gives, averaged over the configurations, in double. */
struct OracleRun
{
  ElectronMultislice::MeasurementLayout          layout;
  std::vector<double>                            scalars;   ///< [plane][wave][raw sum]
  std::vector<std::vector<double>>               patterns;  ///< per pixelated detector [plane][wave][ky][kx]
  std::vector<std::vector<std::complex<double>>> exitWaves; ///< [plane * waves + wave][pixel], of the last configuration
  std::vector<std::vector<double>>               images;    ///< per objective lens [plane][wave][pixel]
};

/** Takes all waves of all configurations through all slices: the waves in units of setup.batch, the slices in chunks of setup.sliceChunk.
 */
template <typename T>
OracleRun
RunProblem(const ElectronMultislice::Backend &           backend,
           const ElectronMultislice::MultisliceProblem & problem,
           const ElectronMultislice::DeviceSetup &       setup,
           ElectronMultislice::RunControl &              control)
{
  using namespace ElectronMultislice;
  const auto        deviceProblem = GetDeviceProblem(problem);
  const auto        session = OpenSession<T>(backend, deviceProblem, setup, control);
  ImageFormation    imageFormation(problem, setup.threads, control);
  const std::size_t waves = problem.GetNumberOfWaves();
  const std::size_t planes = problem.exitPlanes.size();
  const std::size_t pixels = problem.grid.GetNumberOfPixels();
  const double      weight = 1.0 / static_cast<double>(problem.GetNumberOfConfigurations());

  OracleRun run;
  run.layout = GetMeasurementLayout(problem);
  run.scalars.assign(planes * waves * run.layout.scalarCount, 0.0);
  for (const auto & pattern : run.layout.patterns)
  {
    run.patterns.emplace_back(planes * waves * pattern.nx * pattern.ny, 0.0);
  }
  for (std::size_t i = 0; i < problem.images.size(); ++i)
  {
    run.images.emplace_back(planes * waves * pixels, 0.0);
  }
  run.exitWaves.resize(problem.exitWaves ? planes * waves : 0);
  for (std::size_t configuration = 0; configuration < problem.GetNumberOfConfigurations(); ++configuration)
  {
    for (std::size_t first = 0; first < waves; first += setup.batch)
    {
      const Range unit{ first, std::min(setup.batch, waves - first) };
      auto        result = MakeUnitResult<T>(deviceProblem, run.layout, configuration, unit);
      for (std::size_t slice = 0; slice < problem.GetNumberOfSlices(); slice += setup.sliceChunk)
      {
        const Range chunk{ slice, std::min(setup.sliceChunk, problem.GetNumberOfSlices() - slice) };
        session->PrepareSlices(configuration, chunk);
        if (slice == 0)
        {
          session->StartWaves(unit);
        }
        session->Propagate(chunk, result);
      }
      imageFormation.Form(result);
      // from [plane][wave of the unit] to [plane][wave]
      const auto add = [&](const auto & source, std::vector<double> & target, std::size_t size) {
        for (std::size_t plane = 0; plane < planes; ++plane)
        {
          for (std::size_t i = 0; i < unit.count * size; ++i)
          {
            target[(plane * waves + unit.first) * size + i] += weight * static_cast<double>(source[plane * unit.count * size + i]);
          }
        }
      };
      add(result.scalars, run.scalars, run.layout.scalarCount);
      for (std::size_t p = 0; p < run.patterns.size(); ++p)
      {
        add(result.patterns[p], run.patterns[p], run.layout.patterns[p].nx * run.layout.patterns[p].ny);
      }
      for (std::size_t i = 0; i < run.images.size(); ++i)
      {
        add(result.images[i], run.images[i], pixels);
      }
      for (std::size_t sample = 0; problem.exitWaves && sample < planes * unit.count; ++sample)
      {
        const std::size_t plane = sample / unit.count;
        const auto        start = result.exitWaves.begin() + static_cast<std::ptrdiff_t>(sample * pixels);
        run.exitWaves[plane * waves + unit.first + sample % unit.count].assign(start, start + static_cast<std::ptrdiff_t>(pixels));
      }
    }
  }
  return run;
}

template <typename T>
OracleRun
RunProblem(const ElectronMultislice::Backend &           backend,
           const ElectronMultislice::MultisliceProblem & problem,
           const ElectronMultislice::DeviceSetup &       setup)
{
  ElectronMultislice::RunControl control;
  return RunProblem<T>(backend, problem, setup, control);
}
} // namespace OracleTest
#endif
