#include "fourier/FourierTransform.h"
#include "fourier/PocketFFT.h"

namespace ElectronMultislice
{
namespace
{
template <typename T>
void
Transform2D(std::complex<T> * values, std::size_t nx, std::size_t ny, bool forward)
{
  if (nx == 0 || ny == 0)
  {
    return;
  }
  const auto                element = static_cast<std::ptrdiff_t>(sizeof(std::complex<T>));
  const PocketFFT::stride_t strides{ element * static_cast<std::ptrdiff_t>(nx), element };
  // the factor in double, so that float arrays are not scaled by a product rounded twice
  const double factor = forward ? 1.0 : 1.0 / (static_cast<double>(nx) * static_cast<double>(ny));
  PocketFFT::c2c<T>({ ny, nx }, strides, strides, { 0, 1 }, forward, values, values, static_cast<T>(factor), 1);
}
} // namespace

template <typename T>
void
ForwardTransform2D(std::complex<T> * values, std::size_t nx, std::size_t ny)
{
  Transform2D(values, nx, ny, true);
}

template <typename T>
void
InverseTransform2D(std::complex<T> * values, std::size_t nx, std::size_t ny)
{
  Transform2D(values, nx, ny, false);
}

template void
ForwardTransform2D<float>(std::complex<float> *, std::size_t, std::size_t);
template void
ForwardTransform2D<double>(std::complex<double> *, std::size_t, std::size_t);
template void
InverseTransform2D<float>(std::complex<float> *, std::size_t, std::size_t);
template void
InverseTransform2D<double>(std::complex<double> *, std::size_t, std::size_t);
} // namespace ElectronMultislice
