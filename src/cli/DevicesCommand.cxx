#include "cli/Command.h"
#include "cli/Console.h"
#include "cli/JobOptions.h"
#include "common/Text.h"
#include "execution/DeviceSelection.h"
#include "execution/HostResources.h"
#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

namespace ElectronMultislice
{
namespace
{
void
PrintDevices(const Settings & settings)
{
  Report                            report;
  const std::vector<SelectedDevice> devices = SelectDevices(settings, report);
  std::cout << "processor  " << GetProcessorName() << ", " << GetAvailableProcessors() << " processors may be used\n"
            << "memory     " << FormatBytes(GetAvailableHostMemory()) << " available\n"
            << "\nA run with the present settings takes:\n";
  std::size_t width = 0;
  for (const SelectedDevice & device : devices)
  {
    width = std::max(width, TextWidth(device.name));
  }
  for (const SelectedDevice & device : devices)
  {
    std::cout << "  " << PadText(device.name, width) << "  " << device.description << "\n";
  }
  std::cout << "\n";
  PrintReport(std::cout, report, LogLevel::Info);
}
} // namespace

void
AddDevicesCommand(CLI::App & application, CommandAction & action)
{
  auto       options = std::make_shared<JobOptions>();
  CLI::App * command = application.add_subcommand("devices", "List the devices that would compute, and why others would not");
  command->footer("Examples:\n"
                  "  electron-multislice devices\n"
                  "  electron-multislice devices --device reference");
  AddSettingOptions(*command, *options);
  command->callback([options, &action] { action = [options] { PrintDevices(LoadSettings(*options, {})); }; });
}
} // namespace ElectronMultislice
