#ifndef io_Provenance_h
#define io_Provenance_h
#include "io/Hdf5Handles.h"
#include "simulation/Description.h"
#include "simulation/Plan.h"

namespace ElectronMultislice
{
/** Fills an EMD metadata group with what was computed by what, so that a result can be judged and repeated without this program. */
void
WriteProvenance(const Hdf5Context & context, hid_t group, const SimulationDescription & description, const Plan & plan);

/** The conventions a reader of the file needs, in a paragraph. */
const std::string &
ConventionsText();
} // namespace ElectronMultislice
#endif
