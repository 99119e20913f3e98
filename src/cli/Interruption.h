#ifndef cli_Interruption_h
#define cli_Interruption_h
#include "simulation/Run.h"
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace ElectronMultislice
{
/** \class Interruption
 * \brief While it lives, Ctrl-C and SIGTERM ask the run to stop.
 *
 * A second one ends the program at once; so does the first if the run has not ended within a second, because some step does not look at the
 * flag so often. Finished blocks are on disk in any case. One at a time per process. */
class Interruption
{
public:
  Interruption(RunControl & control, const std::string & resultPath);
  ~Interruption();
  Interruption(const Interruption &) = delete;
  Interruption &
  operator=(const Interruption &) = delete;

private:
  void
  Watch();

  std::string             m_ResultPath;
  std::mutex              m_Mutex; ///< guards m_Ended
  std::condition_variable m_Changed;
  bool                    m_Ended = false;
  std::thread             m_Watcher;
};
} // namespace ElectronMultislice
#endif
