#include "specimen/ClosePairs.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
using Counts = std::array<std::size_t, 3>;

/** A box around all atoms, wide enough that nothing meets through its faces. */
Matrix3
BoundingCell(const std::vector<Atom> & atoms, double limit)
{
  Vector3 low = atoms.front().position;
  Vector3 high = low;
  for (const auto & atom : atoms)
  {
    for (std::size_t k = 0; k < 3; ++k)
    {
      low[k] = std::min(low[k], atom.position[k]);
      high[k] = std::max(high[k], atom.position[k]);
    }
  }
  Matrix3 cell{};
  for (std::size_t k = 0; k < 3; ++k)
  {
    cell[k][k] = high[k] - low[k] + 4.0 * limit;
  }
  return cell;
}

/** Bins at least `limit` wide, and not many more of them than atoms. */
Counts
ChooseBins(const Matrix3 & cell, std::size_t atoms, double limit)
{
  const double volume = std::abs(Determinant(cell));
  Counts       bins{};
  for (std::size_t k = 0; k < 3; ++k)
  {
    const double height = volume / Norm(Cross(cell[(k + 1) % 3], cell[(k + 2) % 3]));
    bins[k] = static_cast<std::size_t>(std::clamp(height / limit, 1.0, 1e6));
  }
  const double most = 4.0 * static_cast<double>(atoms) + 64.0;
  while (static_cast<double>(bins[0]) * static_cast<double>(bins[1]) * static_cast<double>(bins[2]) > most)
  {
    auto & largest = *std::max_element(bins.begin(), bins.end());
    largest = (largest + 1) / 2;
  }
  return bins;
}

class Bins
{
public:
  Bins(const Matrix3 & cell, const std::vector<Atom> & atoms, double limit)
    : m_Cell(Transposed(cell))
    , m_Counts(ChooseBins(cell, atoms.size(), limit))
    , m_Start(m_Counts[0] * m_Counts[1] * m_Counts[2] + 1, 0)
    , m_Members(atoms.size())
    , m_Fractional(atoms.size())
  {
    const Matrix3            inverse = Inverse(m_Cell);
    std::vector<std::size_t> binOfAtom(atoms.size());
    for (std::size_t i = 0; i < atoms.size(); ++i)
    {
      m_Fractional[i] = Multiply(inverse, atoms[i].position);
      Counts position{};
      for (std::size_t k = 0; k < 3; ++k)
      {
        auto & f = m_Fractional[i][k];
        f -= std::floor(f);
        position[k] = std::min(static_cast<std::size_t>(f * static_cast<double>(m_Counts[k])), m_Counts[k] - 1);
      }
      binOfAtom[i] = Index(position);
      ++m_Start[binOfAtom[i] + 1];
    }
    for (std::size_t bin = 1; bin < m_Start.size(); ++bin)
    {
      m_Start[bin] += m_Start[bin - 1];
    }
    auto next = m_Start;
    for (std::size_t i = 0; i < atoms.size(); ++i)
    {
      m_Members[next[binOfAtom[i]]++] = i;
    }
  }

  /** Distance of two atoms through the nearest faces. */
  double
  Distance(std::size_t i, std::size_t j) const
  {
    Vector3 difference{};
    for (std::size_t k = 0; k < 3; ++k)
    {
      difference[k] = m_Fractional[i][k] - m_Fractional[j][k];
      difference[k] -= std::round(difference[k]);
    }
    return Norm(Multiply(m_Cell, difference));
  }

  const Counts &
  GetCounts() const
  {
    return m_Counts;
  }

  /** False when the visit was stopped. */
  bool
  VisitPairs(const Counts & a, const Counts & b, double limit, const std::function<bool(std::size_t, std::size_t, double)> & visit) const
  {
    const std::size_t binA = Index(a);
    const std::size_t binB = Index(b);
    for (std::size_t first = m_Start[binA]; first < m_Start[binA + 1]; ++first)
    {
      for (std::size_t second = m_Start[binB]; second < m_Start[binB + 1]; ++second)
      {
        const std::size_t i = m_Members[first];
        const std::size_t j = m_Members[second];
        if (i < j)
        {
          const double distance = Distance(i, j);
          if (distance < limit && !visit(i, j, distance))
          {
            return false;
          }
        }
      }
    }
    return true;
  }

private:
  std::size_t
  Index(const Counts & position) const
  {
    return (position[2] * m_Counts[1] + position[1]) * m_Counts[0] + position[0];
  }

  Matrix3                  m_Cell; ///< Cartesian = m_Cell * fractional
  Counts                   m_Counts;
  std::vector<std::size_t> m_Start;
  std::vector<std::size_t> m_Members;
  std::vector<Vector3>     m_Fractional;
};

/** The bin itself and its neighbours along one axis, each once. */
std::vector<std::size_t>
Neighbours(std::size_t bin, std::size_t count)
{
  std::vector<std::size_t> result{ bin };
  if (count > 1)
  {
    result.push_back((bin + 1) % count);
  }
  if (count > 2)
  {
    result.push_back((bin + count - 1) % count);
  }
  return result;
}
} // namespace

void
ForEachClosePair(const Matrix3 &                                               cell,
                 const std::vector<Atom> &                                     atoms,
                 double                                                        limit,
                 const std::function<bool(std::size_t, std::size_t, double)> & visit)
{
  if (atoms.size() < 2)
  {
    return;
  }
  const Bins   bins(Determinant(cell) == 0.0 ? BoundingCell(atoms, limit) : cell, atoms, limit);
  const auto & counts = bins.GetCounts();
  for (std::size_t z = 0; z < counts[2]; ++z)
  {
    const auto zs = Neighbours(z, counts[2]);
    for (std::size_t y = 0; y < counts[1]; ++y)
    {
      const auto ys = Neighbours(y, counts[1]);
      for (std::size_t x = 0; x < counts[0]; ++x)
      {
        const auto xs = Neighbours(x, counts[0]);
        for (const auto nz : zs)
        {
          for (const auto ny : ys)
          {
            for (const auto nx : xs)
            {
              if (!bins.VisitPairs({ x, y, z }, { nx, ny, nz }, limit, visit))
              {
                return;
              }
            }
          }
        }
      }
    }
  }
}
} // namespace ElectronMultislice
