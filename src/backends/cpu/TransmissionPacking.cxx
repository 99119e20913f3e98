#include "backends/cpu/TransmissionPacking.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
/** function(x, y, place of the real part) for every place of row blocks [first, last) that has a row. */
template <typename Function>
void
ForEachPlace(const SliceLayout & layout, std::array<std::size_t, 2> roll, std::size_t first, std::size_t last, const Function & function)
{
  const std::size_t lanes = layout.lanes, nx = layout.nx, ny = layout.ny;
  for (std::size_t row = first * lanes; row < last * lanes; ++row)
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
      function(x >= roll[0] ? x - roll[0] : x + nx - roll[0], y, start + place * 2 * lanes);
    }
  }
}

/** Zero where the last block is not full. */
template <typename T>
void
ClearLastBlock(const SliceLayout & layout, T * packed)
{
  if (layout.rows.size() > layout.ny)
  {
    const std::size_t block = layout.nx * 2 * layout.lanes;
    std::fill(packed + (layout.GetRowBlocks() - 1) * block, packed + layout.GetRowBlocks() * block, T(0));
  }
}
} // namespace

template <typename T>
void
RollTransmission(const SliceLayout & from, const T * source, std::array<std::size_t, 2> roll, const SliceLayout & to, T * packed)
{
  const std::size_t        lanes = from.lanes, nx = from.nx;
  std::vector<std::size_t> row(from.ny), column(nx); // where y and x lie
  for (std::size_t place = 0; place < from.rows.size(); ++place)
  {
    if (from.rows[place] != SliceLayout::None)
    {
      row[from.rows[place]] = place / lanes * nx * 2 * lanes + place % lanes;
    }
  }
  for (std::size_t place = 0; place < nx; ++place)
  {
    column[from.pixels[place]] = place * 2 * lanes;
  }
  const auto rolledBack = [](std::size_t place, std::size_t by, std::size_t n) { return place >= by ? place - by : place + n - by; };
  ClearLastBlock(to, packed);
  std::vector<std::size_t> rows(to.lanes); // of the source, for the rows of a block
  for (std::size_t block = 0; block < to.GetRowBlocks(); ++block)
  {
    std::size_t count = 0; // empty rows are the last ones
    for (; count < to.lanes && to.rows[block * to.lanes + count] != SliceLayout::None; ++count)
    {
      rows[count] = row[rolledBack(to.rows[block * to.lanes + count], roll[1], to.ny)];
    }
    T * target = packed + block * nx * 2 * to.lanes;
    for (std::size_t place = 0; place < nx; ++place, target += 2 * to.lanes)
    {
      const T * values = source + column[rolledBack(to.pixels[place], roll[0], nx)];
      for (std::size_t i = 0; i < count; ++i) // all rows of a pixel at once: they lie side by side in the source, too
      {
        target[i] = values[rows[i]];
        target[to.lanes + i] = values[rows[i] + lanes];
      }
    }
  }
}

template <typename T>
void
UnpackTransmission(const SliceLayout &        layout,
                   const T *                  packed,
                   std::array<std::size_t, 2> roll,
                   double                     scale,
                   std::complex<T> *          values,
                   std::size_t                first,
                   std::size_t                last)
{
  ForEachPlace(layout, roll, first, last, [&](std::size_t x, std::size_t y, std::size_t place) {
    values[y * layout.nx + x] = { static_cast<T>(packed[place] * scale), static_cast<T>(packed[place + layout.lanes] * scale) };
  });
}

template void
RollTransmission<float>(const SliceLayout &, const float *, std::array<std::size_t, 2>, const SliceLayout &, float *);
template void
RollTransmission<double>(const SliceLayout &, const double *, std::array<std::size_t, 2>, const SliceLayout &, double *);
template void
UnpackTransmission<float>(const SliceLayout &,
                          const float *,
                          std::array<std::size_t, 2>,
                          double,
                          std::complex<float> *,
                          std::size_t,
                          std::size_t);
template void
UnpackTransmission<double>(const SliceLayout &,
                           const double *,
                           std::array<std::size_t, 2>,
                           double,
                           std::complex<double> *,
                           std::size_t,
                           std::size_t);
} // namespace ElectronMultislice
