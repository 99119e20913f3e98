#ifndef io_ScaleBar_h
#define io_ScaleBar_h
#include <cmath>

namespace ElectronMultislice
{
/** The largest of 1, 2, 5 x 10^n that is at most 40 % of the width. */
inline double
ChooseScaleBarLength(double width)
{
  const double limit = 0.4 * width * (1.0 + 1e-12);
  const int    exponent = static_cast<int>(std::floor(std::log10(limit)));
  double       length = std::pow(10.0, exponent);
  for (const double step : { 2.0, 5.0 })
  {
    if (step * std::pow(10.0, exponent) <= limit)
    {
      length = step * std::pow(10.0, exponent);
    }
  }
  return length;
}
} // namespace ElectronMultislice
#endif
