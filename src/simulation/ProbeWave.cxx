#include "simulation/ProbeWave.h"
#include "fourier/FourierTransform.h"
#include "physics/Constants.h"
#include "simulation/WaveTransfer.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
std::vector<std::complex<double>>
MakeShift(std::size_t n, double length, double distance)
{
  std::vector<std::complex<double>> shift(n);
  for (std::size_t i = 0; i < n; ++i)
  {
    shift[i] = std::polar(1.0, -2.0 * Pi * static_cast<double>(SignedFrequency(i, n)) / length * distance);
  }
  return shift;
}
} // namespace

ProbeWave::ProbeWave(const Lens & lens, const Grid & grid, double wavelength)
  : m_Grid(grid)
  , m_Spectrum(grid.GetNumberOfPixels())
{
  FillTransferFunction(lens, grid, wavelength, m_Spectrum.data());
  double norm = 0.0;
  for (const auto & value : m_Spectrum)
  {
    norm += std::norm(value);
  }
  for (auto & value : m_Spectrum)
  {
    value /= std::sqrt(norm);
  }
}

template <typename T>
void
ProbeWave::Fill(std::array<double, 2> position, std::complex<T> * wave) const
{
  const auto                        shiftX = MakeShift(m_Grid.nx, m_Grid.lengthX, position[0]);
  const auto                        shiftY = MakeShift(m_Grid.ny, m_Grid.lengthY, position[1]);
  std::vector<std::complex<double>> psi(m_Spectrum);
  for (std::size_t y = 0; y < m_Grid.ny; ++y)
  {
    for (std::size_t x = 0; x < m_Grid.nx; ++x)
    {
      psi[y * m_Grid.nx + x] *= shiftX[x] * shiftY[y];
    }
  }
  InverseTransform2D(psi.data(), m_Grid.nx, m_Grid.ny);
  std::transform(psi.begin(), psi.end(), wave, [](const std::complex<double> & value) {
    return std::complex<T>(static_cast<T>(value.real()), static_cast<T>(value.imag()));
  });
}

template void
ProbeWave::Fill<float>(std::array<double, 2>, std::complex<float> *) const;
template void
ProbeWave::Fill<double>(std::array<double, 2>, std::complex<double> *) const;
} // namespace ElectronMultislice
