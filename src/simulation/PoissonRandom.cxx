#include "simulation/PoissonRandom.h"
#include "physics/Constants.h"
#include "specimen/RandomNumbers.h"
#include <array>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
constexpr double        SmallestRejectionMean = 10.0;
constexpr std::uint32_t LargestNumberOfTrials = 256; ///< the key has room for so many; each is taken with a probability above 0.7

/** log(k!) of a whole number. The library's lgamma writes a global variable, which threads must not do. */
double
LogFactorial(double k)
{
  static const std::array<double, 10> small = [] {
    std::array<double, 10> table{};
    for (std::size_t i = 1; i < table.size(); ++i)
    {
      table[i] = table[i - 1] + std::log(static_cast<double>(i));
    }
    return table;
  }();
  if (k < 10.0)
  {
    return small[static_cast<std::size_t>(k)];
  }
  // Stirling's series; what is left out is below 1/(1680 k^7) = 6e-11
  const double square = k * k;
  return (k + 0.5) * std::log(k) - k + 0.5 * std::log(2.0 * Pi) + (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / (1260.0 * square)) / square) / k;
}

/** The smallest count whose distribution function reaches the uniform number. */
double
InvertDistribution(double mean, double uniform)
{
  double count = 0.0;
  double probability = std::exp(-mean);
  double sum = probability;
  // the sum reaches 1 but for rounding, long after the terms have stopped to count
  while (uniform > sum && count < 1000.0)
  {
    count += 1.0;
    probability *= mean / count;
    sum += probability;
  }
  return count;
}
} // namespace

double
PoissonRandom(double mean, std::uint64_t seed, std::uint64_t image, std::uint64_t pixel)
{
  if (!(mean > 0.0))
  {
    return 0.0;
  }
  if (mean < SmallestRejectionMean)
  {
    return InvertDistribution(mean, UniformRandom(seed, image, pixel, 0, RandomPurpose::Noise));
  }
  const double b = 0.931 + 2.53 * std::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double inverseAlpha = 1.1239 + 1.1328 / (b - 3.4);
  const double squeeze = 0.9277 - 3.6224 / (b - 2.0);
  const double logMean = std::log(mean);
  for (std::uint32_t trial = 0; trial < LargestNumberOfTrials; ++trial)
  {
    const auto   uniform = UniformRandomPair(seed, image, pixel, trial, RandomPurpose::Noise);
    const double u = uniform[0] - 0.5;
    const double v = uniform[1];
    const double distance = 0.5 - std::fabs(u);
    const double count = std::floor((2.0 * a / distance + b) * u + mean + 0.43);
    if (distance >= 0.07 && v <= squeeze)
    {
      return count;
    }
    if (count < 0.0 || (distance < 0.013 && v > distance))
    {
      continue;
    }
    if (std::log(v * inverseAlpha / (a / (distance * distance) + b)) <= count * logMean - mean - LogFactorial(count))
    {
      return count;
    }
  }
  return std::floor(mean);
}
} // namespace ElectronMultislice
