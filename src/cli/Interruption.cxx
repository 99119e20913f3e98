#include "cli/Interruption.h"
#include "cli/Console.h"
#include "common/Error.h"
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <semaphore.h>
#include <unistd.h>

namespace ElectronMultislice
{
namespace
{
constexpr std::chrono::milliseconds Patience{ 700 };

// A signal handler reaches nothing but lock-free atomics and the semaphore of the process.
std::atomic<RunControl *> g_Control{ nullptr };
std::atomic<bool>         g_Asked{ false };
sem_t                     g_Wake;
struct sigaction          g_PreviousInterrupt;
struct sigaction          g_PreviousTerminate;

extern "C" void
HandleStopSignal(int)
{
  RunControl * control = g_Control.load();
  if (g_Asked.exchange(true) || control == nullptr)
  {
    static const char text[] = "\nelectron-multislice: stopped at once.\n";
    const auto        written = write(STDERR_FILENO, text, sizeof(text) - 1);
    static_cast<void>(written);
    _exit(static_cast<int>(ErrorKind::Aborted));
  }
  control->abort.store(true);
  sem_post(&g_Wake);
}
} // namespace

Interruption::Interruption(RunControl & control, const std::string & resultPath)
  : m_ResultPath(resultPath)
{
  sem_init(&g_Wake, 0, 0);
  g_Asked = false;
  g_Control = &control;
  m_Watcher = std::thread([this] { Watch(); });
  struct sigaction action = {};
  action.sa_handler = HandleStopSignal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART; // a block being written is written whole
  sigaction(SIGINT, &action, &g_PreviousInterrupt);
  sigaction(SIGTERM, &action, &g_PreviousTerminate);
}

Interruption::~Interruption()
{
  sigaction(SIGINT, &g_PreviousInterrupt, nullptr);
  sigaction(SIGTERM, &g_PreviousTerminate, nullptr);
  {
    const std::lock_guard<std::mutex> lock(m_Mutex);
    m_Ended = true;
  }
  m_Changed.notify_all();
  sem_post(&g_Wake);
  m_Watcher.join();
  g_Control = nullptr;
  sem_destroy(&g_Wake);
}

void
Interruption::Watch()
{
  while (sem_wait(&g_Wake) != 0 && errno == EINTR)
  {}
  std::unique_lock<std::mutex> lock(m_Mutex);
  if (m_Changed.wait_for(lock, Patience, [this] { return m_Ended; }))
  {
    return;
  }
  std::error_code ignored;
  PrintError("Stopped on request, in the middle of a long step. " +
             (std::filesystem::exists(std::filesystem::u8path(m_ResultPath), ignored)
                ? m_ResultPath + " opens, and every position that its /root/finished marks is right."
                : std::string("Nothing was written.")));
  _exit(static_cast<int>(ErrorKind::Aborted));
}
} // namespace ElectronMultislice
