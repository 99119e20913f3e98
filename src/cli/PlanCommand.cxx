#include "cli/Command.h"
#include "cli/JobOptions.h"
#include "io/RunJob.h"
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

namespace ElectronMultislice
{
void
AddPlanCommand(CLI::App & application, CommandAction & action)
{
  auto       options = std::make_shared<JobOptions>();
  CLI::App * command = application.add_subcommand("plan", "Say what a job would do, need and take, without computing it");
  command->footer("Checks everything that `run` checks. With --quiet nothing is printed: the exit code says whether the job can run.\n"
                  "\n"
                  "Examples:\n"
                  "  electron-multislice plan job.yaml\n"
                  "  electron-multislice plan job.yaml --memory-limit \"2 GB\" --threads 8");
  AddJobOptions(*command, *options);
  command->callback([options, &action] {
    action = [options] {
      const SimulationDescription description = LoadJob(*options);
      const Plan                  plan = PlanJob(description, LoadSettings(*options, description.execution));
      if (!options->quiet)
      {
        std::cout << plan.ToText();
      }
    };
  });
}
} // namespace ElectronMultislice
