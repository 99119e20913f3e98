#include "physics/Propagator.h"
#include "physics/Constants.h"
#include <cmath>

namespace ElectronMultislice
{
std::complex<double>
FreeSpacePropagator(PropagatorModel model, double kx, double ky, double wavelength, double dz, const BeamTilt & tilt)
{
  const double tanX = std::tan(tilt.x);
  const double tanY = std::tan(tilt.y);
  const double kz = 1.0 / (wavelength * std::sqrt(1.0 + tanX * tanX + tanY * tanY)); // of the beam
  const double transverse = kx * kx + ky * ky + 2.0 * kz * (kx * tanX + ky * tanY);  // k² + 2 k.q = |k+q|² - q²
  if (model == PropagatorModel::Paraxial)
  {
    return std::polar(1.0, -Pi * wavelength * dz * transverse);
  }
  const double squared = kz * kz - transverse;
  if (squared < 0.0)
  {
    // evanescent: decays away from where it came from, whatever the sign of dz
    return std::polar(std::exp(-2.0 * Pi * std::fabs(dz) * std::sqrt(-squared)), -2.0 * Pi * dz * kz);
  }
  // sqrt(kz² - t) - kz without the cancellation of two large numbers
  return std::polar(1.0, -2.0 * Pi * dz * transverse / (std::sqrt(squared) + kz));
}
} // namespace ElectronMultislice
