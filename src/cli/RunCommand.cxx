#include "cli/Command.h"
#include "cli/Console.h"
#include "cli/Interruption.h"
#include "cli/JobOptions.h"
#include "cli/ProgressDisplay.h"
#include "cli/WrittenFiles.h"
#include "io/RunJob.h"
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <unistd.h>

namespace ElectronMultislice
{
namespace
{
JobOutcome
Compute(const SimulationDescription & description, const Settings & settings, ProgressDisplay::Style style)
{
  RunControl      control;
  Interruption    interruption(control);
  ProgressDisplay display(std::cerr, style, GetTerminalColumns());
  return RunJob(description, settings, control, [&](const ProgressState & state) {
    interruption.SetRunning();
    display.Update(state);
  });
}

void
Execute(const JobOptions & options)
{
  const SimulationDescription description = LoadJob(options);
  const Settings              settings = LoadSettings(options, description.execution);
  const LogLevel              level = options.quiet ? LogLevel::Error : ParseLogLevel(settings.GetText("log-level"));
  const auto                  style = ChooseProgressStyle(settings.GetText("progress"), options.quiet, isatty(STDERR_FILENO) != 0);
  const JobOutcome            outcome = Compute(description, settings, style);
  PrintReport(std::cerr, outcome.summary.report, level);
  if (!options.quiet)
  {
    std::cout << DescribeWrittenFiles(outcome.files, outcome.summary.seconds);
  }
}
} // namespace

void
AddRunCommand(CLI::App & application, CommandAction & action)
{
  auto       options = std::make_shared<JobOptions>();
  CLI::App * command = application.add_subcommand("run", "Compute a job and write its result");
  command->footer("Progress and messages go to stderr, the list of files to stdout. Ctrl-C stops within a second; after it, and after a\n"
                  "kill, the result file opens and every part recorded as finished is right. A second Ctrl-C ends at once.\n"
                  "\n"
                  "Examples:\n"
                  "  electron-multislice run job.yaml\n"
                  "  electron-multislice run job.yaml --threads 8 --memory-limit \"16 GB\" --output /data/result.h5\n"
                  "  electron-multislice run job.yaml --set progress=off --log-level warning");
  AddJobOptions(*command, *options);
  command->callback([options, &action] { action = [options] { Execute(*options); }; });
}
} // namespace ElectronMultislice
