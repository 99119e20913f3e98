#include "simulation/ImageNoise.h"
#include "simulation/PoissonRandom.h"

namespace ElectronMultislice
{
template <typename T>
void
AddImageNoise(const ImageNoise & noise, const Grid & grid, std::uint64_t imageIndex, T * image)
{
  if (noise.dose == 0.0)
  {
    return;
  }
  const double countsPerIntensity = noise.dose * grid.GetSpacingX() * grid.GetSpacingY();
  for (std::size_t pixel = 0; pixel < grid.GetNumberOfPixels(); ++pixel)
  {
    const double counts = PoissonRandom(static_cast<double>(image[pixel]) * countsPerIntensity, noise.seed, imageIndex, pixel);
    image[pixel] = static_cast<T>(counts / countsPerIntensity);
  }
}

template void
AddImageNoise<float>(const ImageNoise &, const Grid &, std::uint64_t, float *);
template void
AddImageNoise<double>(const ImageNoise &, const Grid &, std::uint64_t, double *);
} // namespace ElectronMultislice
