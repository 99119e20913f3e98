#include "physics/SensitivityMap.h"
#include "common/Error.h"
#include "common/Text.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
double
Determinant(const std::array<double, 4> & m)
{
  return m[0] * m[3] - m[1] * m[2];
}
} // namespace

double
SensitivityMap::At(double alphaX, double alphaY) const
{
  const double dx = alphaX - origin[0], dy = alphaY - origin[1];
  const double determinant = Determinant(pixelAxes);
  const double x = (pixelAxes[3] * dx - pixelAxes[1] * dy) / determinant;
  const double y = (pixelAxes[0] * dy - pixelAxes[2] * dx) / determinant;
  const double lastX = static_cast<double>(nx) - 1.0, lastY = static_cast<double>(ny) - 1.0;
  if (!(x >= -0.5 && x < lastX + 0.5 && y >= -0.5 && y < lastY + 0.5))
  {
    return 0.0;
  }
  const double cx = std::clamp(x, 0.0, lastX), cy = std::clamp(y, 0.0, lastY);
  const auto   left = static_cast<std::size_t>(cx), top = static_cast<std::size_t>(cy);
  const auto   right = std::min(left + 1, nx - 1), bottom = std::min(top + 1, ny - 1);
  const double fx = cx - static_cast<double>(left), fy = cy - static_cast<double>(top);
  return (1.0 - fy) * ((1.0 - fx) * values[top * nx + left] + fx * values[top * nx + right]) +
         fy * ((1.0 - fx) * values[bottom * nx + left] + fx * values[bottom * nx + right]);
}

double
SensitivityMap::GetReach() const
{
  double reach = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (values[i] != 0.0)
    {
      const double x = static_cast<double>(i % nx), y = static_cast<double>(i / nx);
      reach = std::max(reach, std::hypot(origin[0] + pixelAxes[0] * x + pixelAxes[1] * y, origin[1] + pixelAxes[2] * x + pixelAxes[3] * y));
    }
  }
  return reach;
}

void
SensitivityMap::Check(const std::string & name) const
{
  const std::string what = "The sensitivity map of the detector '" + name + "' ";
  if (nx == 0 || ny == 0 || values.size() != nx * ny)
  {
    throw InputError(what + "has no pixels.");
  }
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (!std::isfinite(values[i]))
    {
      throw InputError(what + "is " + FormatNumber(values[i]) + " at pixel (" + std::to_string(i % nx) + ", " + std::to_string(i / nx) +
                       "); every value must be a finite number.");
    }
  }
  if (std::all_of(values.begin(), values.end(), [](double value) { return value == 0.0; }))
  {
    throw InputError(what + "is 0 everywhere; such a detector collects nothing.");
  }
  const double determinant = Determinant(pixelAxes);
  if (determinant == 0.0 || !std::isfinite(determinant) || !std::isfinite(origin[0]) || !std::isfinite(origin[1]))
  {
    throw InputError(what + "has no proper place: spacing, direction and origin must be finite numbers (angles in rad), and the two " +
                     "directions must differ.");
  }
}
} // namespace ElectronMultislice
