#ifndef io_RunJob_h
#define io_RunJob_h
#include "execution/Settings.h"
#include "simulation/Description.h"
#include "simulation/Plan.h"
#include "simulation/Run.h"
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** Settings decide devices, limits and precision ("float32", "float64"). */
Plan
PlanJob(const SimulationDescription & description, const Settings & settings);

struct JobOutcome
{
  RunSummary               summary;
  std::vector<std::string> files; ///< everything written, the HDF5 file first
};

/** The whole run: plan, HDF5 file block by block, then the images the description asks for (TIFF, PNG beside the HDF5 file, named
 *  <file>-<output>[-<depth>A].tif/.png). Paths are checked for writability and free space before anything runs. When the run ends early
 *  (abort, error), the HDF5 file stays, marked incomplete, no image is written, and the error says what is finished and where. */
JobOutcome
RunJob(const SimulationDescription & description,
       const Settings &              settings,
       RunControl &                  control,
       const ProgressFunction &      progress = nullptr);

/** The same with the plan that PlanJob made of this description, for a caller that shows it first. */
JobOutcome
RunJob(const SimulationDescription & description, const Plan & plan, RunControl & control, const ProgressFunction & progress = nullptr);
} // namespace ElectronMultislice
#endif
