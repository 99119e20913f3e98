#include "backends/cpu/SliceLayout.h"
#include <algorithm>
#include <numeric>

namespace ElectronMultislice
{
namespace
{
// lengths that kernels/RowCodelets.cxx and ColumnCodelets.cxx are instantiated for: the first factor up to 32, the second up to 64
constexpr std::size_t CodeletLengths[] = { 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 27, 30, 32, 36, 40, 48, 64 };
constexpr std::size_t LargestFirstLength = 32;

bool
IsCodeletLength(std::size_t n)
{
  return std::find(std::begin(CodeletLengths), std::end(CodeletLengths), n) != std::end(CodeletLengths);
}

/** The pair of lengths that are nearest to each other, the first a multiple of `multiple` and, on a tie, the smaller one. */
std::array<std::size_t, 2>
Split(std::size_t n, std::size_t multiple)
{
  std::array<std::size_t, 2> best{};
  for (const std::size_t first : CodeletLengths)
  {
    if (first <= LargestFirstLength && n % first == 0 && first % multiple == 0 && IsCodeletLength(n / first) &&
        (best[0] == 0 || std::max(first, n / first) < std::max(best[0], best[1])))
    {
      best = { first, n / first };
    }
  }
  return best;
}

std::vector<std::size_t>
NaturalOrder(std::size_t n)
{
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t(0));
  return order;
}
} // namespace

std::array<std::size_t, 2>
SplitRowLength(std::size_t n)
{
  return Split(n, 1);
}

std::array<std::size_t, 2>
SplitColumnLength(std::size_t n)
{
  return Split(n, 8);
}

std::vector<std::size_t>
SliceLayout::GetPlacesOfFrequencies() const
{
  std::vector<std::size_t> places(ny);
  for (std::size_t place = 0; place < ny; ++place)
  {
    places[frequencies[place]] = place;
  }
  return places;
}

SliceLayout
MakeLibraryLayout(std::size_t nx, std::size_t ny, std::vector<std::size_t> columns, std::size_t lanes)
{
  SliceLayout layout;
  layout.nx = nx;
  layout.ny = ny;
  layout.lanes = lanes;
  layout.rows = NaturalOrder(ny);
  layout.rows.resize((ny + lanes - 1) / lanes * lanes, SliceLayout::None);
  layout.pixels = NaturalOrder(nx);
  layout.columns = std::move(columns);
  layout.frequencies = NaturalOrder(ny);
  return layout;
}

SliceLayout
MakeFastLayout(std::size_t nx, std::size_t ny, std::vector<std::size_t> columns, std::size_t lanes)
{
  const auto        splitX = SplitRowLength(nx);
  const auto        splitY = SplitColumnLength(ny);
  const std::size_t limit = nx / 3;
  const bool        banded = std::all_of(columns.begin(), columns.end(), [&](std::size_t k) { return k <= limit || k >= nx - limit; });
  if (splitX[0] == 0 || splitY[0] == 0 || !banded || 5 * columns.size() < 4 * (2 * limit + 1))
  {
    return MakeLibraryLayout(nx, ny, std::move(columns), lanes);
  }
  SliceLayout layout;
  layout.nx = nx;
  layout.ny = ny;
  layout.lanes = lanes;
  layout.splitX = splitX;
  layout.splitY = splitY;
  for (std::size_t x2 = 0; x2 < splitX[1]; ++x2)
  {
    for (std::size_t x1 = 0; x1 < splitX[0]; ++x1)
    {
      layout.pixels.push_back(x1 * splitX[1] + x2);
    }
  }
  for (std::size_t k1 = 0; k1 < splitX[0]; ++k1)
  {
    for (std::size_t k2 = 0; k2 < splitX[1]; ++k2)
    {
      const std::size_t k = k1 + splitX[0] * k2;
      if (k <= limit || k >= nx - limit)
      {
        layout.columns.push_back(k);
      }
    }
  }
  for (std::size_t y2 = 0; y2 < splitY[1]; ++y2)
  {
    for (std::size_t y1 = 0; y1 < splitY[0]; ++y1) // a block holds W rows that are splitY[1] apart
    {
      layout.rows.push_back(y1 * splitY[1] + y2);
    }
  }
  for (std::size_t k1 = 0; k1 < splitY[0]; ++k1)
  {
    for (std::size_t k2 = 0; k2 < splitY[1]; ++k2)
    {
      layout.frequencies.push_back(k1 + splitY[0] * k2);
    }
  }
  return layout;
}

template <typename T>
void
ConvertState(const SliceLayout & from, const T * source, const SliceLayout & to, T * target)
{
  std::vector<std::size_t> rowPlace(from.ny), columnPlace(from.nx, SliceLayout::None);
  for (std::size_t row = 0; row < from.rows.size(); ++row)
  {
    if (from.rows[row] != SliceLayout::None)
    {
      rowPlace[from.rows[row]] = row;
    }
  }
  for (std::size_t column = 0; column < from.columns.size(); ++column)
  {
    columnPlace[from.columns[column]] = column;
  }
  std::fill(target, target + to.GetStateSize(), T(0));
  for (std::size_t row = 0; row < to.rows.size(); ++row)
  {
    for (std::size_t column = 0; to.rows[row] != SliceLayout::None && column < to.columns.size(); ++column)
    {
      const std::size_t place = columnPlace[to.columns[column]];
      if (place != SliceLayout::None)
      {
        const T * value = source + from.StateIndex(rowPlace[to.rows[row]], place);
        T *       copy = target + to.StateIndex(row, column);
        copy[0] = value[0];
        copy[to.lanes] = value[from.lanes];
      }
    }
  }
}

template void
ConvertState<float>(const SliceLayout &, const float *, const SliceLayout &, float *);
template void
ConvertState<double>(const SliceLayout &, const double *, const SliceLayout &, double *);
} // namespace ElectronMultislice
