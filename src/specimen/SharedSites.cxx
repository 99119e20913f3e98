#include "specimen/SharedSites.h"
#include "specimen/ClosePairs.h"
#include <algorithm>
#include <map>
#include <numeric>

namespace ElectronMultislice
{
namespace
{
/** Sets of atoms that grow together; the first atom of a set stands for it. */
class DisjointSets
{
public:
  explicit DisjointSets(std::size_t count)
    : m_Parent(count)
  {
    std::iota(m_Parent.begin(), m_Parent.end(), std::size_t{ 0 });
  }
  std::size_t
  Find(std::size_t i)
  {
    while (m_Parent[i] != i)
    {
      m_Parent[i] = m_Parent[m_Parent[i]];
      i = m_Parent[i];
    }
    return i;
  }
  void
  Join(std::size_t i, std::size_t j)
  {
    i = Find(i);
    j = Find(j);
    m_Parent[std::max(i, j)] = std::min(i, j);
  }

private:
  std::vector<std::size_t> m_Parent;
};
} // namespace

std::size_t
AssignSharedSites(const std::array<Vector3, 3> & cell, std::vector<Atom> & atoms)
{
  DisjointSets                        sets(atoms.size());
  std::map<std::int64_t, std::size_t> firstOfSite;
  for (std::size_t i = 0; i < atoms.size(); ++i)
  {
    if (atoms[i].site >= 0)
    {
      sets.Join(firstOfSite.emplace(atoms[i].site, i).first->second, i);
    }
  }
  if (std::any_of(atoms.begin(), atoms.end(), [](const Atom & atom) { return atom.occupancy < 1.0; }))
  {
    ForEachClosePair(cell, atoms, SharedSiteDistance, [&](std::size_t i, std::size_t j, double) {
      if (atoms[i].occupancy < 1.0 || atoms[j].occupancy < 1.0)
      {
        sets.Join(i, j);
      }
      return true;
    });
  }
  std::vector<std::size_t> members(atoms.size(), 0);
  for (std::size_t i = 0; i < atoms.size(); ++i)
  {
    ++members[sets.Find(i)];
  }
  std::map<std::size_t, std::int64_t> numbers;
  for (std::size_t i = 0; i < atoms.size(); ++i)
  {
    const std::size_t first = sets.Find(i);
    atoms[i].site = members[first] > 1 ? numbers.emplace(first, static_cast<std::int64_t>(numbers.size())).first->second : -1;
  }
  return numbers.size();
}
} // namespace ElectronMultislice
