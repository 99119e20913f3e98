#include "fourier/FastSizes.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
/** Operations of a mixed-radix transform in proportion: n times the sum of its prime factors, those without a kernel of their own a little
 *  dearer. It is the estimate by which PocketFFT itself chooses between mixed radix and Bluestein's method. */
double
MixedRadixCost(std::size_t n)
{
  double      sum = 0.0;
  std::size_t rest = n;
  for (std::size_t factor = 2; factor * factor <= rest; factor += factor == 2 ? 1 : 2)
  {
    for (; rest % factor == 0; rest /= factor)
    {
      sum += factor <= 5 ? static_cast<double>(factor) : 1.1 * static_cast<double>(factor);
    }
  }
  if (rest > 1)
  {
    sum += rest <= 5 ? static_cast<double>(rest) : 1.1 * static_cast<double>(rest);
  }
  return sum * static_cast<double>(n);
}

double
LibraryCost(std::size_t n)
{
  // Bluestein: two transforms of a padded size, plus the chirps
  const double bluestein = 3.0 * MixedRadixCost(NextFastFFTSize(2 * n - 1));
  return std::min(MixedRadixCost(n), bluestein);
}
} // namespace

bool
IsFastFFTSize(std::size_t n)
{
  if (n == 0)
  {
    return false;
  }
  for (const std::size_t factor : { 2, 3, 5, 7 })
  {
    while (n % factor == 0)
    {
      n /= factor;
    }
  }
  return n == 1;
}

std::size_t
NextFastFFTSize(std::size_t n)
{
  n = std::max<std::size_t>(n, 1);
  while (!IsFastFFTSize(n))
  {
    ++n;
  }
  return n;
}

double
FFTSizeCost(std::size_t n)
{
  if (n == 0 || IsFastFFTSize(n))
  {
    return 1.0;
  }
  const std::size_t fast = NextFastFFTSize(n);
  return std::max(1.0, LibraryCost(n) / static_cast<double>(n) / (LibraryCost(fast) / static_cast<double>(fast)));
}
} // namespace ElectronMultislice
