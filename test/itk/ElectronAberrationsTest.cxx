#include "ItkTestTools.h"
#include "itkElectronAberrations.h"
#include <limits>

using test::Contains;
using test::ErrorText;

TEST(ElectronAberrations, NamesAndAliasesMeanTheSameCoefficient)
{
  itk::ElectronAberrations aberrations;
  EXPECT_TRUE(aberrations.Set("defocus", 120.0));
  EXPECT_DOUBLE_EQ(aberrations.Get("C10"), -120.0);
  EXPECT_TRUE(aberrations.Set("C30", 1e7));
  EXPECT_DOUBLE_EQ(aberrations.Get("Cs"), 1e7);
  EXPECT_TRUE(aberrations.Set("astigmatism", 20.0));
  EXPECT_TRUE(aberrations.Set("phi12", 0.3));
  EXPECT_DOUBLE_EQ(aberrations.Get("C12"), 20.0);
  EXPECT_DOUBLE_EQ(aberrations.Get("astigmatism-angle"), 0.3);
  EXPECT_FALSE(aberrations.Set("Cs", 1e7)) << "nothing changed";
}

TEST(ElectronAberrations, IsAValue)
{
  itk::ElectronAberrations first;
  first.Set("C56", 3.0);
  itk::ElectronAberrations second(first);
  EXPECT_EQ(first, second);
  second.Set("phi56", 0.1);
  EXPECT_NE(first, second);
  EXPECT_EQ(first.Get("phi56"), 0.0);
  first = second;
  EXPECT_EQ(first.Get("phi56"), 0.1);
  first = itk::ElectronAberrations();
  EXPECT_EQ(first.Get("C56"), 0.0);
}

TEST(ElectronAberrations, RefusesUnknownNamesAndInfiniteValues)
{
  itk::ElectronAberrations aberrations;
  const auto               unknown = ErrorText([&] { aberrations.Set("defocuss", 1.0); });
  EXPECT_TRUE(Contains(unknown, "There is no aberration named \"defocuss\", did you mean \"defocus\"?"));
  EXPECT_TRUE(Contains(ErrorText([&] { aberrations.Get("C99"); }), "C56"));
  EXPECT_TRUE(Contains(ErrorText([&] { aberrations.Set("Cs", std::numeric_limits<double>::infinity()); }), "must be a finite number"));
  EXPECT_EQ(aberrations, itk::ElectronAberrations());
}

TEST(ElectronAberrations, PrintsWhatIsNotZero)
{
  itk::ElectronAberrations aberrations;
  aberrations.Set("C12", 20.0);
  aberrations.Set("phi12", 0.3);
  aberrations.Set("Cs", -20000.0);
  std::ostringstream text;
  aberrations.Print(text);
  EXPECT_EQ(text.str(), " C12 20 Å at 0.3 rad C30 -20000 Å");
}
