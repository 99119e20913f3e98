#include "backends/cpu/IncidentWaves.h"
#include "fourier/FourierTransform.h"
#include "physics/Constants.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
bool
IncidentWaveNeedsAllColumns(const MultisliceProblem & problem)
{
  if (problem.illumination == Illumination::PlaneWave)
  {
    return false;
  }
  const Grid & grid = problem.grid;
  for (std::size_t x = 0; x < grid.nx; ++x)
  {
    const double kx = grid.GetFrequencyX(x);
    if (BandLimitValue(problem.bandLimit, kx, 0.0, grid.GetSpacingX(), grid.GetSpacingY()) == 0.0 &&
        (problem.illumination == Illumination::Given ||
         ApertureValue(problem.lens, kx, 0.0, Wavelength(problem.energy), grid.lengthX, grid.lengthY) > 0.0))
    {
      return true;
    }
  }
  return false;
}

template <typename T>
IncidentWaves<T>::IncidentWaves(const MultisliceProblem & problem, const SliceLayout & layout)
  : m_Problem(problem)
  , m_Layout(layout)
{
  if (problem.illumination != Illumination::Probe)
  {
    return;
  }
  const Grid & grid = problem.grid;
  const auto & columns = layout.columns;
  m_Spectrum.assign(columns.size() * grid.ny, 0.0);
  const double wavelength = Wavelength(problem.energy);
  double       norm = 0.0;
  for (std::size_t c = 0; c < columns.size(); ++c)
  {
    for (std::size_t y = 0; y < grid.ny; ++y)
    {
      const std::complex<double> value = TransferFunction(
        problem.lens, grid.GetFrequencyX(columns[c]), grid.GetFrequencyY(layout.frequencies[y]), wavelength, grid.lengthX, grid.lengthY);
      m_Spectrum[c * grid.ny + y] = value;
      norm += std::norm(value);
    }
  }
  const double scale = 1.0 / (std::sqrt(norm) * static_cast<double>(grid.ny));
  for (auto & value : m_Spectrum)
  {
    value *= scale;
  }
}

template <typename T>
void
IncidentWaves<T>::FillSpectrum(std::size_t wave, Wave & work, T * spectrum) const
{
  if (m_Problem.illumination == Illumination::Given)
  {
    FillGivenSpectrum(wave, work, spectrum);
    return;
  }
  FillSpectrumAt(m_Problem.illumination == Illumination::Probe ? m_Problem.positions[wave] : std::array<double, 2>{}, spectrum);
}

template <typename T>
void
IncidentWaves<T>::FillGivenSpectrum(std::size_t wave, Wave & work, T * spectrum) const
{
  const Grid & grid = m_Problem.grid;
  work.resize(grid.GetNumberOfPixels());
  ReadGivenWave(m_Problem, wave, work.data());
  ForwardTransform2D(work.data(), grid.nx, grid.ny);
  std::fill(spectrum, spectrum + m_Layout.GetPropagatorSize(), T(0));
  const double scale = 1.0 / static_cast<double>(grid.ny); // for StartColumns
  for (std::size_t c = 0; c < m_Layout.columns.size(); ++c)
  {
    for (std::size_t y = 0; y < grid.ny; ++y)
    {
      SetValue(c, y, scale * work[m_Layout.frequencies[y] * grid.nx + m_Layout.columns[c]], spectrum);
    }
  }
}

template <typename T>
void
IncidentWaves<T>::SetValue(std::size_t column, std::size_t y, std::complex<double> value, T * spectrum) const
{
  T * target = spectrum + m_Layout.PropagatorIndex(column, y);
  target[0] = static_cast<T>(value.real());
  target[m_Layout.lanes] = static_cast<T>(value.imag());
}

template <typename T>
void
IncidentWaves<T>::FillSpectrumAt(std::array<double, 2> position, T * spectrum) const
{
  const Grid & grid = m_Problem.grid;
  const auto & columns = m_Layout.columns;
  std::fill(spectrum, spectrum + m_Layout.GetPropagatorSize(), T(0));
  if (m_Problem.illumination == Illumination::PlaneWave)
  {
    // k = 0 has the first place in every layout. psi = 1: nx ny at k = 0, and 1/ny for StartColumns
    SetValue(0, 0, static_cast<double>(grid.nx), spectrum);
    return;
  }
  std::vector<std::complex<double>> shiftY(grid.ny);
  for (std::size_t y = 0; y < grid.ny; ++y)
  {
    shiftY[y] = std::polar(1.0, -2.0 * Pi * grid.GetFrequencyY(m_Layout.frequencies[y]) * position[1]);
  }
  for (std::size_t c = 0; c < columns.size(); ++c)
  {
    const std::complex<double> shiftX = std::polar(1.0, -2.0 * Pi * grid.GetFrequencyX(columns[c]) * position[0]);
    for (std::size_t y = 0; y < grid.ny; ++y)
    {
      const std::complex<double> & value = m_Spectrum[c * grid.ny + y];
      if (value != 0.0)
      {
        SetValue(c, y, value * shiftX * shiftY[y], spectrum);
      }
    }
  }
}

template class IncidentWaves<float>;
template class IncidentWaves<double>;
} // namespace ElectronMultislice
