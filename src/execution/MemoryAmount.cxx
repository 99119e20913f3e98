#include "common/Error.h"
#include "common/Text.h"
#include "execution/Settings.h"
#include "execution/TrimText.h"
#include <algorithm>
#include <limits>

namespace ElectronMultislice
{
namespace
{
struct ByteUnit
{
  const char * name;
  double       bytes;
};
constexpr ByteUnit ByteUnits[] = {
  { "B", 1.0 },   { "kB", 1e3 },     { "KB", 1e3 },        { "MB", 1e6 },           { "GB", 1e9 },
  { "TB", 1e12 }, { "KiB", 1024.0 }, { "MiB", 1048576.0 }, { "GiB", 1073741824.0 }, { "TiB", 1099511627776.0 }
};
constexpr double LargestAmount = 1e18;
constexpr double SmallestBareAmount = 1048576.0;

Error
NoAmount(const std::string & text, const std::string & why)
{
  return InputError("\"" + text + "\" is no amount of memory: " + why +
                    "; write for example \"2 GB\", \"1.5 GiB\", \"80 %\", \"auto\", \"0\" or \"-1\" (unlimited)");
}
} // namespace

std::uint64_t
MemoryAmount::Resolve(std::uint64_t available, std::uint64_t automatic) const
{
  switch (kind)
  {
    case Kind::Automatic:
      return automatic;
    case Kind::Percentage:
      return static_cast<std::uint64_t>(static_cast<double>(available) * (percentage / 100.0));
    case Kind::Bytes:
      return bytes;
    case Kind::Unlimited:
      return std::numeric_limits<std::uint64_t>::max();
  }
  return automatic;
}

MemoryAmount
ParseMemoryAmount(const std::string & given)
{
  const std::string text = TrimText(given);
  MemoryAmount      result;
  if (text == "auto")
  {
    return result;
  }
  if (text == "-1" || text == "unlimited")
  {
    result.kind = MemoryAmount::Kind::Unlimited;
    return result;
  }

  // "1e9", "2GB", "2 GB", "80%": the number is what comes before the first letter that cannot belong to it
  std::size_t split = text.find_first_not_of("+-.0123456789");
  if (split != std::string::npos && (text[split] == 'e' || text[split] == 'E') && split + 1 < text.size() &&
      std::string("+-0123456789").find(text[split + 1]) != std::string::npos)
  {
    split = text.find_first_not_of("+-0123456789", split + 1);
  }
  const std::string unit = split == std::string::npos ? "" : TrimText(text.substr(split));
  double            number = 0.0;
  if (!ParseNumber(text.substr(0, split), number))
  {
    throw NoAmount(given, "it does not begin with a number");
  }
  if (number < 0.0)
  {
    throw NoAmount(given, "it is negative");
  }
  if (unit == "%")
  {
    if (number > 100.0)
    {
      throw NoAmount(given, "a percentage is 0 to 100");
    }
    result.kind = MemoryAmount::Kind::Percentage;
    result.percentage = number;
    return result;
  }
  result.kind = MemoryAmount::Kind::Bytes;
  double factor = 1.0;
  if (unit.empty())
  {
    if (number > 0.0 && number < SmallestBareAmount)
    {
      const std::string digits = FormatNumber(number);
      throw NoAmount(given, "without a unit it would be " + digits + " bytes; did you mean \"" + digits + " GB\"?");
    }
  }
  else
  {
    const auto known = std::find_if(std::begin(ByteUnits), std::end(ByteUnits), [&](const ByteUnit & u) { return unit == u.name; });
    if (known == std::end(ByteUnits))
    {
      throw NoAmount(given, "the unit \"" + unit + "\" is none of B, kB, MB, GB, TB, KiB, MiB, GiB, TiB and %");
    }
    factor = known->bytes;
  }
  if (number * factor > LargestAmount)
  {
    throw NoAmount(given, "it is more than any machine has");
  }
  result.bytes = static_cast<std::uint64_t>(number * factor);
  return result;
}
} // namespace ElectronMultislice
