#ifndef specimen_StructureReader_h
#define specimen_StructureReader_h
#include "specimen/Structure.h"

namespace ElectronMultislice
{
/** Reads a structure file; the format follows from the name (.cif, .mcif, .xyz, .exyz, and the same with .gz) and the content.
 *
 *  CIF: symmetry expanded from the file's own operators, else from its space group (both given: they must agree); occupancy; B_iso, U_iso,
 *  B_ij, U_ij; the first data block with atoms, or the one named `block`. XYZ: plain (no cell: the box of the atoms plus 0 is an error when
 *  a cell is needed later, so the cell is left zero), extended (Lattice, Properties), Prismatic/Kirkland (cell in line 2; occupancy, rms
 * u).
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
