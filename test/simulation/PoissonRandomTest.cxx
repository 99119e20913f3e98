#include "simulation/PoissonRandom.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace ElectronMultislice;

namespace
{
constexpr std::uint64_t NumberOfDraws = 200000;

std::vector<double>
Draw(double mean, std::uint64_t seed, std::uint64_t image)
{
  std::vector<double> counts;
  for (std::uint64_t pixel = 0; pixel < NumberOfDraws; ++pixel)
  {
    counts.push_back(PoissonRandom(mean, seed, image, pixel));
  }
  return counts;
}

double
Probability(double mean, double count)
{
  return std::exp(count * std::log(mean) - mean - std::lgamma(count + 1.0));
}
} // namespace

class PoissonRandomAt : public testing::TestWithParam<double>
{};

// Mean and variance of a Poisson law are its parameter, the fourth central moment is mean (1 + 3 mean); five standard errors are allowed.
TEST_P(PoissonRandomAt, MeanAndVariance)
{
  const double mean = GetParam();
  const auto   counts = Draw(mean, 5, 1);
  const auto   n = static_cast<double>(counts.size());
  double       sum = 0.0, squares = 0.0;
  for (const double count : counts)
  {
    ASSERT_EQ(count, std::floor(count));
    ASSERT_GE(count, 0.0);
    sum += count - mean;
    squares += (count - mean) * (count - mean);
  }
  EXPECT_NEAR(sum / n, 0.0, 5.0 * std::sqrt(mean / n));
  EXPECT_NEAR(squares / n, mean, 5.0 * std::sqrt((mean * (1.0 + 3.0 * mean) - mean * mean) / n));
}

// Pearson's chi-square against the law, classes of at least 20 expected counts; five standard deviations of chi-square, sqrt(2 dof), are
// allowed.
TEST_P(PoissonRandomAt, CountsFollowTheLaw)
{
  const double                  mean = GetParam();
  std::map<double, std::size_t> histogram;
  for (const double count : Draw(mean, 11, 3))
  {
    ++histogram[count];
  }
  const double n = static_cast<double>(NumberOfDraws);
  const double width = 8.0 * std::sqrt(mean) + 10.0;
  double       chiSquare = 0.0, expected = 0.0, observed = 0.0;
  std::size_t  classes = 0;
  const auto   close = [&] {
    chiSquare += (observed - expected) * (observed - expected) / expected;
    ++classes;
    expected = observed = 0.0;
  };
  double expectedSum = 0.0, observedSum = 0.0;
  for (double count = std::max(0.0, std::floor(mean - width)); count <= mean + width; count += 1.0)
  {
    const auto   found = histogram.find(count);
    const double here = found == histogram.end() ? 0.0 : static_cast<double>(found->second);
    expected += n * Probability(mean, count);
    observed += here;
    expectedSum += n * Probability(mean, count);
    observedSum += here;
    if (expected >= 20.0 && n - expectedSum >= 20.0)
    {
      close();
    }
  }
  EXPECT_NEAR(expectedSum, n, 1e-4 * n) << "the histogram covers the law";
  EXPECT_EQ(observedSum, n);
  close();
  const double freedom = static_cast<double>(classes - 1);
  EXPECT_NEAR(chiSquare, freedom, 5.0 * std::sqrt(2.0 * freedom)) << classes << " classes";
}

INSTANTIATE_TEST_SUITE_P(Means, PoissonRandomAt, testing::Values(0.02, 0.7, 4.5, 9.99, 10.0, 17.3, 140.0, 2500.0));

TEST(PoissonRandom, LargeMeansHaveTheSpreadOfTheirRoot)
{
  for (const double mean : { 1e6, 1e9 })
  {
    double squares = 0.0;
    for (std::uint64_t pixel = 0; pixel < 20000; ++pixel)
    {
      const double deviation = (PoissonRandom(mean, 0, 0, pixel) - mean) / std::sqrt(mean);
      ASSERT_LT(std::fabs(deviation), 6.0);
      squares += deviation * deviation / 20000.0;
    }
    EXPECT_NEAR(squares, 1.0, 0.05) << mean; // five standard errors of a normal variance, sqrt(2/20000)
  }
}

TEST(PoissonRandom, NothingGivesNothing)
{
  EXPECT_EQ(PoissonRandom(0.0, 1, 2, 3), 0.0);
  EXPECT_EQ(PoissonRandom(-1.0, 1, 2, 3), 0.0);
}

TEST(PoissonRandom, EveryPartOfTheKeyMattersAndNothingElse)
{
  std::set<double> counts;
  for (std::uint64_t i = 0; i < 20; ++i)
  {
    counts.insert(PoissonRandom(1e8, i, 0, 0));
    counts.insert(PoissonRandom(1e8, 0, i, 0));
    counts.insert(PoissonRandom(1e8, 0, 0, i));
  }
  EXPECT_GE(counts.size(), 57u); // 58 keys; counts of 1e8 +- 1e4 rarely meet
  EXPECT_EQ(PoissonRandom(1e8, 3, 4, 5), PoissonRandom(1e8, 3, 4, 5));
}
