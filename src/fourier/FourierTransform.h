#ifndef fourier_FourierTransform_h
#define fourier_FourierTransform_h
#include <complex>
#include <cstddef>
namespace ElectronMultislice
{
/** In-place two-dimensional transforms of [y][x] arrays through PocketFFT (single-threaded, deterministic, any size; T = float or double).
 *  Forward is unnormalised (exp(-2 pi i)), inverse carries 1/(nx ny). */
template <typename T>
void
ForwardTransform2D(std::complex<T> * values, std::size_t nx, std::size_t ny);
template <typename T>
void
InverseTransform2D(std::complex<T> * values, std::size_t nx, std::size_t ny);

extern template void
ForwardTransform2D<float>(std::complex<float> *, std::size_t, std::size_t);
extern template void
ForwardTransform2D<double>(std::complex<double> *, std::size_t, std::size_t);
extern template void
InverseTransform2D<float>(std::complex<float> *, std::size_t, std::size_t);
extern template void
InverseTransform2D<double>(std::complex<double> *, std::size_t, std::size_t);
} // namespace ElectronMultislice
#endif
