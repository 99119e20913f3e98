#ifndef test_io_ChildProcess_h
#define test_io_ChildProcess_h
#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

namespace ElectronMultislice
{
/** A copy of this process that runs a function and exits with what it returns; to be killed, or given other rights and limits. */
class ChildProcess
{
public:
  explicit ChildProcess(const std::function<int()> & function)
    : m_Id(fork())
  {
    if (m_Id == 0)
    {
      int result = 99;
      try
      {
        result = function();
      }
      catch (...)
      {
        // the result says it
      }
      _exit(result);
    }
  }

  void
  Kill() const
  {
    kill(m_Id, SIGKILL);
  }

  /** Exit code, or minus the signal that ended it. */
  int
  Wait() const
  {
    int status = 0;
    waitpid(m_Id, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

private:
  pid_t m_Id;
};
} // namespace ElectronMultislice
#endif
