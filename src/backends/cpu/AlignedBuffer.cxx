#include "backends/cpu/AlignedBuffer.h"
#include <new>
#ifdef __linux__
#  include <sys/mman.h>
#endif

namespace ElectronMultislice
{
namespace
{
constexpr std::size_t HugePage = std::size_t(2) << 20;

std::align_val_t
AlignmentOf(std::size_t bytes)
{
  return std::align_val_t{ bytes < 2 * HugePage ? 64 : HugePage };
}
} // namespace

void *
AllocateAligned(std::size_t bytes)
{
  void * const memory = ::operator new(bytes, AlignmentOf(bytes));
#ifdef MADV_HUGEPAGE
  if (bytes >= 2 * HugePage)
  {
    madvise(memory, bytes / HugePage * HugePage, MADV_HUGEPAGE); // whole pages only: no memory beyond the buffer is taken
  }
#endif
  return memory;
}

void
FreeAligned(void * memory, std::size_t bytes)
{
  ::operator delete(memory, AlignmentOf(bytes));
}
} // namespace ElectronMultislice
