#include "cli/Interruption.h"
#include "common/Error.h"
#include <atomic>
#include <csignal>
#include <unistd.h>

namespace ElectronMultislice
{
namespace
{
// A signal handler reaches nothing but lock-free atomics of the process.
std::atomic<RunControl *> g_Control{ nullptr };
std::atomic<bool>         g_Running{ false };
std::atomic<bool>         g_Asked{ false };
struct sigaction          g_PreviousInterrupt;
struct sigaction          g_PreviousTerminate;
struct sigaction          g_PreviousAlarm;

void
EndAtOnce()
{
  static const char text[] = "\nelectron-multislice: stopped at once.\n";
  const auto        written = write(STDERR_FILENO, text, sizeof(text) - 1);
  static_cast<void>(written);
  _exit(static_cast<int>(ErrorKind::Aborted));
}

extern "C" void
HandleStopSignal(int)
{
  RunControl * control = g_Control.load();
  if (g_Asked.exchange(true) || control == nullptr)
  {
    EndAtOnce();
  }
  control->abort.store(true);
  alarm(1);
}

/** Before the first wave some steps (reading a large structure, planning) do not watch the flag, and nothing would be lost. */
extern "C" void
HandleAlarm(int)
{
  if (!g_Running.load())
  {
    EndAtOnce();
  }
}
} // namespace

Interruption::Interruption(RunControl & control)
{
  g_Asked = false;
  g_Running = false;
  g_Control = &control;
  struct sigaction action = {};
  action.sa_handler = HandleStopSignal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART; // a block being written is written whole
  sigaction(SIGINT, &action, &g_PreviousInterrupt);
  sigaction(SIGTERM, &action, &g_PreviousTerminate);
  action.sa_handler = HandleAlarm;
  sigaction(SIGALRM, &action, &g_PreviousAlarm);
}

Interruption::~Interruption()
{
  sigaction(SIGINT, &g_PreviousInterrupt, nullptr);
  sigaction(SIGTERM, &g_PreviousTerminate, nullptr);
  alarm(0);
  sigaction(SIGALRM, &g_PreviousAlarm, nullptr);
  g_Control = nullptr;
}

void
Interruption::SetRunning()
{
  g_Running = true;
}
} // namespace ElectronMultislice
