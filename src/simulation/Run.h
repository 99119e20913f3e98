#ifndef simulation_Run_h
#define simulation_Run_h
#include "simulation/Plan.h"
#include "simulation/Sink.h"
#include <functional>
#include <string>

namespace ElectronMultislice
{
struct ProgressState
{
  double fraction = 0.0; ///< 0 to 1
  double elapsedSeconds = 0.0;
  double remainingSeconds = -1; ///< negative while unknown
};
/** Called only on the thread that called Run, about ten times a second. It may throw, which aborts the run. */
using ProgressFunction = std::function<void(const ProgressState &)>;

/** What happened, beside the results. */
struct RunSummary
{
  double                   seconds = 0.0;
  std::vector<std::size_t> unitsPerDevice;
  std::vector<double>      busySecondsPerDevice;
  Report                   report; ///< the plan's lines and what the run added (devices dropped, batches halved)
};

/** Runs the plan: one worker thread per device takes units from one ordered queue, a writer thread feeds the sink, the calling thread pumps
 *  progress, watches control.abort and calls what workers give to control.RunOnCallingThread. Exceptions of workers and sink are rethrown
 * here after all threads have joined. */
template <typename T>
RunSummary
Run(const Plan & plan, Sink<T> & sink, RunControl & control, const ProgressFunction & progress = nullptr);
} // namespace ElectronMultislice
#endif
