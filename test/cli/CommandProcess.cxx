#include "cli/CommandProcess.h"
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace ElectronMultislice
{
namespace
{
using Clock = std::chrono::steady_clock;

double
SecondsSince(Clock::time_point start)
{
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/** Reads what is there; closes the descriptor at its end (a terminal gives EIO once the child is gone). */
void
ReadAvailable(int & descriptor, std::string & text)
{
  char       buffer[4096];
  const auto count = read(descriptor, buffer, sizeof(buffer));
  if (count > 0)
  {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  else
  {
    close(descriptor);
    descriptor = -1;
  }
}

[[noreturn]] void
Become(const std::vector<std::string> & arguments, const CommandProcess::Options & options, int output, int error)
{
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0)
  {
    _exit(126);
  }
  dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
  dup2(options.outputFile.empty() ? output : open(options.outputFile.c_str(), O_WRONLY | O_CREAT, 0644), STDOUT_FILENO);
  dup2(error, STDERR_FILENO);
  for (const auto & [name, value] : options.environment)
  {
    setenv(name.c_str(), value.c_str(), 1);
  }
  std::vector<char *> words{ const_cast<char *>(COMMAND) };
  for (const std::string & argument : arguments)
  {
    words.push_back(const_cast<char *>(argument.c_str()));
  }
  words.push_back(nullptr);
  execv(COMMAND, words.data());
  _exit(127);
}
} // namespace

CommandProcess::CommandProcess(const std::vector<std::string> & arguments, const Options & options)
{
  int     output[2];
  int     errors[2];
  winsize size = {};
  size.ws_col = 100;
  size.ws_row = 40;
  const bool opened = pipe2(output, O_CLOEXEC) == 0 &&
                      (options.terminal ? openpty(&errors[0], &errors[1], nullptr, nullptr, &size) : pipe2(errors, O_CLOEXEC)) == 0;
  m_Process = opened ? fork() : -1;
  if (m_Process < 0)
  {
    throw std::runtime_error("cannot start a process");
  }
  if (m_Process == 0)
  {
    Become(arguments, options, output[1], errors[1]);
  }
  close(output[1]);
  close(errors[1]);
  m_Output = output[0];
  m_Error = errors[0];
}

CommandProcess::~CommandProcess()
{
  if (!ended)
  {
    Signal(SIGKILL);
    waitpid(m_Process, nullptr, 0);
  }
  close(m_Output);
  close(m_Error);
}

void
CommandProcess::Signal(int number) const
{
  kill(m_Process, number);
}

void
CommandProcess::Read(double seconds)
{
  pollfd    sources[2] = { { m_Output, POLLIN, 0 }, { m_Error, POLLIN, 0 } };
  const int ready = poll(sources, 2, static_cast<int>(seconds * 1000.0));
  if (ready > 0 && sources[0].revents != 0)
  {
    ReadAvailable(m_Output, output);
  }
  if (ready > 0 && sources[1].revents != 0)
  {
    ReadAvailable(m_Error, error);
  }
  if (m_Output < 0 && m_Error < 0 && !ended)
  {
    int status = 0;
    waitpid(m_Process, &status, 0);
    exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    ended = true;
  }
}

bool
CommandProcess::Wait(double seconds)
{
  for (const Clock::time_point start = Clock::now(); !ended && SecondsSince(start) < seconds;)
  {
    Read(0.05);
  }
  return ended;
}

bool
CommandProcess::WaitForError(const std::string & text, double seconds)
{
  for (const Clock::time_point start = Clock::now(); !ended && error.find(text) == std::string::npos && SecondsSince(start) < seconds;)
  {
    Read(0.05);
  }
  return error.find(text) != std::string::npos;
}

CommandResult
RunCommand(const std::vector<std::string> & arguments, const CommandProcess::Options & options)
{
  const Clock::time_point start = Clock::now();
  CommandProcess          process(arguments, options);
  if (!process.Wait(120.0))
  {
    throw std::runtime_error("the command did not end within two minutes; stderr: " + process.error);
  }
  return { process.output, process.error, process.exitCode, SecondsSince(start) };
}
} // namespace ElectronMultislice
