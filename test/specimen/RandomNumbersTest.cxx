#include "specimen/RandomNumbers.h"
#include <cmath>
#include <gtest/gtest.h>
#include <set>

using namespace ElectronMultislice;
using Words = std::array<std::uint32_t, 4>;

// Known answers of philox4x32-10: Random123 1.14, tests/kat_vectors (J. K. Salmon et al., D. E. Shaw Research).
TEST(RandomNumbers, PhiloxKnownAnswers)
{
  EXPECT_EQ(Philox4x32({ 0, 0, 0, 0 }, { 0, 0 }), (Words{ 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 }));
  EXPECT_EQ(Philox4x32({ 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff }, { 0xffffffff, 0xffffffff }),
            (Words{ 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd }));
  EXPECT_EQ(Philox4x32({ 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 }, { 0xa4093822, 0x299f31d0 }),
            (Words{ 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 }));
}

// The words of the first known answer, turned into numbers by hand (Python): 52 bits and a half, Box-Muller's cosine branch.
TEST(RandomNumbers, FromWordsToNumbers)
{
  EXPECT_DOUBLE_EQ(UniformRandom(0, 0, 0, 0, RandomPurpose::Displacement), 0.3990464708489646);
  EXPECT_NEAR(NormalRandom(0, 0, 0, 0, RandomPurpose::Displacement), -0.12151797595308224, 1e-14);
}

TEST(RandomNumbers, EveryPartOfTheKeyMatters)
{
  std::set<double> values;
  std::size_t      count = 0;
  const auto       add = [&](double value) {
    values.insert(value);
    ++count;
  };
  for (std::uint64_t bit = 1; bit != 0; bit <<= 1)
  {
    add(UniformRandom(bit, 0, 0, 0, RandomPurpose::Displacement));
    add(UniformRandom(0, 0, bit, 0, RandomPurpose::Displacement));
    if (bit < (std::uint64_t{ 1 } << 48))
    {
      add(UniformRandom(0, bit, 0, 0, RandomPurpose::Displacement));
    }
  }
  add(UniformRandom(0, 0, 0, 0, RandomPurpose::Displacement));
  add(UniformRandom(0, 0, 0, 1, RandomPurpose::Displacement));
  add(UniformRandom(0, 0, 0, 2, RandomPurpose::Displacement));
  add(UniformRandom(0, 0, 0, 0, RandomPurpose::Occupancy));
  add(UniformRandom(0, 0, 0, 0, RandomPurpose::Noise));
  EXPECT_EQ(values.size(), count);
}

// Moments of 200000 draws against those of the distributions; five standard errors are allowed.
TEST(RandomNumbers, Moments)
{
  constexpr int n = 200000;
  double        uniform = 0, uniform2 = 0, normal = 0, normal2 = 0, normal4 = 0, neighbours = 0, previous = 0;
  for (int i = 0; i < n; ++i)
  {
    const double u = UniformRandom(1, 3, static_cast<std::uint64_t>(i), 0, RandomPurpose::Occupancy);
    ASSERT_GT(u, 0.0);
    ASSERT_LT(u, 1.0);
    uniform += u;
    uniform2 += u * u;
    const double g = NormalRandom(1, 3, static_cast<std::uint64_t>(i), 0, RandomPurpose::Displacement);
    ASSERT_TRUE(std::isfinite(g));
    normal += g;
    normal2 += g * g;
    normal4 += g * g * g * g;
    neighbours += g * previous;
    previous = g;
  }
  const double standardError = 5.0 / std::sqrt(static_cast<double>(n));
  EXPECT_NEAR(uniform / n, 1.0 / 2.0, standardError * std::sqrt(1.0 / 12.0));
  EXPECT_NEAR(uniform2 / n, 1.0 / 3.0, standardError * std::sqrt(4.0 / 45.0));
  EXPECT_NEAR(normal / n, 0.0, standardError);
  EXPECT_NEAR(normal2 / n, 1.0, standardError * std::sqrt(2.0));
  EXPECT_NEAR(normal4 / n, 3.0, standardError * std::sqrt(96.0));
  EXPECT_NEAR(neighbours / n, 0.0, standardError);
}
