// SIMD registers of the instruction set that a file is compiled for. No include guard across instruction sets: everything lies in the
// namespace of the set (KERNEL_NAMESPACE), so that the linker cannot merge code made for one set into another.
#ifndef backends_cpu_kernels_Lanes_h
#define backends_cpu_kernels_Lanes_h
#ifndef SLICE_KERNELS_NAME
#  error "SLICE_KERNELS_NAME names the instruction set"
#endif
#define SLICE_KERNELS_PASTE_(a, b) a##b
#define SLICE_KERNELS_PASTE(a, b) SLICE_KERNELS_PASTE_(a, b)
#define SLICE_KERNELS_NAMESPACE SLICE_KERNELS_PASTE(SliceKernels_, SLICE_KERNELS_NAME)
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
#if defined(__AVX2__)
constexpr std::size_t VectorBytes = 32;
#else
constexpr std::size_t VectorBytes = 16;
#endif

template <typename T>
struct Vector
{
  typedef T Type __attribute__((vector_size(VectorBytes)));
};
template <typename T>
using Lanes = typename Vector<T>::Type;

#define KERNEL_INLINE inline __attribute__((always_inline))

/** Exchange of the off-diagonal blocks of size S in two rows of a block transpose: lane k of the first keeps k without bit S, else takes
 * lane k - S of the second, and the other way round. */
template <std::size_t S, typename V, std::size_t... k>
KERNEL_INLINE void
ExchangeBlocks(V & a, V & b, std::index_sequence<k...>)
{
  constexpr std::size_t W = sizeof...(k);
  const V               low = __builtin_shufflevector(a, b, ((k & S) == 0 ? k : W + k - S)...);
  b = __builtin_shufflevector(a, b, ((k & S) == 0 ? k + S : W + k)...);
  a = low;
}

/** Transpose of a W x W tile, by exchanging blocks of halving size. */
template <std::size_t S, typename V, std::size_t W>
KERNEL_INLINE void
TransposeBlocks(V (&rows)[W])
{
  for (std::size_t i = 0; i < W; ++i)
  {
    if ((i & S) == 0)
    {
      ExchangeBlocks<S>(rows[i], rows[i + S], std::make_index_sequence<W>{});
    }
  }
  if constexpr (S > 1)
  {
    TransposeBlocks<S / 2>(rows);
  }
}
template <typename V, std::size_t W>
KERNEL_INLINE void
Transpose(V (&rows)[W])
{
  TransposeBlocks<W / 2>(rows);
}

/** Asks for the cache lines of [place + first, place + last) bytes ahead of their use; nothing for a null place. */
KERNEL_INLINE void
PrefetchBytes(const void * place, std::size_t first, std::size_t last)
{
  if (place)
  {
    for (const char * p = static_cast<const char *>(place) + first; p < static_cast<const char *>(place) + last; p += 64)
    {
      __builtin_prefetch(p, 0, 2);
    }
  }
}

/** Scratch of the calling thread: aligned, grows, freed at thread exit. */
class Scratch
{
public:
  void *
  Get(std::size_t bytes)
  {
    if (bytes > m_Bytes)
    {
      std::free(m_Memory);
      m_Bytes = 0;
      m_Memory = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
      if (!m_Memory)
      {
        throw std::bad_alloc();
      }
      m_Bytes = bytes;
    }
    return m_Memory;
  }
  Scratch() = default;
  Scratch(const Scratch &) = delete;
  Scratch &
  operator=(const Scratch &) = delete;
  ~Scratch()
  {
    std::free(m_Memory);
  }

private:
  void *      m_Memory = nullptr;
  std::size_t m_Bytes = 0;
};
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
#endif
