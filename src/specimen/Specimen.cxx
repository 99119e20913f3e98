#include "specimen/Specimen.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Elements.h"
#include "specimen/RandomNumbers.h"
#include "specimen/ThermalDisplacement.h"
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <numeric>
#include <set>
#include <tuple>

namespace ElectronMultislice
{
namespace
{
/** Number that decides the occupation of an atom's site: atoms without a shared site have one of their own. */
std::uint64_t
SiteKey(const Atom & atom, std::size_t index)
{
  constexpr std::uint64_t own = std::uint64_t{ 1 } << 63;
  return atom.site >= 0 ? static_cast<std::uint64_t>(atom.site) : own | index;
}

std::string
ElementList(const std::set<int> & elements)
{
  std::string text;
  for (const int element : elements)
  {
    text += (text.empty() ? "" : ", ") + ElementSymbol(element);
  }
  return text;
}
} // namespace

Specimen::Specimen(Supercell supercell, const SlicingOptions & slicing, ThermalModel model, std::size_t configurations, std::uint64_t seed)
  : m_Lengths(supercell.lengths)
  , m_Edges(SliceEdges(supercell.lengths[2], slicing))
  , m_Model(model)
  , m_Configurations(model == ThermalModel::FrozenPhonons ? configurations : 1)
  , m_Seed(seed)
{
  if (model == ThermalModel::Frames)
  {
    throw Error(ErrorKind::Internal, "Frames need one supercell each; use the other constructor of Specimen.");
  }
  if (configurations < 1)
  {
    throw InputError("The number of thermal configurations is 0; it must be at least 1.");
  }
  AddFrame(std::move(supercell));
  CheckDisplacements();
  PrepareSites();
  AddThermalRemarks(configurations);
}

Specimen::Specimen(std::vector<Supercell> frames, const SlicingOptions & slicing)
  : m_Model(ThermalModel::Frames)
  , m_Configurations(frames.size())
{
  if (frames.empty())
  {
    throw InputError("There are no frames; at least one is needed.");
  }
  m_Lengths = frames.front().lengths;
  m_Edges = SliceEdges(m_Lengths[2], slicing);
  m_Frames.reserve(frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i)
  {
    for (std::size_t k = 0; k < 3; ++k)
    {
      if (std::abs(frames[i].lengths[k] - m_Lengths[k]) > 1e-6)
      {
        throw InputError("Frame " + std::to_string(i + 1) + " has the length " + FormatNumber(frames[i].lengths[k], 10) + " Å along " +
                         "xyz"[k] + ", but the first frame has " + FormatNumber(m_Lengths[k], 10) +
                         " Å. All frames must have the same cell; take frames of a run at constant volume.");
      }
    }
    AddFrame(std::move(frames[i]));
  }
}

void
Specimen::AddFrame(Supercell supercell)
{
  if (supercell.atoms.empty())
  {
    throw InputError("The specimen has no atoms; at least one is needed.");
  }
  if (supercell.atoms.size() > UINT32_MAX)
  {
    throw InputError("The specimen has " + std::to_string(supercell.atoms.size()) + " atoms; the most is " + std::to_string(UINT32_MAX) +
                     ".");
  }
  for (auto & remark : supercell.remarks)
  {
    if (std::find(m_Remarks.begin(), m_Remarks.end(), remark) == m_Remarks.end())
    {
      m_Remarks.push_back(std::move(remark));
    }
  }
  Frame frame;
  frame.atoms = std::move(supercell.atoms);
  const auto                 count = frame.atoms.size();
  std::vector<std::uint32_t> sliceOfAtom(count);
  frame.sliceStart.assign(GetNumberOfSlices() + 1, 0);
  for (std::size_t i = 0; i < count; ++i)
  {
    sliceOfAtom[i] = static_cast<std::uint32_t>(SliceOfHeight(frame.atoms[i].position[2], m_Edges));
    ++frame.sliceStart[sliceOfAtom[i] + 1];
  }
  std::partial_sum(frame.sliceStart.begin(), frame.sliceStart.end(), frame.sliceStart.begin());

  // One sort for all configurations: element, then smearing (only Debye-Waller atoms are smeared), then index.
  const bool smeared = m_Model == ThermalModel::DebyeWaller;
  const auto before = [&](std::uint32_t i, std::uint32_t j) {
    const auto & a = frame.atoms[i];
    const auto & b = frame.atoms[j];
    if (a.atomicNumber != b.atomicNumber || !smeared)
    {
      return std::tie(a.atomicNumber, i) < std::tie(b.atomicNumber, j);
    }
    const auto & u = a.displacement;
    const auto & v = b.displacement;
    return std::tie(u[0], u[1], u[3], i) < std::tie(v[0], v[1], v[3], j);
  };
  frame.order.resize(count);
  auto next = frame.sliceStart;
  for (std::size_t i = 0; i < count; ++i)
  {
    frame.order[next[sliceOfAtom[i]]++] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t s = 0; s < GetNumberOfSlices(); ++s)
  {
    const auto first = frame.order.begin();
    std::sort(
      first + static_cast<std::ptrdiff_t>(frame.sliceStart[s]), first + static_cast<std::ptrdiff_t>(frame.sliceStart[s + 1]), before);
  }
  if (frame.sliceStart.back() != count)
  {
    throw Error(ErrorKind::Internal,
                "Only " + std::to_string(frame.sliceStart.back()) + " of " + std::to_string(count) + " atoms were sliced.");
  }
  m_Frames.push_back(std::move(frame));
}

void
Specimen::CheckDisplacements() const
{
  if (m_Model == ThermalModel::None)
  {
    return;
  }
  for (std::size_t i = 0; i < GetAtoms().size(); ++i)
  {
    const auto & atom = GetAtoms()[i];
    if (!IsPositiveSemidefinite(atom.displacement))
    {
      std::string tensor;
      for (const double value : atom.displacement)
      {
        tensor += (tensor.empty() ? "" : ", ") + FormatNumber(value, 4);
      }
      throw InputError("Atom " + std::to_string(i + 1) + " (" + ElementSymbol(atom.atomicNumber) + " at " +
                       FormatNumber(atom.position[0], 5) + ", " + FormatNumber(atom.position[1], 5) + ", " +
                       FormatNumber(atom.position[2], 5) + " Å) has a negative mean-square displacement in some direction: U = (" + tensor +
                       ") Å² for xx, yy, zz, xy, xz, yz. Correct the file, or give a mean-square displacement for " +
                       ElementSymbol(atom.atomicNumber) + ".");
    }
  }
}

void
Specimen::PrepareSites()
{
  const auto & atoms = GetAtoms();
  const auto   partial = [](const Atom & atom) { return atom.occupancy < 1.0; };
  const bool   drawn = m_Model == ThermalModel::FrozenPhonons && std::any_of(atoms.begin(), atoms.end(), partial);
  std::unordered_map<std::int64_t, double> taken;
  for (std::size_t i = 0; i < atoms.size(); ++i)
  {
    double first = 0.0;
    if (atoms[i].site >= 0)
    {
      double & sum = taken[atoms[i].site];
      first = sum;
      sum += atoms[i].occupancy;
      if (sum > 1.0 + 1e-6)
      {
        throw InputError("The occupancies on the site of atom " + std::to_string(i + 1) + " (" + ElementSymbol(atoms[i].atomicNumber) +
                         ") sum to " + FormatNumber(sum, 6) + "; at most 1 is possible.");
      }
    }
    if (drawn)
    {
      m_OccupancyFirst.push_back(first);
    }
  }
}

void
Specimen::AddThermalRemarks(std::size_t requestedConfigurations)
{
  if (m_Model != ThermalModel::None)
  {
    std::set<int> still;
    for (const auto & atom : GetAtoms())
    {
      if (atom.displacement == DisplacementTensor{})
      {
        still.insert(atom.atomicNumber);
      }
    }
    if (!still.empty())
    {
      m_Remarks.push_back("Thermal vibrations are on, but these elements have no thermal displacement and stay at rest: " +
                          ElementList(still) + ". Give a mean-square displacement for each.");
    }
  }
  if (requestedConfigurations > m_Configurations)
  {
    m_Remarks.push_back(std::to_string(requestedConfigurations) +
                        " configurations were asked for, but without frozen phonons all are equal: one is computed.");
  }
}

std::vector<int>
Specimen::GetAtomicNumbers() const
{
  std::set<int> numbers;
  for (const auto & frame : m_Frames)
  {
    for (const auto & atom : frame.atoms)
    {
      numbers.insert(atom.atomicNumber);
    }
  }
  return { numbers.begin(), numbers.end() };
}

void
Specimen::CheckIndices(std::size_t configuration, std::size_t atomOrSlice, std::size_t count) const
{
  if (configuration >= m_Configurations || atomOrSlice >= count)
  {
    throw Error(ErrorKind::Internal,
                "Configuration " + std::to_string(configuration) + " of " + std::to_string(m_Configurations) + ", atom or slice " +
                  std::to_string(atomOrSlice) + " of " + std::to_string(count) + " does not exist.");
  }
}

Vector3
Specimen::GetDisplacement(std::size_t configuration, std::size_t atom) const
{
  CheckIndices(configuration, atom, GetAtoms().size());
  if (m_Model != ThermalModel::FrozenPhonons)
  {
    return {};
  }
  const auto    root = CholeskyRoot(GetAtoms()[atom].displacement);
  const auto    normal = [&](std::uint32_t axis) { return NormalRandom(m_Seed, configuration, atom, axis, RandomPurpose::Displacement); };
  const Vector3 n{ normal(0), normal(1), normal(2) };
  return { root.xx * n[0], root.yx * n[0] + root.yy * n[1], root.zx * n[0] + root.zy * n[1] + root.zz * n[2] };
}

bool
Specimen::IsPresent(std::size_t configuration, std::size_t atom) const
{
  CheckIndices(configuration, atom, m_Model == ThermalModel::Frames ? m_Frames[configuration].atoms.size() : GetAtoms().size());
  if (m_OccupancyFirst.empty())
  {
    return true;
  }
  const auto & a = GetAtoms()[atom];
  const double first = m_OccupancyFirst[atom];
  if (first == 0.0 && a.occupancy >= 1.0)
  {
    return true;
  }
  const double number = UniformRandom(m_Seed, configuration, SiteKey(a, atom), 0, RandomPurpose::Occupancy);
  return number >= first && number < first + a.occupancy;
}

std::vector<PotentialAtom>
Specimen::GetSliceAtoms(std::size_t configuration, std::size_t slice) const
{
  CheckIndices(configuration, slice, GetNumberOfSlices());
  const auto &               frame = m_Model == ThermalModel::Frames ? m_Frames[configuration] : m_Frames.front();
  std::vector<PotentialAtom> result;
  result.reserve(frame.sliceStart[slice + 1] - frame.sliceStart[slice]);
  for (std::size_t k = frame.sliceStart[slice]; k < frame.sliceStart[slice + 1]; ++k)
  {
    const std::size_t index = frame.order[k];
    const auto &      atom = frame.atoms[index];
    PotentialAtom     a{ atom.atomicNumber, atom.position[0], atom.position[1], atom.occupancy, 0.0, 0.0, 0.0 };
    if (m_Model == ThermalModel::DebyeWaller)
    {
      a.uxx = atom.displacement[0];
      a.uyy = atom.displacement[1];
      a.uxy = atom.displacement[3];
    }
    else if (m_Model == ThermalModel::FrozenPhonons)
    {
      if (!IsPresent(configuration, index))
      {
        continue;
      }
      a.weight = 1.0;
      const auto root = CholeskyRoot(atom.displacement);
      if (root.xx > 0.0 || root.yy > 0.0)
      {
        const double x = NormalRandom(m_Seed, configuration, index, 0, RandomPurpose::Displacement);
        const double y = NormalRandom(m_Seed, configuration, index, 1, RandomPurpose::Displacement);
        a.x += root.xx * x;
        a.y += root.yx * x + root.yy * y;
      }
    }
    result.push_back(a);
  }
  return result;
}

void
Specimen::AddContent(ContentBytes & content) const
{
  content.AddAll(m_Lengths).AddAll(m_Edges).Add(m_Model).Add(m_Seed).Add(m_Frames.size());
  for (const Frame & frame : m_Frames)
  {
    content.Add(frame.atoms.size());
    for (const Atom & atom : frame.atoms)
    {
      content.Add(atom.atomicNumber).Add(atom.occupancy).Add(atom.site);
      content.AddAll(atom.position).AddAll(atom.displacement);
    }
  }
}

std::size_t
Specimen::GetMemorySize() const
{
  std::size_t size = sizeof(Specimen) + m_Edges.capacity() * sizeof(double) + m_OccupancyFirst.capacity() * sizeof(double);
  for (const auto & frame : m_Frames)
  {
    size += sizeof(Frame) + frame.atoms.capacity() * sizeof(Atom) + frame.order.capacity() * sizeof(std::uint32_t) +
            frame.sliceStart.capacity() * sizeof(std::size_t);
  }
  return size;
}
} // namespace ElectronMultislice
