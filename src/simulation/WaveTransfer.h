#ifndef simulation_WaveTransfer_h
#define simulation_WaveTransfer_h
#include "fourier/Grid.h"
#include "physics/Optics.h"
#include <complex>

namespace ElectronMultislice
{
/** A wave [y][x] through an objective lens: psi' = IFFT(FFT(psi) H), H the lens's transfer function. In double, each wave by itself on the
 * calling thread, so that the bits depend on nothing else. */

/** True for a lens that changes nothing: no aperture, no aberrations, no focal spread. */
bool
IsPerfect(const Lens & lens);

/** H at every frequency of the grid, [ky][kx]. */
void
FillTransferFunction(const Lens & lens, const Grid & grid, double wavelength, std::complex<double> * transfer);

/** spectrum = FFT(wave). */
template <typename T>
void
TransformWave(const Grid & grid, const std::complex<T> * wave, std::complex<double> * spectrum);

/** wave = IFFT(spectrum x transfer); the wave may lie where the spectrum or the transfer function lies. */
void
ApplyTransfer(const Grid & grid, const std::complex<double> * spectrum, const std::complex<double> * transfer, std::complex<double> * wave);

/** intensity = |wave|². */
template <typename TWave, typename T>
void
FormIntensity(const Grid & grid, const std::complex<TWave> * wave, T * intensity);
} // namespace ElectronMultislice
#endif
