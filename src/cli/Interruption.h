#ifndef cli_Interruption_h
#define cli_Interruption_h
#include "simulation/Run.h"

namespace ElectronMultislice
{
/** \class Interruption
 * \brief While it lives, Ctrl-C and SIGTERM ask the run to stop. A second one ends the program at once, and so does the first if the run
 * has not even begun after a second; finished blocks are on disk in any case. One at a time per process. */
class Interruption
{
public:
  explicit Interruption(RunControl & control);
  ~Interruption();
  Interruption(const Interruption &) = delete;
  Interruption &
  operator=(const Interruption &) = delete;

  /** From now on waves are computed. */
  void
  SetRunning();
};
} // namespace ElectronMultislice
#endif
