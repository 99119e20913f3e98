#include "execution/DeviceSelection.h"
#include "backends/cpu/InstructionSet.h"
#include "common/Error.h"
#include "common/Text.h"
#include "execution/HostResources.h"

namespace ElectronMultislice
{
namespace
{
const char * const NoCuda = "this version has no CUDA backend; the CPU computes";
} // namespace

std::vector<SelectedDevice>
SelectDevices(const Settings & settings, Report & report)
{
  const std::string & device = settings.GetText("device");
  if (device == "cuda")
  {
    throw InputError("The setting device: cuda (" + settings.Get("device").origin +
                     ") cannot be met: this version has no CUDA backend. Take device: cpu or device: auto.");
  }
  if (device == "auto")
  {
    report.Add(Report::Kind::Declined, "cuda", NoCuda);
  }
  if (settings.GetBoolean("multi-gpu.enabled"))
  {
    report.Add(Report::Kind::Declined, "multi-gpu", "there is no GPU to distribute over: " + std::string(NoCuda));
  }

  std::vector<SelectedDevice> devices;
  if (device == "reference")
  {
    devices.push_back({ "reference:0", "plain loops in double precision, 1 thread; slow, for comparison", &GetReferenceBackend(), 1 });
    report.Add(Report::Kind::Taken, devices.back().name, devices.back().description);
    return devices;
  }
  const std::size_t available = GetAvailableProcessors();
  std::size_t       threads = settings.GetCount("threads");
  if (threads == 0)
  {
    threads = available;
  }
  else if (threads > available)
  {
    report.Add(Report::Kind::Note,
               "threads",
               FormatCount(threads, "thread") + " on " + FormatCount(available, "processor") +
                 ": more threads than processors do not run faster");
  }
  std::size_t count = std::max<std::size_t>(1, settings.GetCount("virtual-devices"));
  if (count > threads)
  {
    report.Add(Report::Kind::Note,
               "virtual-devices",
               FormatCount(count, "virtual device") + " share " + FormatCount(threads, "thread") +
                 ": every device takes one thread of its own");
  }
  for (std::size_t i = 0; i < count; ++i)
  {
    SelectedDevice taken;
    taken.name = "cpu:" + std::to_string(i);
    taken.backend = &GetCpuBackend();
    taken.threads = std::max<std::size_t>(1, threads / count + (i < threads % count ? 1 : 0));
    taken.description = GetProcessorName() + ", " + FormatCount(taken.threads, "thread") + ", " + GetInstructionSet();
    report.Add(Report::Kind::Taken, taken.name, taken.description);
    devices.push_back(taken);
  }
  return devices;
}
} // namespace ElectronMultislice
