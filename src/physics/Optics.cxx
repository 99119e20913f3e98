#include "physics/Optics.h"
#include "physics/Constants.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
double
ApertureValue(const Lens & lens, double kx, double ky, double wavelength, double lengthX, double lengthY)
{
  const double k = std::hypot(kx, ky);
  if (lens.semiangle == 0.0 || k == 0.0)
  {
    return 1.0;
  }
  const double alpha = wavelength * k;
  if (lens.edge == ApertureEdge::Hard)
  {
    return alpha <= lens.semiangle ? 1.0 : 0.0;
  }
  // width of a reciprocal pixel along the ray: (cos phi lambda/Lx, sin phi lambda/Ly)
  const double width = std::hypot(kx / k * wavelength / lengthX, ky / k * wavelength / lengthY);
  return std::clamp((lens.semiangle - alpha) / width + 0.5, 0.0, 1.0);
}

double
CoherenceEnvelope(const Lens & lens, double alpha, double phi, double wavelength)
{
  double exponent = 0.0;
  if (lens.focalSpread != 0.0)
  {
    const double temporal = 0.5 * Pi / wavelength * lens.focalSpread * alpha * alpha;
    exponent += temporal * temporal;
  }
  if (lens.angularSpread != 0.0)
  {
    const auto   gradient = lens.aberrations.PhaseGradient(alpha, phi, wavelength);
    const double half = 0.5 * lens.angularSpread;
    exponent += half * half * (gradient[0] * gradient[0] + gradient[1] * gradient[1]);
  }
  return std::exp(-exponent);
}

std::complex<double>
TransferFunction(const Lens & lens, double kx, double ky, double wavelength, double lengthX, double lengthY)
{
  const double aperture = ApertureValue(lens, kx, ky, wavelength, lengthX, lengthY);
  if (aperture == 0.0)
  {
    return 0.0;
  }
  const double alpha = wavelength * std::hypot(kx, ky);
  const double phi = std::atan2(ky, kx);
  const double amplitude = aperture * CoherenceEnvelope(lens, alpha, phi, wavelength);
  return std::polar(amplitude, -lens.aberrations.Phase(alpha, phi, wavelength));
}
} // namespace ElectronMultislice
