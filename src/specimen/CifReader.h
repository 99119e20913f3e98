#ifndef specimen_CifReader_h
#define specimen_CifReader_h
#include "specimen/Structure.h"

namespace ElectronMultislice
{
/** Structure of the first data block with atoms, or of the named one: cell, sites expanded by symmetry, thermal displacements in Å² on
 *  Cartesian axes (a along x, b in the xy plane). The text has "\n" line ends; `name` stands in messages. */
Structure
ReadCif(const std::string & text, const std::string & name, const std::string & block);
} // namespace ElectronMultislice
#endif
