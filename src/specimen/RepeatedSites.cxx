#include "specimen/RepeatedSites.h"
#include "specimen/ClosePairs.h"
#include "specimen/SymmetryExpansion.h"
#include <algorithm>
#include <numeric>

namespace ElectronMultislice
{
std::vector<std::size_t>
FindRepeatedSites(const std::array<Vector3, 3> &   cell,
                  const std::vector<Atom> &        atoms,
                  const std::vector<std::size_t> & siteOfAtom,
                  std::size_t                      sites)
{
  std::vector<std::size_t> repeats(sites);
  std::iota(repeats.begin(), repeats.end(), std::size_t{ 0 });
  ForEachClosePair(cell, atoms, SpecialPositionDistance, [&](std::size_t i, std::size_t j, double) {
    const auto & a = atoms[i];
    const auto & b = atoms[j];
    if (siteOfAtom[i] != siteOfAtom[j] && a.atomicNumber == b.atomicNumber && a.occupancy + b.occupancy > 1.001)
    {
      const auto later = std::max(siteOfAtom[i], siteOfAtom[j]);
      repeats[later] = std::min({ repeats[later], siteOfAtom[i], siteOfAtom[j] });
    }
    return true;
  });
  return repeats;
}
} // namespace ElectronMultislice
