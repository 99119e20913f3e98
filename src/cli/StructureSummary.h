#ifndef cli_StructureSummary_h
#define cli_StructureSummary_h
#include "specimen/Structure.h"
#include <string>

namespace ElectronMultislice
{
/** Cell, a table of the elements, the reader's remarks and what a run would object to; what `electron-multislice structure` prints. */
std::string
DescribeStructure(const Structure & structure);
} // namespace ElectronMultislice
#endif
