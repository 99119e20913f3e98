#include "cli/Command.h"
#include "cli/Console.h"
#include "cli/JobOptions.h"
#include "io/Configuration.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

namespace ElectronMultislice
{
namespace
{
void
PrintSettings(const Settings & settings)
{
  std::size_t nameWidth = 0;
  std::size_t valueWidth = 0;
  for (const Settings::Definition & definition : Settings::GetDefinitions())
  {
    nameWidth = std::max(nameWidth, TextWidth(definition.name));
    valueWidth = std::max(valueWidth, TextWidth(settings.GetText(definition.name)));
  }
  for (const Settings::Definition & definition : Settings::GetDefinitions())
  {
    const Settings::Entry & entry = settings.Get(definition.name);
    std::cout << PadText(definition.name, nameWidth) << "  " << PadText(entry.value, valueWidth) << "  " << entry.origin << "\n";
  }
}
} // namespace

void
AddConfigCommand(CLI::App & application, CommandAction & action)
{
  auto       options = std::make_shared<JobOptions>();
  auto       defaults = std::make_shared<bool>(false);
  CLI::App * command = application.add_subcommand("config", "Print every setting in force and where it comes from");
  command->footer(
    "Later wins: shipped defaults, /etc/electron-multislice/config.yaml, ~/.config/electron-multislice/config.yaml (or below\n"
    "$XDG_CONFIG_HOME), the file named by $ELECTRON_MULTISLICE_CONFIG, the job's execution section, flags.\n"
    "\n"
    "Examples:\n"
    "  electron-multislice config\n"
    "  electron-multislice config job.yaml --threads 2\n"
    "  electron-multislice config --defaults > ~/.config/electron-multislice/config.yaml");
  command->add_option("job", options->job, "Job file whose execution section counts too")->type_name("");
  command->add_flag("--defaults", *defaults, "Print the shipped configuration file, with its comments");
  AddSettingOptions(*command, *options);
  command->callback([options, defaults, &action] {
    action = [options, defaults] {
      if (*defaults)
      {
        std::cout << DefaultConfigurationText();
        return;
      }
      const auto execution = options->job.empty() ? decltype(SimulationDescription::execution){} : LoadJob(*options).execution;
      PrintSettings(LoadSettings(*options, execution));
    };
  });
}
} // namespace ElectronMultislice
