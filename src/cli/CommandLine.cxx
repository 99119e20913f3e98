#include "cli/Command.h"
#include "cli/Console.h"
#include "common/Error.h"
#include "common/Text.h"
#include "io/ResultFile.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <new>

namespace ElectronMultislice
{
namespace
{
const char * const Examples = "Examples:\n"
                              "  electron-multislice plan job.yaml              what the job would do, need and take\n"
                              "  electron-multislice run job.yaml               compute it\n"
                              "  electron-multislice run job.yaml --threads 4 --output result.h5\n"
                              "  electron-multislice structure SrTiO3.cif       what is read from a structure file\n"
                              "  electron-multislice fft-size 509               is this size fast, and which is next\n"
                              "  electron-multislice config                     every setting and where it comes from\n"
                              "`electron-multislice COMMAND --help` explains a command.\n"
                              "\n"
                              "Exit codes: 0 fine, 1 a fault of this program, 2 input that cannot be used, 3 does not fit the memory,\n"
                              "4 a file cannot be read or written, 130 stopped on request (Ctrl-C).";

std::vector<std::string>
CommandNames(const CLI::App & application)
{
  std::vector<std::string> names;
  for (const CLI::App * command : application.get_subcommands([](const CLI::App *) { return true; }))
  {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string>
OptionNames(const CLI::App & application)
{
  std::vector<std::string> names;
  for (const CLI::App * command : application.get_subcommands())
  {
    for (const CLI::Option * option : command->get_options())
    {
      for (const std::string & name : option->get_lnames())
      {
        names.push_back("--" + name);
      }
    }
  }
  return names;
}

std::string
Suggestion(const std::string & word, const std::vector<std::string> & candidates)
{
  const std::string nearest = NearestName(word, candidates);
  return nearest.empty() ? std::string() : " Did you mean " + nearest + "?";
}

/** CLI11 says only that a subcommand is missing when its name is misspelt. */
void
CheckCommandName(const CLI::App & application, int argumentCount, const char * const * arguments)
{
  const std::vector<std::string> names = CommandNames(application);
  const std::string              hint = " `electron-multislice --help` explains them.";
  if (argumentCount < 2)
  {
    throw InputError("no command was given; the commands are " + JoinAlternatives(names) + "." + hint);
  }
  const std::string word = arguments[1];
  if (!word.empty() && word[0] != '-' && std::find(names.begin(), names.end(), word) == names.end())
  {
    throw InputError("unknown command \"" + word + "\"." + Suggestion(word, names) + " The commands are " + JoinAlternatives(names) + "." +
                     hint);
  }
}

[[noreturn]] void
ThrowParseError(const CLI::App & application, const CLI::ParseError & error)
{
  const std::vector<CLI::App *> chosen = application.get_subcommands();
  const std::string             help =
    " `electron-multislice " + (chosen.empty() ? std::string() : chosen.front()->get_name() + " ") + "--help` shows what is allowed.";
  const std::vector<std::string> extras = application.remaining(true);
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError) && !extras.empty())
  {
    // everything after the first stranger may only be its value
    const std::string & word = extras.front();
    const bool          isOption = word[0] == '-';
    throw InputError((isOption ? "unknown option \"" : "unexpected argument \"") + word + "\"." +
                     (isOption ? Suggestion(word.substr(0, word.find('=')), OptionNames(application)) : "") + help);
  }
  throw InputError(std::string(error.what()) + "." + help);
}

void
Execute(int argumentCount, const char * const * arguments)
{
  CLI::App application("Simulates TEM and STEM images of atomic structures by the multislice method.", "electron-multislice");
  application.footer(Examples);
  application.set_version_flag("--version", "electron-multislice " + GetVersion(), "Print the version and exit");
  application.set_help_flag("-h,--help", "Print this help and exit");
  application.require_subcommand(0, 1);
  CommandAction action;
  AddRunCommand(application, action);
  AddPlanCommand(application, action);
  AddDevicesCommand(application, action);
  AddConfigCommand(application, action);
  AddFFTSizeCommand(application, action);
  AddStructureCommand(application, action);
  CheckCommandName(application, argumentCount, arguments);
  try
  {
    application.parse(argumentCount, arguments);
  }
  catch (const CLI::Success & success) // help and version
  {
    application.exit(success, std::cout, std::cerr);
    FlushResults();
    return;
  }
  catch (const CLI::ParseError & error)
  {
    ThrowParseError(application, error);
  }
  if (!action)
  {
    throw InputError("no command was given. `electron-multislice --help` shows the commands.");
  }
  action();
  FlushResults();
}
} // namespace

int
RunCommandLine(int argumentCount, const char * const * arguments)
{
  try
  {
    Execute(argumentCount, arguments);
    return 0;
  }
  catch (const Error & error)
  {
    PrintError(error.what());
    return static_cast<int>(error.GetKind());
  }
  catch (const std::bad_alloc &)
  {
    PrintError(
      "the memory of this machine ran out. `electron-multislice plan` shows what a job needs; a smaller grid, fewer kept outputs, a "
      "smaller scan.batch-size or potential.slice-chunk-size need less, and memory-limit.host says how much may be taken.");
    return static_cast<int>(ErrorKind::Memory);
  }
  catch (const std::exception & error)
  {
    PrintError(std::string("a fault of this program: ") + error.what() + ". Please report it with the job file.");
    return static_cast<int>(ErrorKind::Internal);
  }
}
} // namespace ElectronMultislice
