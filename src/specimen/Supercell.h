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

/** Repeats, permutes the axes, pads, wraps. Counts in = counts out (checked, Internal error otherwise). Refuses a cell that is not
 *  orthogonal (more than 1e-4 rad off) with the angle and the remedy, zero lengths, repetitions < 1, negative padding. */
Supercell
BuildSupercell(const Structure & structure, const SupercellOptions & options);
} // namespace ElectronMultislice
#endif
