#ifndef cli_Interruption_h
#define cli_Interruption_h
#include "simulation/Run.h"

namespace ElectronMultislice
{
/** \class Interruption
 * \brief While it lives, Ctrl-C and SIGTERM ask the run to stop; a second one, or one before anything was computed, ends the program at
 * once (finished blocks are on disk in any case). One at a time per process. */
class Interruption
{
public:
  explicit Interruption(RunControl & control);
  ~Interruption();
  Interruption(const Interruption &) = delete;
  Interruption &
  operator=(const Interruption &) = delete;

  /** From now on the run watches control.abort. */
  void
  SetRunning();

  /** "Ctrl-C" or "SIGTERM", whichever came; empty if none did. */
  static const char *
  GetSignalName();
};
} // namespace ElectronMultislice
#endif
