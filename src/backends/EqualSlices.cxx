#include "backends/EqualSlices.h"
#include <algorithm>
#include <functional>
#include <tuple>
#include <unordered_map>

namespace ElectronMultislice
{
namespace
{
auto
Numbers(const PotentialAtom & atom)
{
  return std::tie(atom.atomicNumber, atom.x, atom.y, atom.weight, atom.uxx, atom.uyy, atom.uxy);
}

std::size_t
Hash(const std::vector<PotentialAtom> & atoms)
{
  std::size_t hash = atoms.size();
  for (const PotentialAtom & atom : atoms)
  {
    for (const double value : { static_cast<double>(atom.atomicNumber), atom.x, atom.y, atom.weight })
    {
      hash = hash * 1099511628211u + std::hash<double>{}(value); // equal for 0.0 and -0.0
    }
  }
  return hash;
}

bool
AreEqual(const std::vector<PotentialAtom> & a, const std::vector<PotentialAtom> & b)
{
  return std::equal(
    a.begin(), a.end(), b.begin(), b.end(), [](const PotentialAtom & p, const PotentialAtom & q) { return Numbers(p) == Numbers(q); });
}
} // namespace

std::vector<std::size_t>
FindEqualSlices(const MultisliceProblem & problem, std::size_t configuration, const std::vector<std::size_t> & slices)
{
  std::vector<std::size_t> equal = slices;
  if (!problem.specimen || slices.size() < 2)
  {
    return equal;
  }
  // atoms are asked for again rather than kept: there may be millions
  std::unordered_multimap<std::size_t, std::size_t> firsts;
  for (std::size_t & slice : equal)
  {
    const auto        atoms = problem.specimen->GetSliceAtoms(configuration, slice);
    const std::size_t hash = Hash(atoms);
    const auto        range = firsts.equal_range(hash);
    const auto        found = std::find_if(range.first, range.second, [&](const auto & first) {
      return AreEqual(atoms, problem.specimen->GetSliceAtoms(configuration, first.second));
    });
    if (found != range.second)
    {
      slice = found->second;
    }
    else
    {
      firsts.emplace(hash, slice);
    }
  }
  return equal;
}

std::vector<std::size_t>
GetFirstSlices(const std::vector<std::size_t> & slices, const std::vector<std::size_t> & equal)
{
  std::vector<std::size_t> firsts;
  for (std::size_t i = 0; i < slices.size(); ++i)
  {
    if (equal[i] == slices[i])
    {
      firsts.push_back(slices[i]);
    }
  }
  return firsts;
}
} // namespace ElectronMultislice
