#include "fourier/Grid.h"
#include <gtest/gtest.h>

using namespace ElectronMultislice;

TEST(Grid, SignedFrequenciesOfEvenAndOddSizes)
{
  const long even[] = { 0, 1, 2, -3, -2, -1 };
  const long odd[] = { 0, 1, 2, -2, -1 };
  for (std::size_t i = 0; i < 6; ++i)
  {
    EXPECT_EQ(SignedFrequency(i, 6), even[i]);
  }
  for (std::size_t i = 0; i < 5; ++i)
  {
    EXPECT_EQ(SignedFrequency(i, 5), odd[i]);
  }
}

TEST(Grid, FrequencyIndexIsTheInverse)
{
  for (const std::size_t n : { 1u, 2u, 5u, 6u, 127u, 256u })
  {
    for (std::size_t i = 0; i < n; ++i)
    {
      ASSERT_EQ(FrequencyIndex(SignedFrequency(i, n), n), i);
    }
  }
}

TEST(Grid, FrequenciesAndSpacings)
{
  const Grid grid{ 96, 160, 9.6, 12.8 };
  EXPECT_DOUBLE_EQ(grid.GetSpacingX(), 0.1);
  EXPECT_DOUBLE_EQ(grid.GetSpacingY(), 0.08);
  EXPECT_DOUBLE_EQ(grid.GetFrequencyX(3), 3.0 / 9.6);
  EXPECT_DOUBLE_EQ(grid.GetFrequencyY(159), -1.0 / 12.8);
  EXPECT_EQ(grid.GetNumberOfPixels(), 96u * 160u);
  EXPECT_EQ(grid.Refined(2), (Grid{ 192, 320, 9.6, 12.8 }));
}
