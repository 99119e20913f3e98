#ifndef io_JobSections_h
#define io_JobSections_h
#include "io/YamlNode.h"
#include "simulation/Description.h"

namespace ElectronMultislice
{
/** Each reads one section of the job file into the description; parts of ReadJobText. */
void
ReadSpecimenSection(const YamlNode & section, SimulationDescription & description);
void
ReadPotentialSection(const YamlNode & section, SimulationDescription & description);
void
ReadThermalSection(const YamlNode & section, SimulationDescription & description);
void
ReadBeamSection(const YamlNode & section, SimulationDescription & description);
void
ReadIlluminationSection(const YamlNode & section, SimulationDescription & description);
void
ReadImagingSection(const YamlNode & section, SimulationDescription & description);
void
ReadScanSection(const YamlNode & section, SimulationDescription & description);
void
ReadDetectorsSection(const YamlNode & section, SimulationDescription & description);
void
ReadExitPlanes(const YamlNode & node, SimulationDescription & description);
void
ReadNumericsSection(const YamlNode & section, SimulationDescription & description);
void
ReadOutputSection(const YamlNode & section, SimulationDescription & description);
} // namespace ElectronMultislice
#endif
