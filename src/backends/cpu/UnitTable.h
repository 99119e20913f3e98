#ifndef backends_cpu_UnitTable_h
#define backends_cpu_UnitTable_h
#include "backends/cpu/AlignedBuffer.h"

namespace ElectronMultislice
{
/** A transmission function or propagator of 1: `size` numbers in a layout of [.. re W | im W ..], W = lanes. */
template <typename T>
AlignedBuffer<T>
MakeUnitTable(std::size_t size, std::size_t lanes)
{
  AlignedBuffer<T> table(size);
  for (std::size_t i = 0; i < size; ++i)
  {
    table.Get()[i] = i / lanes % 2 == 0 ? T(1) : T(0);
  }
  return table;
}
} // namespace ElectronMultislice
#endif
