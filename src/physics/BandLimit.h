#ifndef physics_BandLimit_h
#define physics_BandLimit_h
#include <string>
namespace ElectronMultislice
{
/** Band limit of transmission functions, propagator and (by default) potential. d = max(dx, dy). */
enum class BandLimit
{
  Taper,     ///< 1 below (2/3)/(2d) - 0.01/d, a cosine down to 0 at .6666666/(2d)
  Radial,    ///< 1 where (3 d k)² < 1 - 1e-9
  Separable, ///< 1 where 3 dx |kx| < 1 - 1e-9 and the same in y
  None
};

/** "taper", "radial", "separable", "none". */
const std::string &
BandLimitName(BandLimit kind);

/** Value in [0, 1] at (kx, ky) in 1/Å on a grid of spacing (dx, dy) in Å. */
double
BandLimitValue(BandLimit kind, double kx, double ky, double dx, double dy);

/** Largest |k| in 1/Å that passes unattenuated in every direction; None: the smaller Nyquist frequency. */
double
BandLimitFrequency(BandLimit kind, double dx, double dy);

/** |k| in 1/Å up to which something passes in every direction (Taper: the end of the cosine; None: the smaller Nyquist frequency).
 * Detectors that reach beyond it are refused. */
inline double
BandLimitCutoff(BandLimit kind, double dx, double dy)
{
  const double d = dx > dy ? dx : dy;
  return kind == BandLimit::Taper ? .6666666 / (2.0 * d) : BandLimitFrequency(kind, dx, dy);
}

/** |k| in 1/Å along the axis of this spacing from which on nothing passes: Separable lets more pass along the finer axis. */
inline double
BandLimitCutoffAlong(BandLimit kind, double spacing, double otherSpacing)
{
  return kind == BandLimit::Separable ? 1.0 / (3.0 * spacing) : BandLimitCutoff(kind, spacing, otherSpacing);
}
} // namespace ElectronMultislice
#endif
