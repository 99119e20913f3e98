#ifndef backends_cpu_AlignedBuffer_h
#define backends_cpu_AlignedBuffer_h
#include <cstddef>
#include <memory>
#include <vector>

namespace ElectronMultislice
{
/** Memory aligned for SIMD and cache lines; large pieces lie on huge pages where the system has them: passes that jump from row to row then
 * find their addresses in the processor's tables. */
void *
AllocateAligned(std::size_t bytes);
void
FreeAligned(void * memory, std::size_t bytes);

/** Aligned numbers, not initialised. */
template <typename T>
class AlignedBuffer
{
public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t count)
    : m_Memory(static_cast<T *>(AllocateAligned(count * sizeof(T))), Deleter{ count * sizeof(T) })
  {}
  T *
  Get() const
  {
    return m_Memory.get();
  }

private:
  struct Deleter
  {
    std::size_t bytes = 0;
    void
    operator()(T * memory) const
    {
      FreeAligned(memory, bytes);
    }
  };
  std::unique_ptr<T, Deleter> m_Memory;
};

template <typename T>
struct AlignedAllocator
{
  using value_type = T;
  AlignedAllocator() = default;
  template <typename TOther>
  AlignedAllocator(const AlignedAllocator<TOther> &)
  {}
  T *
  allocate(std::size_t count)
  {
    return static_cast<T *>(AllocateAligned(count * sizeof(T)));
  }
  void
  deallocate(T * memory, std::size_t count)
  {
    FreeAligned(memory, count * sizeof(T));
  }
  friend bool
  operator==(const AlignedAllocator &, const AlignedAllocator &)
  {
    return true;
  }
  friend bool
  operator!=(const AlignedAllocator &, const AlignedAllocator &)
  {
    return false;
  }
};

template <typename T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;
} // namespace ElectronMultislice
#endif
