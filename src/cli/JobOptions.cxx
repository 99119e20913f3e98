#include "cli/JobOptions.h"
#include "common/Error.h"
#include "io/Configuration.h"
#include "io/JobFile.h"
#include <CLI/CLI.hpp>
#include <filesystem>

namespace ElectronMultislice
{
namespace
{
void
AddSettingFlag(CLI::App &          command,
               JobOptions &        options,
               const std::string & flag,
               const std::string & setting,
               const std::string & placeholder,
               const std::string & help)
{
  command
    .add_option_function<std::string>(
      flag, [&options, setting](const std::string & value) { options.flags.emplace_back(setting, value); }, help)
    ->type_name(placeholder)
    ->group("Settings");
}
} // namespace

void
AddSettingOptions(CLI::App & command, JobOptions & options)
{
  AddSettingFlag(command, options, "--device", "device", "NAME", "Where to compute: auto, cpu or reference");
  AddSettingFlag(command, options, "--threads", "threads", "N", "CPU threads (default: all processors this process may use)");
  command
    .add_flag_callback(
      "--multi-gpu", [&options] { options.flags.emplace_back("multi-gpu.enabled", "true"); }, "Use several GPUs of this machine")
    ->group("Settings");
  AddSettingFlag(command, options, "--precision", "precision", "NAME", "float32 or float64");
  AddSettingFlag(command, options, "--memory-limit", "memory-limit.host", "AMOUNT", "Host memory the run may use: \"4 GB\", \"80 %\"");
  AddSettingFlag(command, options, "--batch-size", "scan.batch-size", "N", "Waves computed together (default: auto)");
  AddSettingFlag(command, options, "--log-level", "log-level", "LEVEL", "What is said beside the results: error, warning, info or debug");
  command.add_option("--set", options.assignments, "Any setting by its name (see `config`); may be repeated")
    ->type_name("NAME=VALUE")
    ->allow_extra_args(false)
    ->group("Settings");
}

void
AddJobOptions(CLI::App & command, JobOptions & options)
{
  command.add_option("job", options.job, "Job file (YAML)")->type_name("")->required();
  command.add_option("--output", options.output, "Result file instead of the job's")->type_name("FILE");
  command.add_flag("--quiet", options.quiet, "Say nothing but errors");
  AddSettingOptions(command, options);
}

SimulationDescription
LoadJob(const JobOptions & options)
{
  SimulationDescription description = ReadJobFile(options.job);
  if (!options.output.empty())
  {
    description.output.file = std::filesystem::absolute(options.output).string();
  }
  return description;
}

Settings
LoadSettings(const JobOptions & options, const std::vector<std::pair<std::string, std::string>> & job)
{
  std::vector<std::pair<std::string, std::string>> flags = options.flags;
  for (const std::string & assignment : options.assignments)
  {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string::npos || equals == 0)
    {
      throw InputError("--set takes name=value, for example --set scan.batch-size=16; \"" + assignment + "\" is neither.");
    }
    flags.emplace_back(assignment.substr(0, equals), assignment.substr(equals + 1));
  }
  return LoadSettings(job, flags);
}
} // namespace ElectronMultislice
