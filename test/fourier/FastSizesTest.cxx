#include "fourier/FastSizes.h"
#include <gtest/gtest.h>
#include <set>

using namespace ElectronMultislice;

TEST(FastSizes, AreTheProductsOf2And3And5And7)
{
  std::set<std::size_t> products;
  for (std::size_t a = 1; a <= 5000; a *= 2)
    for (std::size_t b = a; b <= 5000; b *= 3)
      for (std::size_t c = b; c <= 5000; c *= 5)
        for (std::size_t d = c; d <= 5000; d *= 7)
        {
          products.insert(d);
        }
  for (std::size_t n = 1; n <= 5000; ++n)
  {
    ASSERT_EQ(IsFastFFTSize(n), products.count(n) == 1) << n;
    if (n <= 4900)
    {
      ASSERT_EQ(NextFastFFTSize(n), *products.lower_bound(n)) << n;
    }
  }
  EXPECT_FALSE(IsFastFFTSize(0));
}

TEST(FastSizes, KnownAnswers)
{
  EXPECT_EQ(NextFastFFTSize(1), 1u);
  EXPECT_EQ(NextFastFFTSize(127), 128u);
  EXPECT_EQ(NextFastFFTSize(257), 270u);
  EXPECT_EQ(NextFastFFTSize(1021), 1024u);
}

TEST(FastSizes, CostIsOneForFastSizesAndMoreForPrimes)
{
  for (const std::size_t n : { 1u, 64u, 384u, 500u, 1024u, 2401u })
  {
    EXPECT_EQ(FFTSizeCost(n), 1.0) << n;
  }
  for (const std::size_t n : { 127u, 257u, 1021u, 1009u, 4099u })
  {
    EXPECT_GT(FFTSizeCost(n), 1.5) << n;
    EXPECT_LT(FFTSizeCost(n), 20.0) << n; // Bluestein bounds it
  }
  EXPECT_LT(FFTSizeCost(11 * 64), FFTSizeCost(61 * 16)); // small factors cost little
}
