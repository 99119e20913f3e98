#include "specimen/ThermalDisplacement.h"
#include <cmath>

namespace ElectronMultislice
{
bool
IsPositiveSemidefinite(const DisplacementTensor & u)
{
  // all principal minors of U + grace
  constexpr double grace = 1e-6; // Å²
  const double     xx = u[0] + grace, yy = u[1] + grace, zz = u[2] + grace;
  const double     xy = xx * yy - u[3] * u[3];
  const double     xz = xx * zz - u[4] * u[4];
  const double     yz = yy * zz - u[5] * u[5];
  const double     all = xx * yz - u[3] * (u[3] * zz - u[5] * u[4]) + u[4] * (u[3] * u[5] - yy * u[4]);
  return xx >= 0.0 && yy >= 0.0 && zz >= 0.0 && xy >= 0.0 && xz >= 0.0 && yz >= 0.0 && all >= 0.0;
}

DisplacementRoot
CholeskyRoot(const DisplacementTensor & u)
{
  // A pivot below this is a direction without displacement; its column is zero then.
  constexpr double least = 1e-12; // Å²
  const auto       root = [](double pivot) { return pivot > least ? std::sqrt(pivot) : 0.0; };
  const auto       divide = [](double value, double by) { return by > 0.0 ? value / by : 0.0; };
  DisplacementRoot l;
  l.xx = root(u[0]);
  l.yx = divide(u[3], l.xx);
  l.zx = divide(u[4], l.xx);
  l.yy = root(u[1] - l.yx * l.yx);
  l.zy = divide(u[5] - l.zx * l.yx, l.yy);
  l.zz = root(u[2] - l.zx * l.zx - l.zy * l.zy);
  return l;
}
} // namespace ElectronMultislice
