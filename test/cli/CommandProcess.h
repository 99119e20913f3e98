#ifndef cli_CommandProcess_h
#define cli_CommandProcess_h
#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ElectronMultislice
{
/** \class CommandProcess
 * \brief The real command electron-multislice as a child process, with its standard output and error caught. */
class CommandProcess
{
public:
  struct Options
  {
    std::map<std::string, std::string> environment;      ///< added to the caller's
    std::string                        folder;           ///< working folder; empty: the caller's
    std::string                        outputFile;       ///< stdout goes there instead
    bool                               terminal = false; ///< stderr is a terminal (a pseudo terminal of 100 columns)
  };

  explicit CommandProcess(const std::vector<std::string> & arguments, const Options & options);
  ~CommandProcess(); ///< kills the child if it still runs
  CommandProcess(const CommandProcess &) = delete;
  CommandProcess &
  operator=(const CommandProcess &) = delete;

  void
  Signal(int number) const;

  /** Reads until the child ends or the time is over; true when it has ended. */
  bool
  Wait(double seconds);

  /** Reads until `text` has appeared on stderr; false when the time is over or the child ended without it. */
  bool
  WaitForError(const std::string & text, double seconds);

  std::string output;
  std::string error;
  int         exitCode = -1; ///< once ended; -signal if a signal ended it
  bool        ended = false;

private:
  void
  Read(double seconds);

  pid_t m_Process = -1;
  int   m_Output = -1;
  int   m_Error = -1;
};

/** Starts, waits (at most a minute) and gives back the ended process. */
struct CommandResult
{
  std::string output;
  std::string error;
  int         exitCode;
  double      seconds;
};
CommandResult
RunCommand(const std::vector<std::string> & arguments, const CommandProcess::Options & options = {});
} // namespace ElectronMultislice
#endif
