#ifndef common_FiniteValues_h
#define common_FiniteValues_h
#include "common/Error.h"
#include <algorithm>
#include <cmath>
#include <complex>

namespace ElectronMultislice
{
inline bool
IsFinite(double value)
{
  return std::isfinite(value);
}
template <typename T>
bool
IsFinite(const std::complex<T> & value)
{
  return std::isfinite(value.real()) && std::isfinite(value.imag());
}

/** Input error for the first value of an image [y][x] that is not finite, since it would spread over everything: "<what> holds a value that
 * is not finite at pixel (x, y)<where>." */
template <typename T>
void
CheckFiniteValues(const T * values, std::size_t nx, std::size_t ny, const std::string & what, const std::string & where = "")
{
  const T * bad = std::find_if(values, values + nx * ny, [](const T & value) { return !IsFinite(value); });
  if (bad != values + nx * ny)
  {
    const auto pixel = static_cast<std::size_t>(bad - values);
    throw InputError(what + " holds a value that is not finite at pixel (" + std::to_string(pixel % nx) + ", " +
                     std::to_string(pixel / nx) + ")" + where + ".");
  }
}
} // namespace ElectronMultislice
#endif
