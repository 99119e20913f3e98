#include "simulation/ImageFormation.h"
#include "physics/Constants.h"
#include "simulation/WaveTransfer.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
using Wave = std::vector<std::complex<double>>;

std::size_t
CountImages(const MultisliceProblem & problem, std::size_t waves)
{
  return problem.images.size() * problem.exitPlanes.size() * waves;
}
} // namespace

MultisliceProblem
GetDeviceProblem(const MultisliceProblem & problem)
{
  MultisliceProblem seen = problem;
  seen.exitWaves = problem.exitWaves || !problem.images.empty();
  return seen;
}

std::uint64_t
PredictImageFormationMemory(const MultisliceProblem & problem, std::size_t waves, std::size_t threads)
{
  if (std::all_of(problem.images.begin(), problem.images.end(), IsPerfect)) // no wave passes a lens
  {
    return 0;
  }
  const std::size_t spectra = problem.exitPlanes.size() * waves;
  const std::size_t works = std::min(threads, CountImages(problem, waves));
  return sizeof(Wave::value_type) * problem.grid.GetNumberOfPixels() * (spectra + works);
}

double
EstimateImageFormationSeconds(const MultisliceProblem & problem)
{
  return 1e-7 * static_cast<double>(problem.grid.GetNumberOfPixels() * CountImages(problem, problem.GetNumberOfWaves()));
}

ImageFormation::ImageFormation(const MultisliceProblem & problem, std::size_t threads, const RunControl & control)
  : m_Problem(problem)
  , m_Control(control)
  , m_Wavelength(Wavelength(problem.energy))
{
  if (!problem.images.empty())
  {
    m_Team = std::make_unique<ThreadTeam>(threads);
  }
}

template <typename T>
void
ImageFormation::Form(UnitResult<T> & unit, const std::function<void()> & between)
{
  if (m_Problem.images.empty())
  {
    return;
  }
  const Grid &             grid = m_Problem.grid;
  const std::size_t        pixels = grid.GetNumberOfPixels();
  const std::size_t        samples = m_Problem.exitPlanes.size() * unit.waves.count;
  std::vector<Wave>        spectra(samples);
  std::vector<std::size_t> lenses; // those that change the wave
  for (std::size_t lens = 0; lens < m_Problem.images.size(); ++lens)
  {
    if (!IsPerfect(m_Problem.images[lens]))
    {
      lenses.push_back(lens);
    }
  }
  const auto forEach = [&](std::size_t count, const std::function<void(std::size_t)> & function) {
    m_Team->ForEach(count, [&](std::size_t item, std::size_t thread) {
      m_Control.Check();
      function(item);
      if (thread == 0 && between)
      {
        between();
      }
    });
  };
  forEach(samples, [&](std::size_t sample) {
    const std::complex<T> * wave = unit.exitWaves.data() + sample * pixels;
    for (std::size_t lens = 0; lens < m_Problem.images.size(); ++lens)
    {
      if (IsPerfect(m_Problem.images[lens]))
      {
        FormIntensity(grid, wave, unit.images[lens].data() + sample * pixels);
      }
    }
    if (!lenses.empty())
    {
      spectra[sample].resize(pixels);
      TransformWave(grid, wave, spectra[sample].data());
    }
  });
  if (!m_Problem.exitWaves)
  {
    unit.exitWaves = {};
  }
  forEach(samples * lenses.size(), [&](std::size_t item) {
    const std::size_t sample = item % samples, lens = lenses[item / samples];
    Wave              wave(pixels);
    FillTransferFunction(m_Problem.images[lens], grid, m_Wavelength, wave.data());
    ApplyTransfer(grid, spectra[sample].data(), wave.data(), wave.data());
    FormIntensity(grid, wave.data(), unit.images[lens].data() + sample * pixels);
  });
}

template void
ImageFormation::Form<float>(UnitResult<float> &, const std::function<void()> &);
template void
ImageFormation::Form<double>(UnitResult<double> &, const std::function<void()> &);
} // namespace ElectronMultislice
