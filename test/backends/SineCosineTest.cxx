// Sine and cosine of the kernels against the standard library's, whose errors are below one unit in the last place.
#define SLICE_KERNELS_NAME test
#include "backends/cpu/kernels/SineCosine.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace ElectronMultislice::SliceKernels_test;

namespace
{
/** Largest error of either over many x up to `largest` of both signs. */
double
LargestError(double largest)
{
  constexpr int         Steps = 200000;
  constexpr std::size_t W = VectorBytes / sizeof(double);
  double                error = 0.0;
  for (int step = -Steps; step <= Steps; ++step)
  {
    Lanes<double> x{}, sine{}, cosine{};
    for (std::size_t lane = 0; lane < W; ++lane)
    {
      x[lane] = largest * (static_cast<double>(step) + 0.37 * static_cast<double>(lane)) / Steps;
    }
    SineCosine(x, sine, cosine);
    for (std::size_t lane = 0; lane < W; ++lane)
    {
      error = std::max({ error, std::fabs(sine[lane] - std::sin(x[lane])), std::fabs(cosine[lane] - std::cos(x[lane])) });
    }
  }
  return error;
}
} // namespace

TEST(SineCosine, IsExactToTheLastPlace)
{
  for (const double largest : { 1e-300, 1e-8, 0.7853981633974484, 1.6, 7.0, 100.0, 1e4, 1.59e6, 1e9 })
  {
    EXPECT_LT(LargestError(largest), 2.5e-16) << largest;
  }
}

TEST(SineCosine, IsExactAtMultiplesOfHalfPi)
{
  for (int k = -2000; k <= 2000; ++k)
  {
    const double  x = 1.5707963267948966 * k;
    Lanes<double> sine{}, cosine{};
    SineCosine(Lanes<double>{} + x, sine, cosine);
    // relative: one of them is nearly zero there
    EXPECT_NEAR(sine[0], std::sin(x), 4e-16 * std::fabs(std::sin(x))) << k;
    EXPECT_NEAR(cosine[0], std::cos(x), 4e-16 * std::fabs(std::cos(x))) << k;
  }
}

TEST(SineCosine, OfNoNumberIsNoNumber)
{
  Lanes<double> x{}, sine{}, cosine{};
  x[1] = std::nan("");
  SineCosine(x, sine, cosine);
  EXPECT_TRUE(std::isnan(sine[1]) && std::isnan(cosine[1]));
  EXPECT_EQ(cosine[0], 1.0);
}
