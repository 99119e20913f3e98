#ifndef fourier_FastSizes_h
#define fourier_FastSizes_h
#include <cstddef>
namespace ElectronMultislice
{
/** A size is fast when it has no prime factor above 7. */
bool
IsFastFFTSize(std::size_t n);

/** The smallest fast size that is not below n (n >= 1). */
std::size_t
NextFastFFTSize(std::size_t n);

/** Estimated time of a transform of n points relative to one of the next fast size, per point (1 for fast sizes). */
double
FFTSizeCost(std::size_t n);
} // namespace ElectronMultislice
#endif
