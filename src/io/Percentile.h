#ifndef io_Percentile_h
#define io_Percentile_h
#include <algorithm>
#include <cmath>
#include <vector>

namespace ElectronMultislice
{
/** The value below which a fraction of the values lies, one of them; the order changes. There must be values. */
inline double
Percentile(std::vector<float> & values, double fraction)
{
  const auto index = std::lround(fraction * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + index, values.end());
  return values[static_cast<std::size_t>(index)];
}
} // namespace ElectronMultislice
#endif
