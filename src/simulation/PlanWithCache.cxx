#include "common/Error.h"
#include "simulation/Plan.h"
#include <optional>
#ifdef __GLIBC__
#  include <malloc.h>
#endif

namespace ElectronMultislice
{
namespace
{
bool
KeepsAllSlices(const Plan & plan)
{
  return plan.devices.front().setup.KeepsAllSlices(plan.problem); // the same for every device
}

/** Empties the cache and gives its memory back to the system, where the planner looks for it. */
void
Clear(ContentCache & cache)
{
  cache.Clear();
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}
} // namespace

Plan
MakePlanWithCache(const MultisliceProblem & problem,
                  bool                      doublePrecision,
                  const Settings &          settings,
                  bool                      resultsInMemory,
                  ContentCache *            cache)
{
  CacheMemory         held{ cache ? cache->GetBytes() : 0, false };
  std::optional<Plan> beside;
  try
  {
    beside = MakePlan(problem, doublePrecision, settings, resultsInMemory, held);
    if (held.bytes == 0 || KeepsAllSlices(*beside))
    {
      return *beside;
    }
  }
  catch (const Error & error)
  {
    if (held.bytes == 0 || error.GetKind() != ErrorKind::Memory)
    {
      throw;
    }
  }
  held.cleared = true;
  Plan instead = MakePlan(problem, doublePrecision, settings, resultsInMemory, held);
  if (beside && !KeepsAllSlices(instead))
  {
    return *beside; // clearing the cache would not help
  }
  Clear(*cache);
  instead.report.Add(Report::Kind::Note, "cache", "was cleared, since the run needs its memory");
  return instead;
}
} // namespace ElectronMultislice
