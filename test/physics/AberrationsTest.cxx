#include "physics/Aberrations.h"
#include "common/Error.h"
#include "physics/Constants.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
constexpr double Lambda = 0.0250793; // Å, about 200 keV
}

TEST(Aberrations, EachCoefficientGivesItsClosedForm)
{
  const double alpha = 0.021;
  for (const auto [n, m] : Aberrations::Orders)
  {
    for (const double phi : { 0.0, 0.4, 2.0, -1.1 })
    {
      Aberrations aberrations;
      aberrations.SetCoefficient(n, m, 1000.0, 0.3);
      const double expected = 2.0 * Pi / Lambda * 1000.0 * std::pow(alpha, n + 1) / (n + 1) * std::cos(m * (phi - 0.3));
      EXPECT_NEAR(aberrations.Phase(alpha, phi, Lambda), expected, 1e-12 * std::fabs(expected) + 1e-15) << n << m << ' ' << phi;
    }
  }
}

TEST(Aberrations, PhasesAdd)
{
  Aberrations sum;
  double      expected = 0.0;
  for (const auto [n, m] : Aberrations::Orders)
  {
    const double coefficient = 7.0 * std::pow(50.0, n);
    sum.SetCoefficient(n, m, coefficient, 0.1 * n);
    Aberrations one;
    one.SetCoefficient(n, m, coefficient, 0.1 * n);
    expected += one.Phase(0.02, 0.7, Lambda);
  }
  EXPECT_NEAR(sum.Phase(0.02, 0.7, Lambda), expected, 1e-12 * std::fabs(expected));
}

TEST(Aberrations, GradientIsTheDerivative)
{
  for (const auto [n, m] : Aberrations::Orders)
  {
    Aberrations aberrations;
    aberrations.SetCoefficient(n, m, std::pow(60.0, n + 1), -0.4);
    const double alpha = 0.017, phi = 1.3, step = 1e-6;
    const auto   gradient = aberrations.PhaseGradient(alpha, phi, Lambda);
    const double radial = (aberrations.Phase(alpha + step, phi, Lambda) - aberrations.Phase(alpha - step, phi, Lambda)) / (2.0 * step);
    const double azimuthal =
      (aberrations.Phase(alpha, phi + step, Lambda) - aberrations.Phase(alpha, phi - step, Lambda)) / (2.0 * step * alpha);
    const double scale = std::hypot(radial, azimuthal);
    EXPECT_NEAR(gradient[0], radial, 1e-6 * scale) << n << m;
    EXPECT_NEAR(gradient[1], azimuthal, 1e-6 * scale) << n << m;
  }
}

TEST(Aberrations, NamesAndAliases)
{
  Aberrations aberrations;
  EXPECT_TRUE(aberrations.Set("defocus", 50.0));
  EXPECT_EQ(aberrations.GetCoefficient(1, 0), -50.0);
  EXPECT_EQ(aberrations.GetDefocus(), 50.0);
  EXPECT_TRUE(aberrations.Set("C10", 20.0));
  EXPECT_EQ(aberrations.GetDefocus(), -20.0);
  const struct
  {
    const char * name;
    int          n, m;
  } lengths[] = { { "Cs", 3, 0 }, { "C5", 5, 0 }, { "astigmatism", 1, 2 }, { "coma", 2, 1 }, { "trefoil", 2, 3 }, { "C56", 5, 6 } };
  double value = 1.0;
  for (const auto & length : lengths)
  {
    EXPECT_TRUE(aberrations.Set(length.name, ++value));
    EXPECT_EQ(aberrations.GetCoefficient(length.n, length.m), value);
    EXPECT_FALSE(Aberrations::IsAngle(length.name));
  }
  EXPECT_TRUE(aberrations.Set("coma-angle", 0.5));
  EXPECT_EQ(aberrations.GetAngle(2, 1), 0.5);
  EXPECT_TRUE(aberrations.Set("phi12", -0.25));
  EXPECT_EQ(aberrations.GetAngle(1, 2), -0.25);
  EXPECT_TRUE(Aberrations::IsAngle("phi12"));
  EXPECT_TRUE(Aberrations::IsAngle("trefoil-angle"));
  for (const char * unknown : { "", "C11", "C60", "phi10", "c10", "Cs-angle", "phi" })
  {
    EXPECT_FALSE(aberrations.Set(unknown, 1.0)) << unknown;
  }
}

TEST(Aberrations, EveryListedNameCanBeSet)
{
  // 14 coefficients, 11 azimuths, defocus, Cs, C5, and three aliases with angles
  EXPECT_EQ(Aberrations::GetNames().size(), 14u + 11u + 3u + 6u);
  for (const std::string & name : Aberrations::GetNames())
  {
    Aberrations aberrations;
    EXPECT_TRUE(aberrations.Set(name, 3.0)) << name;
    EXPECT_FALSE(aberrations == Aberrations()) << name;
  }
}

TEST(Aberrations, RefusesNonsense)
{
  Aberrations aberrations;
  EXPECT_THROW(aberrations.Set("Cs", std::nan("")), Error);
  EXPECT_THROW(aberrations.SetCoefficient(1, 1, 2.0), Error);
  EXPECT_THROW(aberrations.SetCoefficient(1, 2, 2.0, HUGE_VAL), Error);
  EXPECT_THROW(aberrations.GetCoefficient(6, 1), Error);
  EXPECT_THROW(aberrations.GetAngle(0, 0), Error);
  EXPECT_TRUE(aberrations == Aberrations());
}
