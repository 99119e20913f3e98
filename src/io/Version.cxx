#include "io/ResultFile.h"

namespace ElectronMultislice
{
std::string
GetVersion()
{
  return ELECTRON_MULTISLICE_VERSION;
}
} // namespace ElectronMultislice
