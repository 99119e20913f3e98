#include "backends/cpu/TransmissionPacking.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
/** Where a place of n that was rolled by `by` comes from. */
std::size_t
RolledBack(std::size_t place, std::size_t by, std::size_t n)
{
  return place >= by ? place - by : place + n - by;
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

  ClearLastBlock(to, packed);
  std::vector<std::size_t> rows(to.lanes); // of the source, for the rows of a block
  for (std::size_t block = 0; block < to.GetRowBlocks(); ++block)
  {
    std::size_t count = 0; // empty rows are the last ones
    for (; count < to.lanes && to.rows[block * to.lanes + count] != SliceLayout::None; ++count)
    {
      rows[count] = row[RolledBack(to.rows[block * to.lanes + count], roll[1], to.ny)];
    }
    T * target = packed + block * nx * 2 * to.lanes;
    for (std::size_t place = 0; place < nx; ++place, target += 2 * to.lanes)
    {
      const T * values = source + column[RolledBack(to.pixels[place], roll[0], nx)];
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
  const std::size_t lanes = layout.lanes, nx = layout.nx;
  for (std::size_t row = first * lanes; row < last * lanes; ++row)
  {
    if (layout.rows[row] == SliceLayout::None)
    {
      continue;
    }
    std::complex<T> * target = values + RolledBack(layout.rows[row], roll[1], layout.ny) * nx;
    const T *         source = packed + row / lanes * nx * 2 * lanes + row % lanes;
    for (std::size_t place = 0; place < nx; ++place, source += 2 * lanes)
    {
      target[RolledBack(layout.pixels[place], roll[0], nx)] = { static_cast<T>(source[0] * scale), static_cast<T>(source[lanes] * scale) };
    }
  }
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
