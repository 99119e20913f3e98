#ifndef cli_JobOptions_h
#define cli_JobOptions_h
#include "execution/Settings.h"
#include "simulation/Description.h"
#include <string>
#include <utility>
#include <vector>

namespace CLI
{
class App;
}

namespace ElectronMultislice
{
/** The arguments that commands about a job share, as the user gave them. */
struct JobOptions
{
  std::string                                      job;    ///< path of the job file; empty if none was given
  std::string                                      output; ///< replaces output.file
  bool                                             quiet = false;
  std::vector<std::pair<std::string, std::string>> flags;       ///< settings from the flags of their own
  std::vector<std::string>                         assignments; ///< --set name=value
};

/** --device, --threads, --multi-gpu, --precision, --memory-limit, --batch-size, --log-level, --set. */
void
AddSettingOptions(CLI::App & command, JobOptions & options);

/** JOB, --output, --quiet and the settings. */
void
AddJobOptions(CLI::App & command, JobOptions & options);

/** The job of the options, with --output put in (relative to the working folder, as on any command line). */
SimulationDescription
LoadJob(const JobOptions & options);

/** Settings in force for a job's `execution:` section and these flags. */
Settings
LoadSettings(const JobOptions & options, const std::vector<std::pair<std::string, std::string>> & job);
} // namespace ElectronMultislice
#endif
