#include "simulation/ImageFormation.h"
#include "fourier/FourierTransform.h"
#include "physics/Constants.h"
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
  if (problem.images.empty())
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
ImageFormation::Form(UnitResult<T> & unit)
{
  if (m_Problem.images.empty())
  {
    return;
  }
  const Grid &      grid = m_Problem.grid;
  const std::size_t pixels = grid.GetNumberOfPixels();
  const std::size_t samples = m_Problem.exitPlanes.size() * unit.waves.count;
  std::vector<Wave> spectra(samples);
  m_Team->ForEach(samples, [&](std::size_t sample, std::size_t) {
    m_Control.Check();
    const std::complex<T> * wave = unit.exitWaves.data() + sample * pixels;
    spectra[sample].assign(wave, wave + pixels);
    ForwardTransform2D(spectra[sample].data(), grid.nx, grid.ny);
  });
  if (!m_Problem.exitWaves)
  {
    unit.exitWaves = {};
  }
  m_Team->ForEach(samples * m_Problem.images.size(), [&](std::size_t item, std::size_t) {
    m_Control.Check();
    const std::size_t sample = item % samples, lens = item / samples;
    FormImage(spectra[sample].data(), m_Problem.images[lens], unit.images[lens].data() + sample * pixels);
  });
}

template <typename T>
void
ImageFormation::FormImage(const std::complex<double> * spectrum, const Lens & lens, T * image) const
{
  const Grid & grid = m_Problem.grid;
  Wave         wave(grid.GetNumberOfPixels());
  for (std::size_t y = 0; y < grid.ny; ++y)
  {
    const double ky = grid.GetFrequencyY(y);
    for (std::size_t x = 0; x < grid.nx; ++x)
    {
      const std::size_t i = y * grid.nx + x;
      wave[i] = spectrum[i] * TransferFunction(lens, grid.GetFrequencyX(x), ky, m_Wavelength, grid.lengthX, grid.lengthY);
    }
  }
  InverseTransform2D(wave.data(), grid.nx, grid.ny);
  std::transform(wave.begin(), wave.end(), image, [](const std::complex<double> & value) { return static_cast<T>(std::norm(value)); });
}

template void
ImageFormation::Form<float>(UnitResult<float> &);
template void
ImageFormation::Form<double>(UnitResult<double> &);
} // namespace ElectronMultislice
