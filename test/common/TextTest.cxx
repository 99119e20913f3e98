#include "GermanNumbers.h"
#include "common/Text.h"
#include <clocale>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <locale>

using namespace ElectronMultislice;

namespace
{
/** Both locales of the process made German (the C one if the machine has such a locale), and put back. */
class GermanProcess
{
public:
  GermanProcess()
    : m_Cxx(std::locale::global(std::locale(std::locale::classic(), new GermanNumbers)))
    , m_C(std::setlocale(LC_ALL, nullptr))
  {
    for (const char * name : { "de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "ru_RU.UTF-8" })
    {
      if (std::setlocale(LC_ALL, name) != nullptr)
      {
        break;
      }
    }
  }
  ~GermanProcess()
  {
    std::locale::global(m_Cxx);
    std::setlocale(LC_ALL, m_C.c_str());
  }

private:
  std::locale m_Cxx;
  std::string m_C;
};
} // namespace

TEST(Text, FormatNumberReadsBackAsTheSameDouble)
{
  for (const double value :
       { 0.1, 1.0 / 3.0, 6.62607015e-34, -9.1093837015e-31, 1e22, 123456789.123456789, 5e-324, 1.7976931348623157e308 })
  {
    double read = 0.0;
    ASSERT_TRUE(ParseNumber(FormatNumber(value), read)) << FormatNumber(value);
    EXPECT_EQ(read, value);
  }
}

TEST(Text, FormatNumberWritesWhatAPersonWouldWrite)
{
  EXPECT_EQ(FormatNumber(0.0), "0");
  EXPECT_EQ(FormatNumber(200000.0), "200000");
  EXPECT_EQ(FormatNumber(0.05), "0.05");
  EXPECT_EQ(FormatNumber(-3.905), "-3.905");
  EXPECT_EQ(FormatNumber(1e-9), "1e-09");
  EXPECT_EQ(FormatNumber(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(FormatNumber(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(FormatNumber(-std::numeric_limits<double>::infinity()), "-inf");
}

TEST(Text, FormatNumberRoundsToSignificantDigits)
{
  EXPECT_EQ(FormatNumber(2.0 / 3.0, 3), "0.667");
  EXPECT_EQ(FormatNumber(123456.0, 2), "120000");
  EXPECT_EQ(FormatNumber(99.96, 3), "100");
  EXPECT_EQ(FormatNumber(-0.00012345, 2), "-0.00012");
  EXPECT_EQ(FormatNumber(5.0, 6), "5");
  EXPECT_EQ(FormatNumber(std::numeric_limits<double>::quiet_NaN(), 3), "nan");
}

TEST(Text, FormatBytes)
{
  EXPECT_EQ(FormatBytes(0), "0 B");
  EXPECT_EQ(FormatBytes(1023), "1023 B");
  EXPECT_EQ(FormatBytes(1536), "1.5 KiB");
  EXPECT_EQ(FormatBytes(1024 * 1024), "1 MiB");
  EXPECT_EQ(FormatBytes(1024 * 1024 - 1), "1 MiB"); // not 1024 KiB
  EXPECT_EQ(FormatBytes(424ull << 30), "424 GiB");
  EXPECT_EQ(FormatBytes(std::numeric_limits<std::uint64_t>::max()), "16 EiB");
}

TEST(Text, FormatDuration)
{
  EXPECT_EQ(FormatDuration(0.25), "0.25 s");
  EXPECT_EQ(FormatDuration(75.0), "1 min 15 s");
  EXPECT_EQ(FormatDuration(59.7), "1 min");
  EXPECT_EQ(FormatDuration(12.3), "12 s");
  EXPECT_EQ(FormatDuration(3600.0 + 120.0), "1 h 2 min");
  EXPECT_EQ(FormatDuration(3.0 * 86400.0 + 2.0 * 3600.0 + 5.0), "3 d 2 h");
}

TEST(Text, ParseNumberTakesTheWholeTextOnly)
{
  double value = -1.0;
  EXPECT_TRUE(ParseNumber("1e-3", value));
  EXPECT_EQ(value, 1e-3);
  EXPECT_TRUE(ParseNumber("+2.5", value));
  EXPECT_EQ(value, 2.5);
  EXPECT_TRUE(ParseNumber("  -7 \t\r\n", value));
  EXPECT_EQ(value, -7.0);
  EXPECT_TRUE(ParseNumber(".5", value));
  EXPECT_EQ(value, 0.5);
  for (const char * text : { "", "  ", "+", "-", "+-1", "++1", "1,5", "1.5 2", "1.5x", "0x10", "nan", "inf", "-inf", "1e999", "1.000.000" })
  {
    value = 42.0;
    EXPECT_FALSE(ParseNumber(text, value)) << text;
    EXPECT_EQ(value, 42.0) << text;
  }
}

TEST(Text, ParseInteger)
{
  long long value = 0;
  EXPECT_TRUE(ParseInteger(" +12 ", value));
  EXPECT_EQ(value, 12);
  EXPECT_TRUE(ParseInteger("-9223372036854775808", value));
  EXPECT_EQ(value, std::numeric_limits<long long>::min());
  for (const char * text : { "", "1.0", "1e3", "9223372036854775808", "12a", "1 2", "-" })
  {
    EXPECT_FALSE(ParseInteger(text, value)) << text;
  }
}

TEST(Text, NumbersDoNotDependOnTheLocale)
{
  const GermanProcess german;
  double              value = 0.0;
  EXPECT_EQ(FormatNumber(1234.5), "1234.5");
  EXPECT_EQ(FormatNumber(1234567.0, 7), "1234567");
  EXPECT_EQ(FormatBytes(1536), "1.5 KiB");
  EXPECT_EQ(FormatDuration(0.25), "0.25 s");
  EXPECT_TRUE(ParseNumber("1234.5", value));
  EXPECT_EQ(value, 1234.5);
  EXPECT_FALSE(ParseNumber("1234,5", value));
}

TEST(Text, NearestNameFindsTypingErrors)
{
  const std::vector<std::string> keys{ "semiangle", "aberrations", "slice-thickness", "grid", "sampling", "seed" };
  EXPECT_EQ(NearestName("semi-angle", keys), "semiangle");
  EXPECT_EQ(NearestName("abberations", keys), "aberrations");
  EXPECT_EQ(NearestName("Slice_Thickness", keys), "slice-thickness");
  EXPECT_EQ(NearestName("gird", keys), "grid"); // a swap is one error
  EXPECT_EQ(NearestName("sed", keys), "seed");
}

TEST(Text, NearestNameIsSilentWhenNothingIsNear)
{
  const std::vector<std::string> keys{ "semiangle", "grid", "C10" };
  EXPECT_EQ(NearestName("wavelength", keys), "");
  EXPECT_EQ(NearestName("x", keys), "");
  EXPECT_EQ(NearestName("", keys), "");
  EXPECT_EQ(NearestName("grid", {}), "");
}

TEST(Text, JoinAlternatives)
{
  EXPECT_EQ(JoinAlternatives({}), "");
  EXPECT_EQ(JoinAlternatives({ "a" }), "a");
  EXPECT_EQ(JoinAlternatives({ "a", "b" }), "a or b");
  EXPECT_EQ(JoinAlternatives({ "a", "b", "c" }), "a, b or c");
}
