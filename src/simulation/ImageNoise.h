#ifndef simulation_ImageNoise_h
#define simulation_ImageNoise_h
#include "backends/MultisliceProblem.h"

namespace ElectronMultislice
{
/** Replaces the intensities of an image (1 = incident beam) by counted electrons: Poisson counts of the mean intensity x dose x pixel area,
 * divided by dose x pixel area. The counts are keyed on (seed, imageIndex, pixel). Nothing to do without a dose. */
template <typename T>
void
AddImageNoise(const ImageNoise & noise, const Grid & grid, std::uint64_t imageIndex, T * image);

/** Index of an image in its series: defocus slowest, then exit plane, then wave. */
inline std::uint64_t
GetImageIndex(std::size_t defocus, std::size_t sample, std::size_t samples)
{
  return static_cast<std::uint64_t>(defocus) * samples + sample;
}
} // namespace ElectronMultislice
#endif
