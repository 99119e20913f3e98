#ifndef specimen_Supercell_h
#define specimen_Supercell_h
#include "specimen/Structure.h"
#include <map>

namespace ElectronMultislice
{
enum class BeamAxis
{
  A, ///< (x, y, z) = (b, c, a)
  B, ///< (x, y, z) = (c, a, b)
  C  ///< (x, y, z) = (a, b, c)
};

struct SupercellOptions
{
  std::array<int, 3>    repetitions{ 1, 1, 1 }; ///< of a, b, c of the file's cell, each >= 1
  BeamAxis              beamAxis = BeamAxis::C;
  Vector3               padding{};            ///< vacuum in Å added on EACH side along x, y, z (after the axes are permuted)
  std::map<int, double> displacementOverride; ///< u² in Å² by atomic number; replaces the file's tensors
};

/** A right-angled box of atoms, ready to be sliced: x, y, z along the axes, every atom inside [0, length). */
struct Supercell
{
  Vector3                  lengths{}; ///< Å
  std::vector<Atom>        atoms;
  std::vector<std::string> remarks; ///< e.g. atoms closer than 0.5 Å after wrapping
};

/** Number of atoms the supercell will have, before anything is built. Input error beyond 2^32 - 1. */
std::size_t
CountSupercellAtoms(const Structure & structure, const SupercellOptions & options);

/** Repeats, permutes the axes, pads, wraps. Counts in = counts out (checked, Internal error otherwise). Refuses a cell that is not
 *  orthogonal (more than 1e-4 rad off) with the angle and the remedy, a left-handed one, zero lengths, repetitions < 1, negative padding,
 *  a displacement for an element that is not there.
 *
 *  A right-angled cell in any orientation is turned into x, y, z, with its displacement tensors. Wrapping: into [0, length) in each axis;
 *  an atom within 1e-6 Å below the top goes to z = 0, as SliceOfHeight demands. Atoms share a site as AssignSharedSites (SharedSites.h)
 *  says, each tile its own; occupancies of one site that sum to more than 1 are scaled to 1 with a remark. */
Supercell
BuildSupercell(const Structure & structure, const SupercellOptions & options);
} // namespace ElectronMultislice
#endif
