#include "cli/Command.h"
#include "cli/Console.h"
#include "cli/Interruption.h"
#include "cli/JobOptions.h"
#include "cli/ProgressDisplay.h"
#include "cli/WrittenFiles.h"
#include "io/RunJob.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <unistd.h>

namespace ElectronMultislice
{
namespace
{
/** The report's lines that the plan did not show yet: devices dropped, batches halved. */
Report
WhatTheRunAdded(const Report & whole, const Report & shown)
{
  Report added;
  for (const Report::Line & line : whole.GetLines())
  {
    const auto isSame = [&line](const Report::Line & o) { return o.kind == line.kind && o.subject == line.subject && o.text == line.text; };
    if (std::none_of(shown.GetLines().begin(), shown.GetLines().end(), isSame))
    {
      added.Add(line.kind, line.subject, line.text);
    }
  }
  return added;
}

void
Execute(const JobOptions & options)
{
  const SimulationDescription description = LoadJob(options);
  const Settings              settings = LoadSettings(options, description.execution);
  const LogLevel              level = options.quiet ? LogLevel::Error : ParseLogLevel(settings.GetText("log-level"));
  RunControl                  control;
  Interruption                interruption(control, description.output.file);
  const Plan                  plan = PlanJob(description, settings);
  if (level == LogLevel::Debug)
  {
    std::cerr << plan.ToText();
  }
  else
  {
    PrintReport(std::cerr, plan.report, level);
  }

  const auto      style = ChooseProgressStyle(settings.GetText("progress"), options.quiet, isatty(STDERR_FILENO) != 0);
  ProgressDisplay display(std::cerr, style, GetTerminalColumns());
  const auto      outcome = RunJob(description, plan, control, [&](const ProgressState & state) { display.Update(state); });
  display.Close();
  PrintReport(std::cerr, WhatTheRunAdded(outcome.summary.report, plan.report), level);
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
