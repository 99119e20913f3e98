#ifndef backends_cpu_AlignedBuffer_h
#define backends_cpu_AlignedBuffer_h
#include <cstddef>
#include <memory>
#include <new>

namespace ElectronMultislice
{
/** Numbers aligned for SIMD and cache lines; not initialised. */
template <typename T>
class AlignedBuffer
{
public:
  AlignedBuffer() = default;
  explicit AlignedBuffer(std::size_t count)
    : m_Memory(static_cast<T *>(::operator new (count * sizeof(T), std::align_val_t{ 64 })))
  {}
  T *
  Get() const
  {
    return m_Memory.get();
  }

private:
  struct Deleter
  {
    void
    operator()(T * memory) const
    {
      ::operator delete (memory, std::align_val_t{ 64 });
    }
  };
  std::unique_ptr<T, Deleter> m_Memory;
};
} // namespace ElectronMultislice
#endif
