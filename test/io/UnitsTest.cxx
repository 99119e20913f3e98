#include "io/Units.h"
#include "JobTestSupport.h"
#include "common/Error.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace ElectronMultislice;

namespace
{
double
Length(const std::string & text)
{
  return ParseQuantity(text, Dimension::Length);
}
double
Angle(const std::string & text)
{
  return ParseQuantity(text, Dimension::Angle);
}
double
Energy(const std::string & text)
{
  return ParseQuantity(text, Dimension::Energy);
}

std::string
Refusal(const std::string & text, Dimension dimension)
{
  try
  {
    ParseQuantity(text, dimension);
    ADD_FAILURE() << "\"" << text << "\" was taken";
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Input);
    return error.what();
  }
  return "";
}
} // namespace

// exact comparisons: a written decimal number becomes the nearest double
TEST(Units, Lengths)
{
  EXPECT_EQ(Length("200"), 200.0);
  EXPECT_EQ(Length("-3.5"), -3.5);
  EXPECT_EQ(Length("0.1 nm"), 1.0);
  EXPECT_EQ(Length("50 pm"), 0.5);
  EXPECT_EQ(Length("200 Å"), 200.0);            // U+00C5
  EXPECT_EQ(Length("200 \xE2\x84\xAB"), 200.0); // U+212B
  EXPECT_EQ(Length("50 A"), 50.0);
  EXPECT_EQ(Length("50A"), 50.0);
  EXPECT_EQ(Length("1 angstrom"), 1.0);
  EXPECT_EQ(Length("1.2 mm"), 1.2e7);
  EXPECT_EQ(Length("2 µm"), 2e4);        // U+00B5
  EXPECT_EQ(Length("2 \xCE\xBCm"), 2e4); // U+03BC
  EXPECT_EQ(Length("2 um"), 2e4);
  EXPECT_EQ(Length("-2.0e4"), -2e4);
  EXPECT_EQ(Length("1E3 pm"), 10.0);
}

TEST(Units, Angles)
{
  EXPECT_EQ(Angle("20 mrad"), 0.02);
  EXPECT_EQ(Angle("21.4mrad"), 0.0214);
  EXPECT_EQ(Angle("0.3 rad"), 0.3);
  EXPECT_EQ(Angle("5 µrad"), 5e-6);
  EXPECT_EQ(Angle("5 urad"), 5e-6);
  EXPECT_DOUBLE_EQ(Angle("180 deg"), std::acos(-1.0));
  EXPECT_DOUBLE_EQ(Angle("-90°"), -std::acos(0.0));
}

TEST(Units, Energies)
{
  EXPECT_EQ(Energy("200 keV"), 200e3);
  EXPECT_EQ(Energy("80.5 keV"), 80500.0);
  EXPECT_EQ(Energy("300000 eV"), 300e3);
  EXPECT_EQ(Energy("2 eV"), 2.0);
  EXPECT_EQ(Energy("2eV"), 2.0);
  EXPECT_EQ(Energy("1e5eV"), 1e5);
  EXPECT_EQ(Energy("1.25 MeV"), 1.25e6);
}

TEST(Units, ABareEnergyOrAngleIsAsked)
{
  ExpectContains(Refusal("300", Dimension::Energy), "\"300\" has no unit; did you mean 300 keV or 300 eV?");
  ExpectContains(Refusal("20", Dimension::Angle), "\"20\" has no unit; did you mean 20 mrad or 20 deg?");
  ExpectContains(Refusal("0.02", Dimension::Angle), "did you mean 0.02 rad or 0.02 mrad?");
  ExpectContains(Refusal("0", Dimension::Angle), "has no unit");
}

TEST(Units, UnknownUnitsSayTheKnownOnes)
{
  ExpectContains(Refusal("200 kV", Dimension::Energy),
                 "the unit \"kV\" is not one of an energy; use keV, eV or MeV (did you mean \"keV\"?)");
  ExpectContains(Refusal("20 mrd", Dimension::Angle), "did you mean \"mrad\"?");
  ExpectContains(Refusal("20 mrad", Dimension::Length), "use Å, pm, nm, µm or mm");
  ExpectContains(Refusal("5 nm", Dimension::Angle), "use mrad, rad, deg or µrad");
  Refusal("1 MEV", Dimension::Energy);
  Refusal("200 kev", Dimension::Energy);
}

TEST(Units, NotANumber)
{
  for (const Dimension dimension : { Dimension::Length, Dimension::Angle, Dimension::Energy })
  {
    for (const std::string bad :
         { "", "mrad", "nan", "nan mrad", ".inf", "inf nm", "-inf", "1,5", "1,5 nm", "1.2.3", "--1", "1e", "1e999", "0x10", "1 2", "- 5" })
    {
      Refusal(bad, dimension);
    }
  }
  ExpectContains(Refusal("1,5 nm", Dimension::Length), "\"1,5 nm\"");
  Refusal("1e308 mm", Dimension::Length);
}

TEST(Units, WrittenTextReadsBackTheSame)
{
  std::mt19937_64                        generator(1);
  std::uniform_real_distribution<double> exponent(-8.0, 6.0);
  for (int i = 0; i < 2000; ++i)
  {
    const double value = (i % 2 == 0 ? 1.0 : -1.0) * std::pow(10.0, exponent(generator));
    for (const Dimension dimension : { Dimension::Length, Dimension::Angle, Dimension::Energy })
    {
      EXPECT_EQ(ParseQuantity(FormatQuantity(value, dimension), dimension), value);
    }
  }
}

TEST(Units, WrittenInTheUnitOfPeople)
{
  EXPECT_EQ(FormatQuantity(0.02, Dimension::Angle), "20 mrad");
  EXPECT_EQ(FormatQuantity(0.0215, Dimension::Angle), "21.5 mrad");
  EXPECT_EQ(FormatQuantity(0.0, Dimension::Angle), "0 mrad");
  EXPECT_EQ(FormatQuantity(200e3, Dimension::Energy), "200 keV");
  EXPECT_EQ(FormatQuantity(80.5e3, Dimension::Energy), "80.5 keV");
  EXPECT_EQ(FormatQuantity(19.525, Dimension::Length), "19.525");
}
