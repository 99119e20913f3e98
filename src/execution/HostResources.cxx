#include "execution/HostResources.h"
#include "execution/Settings.h"
#include "common/Text.h"
#include "execution/ControlGroup.h"
#include "execution/TrimText.h"
#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <thread>
#include <vector>
#ifdef __linux__
#  include <sched.h>
#endif

namespace ElectronMultislice
{
namespace
{
std::size_t
CountAffinity()
{
#ifdef __linux__
  // the kernel's mask may be longer than cpu_set_t
  for (std::size_t processors = 1024; processors <= (1u << 20); processors *= 2)
  {
    const std::size_t      size = CPU_ALLOC_SIZE(processors);
    std::vector<cpu_set_t> mask(size / sizeof(cpu_set_t) + 1);
    if (sched_getaffinity(0, size, mask.data()) == 0)
    {
      return static_cast<std::size_t>(CPU_COUNT_S(size, mask.data()));
    }
  }
#endif
  return std::thread::hardware_concurrency();
}

/** Text after "key" and a colon in a file of such lines, or empty. */
std::string
ReadField(const char * path, const std::string & key)
{
  std::ifstream stream(path);
  std::string   line;
  while (std::getline(stream, line))
  {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos)
    {
      continue;
    }
    const std::size_t end = line.find_last_not_of(" \t", colon == 0 ? 0 : colon - 1);
    if (line.compare(0, end + 1, key) == 0)
    {
      const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
      return begin == std::string::npos ? "" : line.substr(begin);
    }
  }
  return "";
}

/** A field "123 kB" in bytes; 0 where there is none. */
std::uint64_t
ReadKibibytes(const char * path, const std::string & key)
{
  const std::string text = ReadField(path, key);
  long long         number = 0;
  return ParseInteger(text.substr(0, text.find(' ')), number) && number > 0 ? static_cast<std::uint64_t>(number) * 1024 : 0;
}

void
RemoveAll(std::string & text, const std::string & part)
{
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part))
  {
    text.erase(at, part.size());
  }
}

std::string
InstructionSet()
{
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f"))
  {
    return "avx512";
  }
  if (__builtin_cpu_supports("avx2"))
  {
    return "avx2";
  }
  return __builtin_cpu_supports("avx") ? "avx" : "sse2";
#elif defined(__aarch64__)
  return "neon";
#else
  return "";
#endif
}
} // namespace

std::size_t
GetAvailableProcessors()
{
  std::size_t                 count = std::max<std::size_t>(1, CountAffinity());
  const std::optional<double> quota = ReadControlGroupLimits().processors;
  if (quota)
  {
    // part of a processor is still worth a thread
    count = std::min(count, static_cast<std::size_t>(std::ceil(std::max(*quota - 1e-3, 0.5))));
  }
  return count;
}

std::uint64_t
GetAvailableHostMemory()
{
  const std::uint64_t machine = ReadKibibytes("/proc/meminfo", "MemAvailable");
  const auto          group = ReadControlGroupLimits().memoryLeft;
  if (machine == 0 && !group)
  {
    return std::numeric_limits<std::uint64_t>::max() / 2; // the system does not tell: an allocation will
  }
  return std::min(machine == 0 ? std::numeric_limits<std::uint64_t>::max() : machine,
                  group.value_or(std::numeric_limits<std::uint64_t>::max()));
}

std::uint64_t
GetResidentMemory()
{
  return ReadKibibytes("/proc/self/status", "VmRSS");
}

std::uint64_t
GetPeakResidentMemory()
{
  return ReadKibibytes("/proc/self/status", "VmHWM");
}

std::string
GetProcessorName()
{
  std::string name = ReadField("/proc/cpuinfo", "model name");
  name = name.substr(0, name.find('@'));
  for (const char * noise : { "(R)", "(TM)", " CPU", " Processor" })
  {
    RemoveAll(name, noise);
  }
  name = TrimText(name);
  if (name.empty())
  {
    name = "unknown processor";
  }
  const std::string set = InstructionSet();
  return set.empty() ? name : name + ", " + set;
}

std::uint64_t
GetHostMemoryLimit(const Settings & settings, std::uint64_t available)
{
  return settings.GetMemory("memory-limit.host").Resolve(available, available / 10 * 8);
}

std::uint64_t
GetCacheLimit(const Settings & settings, std::uint64_t limit)
{
  return settings.GetMemory("cache-limit").Resolve(limit, limit / 4);
}
} // namespace ElectronMultislice
