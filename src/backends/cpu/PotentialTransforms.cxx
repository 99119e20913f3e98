#include "backends/cpu/PotentialTransforms.h"
#include <algorithm>

namespace ElectronMultislice
{
std::size_t
PotentialTransforms::GetBlockStride(const PotentialShape & shape, std::size_t lanes)
{
  constexpr std::size_t Page = 4096 / sizeof(double);
  const std::size_t     block = 2 * lanes * lanes;
  const std::size_t     stride =
    block * std::max(GetBlocks(shape.potential[0].Count(), lanes), GetBlocks(shape.transmission[0].Count(), lanes));
  return stride % Page == 0 ? stride + block : stride;
}

std::size_t
PotentialTransforms::GetStateSize(const PotentialShape & shape, std::size_t lanes, std::size_t rows)
{
  return GetBlockStride(shape, lanes) * GetBlocks(std::max({ shape.nodes[1], shape.fine[1], rows }), lanes);
}
} // namespace ElectronMultislice
