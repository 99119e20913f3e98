#ifndef fourier_Grid_h
#define fourier_Grid_h
#include <cstddef>
namespace ElectronMultislice
{
/** Periodic sampling of the rectangle lengthX x lengthY (Å) by nx x ny pixels; arrays are [y][x], x fastest, zero frequency first. */
struct Grid
{
  std::size_t nx = 0;
  std::size_t ny = 0;
  double      lengthX = 0.0;
  double      lengthY = 0.0;

  double
  GetSpacingX() const
  {
    return lengthX / static_cast<double>(nx);
  }
  double
  GetSpacingY() const
  {
    return lengthY / static_cast<double>(ny);
  }
  std::size_t
  GetNumberOfPixels() const
  {
    return nx * ny;
  }
  double
  GetFrequencyX(std::size_t index) const;
  double
  GetFrequencyY(std::size_t index) const;

  /** The same cell sampled `factor` times finer. */
  Grid
  Refined(std::size_t factor) const
  {
    return { nx * factor, ny * factor, lengthX, lengthY };
  }
  bool
  operator==(const Grid & o) const
  {
    return nx == o.nx && ny == o.ny && lengthX == o.lengthX && lengthY == o.lengthY;
  }
};

/** Signed frequency of an FFT index: 0 .. ceil(n/2)-1, then negative; for even n the index n/2 is -n/2. */
inline long
SignedFrequency(std::size_t index, std::size_t n)
{
  return index < (n + 1) / 2 ? static_cast<long>(index) : static_cast<long>(index) - static_cast<long>(n);
}

/** FFT index of a signed frequency. */
inline std::size_t
FrequencyIndex(long frequency, std::size_t n)
{
  return frequency >= 0 ? static_cast<std::size_t>(frequency) : static_cast<std::size_t>(frequency + static_cast<long>(n));
}

inline double
Grid::GetFrequencyX(std::size_t index) const
{
  return static_cast<double>(SignedFrequency(index, nx)) / lengthX;
}
inline double
Grid::GetFrequencyY(std::size_t index) const
{
  return static_cast<double>(SignedFrequency(index, ny)) / lengthY;
}
} // namespace ElectronMultislice
#endif
