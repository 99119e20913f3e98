#ifndef physics_Propagator_h
#define physics_Propagator_h
#include <complex>
namespace ElectronMultislice
{
enum class PropagatorModel
{
  Exact,
  Paraxial
};

/** The beam runs along (tan x, tan y, 1); positive x moves the wave towards +x. Radians. */
struct BeamTilt
{
  double x = 0.0;
  double y = 0.0;
};

/** Free-space propagator of the envelope over dz (Å), without band limit, P(0) = 1.
 *  Exact: exp(2 pi i dz (sqrt(1/lambda² - |k+q|²) - sqrt(1/lambda² - q²))), decaying where the root is imaginary.
 *  Paraxial: exp(-i pi lambda dz (k² + 2 k.q)). q = (tan tx, tan ty)/(lambda sqrt(1 + tan² tx + tan² ty)). */
std::complex<double>
FreeSpacePropagator(PropagatorModel model, double kx, double ky, double wavelength, double dz, const BeamTilt & tilt);
} // namespace ElectronMultislice
#endif
