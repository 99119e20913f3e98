#ifndef specimen_Specimen_h
#define specimen_Specimen_h
#include "common/Content.h"
#include "specimen/Supercell.h"
#include <memory>

namespace ElectronMultislice
{
enum class ThermalModel
{
  None,          ///< atoms at rest; occupancies are weights
  DebyeWaller,   ///< potential smeared by the atoms' displacements; occupancies are weights
  FrozenPhonons, ///< Einstein: every atom drawn per configuration; occupancies drawn, exclusively on shared sites
  Frames         ///< configurations given by the user, taken as they are
};

struct SlicingOptions
{
  double              thickness = 2.0; ///< at most; used when count == 0 and edges is empty. ceil(height/thickness - 1e-9) equal slices
  std::size_t         count = 0;
  std::vector<double> thicknesses; ///< explicit, Å; must sum to the height within 1e-6 Å
};

/** Faces of the slices, from 0 to the height. Input error for impossible options (also for more than a million slices). */
std::vector<double>
SliceEdges(double height, const SlicingOptions & options);

/** Slice with edges[s] <= z + 1e-6 Å < edges[s+1] for 0 <= z < height (an atom within 1e-6 Å below the top belongs to slice 0 of the
 *  next period and is wrapped there). */
std::size_t
SliceOfHeight(double z, const std::vector<double> & edges);

/** An atom as the potential needs it. */
struct PotentialAtom
{
  int    atomicNumber;
  double x, y;          ///< Å, displaced, not wrapped (the potential is periodic)
  double weight;        ///< occupancy (1 when drawn)
  double uxx, uyy, uxy; ///< Debye-Waller smearing in the plane, Å²; 0 unless ThermalModel::DebyeWaller
};

/** \class Specimen
 * \brief The sliced supercell and its thermal configurations.
 *
 * Immutable after construction and safe to read from any thread. Draws are counter-based, keyed on (seed, configuration, atom, axis), so
 * any thread may ask for any slice of any configuration in any order and gets the same atoms. An atom's slice follows from its undisplaced
 * z; displacement never moves it to another slice (Frames: the frame's own z).
 */
class Specimen
{
public:
  /** One supercell (None, DebyeWaller, FrozenPhonons). configurations is 1 unless FrozenPhonons. */
  Specimen(Supercell supercell, const SlicingOptions & slicing, ThermalModel model, std::size_t configurations, std::uint64_t seed);

  /** Frames: one supercell each, of equal lengths (within 1e-6 Å). */
  Specimen(std::vector<Supercell> frames, const SlicingOptions & slicing);

  const Vector3 &
  GetLengths() const
  {
    return m_Lengths;
  }
  const std::vector<double> &
  GetSliceEdges() const
  {
    return m_Edges;
  }
  std::size_t
  GetNumberOfSlices() const
  {
    return m_Edges.size() - 1;
  }
  std::size_t
  GetNumberOfConfigurations() const
  {
    return m_Configurations;
  }
  ThermalModel
  GetThermalModel() const
  {
    return m_Model;
  }
  std::uint64_t
  GetSeed() const
  {
    return m_Seed;
  }
  /** Atoms (site members) of the supercell; of the first frame for Frames. */
  const std::vector<Atom> &
  GetAtoms() const
  {
    return m_Frames.front().atoms;
  }
  /** Distinct atomic numbers, ascending. */
  std::vector<int>
  GetAtomicNumbers() const;

  /** Atoms of one slice in a fixed order: by atomic number, then by (uxx, uyy, uxy), then by index. */
  std::vector<PotentialAtom>
  GetSliceAtoms(std::size_t configuration, std::size_t slice) const;

  /** Thermal displacement of an atom (index into GetAtoms) in x, y, z, Å: L n with three standard normals n, keyed on the axes 0, 1, 2, and
   *  the Cholesky root U = L L^T of its tensor. Zero unless FrozenPhonons. The potential is projected along z, so GetSliceAtoms uses x and
   * y; they are the same numbers. */
  Vector3
  GetDisplacement(std::size_t configuration, std::size_t atom) const;

  /** Whether the atom's site holds this atom in a configuration. Always true unless FrozenPhonons. One uniform number per site decides, so
   *  at most one of the atoms that share a site is there. */
  bool
  IsPresent(std::size_t configuration, std::size_t atom) const;

  /** What the user should know: the supercell's remarks and the specimen's own. */
  const std::vector<std::string> &
  GetRemarks() const
  {
    return m_Remarks;
  }

  /** Adds all that decides the atoms of a slice of a configuration. Not the number of configurations: the first ones stay the same. */
  void
  AddContent(ContentBytes & content) const;

  /** Host memory held, in bytes. */
  std::size_t
  GetMemorySize() const;

private:
  struct Frame
  {
    std::vector<Atom>          atoms;
    std::vector<std::uint32_t> order;      ///< indices into atoms, slice by slice, in the order of GetSliceAtoms
    std::vector<std::size_t>   sliceStart; ///< slice s is order[sliceStart[s]] to order[sliceStart[s + 1]]
  };

  void
  AddFrame(Supercell supercell);
  void
  CheckDisplacements() const;
  void
  PrepareSites();
  void
  AddThermalRemarks(std::size_t requestedConfigurations);
  void
  CheckIndices(std::size_t configuration, std::size_t atomOrSlice, std::size_t count) const;

  Vector3             m_Lengths{};
  std::vector<double> m_Edges;
  ThermalModel        m_Model;
  std::size_t         m_Configurations;
  std::uint64_t       m_Seed = 0;
  std::vector<Frame>  m_Frames;
  /** FrozenPhonons with partial occupancies: the atom is there if its site's number lies in [first, first + occupancy). Else empty. */
  std::vector<double>      m_OccupancyFirst;
  std::vector<std::string> m_Remarks;
};
} // namespace ElectronMultislice
#endif
