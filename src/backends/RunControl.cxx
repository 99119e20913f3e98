#include "backends/Device.h"
#include "common/Error.h"

namespace ElectronMultislice
{
void
RunControl::Check() const
{
  if (abort.load(std::memory_order_relaxed))
  {
    throw Error(ErrorKind::Aborted, "Stopped on request.");
  }
}
} // namespace ElectronMultislice
