#ifndef backends_cpu_UnitTable_h
#define backends_cpu_UnitTable_h
#include "backends/cpu/AlignedBuffer.h"
#include <algorithm>

namespace ElectronMultislice
{
/** A transmission function or propagator of 1: `size` numbers in a layout of [.. re W | im W ..], W = lanes. */
template <typename T>
AlignedBuffer<T>
MakeUnitTable(std::size_t size, std::size_t lanes)
{
  AlignedBuffer<T> table(size);
  for (T * place = table.Get(); place < table.Get() + size; place += 2 * lanes)
  {
    std::fill(place, place + lanes, T(1));
    std::fill(place + lanes, place + 2 * lanes, T(0));
  }
  return table;
}
} // namespace ElectronMultislice
#endif
