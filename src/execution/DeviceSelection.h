#ifndef execution_DeviceSelection_h
#define execution_DeviceSelection_h
#include "backends/Device.h"
#include "execution/Report.h"
#include "execution/Settings.h"
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** A device that takes part in runs. */
struct SelectedDevice
{
  std::string     name;        ///< "cpu:0", "reference:0"
  std::string     description; ///< "AMD EPYC, 2 threads, avx2"
  const Backend * backend = nullptr;
  std::size_t     threads = 1;
};

/** Devices that the settings ask for, with every request answered in the report (taken, or declined with the reason).
 *  auto: the CPU (CUDA is declined with its reason). Never empty: Input error when nothing that was asked for can be taken. */
std::vector<SelectedDevice>
SelectDevices(const Settings & settings, Report & report);
} // namespace ElectronMultislice
#endif
