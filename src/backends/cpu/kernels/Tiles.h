// W x W tiles between row blocks ([column][re W | im W], lanes = rows) and columns (lanes = columns).
#ifndef backends_cpu_kernels_Tiles_h
#define backends_cpu_kernels_Tiles_h
#include "backends/cpu/kernels/Lanes.h"

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
/** W columns of a row block -> W rows. */
template <typename V, std::size_t W>
KERNEL_INLINE void
LoadTile(const V * tile, V (&re)[W], V (&im)[W])
{
  for (std::size_t i = 0; i < W; ++i)
  {
    re[i] = tile[2 * i];
    im[i] = tile[2 * i + 1];
  }
  Transpose(re);
  Transpose(im);
}

/** The other way; the rows are used up. */
template <typename V, std::size_t W>
KERNEL_INLINE void
StoreTile(V (&re)[W], V (&im)[W], V * tile)
{
  Transpose(re);
  Transpose(im);
  for (std::size_t i = 0; i < W; ++i)
  {
    tile[2 * i] = re[i];
    tile[2 * i + 1] = im[i];
  }
}
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
#endif
