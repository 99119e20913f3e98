#ifndef simulation_Plan_h
#define simulation_Plan_h
#include "backends/Device.h"
#include "execution/DeviceSelection.h"
#include "execution/Report.h"
#include "execution/Settings.h"

namespace ElectronMultislice
{
struct PlannedDevice
{
  SelectedDevice device;
  DeviceSetup    setup;
  MemoryNeed     memory; ///< predicted at its peak
};

/** \struct Plan
 * \brief What a run will do: devices, batches, blocks, memory and time; made before anything is allocated.
 *
 * Work unit = (configuration, batch of waves). Units are numbered block by block, configurations inside a block, batches inside a
 * configuration. A block of waves is averaged over the configurations in their order and then written once. The plan changes time and
 * memory, never bits. */
struct Plan
{
  /** Blocks that may be in memory at once: being computed, waiting for their turn, being written. */
  static constexpr std::size_t BlocksInMemory = 3;

  MultisliceProblem          problem;
  MeasurementLayout          layout;
  bool                       doublePrecision = false;
  std::vector<PlannedDevice> devices;
  std::size_t                batch = 1; ///< waves per unit, the same for every device
  std::size_t                block = 1; ///< waves per block, a multiple of batch
  std::size_t                numberOfUnits = 0;
  std::uint64_t              hostMemory = 0; ///< predicted peak above idle, CPU devices included
  std::uint64_t              hostMemoryLimit = 0;
  std::uint64_t              resultBytes = 0; ///< all results together
  double                     estimatedSeconds = 0.0;
  Report                     report;

  /** What `electron-multislice plan` prints. */
  std::string
  ToText() const;
};

/** What a cache of this process holds beside the run. It counts against the memory limit, too. */
struct CacheMemory
{
  std::uint64_t bytes = 0;
  bool          cleared = false; ///< plan as if it were cleared
};

/** Plans or refuses: Memory error with the numbers and the settings that would make it fit; Input error for what cannot be computed.
 *  resultsInMemory: the sink keeps all results (an image), so they count. */
Plan
MakePlan(const MultisliceProblem & problem,
         bool                      doublePrecision,
         const Settings &          settings,
         bool                      resultsInMemory,
         const CacheMemory &       cache = {});

/** MakePlan for a run with a cache, which is cleared where only then the run fits the memory limit, or can keep all its slices. cache may
 * be null. */
Plan
MakePlanWithCache(const MultisliceProblem & problem,
                  bool                      doublePrecision,
                  const Settings &          settings,
                  bool                      resultsInMemory,
                  ContentCache *            cache);
} // namespace ElectronMultislice
#endif
