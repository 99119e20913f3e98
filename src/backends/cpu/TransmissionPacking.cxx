#include "backends/cpu/TransmissionPacking.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
/** function(index in [y][x], place of the real part) for every place that has a row. */
template <typename Function>
void
ForEachPlace(const SliceLayout & layout, std::array<std::size_t, 2> roll, const Function & function)
{
  const std::size_t lanes = layout.lanes, nx = layout.nx, ny = layout.ny;
  for (std::size_t row = 0; row < layout.rows.size(); ++row)
  {
    if (layout.rows[row] == SliceLayout::None)
    {
      continue;
    }
    const std::size_t y = (layout.rows[row] + ny - roll[1]) % ny;
    const std::size_t start = row / lanes * nx * 2 * lanes + row % lanes;
    for (std::size_t place = 0; place < nx; ++place)
    {
      const std::size_t x = layout.pixels[place];
      function(y * nx + (x >= roll[0] ? x - roll[0] : x + nx - roll[0]), start + place * 2 * lanes);
    }
  }
}
} // namespace

template <typename T>
void
PackTransmission(const SliceLayout & layout, const std::complex<double> * values, std::array<std::size_t, 2> roll, T * packed)
{
  if (layout.rows.size() > layout.ny)
  {
    const std::size_t block = layout.nx * 2 * layout.lanes; // the last block is not full
    std::fill(packed + (layout.GetRowBlocks() - 1) * block, packed + layout.GetRowBlocks() * block, T(0));
  }
  ForEachPlace(layout, roll, [&](std::size_t pixel, std::size_t place) {
    packed[place] = static_cast<T>(values[pixel].real());
    packed[place + layout.lanes] = static_cast<T>(values[pixel].imag());
  });
}

template <typename T>
void
UnpackTransmission(const SliceLayout & layout, const T * packed, std::array<std::size_t, 2> roll, double scale, std::complex<T> * values)
{
  ForEachPlace(layout, roll, [&](std::size_t pixel, std::size_t place) {
    values[pixel] = { static_cast<T>(packed[place] * scale), static_cast<T>(packed[place + layout.lanes] * scale) };
  });
}

template void
PackTransmission<float>(const SliceLayout &, const std::complex<double> *, std::array<std::size_t, 2>, float *);
template void
PackTransmission<double>(const SliceLayout &, const std::complex<double> *, std::array<std::size_t, 2>, double *);
template void
UnpackTransmission<float>(const SliceLayout &, const float *, std::array<std::size_t, 2>, double, std::complex<float> *);
template void
UnpackTransmission<double>(const SliceLayout &, const double *, std::array<std::size_t, 2>, double, std::complex<double> *);
} // namespace ElectronMultislice
