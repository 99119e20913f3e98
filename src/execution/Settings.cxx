#include "execution/Settings.h"
#include "common/Error.h"
#include "common/Text.h"
#include "execution/TrimText.h"
#include <algorithm>
#include <cctype>
#include <functional>

namespace ElectronMultislice
{
namespace
{
/** Checks a text and gives its canonical form; throws an Input error that says only why it is refused. */
using Check = std::function<std::string(const std::string &)>;

struct Rule
{
  Settings::Definition definition;
  Check                check;
};

Check
OneOf(const std::vector<std::string> & names)
{
  return [names](const std::string & text) -> std::string {
    if (std::find(names.begin(), names.end(), text) == names.end())
    {
      const std::string nearest = NearestName(text, names);
      throw InputError(nearest.empty() ? "" : "did you mean \"" + nearest + "\"?");
    }
    return text;
  };
}

std::string
CheckBoolean(const std::string & text)
{
  if (text == "true" || text == "yes" || text == "on")
  {
    return "true";
  }
  if (text == "false" || text == "no" || text == "off")
  {
    return "false";
  }
  throw InputError("");
}

Check
CountOr(const std::string & word, long long largest)
{
  return [word, largest](const std::string & text) -> std::string {
    long long number = 0;
    if (!word.empty() && (text == word || text == "auto"))
    {
      return word;
    }
    if (!ParseInteger(text, number) || number < 1 || number > largest)
    {
      throw InputError("");
    }
    return std::to_string(number);
  };
}

/** Which kinds of MemoryAmount a setting takes, beside percentages and amounts. */
struct MemoryKinds
{
  bool automatic;
  bool zero;
  bool unlimited;
};

Check
Memory(const MemoryKinds & kinds)
{
  return [kinds](const std::string & text) -> std::string {
    const MemoryAmount amount = ParseMemoryAmount(text);
    const bool         isZero = (amount.kind == MemoryAmount::Kind::Bytes && amount.bytes == 0) ||
                        (amount.kind == MemoryAmount::Kind::Percentage && amount.percentage == 0.0);
    if ((amount.kind == MemoryAmount::Kind::Automatic && !kinds.automatic) ||
        (amount.kind == MemoryAmount::Kind::Unlimited && !kinds.unlimited) || (isZero && !kinds.zero))
    {
      throw InputError("");
    }
    return text;
  };
}

bool
IsUniqueIdentifier(const std::string & text)
{
  const std::string start = text.substr(0, 4);
  return text.size() > 4 && (start == "GPU-" || start == "MIG-") &&
         std::all_of(text.begin() + 4, text.end(), [](unsigned char c) { return std::isxdigit(c) != 0 || c == '-'; });
}

/** "all", or "0,2" or UUIDs. */
std::string
CheckDeviceList(const std::string & text)
{
  if (text == "all")
  {
    return text;
  }
  std::string result;
  std::size_t begin = 0;
  while (begin <= text.size())
  {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = TrimText(text.substr(begin, end - begin));
    long long         index = 0;
    if (!(ParseInteger(item, index) && index >= 0 && index < 1024) && !IsUniqueIdentifier(item))
    {
      throw InputError("\"" + item + "\" is neither an index nor a UUID");
    }
    result += (result.empty() ? "" : ",") + item;
    begin = end + 1;
  }
  return result;
}

const std::vector<Rule> &
Rules()
{
  const long long                many = 1000000000;
  const std::vector<std::string> devices{ "auto", "reference", "cpu", "cuda" };
  const std::vector<std::string> precisions{ "float32", "float64" };
  const std::vector<std::string> progress{ "auto", "on", "off" };
  const std::vector<std::string> levels{ "error", "warning", "info", "debug" };
  const std::string              boolean = "true or false";
  const std::string              limit = "a percentage above 0 such as 80 %, or an amount such as 8 GB";
  static const std::vector<Rule> rules{
    { { "device", "auto", JoinAlternatives(devices) }, OneOf(devices) },
    { { "multi-gpu.enabled", "false", boolean }, CheckBoolean },
    { { "multi-gpu.devices", "all", "all, or a list of indices or UUIDs such as 0,2" }, CheckDeviceList },
    { { "multi-gpu.allow-mixed", "false", boolean }, CheckBoolean },
    { { "multi-gpu.allow-oversubscription", "false", boolean }, CheckBoolean },
    { { "multi-gpu.memory-pool", "auto", "auto, 0 (plain allocations), a percentage such as 80 %, or an amount such as 8 GB" },
      Memory({ true, true, false }) },
    { { "fft.plan-cache", "auto", "auto, 0 (none kept), -1 (unlimited), a percentage such as 25 %, or an amount such as 2 GB" },
      Memory({ true, true, true }) },
    { { "potential.slice-chunk-size", "auto", "auto, or a whole number of at least 1" }, CountOr("auto", many) },
    { { "scan.batch-size", "auto", "auto, or a whole number of at least 1" }, CountOr("auto", many) },
    { { "precision", "float32", JoinAlternatives(precisions) }, OneOf(precisions) },
    { { "threads", "all", "all, or a whole number from 1 to 4096" }, CountOr("all", 4096) },
    { { "virtual-devices", "1", "a whole number from 1 to 256" }, CountOr("", 256) },
    { { "memory-limit.host", "80 %", limit }, Memory({ false, false, false }) },
    { { "memory-limit.device", "80 %", limit }, Memory({ false, false, false }) },
    { { "cache-limit", "25 %", "0 (nothing kept), a percentage such as 25 %, or an amount such as 2 GB" }, Memory({ false, true, false }) },
    { { "progress", "auto", JoinAlternatives(progress) }, OneOf(progress) },
    { { "log-level", "info", JoinAlternatives(levels) }, OneOf(levels) },
  };
  return rules;
}

std::vector<std::string>
Names()
{
  std::vector<std::string> names;
  for (const Rule & rule : Rules())
  {
    names.push_back(rule.definition.name);
  }
  return names;
}

const Rule &
FindRule(const std::string & name, const std::string & origin)
{
  const std::vector<Rule> & rules = Rules();
  const auto found = std::find_if(rules.begin(), rules.end(), [&](const Rule & rule) { return rule.definition.name == name; });
  if (found != rules.end())
  {
    return *found;
  }
  const std::string nearest = NearestName(name, Names());
  throw InputError((origin.empty() ? "" : origin + ": ") + "unknown setting \"" + name + "\"; " +
                   (nearest.empty() ? "the settings are " + JoinAlternatives(Names()) : "did you mean \"" + nearest + "\"?"));
}
} // namespace

Settings::Settings()
{
  for (const Rule & rule : Rules())
  {
    m_Entries[rule.definition.name] = { rule.definition.defaultValue, "default" };
  }
}

const std::vector<Settings::Definition> &
Settings::GetDefinitions()
{
  static const std::vector<Definition> definitions = [] {
    std::vector<Definition> result;
    for (const Rule & rule : Rules())
    {
      result.push_back(rule.definition);
    }
    return result;
  }();
  return definitions;
}

void
Settings::Set(const std::string & name, const std::string & value, const std::string & origin)
{
  const Rule & rule = FindRule(name, origin);
  try
  {
    m_Entries[name] = { rule.check(TrimText(value)), origin };
  }
  catch (const Error & reason)
  {
    const std::string why = reason.what();
    throw InputError((origin.empty() ? "" : origin + ": ") + "setting \"" + name + "\" cannot be \"" + value +
                     "\"; allowed: " + rule.definition.allowed + (why.empty() ? "" : " (" + why + ")"));
  }
}

const Settings::Entry &
Settings::Get(const std::string & name) const
{
  return m_Entries.at(FindRule(name, "").definition.name);
}

bool
Settings::GetBoolean(const std::string & name) const
{
  return Get(name).value == "true";
}

std::size_t
Settings::GetCount(const std::string & name) const
{
  long long number = 0;
  return ParseInteger(Get(name).value, number) ? static_cast<std::size_t>(number) : 0;
}

MemoryAmount
Settings::GetMemory(const std::string & name) const
{
  return ParseMemoryAmount(Get(name).value);
}
} // namespace ElectronMultislice
