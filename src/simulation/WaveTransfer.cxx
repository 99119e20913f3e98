#include "simulation/WaveTransfer.h"
#include "fourier/FourierTransform.h"
#include <algorithm>

namespace ElectronMultislice
{
bool
IsPerfect(const Lens & lens)
{
  // without aberrations the angular spread has nothing to act on
  const auto & orders = Aberrations::Orders;
  return lens.semiangle == 0.0 && lens.focalSpread == 0.0 && std::all_of(orders.begin(), orders.end(), [&](const auto & order) {
           return lens.aberrations.GetCoefficient(order.n, order.m) == 0.0;
         });
}

void
FillTransferFunction(const Lens & lens, const Grid & grid, double wavelength, std::complex<double> * transfer)
{
  for (std::size_t y = 0; y < grid.ny; ++y)
  {
    const double ky = grid.GetFrequencyY(y);
    for (std::size_t x = 0; x < grid.nx; ++x)
    {
      *transfer++ = TransferFunction(lens, grid.GetFrequencyX(x), ky, wavelength, grid.lengthX, grid.lengthY);
    }
  }
}

template <typename T>
void
TransformWave(const Grid & grid, const std::complex<T> * wave, std::complex<double> * spectrum)
{
  std::copy_n(wave, grid.GetNumberOfPixels(), spectrum);
  ForwardTransform2D(spectrum, grid.nx, grid.ny);
}

void
ApplyTransfer(const Grid & grid, const std::complex<double> * spectrum, const std::complex<double> * transfer, std::complex<double> * wave)
{
  for (std::size_t i = 0; i < grid.GetNumberOfPixels(); ++i)
  {
    wave[i] = spectrum[i] * transfer[i];
  }
  InverseTransform2D(wave, grid.nx, grid.ny);
}

template <typename TWave, typename T>
void
FormIntensity(const Grid & grid, const std::complex<TWave> * wave, T * intensity)
{
  std::transform(wave, wave + grid.GetNumberOfPixels(), intensity, [](const std::complex<TWave> & value) {
    return static_cast<T>(std::norm(std::complex<double>(value)));
  });
}

template void
TransformWave<float>(const Grid &, const std::complex<float> *, std::complex<double> *);
template void
TransformWave<double>(const Grid &, const std::complex<double> *, std::complex<double> *);
template void
FormIntensity<float, float>(const Grid &, const std::complex<float> *, float *);
template void
FormIntensity<double, float>(const Grid &, const std::complex<double> *, float *);
template void
FormIntensity<double, double>(const Grid &, const std::complex<double> *, double *);
} // namespace ElectronMultislice
