#include "physics/BandLimit.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
constexpr double Dx = 0.08, Dy = 0.05; // Å; the coarser one counts
}

TEST(BandLimit, TaperIsACosineJustBelowTwoThirds)
{
  const double end = 0.6666666 / (2.0 * Dx);
  const double width = 0.01 / Dx;
  const auto   value = [](double k, double angle) {
    return BandLimitValue(BandLimit::Taper, k * std::cos(angle), k * std::sin(angle), Dx, Dy);
  };
  for (const double angle : { 0.0, 0.5, 1.5, 3.0, -2.0 })
  {
    EXPECT_EQ(value(0.0, angle), 1.0);
    EXPECT_EQ(value(end - 1.001 * width, angle), 1.0);
    EXPECT_NEAR(value(end - 0.75 * width, angle), 0.5 * (1.0 + std::sqrt(0.5)), 1e-10);
    EXPECT_NEAR(value(end - 0.5 * width, angle), 0.5, 1e-10);
    EXPECT_NEAR(value(end - 0.25 * width, angle), 0.5 * (1.0 - std::sqrt(0.5)), 1e-10);
    EXPECT_EQ(value(end * 1.000001, angle), 0.0);
  }
}

TEST(BandLimit, RadialIsStrictlyInsideTwoThirds)
{
  const double limit = 1.0 / (3.0 * Dx);
  EXPECT_EQ(BandLimitValue(BandLimit::Radial, limit, 0.0, Dx, Dy), 0.0);
  EXPECT_EQ(BandLimitValue(BandLimit::Radial, 0.0, -limit, Dx, Dy), 0.0);
  EXPECT_EQ(BandLimitValue(BandLimit::Radial, limit * 0.999999, 0.0, Dx, Dy), 1.0);
  EXPECT_EQ(BandLimitValue(BandLimit::Radial, 0.71 * limit, 0.71 * limit, Dx, Dy), 0.0);
  EXPECT_EQ(BandLimitValue(BandLimit::Radial, 0.70 * limit, -0.70 * limit, Dx, Dy), 1.0);
}

TEST(BandLimit, SeparableKeepsARectangle)
{
  const double limitX = 1.0 / (3.0 * Dx), limitY = 1.0 / (3.0 * Dy);
  EXPECT_EQ(BandLimitValue(BandLimit::Separable, 0.999 * limitX, -0.999 * limitY, Dx, Dy), 1.0);
  EXPECT_EQ(BandLimitValue(BandLimit::Separable, limitX, 0.0, Dx, Dy), 0.0);
  EXPECT_EQ(BandLimitValue(BandLimit::Separable, 0.0, limitY, Dx, Dy), 0.0);
}

TEST(BandLimit, NoneLeavesEverything)
{
  EXPECT_EQ(BandLimitValue(BandLimit::None, 0.5 / Dx, -0.5 / Dy, Dx, Dy), 1.0);
}

TEST(BandLimit, FrequencyIsTheLargestThatPassesInEveryDirection)
{
  EXPECT_DOUBLE_EQ(BandLimitFrequency(BandLimit::Taper, Dx, Dy), (0.6666666 / 2.0 - 0.01) / Dx);
  EXPECT_DOUBLE_EQ(BandLimitFrequency(BandLimit::Radial, Dx, Dy), 1.0 / (3.0 * Dx));
  EXPECT_DOUBLE_EQ(BandLimitFrequency(BandLimit::Separable, Dx, Dy), 1.0 / (3.0 * Dx));
  EXPECT_DOUBLE_EQ(BandLimitFrequency(BandLimit::None, Dx, Dy), 0.5 / Dx);
  for (const auto kind : { BandLimit::Taper, BandLimit::Radial, BandLimit::Separable, BandLimit::None })
  {
    const double k = 0.9999999 * BandLimitFrequency(kind, Dx, Dy);
    for (double angle = 0.0; angle < 6.3; angle += 0.1)
    {
      EXPECT_EQ(BandLimitValue(kind, k * std::cos(angle), k * std::sin(angle), Dx, Dy), 1.0) << BandLimitName(kind);
    }
  }
}

TEST(BandLimit, NothingPassesBeyondTheCutoffAlongTheCoarserAxis)
{
  EXPECT_DOUBLE_EQ(BandLimitCutoff(BandLimit::Taper, Dx, Dy), 0.6666666 / (2.0 * Dx));
  for (const auto kind : { BandLimit::Taper, BandLimit::Radial, BandLimit::Separable })
  {
    const double cutoff = BandLimitCutoff(kind, Dx, Dy);
    EXPECT_EQ(BandLimitValue(kind, 1.0000001 * cutoff, 0.0, Dx, Dy), 0.0) << BandLimitName(kind);
    EXPECT_EQ(BandLimitCutoff(kind, Dy, Dx), cutoff);
  }
  EXPECT_DOUBLE_EQ(BandLimitCutoff(BandLimit::None, Dx, Dy), 0.5 / Dx);
}

TEST(BandLimit, Names)
{
  EXPECT_EQ(BandLimitName(BandLimit::Taper), "taper");
  EXPECT_EQ(BandLimitName(BandLimit::Radial), "radial");
  EXPECT_EQ(BandLimitName(BandLimit::Separable), "separable");
  EXPECT_EQ(BandLimitName(BandLimit::None), "none");
}
