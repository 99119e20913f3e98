#ifndef simulation_PoissonRandom_h
#define simulation_PoissonRandom_h
#include <cstdint>

namespace ElectronMultislice
{
/** A count of the Poisson law with this mean (beyond about 1e10 the logarithms of the law lose their digits); keyed on (seed, image,
 * pixel), so the same wherever and whenever it is drawn. Below a mean of 10 by inversion of the distribution; else by transformed rejection
 * with squeeze, algorithm PTRS of W. Hörmann, Insurance: Mathematics and Economics 12 (1993) 39. */
double
PoissonRandom(double mean, std::uint64_t seed, std::uint64_t image, std::uint64_t pixel);
} // namespace ElectronMultislice
#endif
