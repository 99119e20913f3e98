#include "specimen/RandomNumbers.h"
#include <cmath>

namespace ElectronMultislice
{
namespace
{
constexpr double Pi = 3.14159265358979323846;

/** The four words of one key. The 128-bit counter holds index (64 bits), configuration (48 bits), axis and purpose (8 bits each), so that
 *  different keys never meet. */
std::array<std::uint32_t, 4>
RandomWords(std::uint64_t seed, std::uint64_t configuration, std::uint64_t index, std::uint32_t axis, RandomPurpose purpose)
{
  const auto low = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  const auto high = [](std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32); };
  const auto last = (axis & 0xFFu) | ((static_cast<std::uint32_t>(purpose) & 0xFFu) << 8) | (high(configuration) << 16);
  return Philox4x32({ low(index), high(index), low(configuration), last }, { low(seed), high(seed) });
}

/** An odd multiple of 2^-53: never 0, never 1, and exact. */
double
UnitInterval(std::uint32_t highWord, std::uint32_t lowWord)
{
  const std::uint64_t bits = (static_cast<std::uint64_t>(highWord) << 32) | lowWord;
  return static_cast<double>((bits >> 11) | 1u) * 0x1p-53;
}
} // namespace

std::array<std::uint32_t, 4>
Philox4x32(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key)
{
  constexpr std::uint64_t multiplier0 = 0xD2511F53u;
  constexpr std::uint64_t multiplier1 = 0xCD9E8D57u;
  for (int round = 0; round < 10; ++round)
  {
    if (round > 0)
    {
      key[0] += 0x9E3779B9u; // golden ratio
      key[1] += 0xBB67AE85u; // sqrt(3) - 1
    }
    const std::uint64_t product0 = multiplier0 * counter[0];
    const std::uint64_t product1 = multiplier1 * counter[2];
    counter = { static_cast<std::uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
                static_cast<std::uint32_t>(product1),
                static_cast<std::uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
                static_cast<std::uint32_t>(product0) };
  }
  return counter;
}

double
UniformRandom(std::uint64_t seed, std::uint64_t configuration, std::uint64_t index, std::uint32_t axis, RandomPurpose purpose)
{
  return UniformRandomPair(seed, configuration, index, axis, purpose)[0];
}

std::array<double, 2>
UniformRandomPair(std::uint64_t seed, std::uint64_t configuration, std::uint64_t index, std::uint32_t axis, RandomPurpose purpose)
{
  const auto words = RandomWords(seed, configuration, index, axis, purpose);
  return { UnitInterval(words[0], words[1]), UnitInterval(words[2], words[3]) };
}

double
NormalRandom(std::uint64_t seed, std::uint64_t configuration, std::uint64_t index, std::uint32_t axis, RandomPurpose purpose)
{
  const auto uniform = UniformRandomPair(seed, configuration, index, axis, purpose);
  return std::sqrt(-2.0 * std::log(uniform[0])) * std::cos(2.0 * Pi * uniform[1]);
}
} // namespace ElectronMultislice
