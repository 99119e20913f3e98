#ifndef io_JobFile_h
#define io_JobFile_h
#include "simulation/Description.h"
#include <string>

namespace ElectronMultislice
{
/** Job file (YAML, one whole run) <-> description. Lengths are ångström unless a unit is written; angles and energies must carry their
 * unit. Every error says file:line:column, what is wrong, the value, what is allowed; an unknown key names the nearest known one. */
SimulationDescription
ReadJobFile(const std::string & path);

/** `name` stands in messages; relative paths in the job refer to baseDirectory. */
SimulationDescription
ReadJobText(const std::string & text, const std::string & name, const std::string & baseDirectory);

/** Complete canonical YAML, every value written, from which the run can be repeated; reading it gives an equal description. Structures that
 *  are only in memory are written inline (specimen: {cell, atoms}). No file names a measured sensitivity map: a
 *  detector with one is an Input error. */
std::string
WriteJobText(const SimulationDescription & description);
} // namespace ElectronMultislice
#endif
