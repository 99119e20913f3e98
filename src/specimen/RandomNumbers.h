#ifndef specimen_RandomNumbers_h
#define specimen_RandomNumbers_h
#include <array>
#include <cstdint>
namespace ElectronMultislice
{
/** What a random number is for; part of the key, so that no two purposes share numbers. */
enum class RandomPurpose : std::uint32_t
{
  Displacement = 0,
  Occupancy = 1,
  Noise = 2
};

/** Philox4x32-10 (J. K. Salmon et al., SC11): four 32-bit numbers from a 128-bit counter and a 64-bit key. */
std::array<std::uint32_t, 4>
Philox4x32(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key);

/** Uniform in (0, 1), 53 bits. Keyed on (seed, configuration, index, axis, purpose). */
double
UniformRandom(std::uint64_t seed, std::uint64_t configuration, std::uint64_t index, std::uint32_t axis, RandomPurpose purpose);

/** Two independent such numbers. */
std::array<double, 2>
UniformRandomPair(std::uint64_t seed, std::uint64_t configuration, std::uint64_t index, std::uint32_t axis, RandomPurpose purpose);

/** Standard normal (Box-Muller in double). */
double
NormalRandom(std::uint64_t seed, std::uint64_t configuration, std::uint64_t index, std::uint32_t axis, RandomPurpose purpose);
} // namespace ElectronMultislice
#endif
