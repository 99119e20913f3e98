#include "backends/Device.h"
#include "common/Error.h"

namespace ElectronMultislice
{
void
RunControl::Check() const
{
  if (abort.load(std::memory_order_relaxed))
  {
    throw AbortedError();
  }
}

void
RunControl::RunOnCallingThread(const std::function<void()> & function)
{
  Check();
  callingThread.Call(function);
}
} // namespace ElectronMultislice
