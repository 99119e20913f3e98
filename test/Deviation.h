#ifndef Deviation_h
#define Deviation_h
#include <algorithm>
#include <complex>
#include <gtest/gtest.h>
#include <vector>

namespace ElectronMultislice
{
/** Largest difference over largest value. */
template <typename A, typename B>
double
Deviation(const std::vector<A> & values, const std::vector<B> & expected)
{
  EXPECT_EQ(values.size(), expected.size());
  double difference = 0.0, scale = 0.0;
  for (std::size_t i = 0; i < expected.size(); ++i)
  {
    difference = std::max(difference, static_cast<double>(std::abs(std::complex<double>(values[i]) - std::complex<double>(expected[i]))));
    scale = std::max(scale, static_cast<double>(std::abs(std::complex<double>(expected[i]))));
  }
  EXPECT_GT(scale, 0.0);
  return difference / scale;
}
} // namespace ElectronMultislice
#endif
