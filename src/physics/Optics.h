#ifndef physics_Optics_h
#define physics_Optics_h
#include "physics/Aberrations.h"
#include <complex>

namespace ElectronMultislice
{
enum class ApertureEdge
{
  Soft, ///< linear edge one reciprocal pixel wide along the ray
  Hard  ///< alpha <= semiangle
};

/** A lens with an aperture. Lengths in Å, angles in rad. */
struct Lens
{
  double       semiangle = 0.0; ///< aperture; 0 = no aperture
  ApertureEdge edge = ApertureEdge::Soft;
  Aberrations  aberrations;
  double       focalSpread = 0.0;   ///< sqrt(2) x standard deviation of the focus (1/e half width)
  double       angularSpread = 0.0; ///< sqrt(2) x standard deviation of the source angle (1/e half width)
};

/** Aperture value in [0, 1] at spatial frequency (kx, ky); the pixel k = 0 is always 1. Lx, Ly: lengths of the grid in Å. */
double
ApertureValue(const Lens & lens, double kx, double ky, double wavelength, double lengthX, double lengthY);

/** exp(-(pi fs alpha²/(2 lambda))²) exp(-(delta/2)² |grad chi|²). */
double
CoherenceEnvelope(const Lens & lens, double alpha, double phi, double wavelength);

/** Aperture x exp(-i chi) x envelopes at spatial frequency (kx, ky). */
std::complex<double>
TransferFunction(const Lens & lens, double kx, double ky, double wavelength, double lengthX, double lengthY);
} // namespace ElectronMultislice
#endif
