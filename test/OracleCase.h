#ifndef test_OracleCase_h
#define test_OracleCase_h
#include <algorithm>
#include <cmath>
#include <complex>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

/** Golden values of the method, test/data/oracle/NN_name.json: float64 results of an independent program, checked by second methods (each
 *  case says which). Rule of comparison: max |difference| / max |value| over each output array; outputs named "com" absolute in 1/Å. */
namespace OracleTest
{
using Json = nlohmann::json;

struct OracleCase
{
  std::string file;
  std::string name;
  std::string kind;
  Json        inputs;
  Json        outputs;
  double      doubleTolerance = 0.0;
  double      floatTolerance = 0.0; ///< 0 if the case states none
};

inline void
PrintTo(const OracleCase & oracleCase, std::ostream * stream)
{
  *stream << oracleCase.file << ": " << oracleCase.name;
}

/** All cases of one file, in its order. */
inline std::vector<OracleCase>
ReadOracle(const std::string & file)
{
  std::ifstream stream(std::string(TEST_DATA_DIR) + "/oracle/" + file);
  if (!stream)
  {
    throw std::runtime_error("cannot open the test data file oracle/" + file);
  }
  const Json              document = Json::parse(stream);
  std::vector<OracleCase> cases;
  for (const Json & entry : document.at("cases"))
  {
    OracleCase   oracleCase{ file, entry.at("name"), entry.at("kind"), entry.at("inputs"), entry.at("outputs"), 0.0, 0.0 };
    const Json & tolerance = entry.at("tolerance");
    oracleCase.doubleTolerance = tolerance.at("float64");
    oracleCase.floatTolerance = tolerance.value("float32", 0.0);
    cases.push_back(std::move(oracleCase));
  }
  return cases;
}

/** The cases of a file that a predicate wants. */
template <typename Predicate>
std::vector<OracleCase>
ReadOracle(const std::string & file, Predicate wanted)
{
  std::vector<OracleCase> kept;
  for (OracleCase & oracleCase : ReadOracle(file))
  {
    if (wanted(oracleCase))
    {
      kept.push_back(std::move(oracleCase));
    }
  }
  return kept;
}

/** A case's name in the letters that GoogleTest allows; the suffix of a parameterised test. */
inline std::string
CaseName(const testing::TestParamInfo<OracleCase> & info)
{
  std::string name = info.param.name;
  std::replace_if(
    name.begin(), name.end(), [](char c) { return !(std::isalnum(static_cast<unsigned char>(c)) || c == '_'); }, '_');
  return name;
}

/** The numbers of nested arrays, row by row. */
inline void
AppendNumbers(const Json & values, std::vector<double> & numbers)
{
  if (values.is_array())
  {
    for (const Json & value : values)
    {
      AppendNumbers(value, numbers);
    }
  }
  else
  {
    numbers.push_back(values.get<double>());
  }
}

inline std::vector<double>
Numbers(const Json & values)
{
  std::vector<double> numbers;
  AppendNumbers(values, numbers);
  return numbers;
}

/** Compares the outputs of one case and keeps account of them, so that none is forgotten. */
class Comparison
{
public:
  Comparison(const OracleCase & oracleCase, double tolerance)
    : m_Case(oracleCase)
    , m_Tolerance(tolerance)
  {}

  void
  Expect(const std::string & output, const std::vector<double> & computed)
  {
    Expect(output, m_Case.outputs, output, computed);
  }

  /** An output inside another one, e.g. those of one element. */
  void
  Expect(const std::string & account, const Json & outputs, const std::string & output, const std::vector<double> & computed)
  {
    ASSERT_TRUE(outputs.contains(output)) << m_Case.name << " has no output " << output;
    m_Compared.insert(account);
    const std::vector<double> expected = Numbers(outputs.at(output));
    ASSERT_EQ(computed.size(), expected.size()) << m_Case.name << ", output " << output;
    double difference = 0.0;
    double largest = 0.0;
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
      ASSERT_TRUE(std::isfinite(computed[i])) << m_Case.name << ", output " << output << '[' << i << ']';
      difference = std::max(difference, std::fabs(computed[i] - expected[i]));
      largest = std::max(largest, std::fabs(expected[i]));
    }
    const double deviation = output == "com" || largest == 0.0 ? difference : difference / largest;
    EXPECT_LE(deviation, m_Tolerance) << m_Case.name << ", output " << output;
    m_LargestDeviation = std::max(m_LargestDeviation, deviation);
  }

  void
  Expect(const std::string & output, const std::vector<std::complex<double>> & computed)
  {
    std::vector<double> parts;
    for (const std::complex<double> & value : computed)
    {
      parts.push_back(value.real());
      parts.push_back(value.imag());
    }
    Expect(output, parts);
  }

  /** An output that the code under test does not give yet; the reason is part of the test's text. */
  void
  NotCovered(const std::string & output)
  {
    m_Compared.insert(output);
  }

  /** Fails if the case has an output that was neither compared nor named as not covered. */
  void
  ExpectComplete() const
  {
    for (const auto & output : m_Case.outputs.items())
    {
      EXPECT_EQ(m_Compared.count(output.key()), 1u) << m_Case.name << ": nobody compared the output " << output.key();
    }
    testing::Test::RecordProperty("LargestDeviation", std::to_string(m_LargestDeviation / m_Tolerance) + " of the tolerance");
  }

private:
  const OracleCase &    m_Case;
  double                m_Tolerance;
  double                m_LargestDeviation = 0.0;
  std::set<std::string> m_Compared;
};

/** Index of a pixel given as [ix, iy] or of a reflection given as [hx, hy]; negative ones wrap. */
inline std::size_t
WrappedIndex(const Json & pair, std::size_t nx, std::size_t ny)
{
  const long width = static_cast<long>(nx);
  const long height = static_cast<long>(ny);
  const long x = ((pair.at(0).get<long>() % width) + width) % width;
  const long y = ((pair.at(1).get<long>() % height) + height) % height;
  return static_cast<std::size_t>(y * width + x);
}

/** The values of an array [y][x] at pixels [ix, iy]. */
template <typename T>
std::vector<T>
ValuesAt(const std::vector<T> & array, const Json & pixels, std::size_t nx, std::size_t ny)
{
  std::vector<T> values;
  for (const Json & pixel : pixels)
  {
    values.push_back(array.at(WrappedIndex(pixel, nx, ny)));
  }
  return values;
}
} // namespace OracleTest
#endif
