#ifndef specimen_XyzReader_h
#define specimen_XyzReader_h
#include "specimen/Structure.h"
#include <string_view>

namespace ElectronMultislice
{
/** All frames of an XYZ text: plain (count, comment, "symbol x y z"), extended (Lattice, Properties in the comment), or the format of
 *  computem and Prismatic (comment, cell, "Z x y z occupancy u", -1). The text has "\n" line ends; `name` stands in messages. */
std::vector<Structure>
ReadXyz(std::string_view text, const std::string & name);

/** The format of computem (E. J. Kirkland) and Prismatic alone. */
Structure
ReadPrismaticXyz(std::string_view text, const std::string & name);
} // namespace ElectronMultislice
#endif
