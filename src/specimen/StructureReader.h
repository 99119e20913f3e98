#ifndef specimen_StructureReader_h
#define specimen_StructureReader_h
#include "specimen/Structure.h"

namespace ElectronMultislice
{
/** Reads a structure file; the format follows from the name (.cif, .mcif, .xyz, .exyz, .extxyz, and the same with .gz), else from the
 *  content. Compressed files are known by their content.
 *
 *  CIF: the first data block with atoms, or the one named `block`. Symmetry from the file's own operators (magnetic ones too), else from
 * its Hall symbol, Hermann-Mauguin name or number; all that are given must mean the same space group, and P 1 is assumed only if nothing is
 * said (with a remark). Images of one site within 0.02 Å are one atom on a special position; sites that repeat others by symmetry are left
 * out with a remark; other sites are never merged. Occupancy; U_ij, B_ij, beta_ij, U_iso, B_iso become Cartesian U in Å². XYZ: plain (no
 * cell: it is left zero, and an error when a supercell is built), extended (Lattice, Properties), Prismatic/Kirkland (cell in line 2;
 * occupancy, rms u). Atoms of occupancy 0 and dummies are left out with a remark. Remarks tell every decision and the thermal unit found.
 *
 *  Errors: File (cannot open), Input with "file:line: ..." (content). */
Structure
ReadStructure(const std::string & path, const std::string & block = "");

/** All frames of a file (XYZ); a CIF gives one. */
std::vector<Structure>
ReadStructureFrames(const std::string & path);

/** The same from text, for tests and for callers that have the text; `name` stands in messages and picks the format by its ending. */
std::vector<Structure>
ReadStructureText(const std::string & text, const std::string & name, const std::string & block = "");
} // namespace ElectronMultislice
#endif
