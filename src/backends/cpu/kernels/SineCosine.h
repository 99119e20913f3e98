// Sine and cosine of a register of doubles.
#ifndef backends_cpu_kernels_SineCosine_h
#define backends_cpu_kernels_SineCosine_h
#include "backends/cpu/kernels/Lanes.h"
#include <cmath>
#include <cstdint>

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
/** To within 2.5e-16: x - k pi/2 for the nearest k, then the Taylor series on [-pi/4, pi/4], whose first neglected terms are below 5e-17.
 * Above |x| = 1.6e6 the standard library's. */
KERNEL_INLINE void
SineCosine(Lanes<double> x, Lanes<double> & sine, Lanes<double> & cosine)
{
  using V = Lanes<double>;
  typedef std::int64_t  Integers __attribute__((vector_size(VectorBytes)));
  constexpr std::size_t W = VectorBytes / sizeof(double);
  constexpr double      Rounding = 6755399441055744.0; // 1.5 2^52: adding it leaves an integer in the last bits
  // pi/2 in parts of 33 bits: k times the first two is exact for k below 2^20
  constexpr double HalfPi[] = { 0x1.921fb54400000p+0, 0x1.0b4611a600000p-34, 0x1.3198a2e037073p-69 };

  const V        shifted = x * 0.63661977236758134308 + Rounding; // 2/pi
  const V        k = shifted - Rounding;
  const V        r = ((x - k * HalfPi[0]) - k * HalfPi[1]) - k * HalfPi[2];
  const V        square = r * r;
  const Integers quadrant = Integers(shifted);

  V s = square * (-1.0 / 1307674368000.0) + 1.0 / 6227020800.0; // 1/15!, 1/13!, ...
  s = s * square - 1.0 / 39916800.0;
  s = s * square + 1.0 / 362880.0;
  s = s * square - 1.0 / 5040.0;
  s = s * square + 1.0 / 120.0;
  s = s * square - 1.0 / 6.0;
  s = r + r * square * s;
  V c = square * (1.0 / 20922789888000.0) - 1.0 / 87178291200.0; // 1/16!, 1/14!, ...
  c = c * square + 1.0 / 479001600.0;
  c = c * square - 1.0 / 3628800.0;
  c = c * square + 1.0 / 40320.0;
  c = c * square - 1.0 / 720.0;
  c = c * square + 1.0 / 24.0;
  c = c * square - 0.5;
  c = 1.0 + square * c;

  const Integers swapped = -(quadrant & 1); // odd quadrants: all bits
  const Integers bitsOfS = Integers(s), bitsOfC = Integers(c);
  const Integers sineBits = ((bitsOfC & swapped) | (bitsOfS & ~swapped)) ^ ((quadrant & 2) << 62);
  const Integers cosineBits = ((bitsOfS & swapped) | (bitsOfC & ~swapped)) ^ (((quadrant + 1) & 2) << 62);
  sine = V(sineBits);
  cosine = V(cosineBits);

  const Integers usual = (x < 1.6e6) & (x > -1.6e6); // false for NaN too
  bool           allUsual = true;
  for (std::size_t i = 0; i < W; ++i)
  {
    allUsual &= usual[i] != 0;
  }
  if (__builtin_expect(!allUsual, false))
  {
    for (std::size_t i = 0; i < W; ++i)
    {
      sine[i] = std::sin(x[i]);
      cosine[i] = std::cos(x[i]);
    }
  }
}
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
#endif
