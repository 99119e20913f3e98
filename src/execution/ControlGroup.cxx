#include "execution/ControlGroup.h"
#include "common/Text.h"
#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

namespace ElectronMultislice
{
namespace
{
/** Whole content without the last line break, or nothing if the file cannot be read. */
std::optional<std::string>
ReadText(const std::string & path)
{
  std::ifstream stream(path, std::ios::binary);
  if (!stream)
  {
    return std::nullopt;
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::optional<std::uint64_t>
ToBytes(const std::string & text)
{
  long long number = 0;
  // v1 writes "no limit" as a number near 2^63
  return ParseInteger(text, number) && number >= 0 && number < (1LL << 60) ? std::optional<std::uint64_t>(number) : std::nullopt;
}

std::optional<std::uint64_t>
ReadBytes(const std::string & path)
{
  const std::optional<std::string> text = ReadText(path);
  return text ? ToBytes(*text) : std::nullopt;
}

/** Value of "key number" in a file of such lines. */
std::uint64_t
ReadStatistic(const std::string & path, const std::string & key)
{
  std::istringstream lines(ReadText(path).value_or(""));
  std::string        name, value;
  while (lines >> name >> value)
  {
    if (name == key)
    {
      return ToBytes(value).value_or(0);
    }
  }
  return 0;
}

template <typename T>
void
Tighten(std::optional<T> & limit, const T & value)
{
  limit = limit ? std::min(*limit, value) : value;
}

/** The group's folder and those of its parents, down to the mount point. */
std::vector<std::string>
Folders(const std::string & mount, std::string group)
{
  std::vector<std::string> result;
  while (!group.empty() && group != "/")
  {
    result.push_back(mount + group);
    group.erase(group.find_last_of('/'));
  }
  result.push_back(mount);
  return result;
}

void
AddMemory(ControlGroupLimits & limits, const std::optional<std::uint64_t> & limit, std::uint64_t used, std::uint64_t droppable)
{
  if (limit)
  {
    const std::uint64_t held = used > droppable ? used - droppable : 0;
    Tighten(limits.memoryLeft, *limit > held ? *limit - held : 0);
  }
}

void
AddQuota(ControlGroupLimits & limits, const std::string & quota, const std::string & period)
{
  double microseconds = 0.0;
  double per = 0.0;
  if (ParseNumber(quota, microseconds) && ParseNumber(period, per) && microseconds > 0.0 && per > 0.0)
  {
    Tighten(limits.processors, microseconds / per);
  }
}

void
AddVersion2(ControlGroupLimits & limits, const std::string & folder)
{
  std::istringstream quota(ReadText(folder + "/cpu.max").value_or(""));
  std::string        amount, period;
  quota >> amount >> period;
  AddQuota(limits, amount, period);
  AddMemory(limits,
            ReadBytes(folder + "/memory.max"),
            ReadBytes(folder + "/memory.current").value_or(0),
            ReadStatistic(folder + "/memory.stat", "inactive_file"));
}

void
AddVersion1Processors(ControlGroupLimits & limits, const std::string & folder)
{
  AddQuota(limits, ReadText(folder + "/cpu.cfs_quota_us").value_or(""), ReadText(folder + "/cpu.cfs_period_us").value_or(""));
}

void
AddVersion1Memory(ControlGroupLimits & limits, const std::string & folder)
{
  AddMemory(limits,
            ReadBytes(folder + "/memory.limit_in_bytes"),
            ReadBytes(folder + "/memory.usage_in_bytes").value_or(0),
            ReadStatistic(folder + "/memory.stat", "total_inactive_file"));
}
} // namespace

ControlGroupLimits
ReadControlGroupLimits(const std::string & root)
{
  ControlGroupLimits limits;
  const std::string  mount = root + "/sys/fs/cgroup";
  std::istringstream groups(ReadText(root + "/proc/self/cgroup").value_or(""));
  std::string        line;
  while (std::getline(groups, line)) // "0::/group" (v2) or "4:cpu,cpuacct:/group" (v1)
  {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first == std::string::npos ? first : first + 1);
    if (second == std::string::npos)
    {
      continue;
    }
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string group = line.substr(second + 1);
    if (controllers == ",,")
    {
      for (const std::string & folder : Folders(mount, group))
      {
        AddVersion2(limits, folder);
      }
    }
    if (controllers.find(",cpu,") != std::string::npos)
    {
      for (const std::string & folder : Folders(mount + "/cpu", group))
      {
        AddVersion1Processors(limits, folder);
      }
    }
    if (controllers.find(",memory,") != std::string::npos)
    {
      for (const std::string & folder : Folders(mount + "/memory", group))
      {
        AddVersion1Memory(limits, folder);
      }
    }
  }
  return limits;
}
} // namespace ElectronMultislice
