#include "physics/BandLimit.h"
#include "physics/Constants.h"
#include <algorithm>
#include <array>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
constexpr double Grace = 1e-9; ///< what lies exactly on the limit is outside, whatever the rounding

double
TaperEnd(double spacing)
{
  return 0.6666666 / (2.0 * spacing);
}
double
TaperWidth(double spacing)
{
  return 0.01 / spacing;
}
} // namespace

const std::string &
BandLimitName(BandLimit kind)
{
  static const std::array<std::string, 4> names{ "taper", "radial", "separable", "none" };
  return names.at(static_cast<std::size_t>(kind));
}

double
BandLimitValue(BandLimit kind, double kx, double ky, double dx, double dy)
{
  const double spacing = std::max(dx, dy);
  switch (kind)
  {
    case BandLimit::Taper: {
      const double k = std::sqrt(kx * kx + ky * ky);
      const double end = TaperEnd(spacing);
      const double width = TaperWidth(spacing);
      if (k < end - width)
      {
        return 1.0;
      }
      return k > end ? 0.0 : 0.5 * (1.0 + std::cos(Pi * (k - end + width) / width));
    }
    case BandLimit::Radial: {
      const double scale = 3.0 * spacing;
      return (kx * kx + ky * ky) * scale * scale < 1.0 - Grace ? 1.0 : 0.0;
    }
    case BandLimit::Separable:
      return std::fabs(kx) * 3.0 * dx < 1.0 - Grace && std::fabs(ky) * 3.0 * dy < 1.0 - Grace ? 1.0 : 0.0;
    case BandLimit::None:
      break;
  }
  return 1.0;
}

double
BandLimitFrequency(BandLimit kind, double dx, double dy)
{
  const double spacing = std::max(dx, dy);
  switch (kind)
  {
    case BandLimit::Taper:
      return TaperEnd(spacing) - TaperWidth(spacing);
    case BandLimit::Radial:
    case BandLimit::Separable:
      return 1.0 / (3.0 * spacing);
    case BandLimit::None:
      break;
  }
  return 0.5 / spacing;
}
} // namespace ElectronMultislice
