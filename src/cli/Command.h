#ifndef cli_Command_h
#define cli_Command_h
#include <functional>
#include <string>

namespace CLI
{
class App;
}

namespace ElectronMultislice
{
/** What a subcommand does once its arguments are parsed. Returns nothing: failures are exceptions. */
using CommandAction = std::function<void()>;

/** Each adds one subcommand to the command line; `action` is set when the user chose it. */
void
AddRunCommand(CLI::App & application, CommandAction & action);
void
AddPlanCommand(CLI::App & application, CommandAction & action);
void
AddDevicesCommand(CLI::App & application, CommandAction & action);
void
AddConfigCommand(CLI::App & application, CommandAction & action);
void
AddFFTSizeCommand(CLI::App & application, CommandAction & action);
void
AddStructureCommand(CLI::App & application, CommandAction & action);

/** The whole program: parses, acts, prints errors as one paragraph on stderr; returns the exit code (values of ErrorKind, 0 = fine). */
int
RunCommandLine(int argumentCount, const char * const * arguments);
} // namespace ElectronMultislice
#endif
