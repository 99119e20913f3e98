#ifndef fourier_RealFourierTransform_h
#define fourier_RealFourierTransform_h
#include <complex>
#include <cstddef>
namespace ElectronMultislice
{
/** Two-dimensional transforms of real [y][x] arrays through PocketFFT, single-threaded, deterministic, any size. The half spectrum is
 *  [ky][kx] with kx = 0 .. nx/2. Both are unnormalised; the inverse takes the real part where the symmetry is not exact and overwrites
 * nothing. */
void
ForwardRealTransform2D(const double * values, std::complex<double> * halfSpectrum, std::size_t nx, std::size_t ny);
void
InverseRealTransform2D(const std::complex<double> * halfSpectrum, double * values, std::size_t nx, std::size_t ny);
} // namespace ElectronMultislice
#endif
