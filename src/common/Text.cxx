#include "common/Text.h"
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
std::string
ToText(double value, std::chars_format format)
{
  // the longest fixed text of a double below 1e16 and above 1e-5 has fewer than 40 characters
  std::array<char, 64> buffer;
  const auto           result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format);
  return { buffer.data(), result.ptr };
}

std::string_view
Trimmed(std::string_view text)
{
  const auto blanks = std::string_view(" \t\r\n\f\v");
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos)
  {
    return {};
  }
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

/** Blanks and one leading plus removed: what std::from_chars takes. "+-1" becomes empty. */
std::string_view
WithoutSign(std::string_view text)
{
  text = Trimmed(text);
  if (!text.empty() && text.front() == '+')
  {
    text.remove_prefix(1);
    if (!text.empty() && (text.front() == '-' || text.front() == '+'))
    {
      return {};
    }
  }
  return text;
}

template <typename T>
bool
ParseWhole(std::string_view text, T & value)
{
  text = WithoutSign(text);
  T          read{};
  const auto result = std::from_chars(text.data(), text.data() + text.size(), read);
  if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size())
  {
    return false;
  }
  value = read;
  return true;
}

/** Lower case, '_' like '-': differences that are no typing errors. */
std::string
Comparable(std::string_view name)
{
  std::string result(name);
  for (char & c : result)
  {
    c = c == '_' ? '-' : (c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
  return result;
}

/** Insertions, deletions, replacements and swaps of neighbours. */
std::size_t
EditDistance(const std::string & a, const std::string & b)
{
  std::vector<std::size_t> beforeLast, last(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
  {
    last[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i)
  {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j)
    {
      current[j] = std::min({ last[j] + 1, current[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1) });
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
      {
        current[j] = std::min(current[j], beforeLast[j - 2] + 1);
      }
    }
    beforeLast = last;
    last = current;
  }
  return last[b.size()];
}
} // namespace

std::string
FormatNumber(double value)
{
  if (std::isnan(value))
  {
    return "nan";
  }
  if (std::isinf(value))
  {
    return value < 0 ? "-inf" : "inf";
  }
  // plain digits where a person would write them so; std::to_chars alone would write 200000 as 2e+05
  const double magnitude = std::fabs(value);
  const bool   plain = magnitude == 0.0 || (magnitude >= 1e-4 && magnitude < 1e15);
  return ToText(value, plain ? std::chars_format::fixed : std::chars_format::scientific);
}

std::string
FormatNumber(double value, int significantDigits)
{
  if (!std::isfinite(value))
  {
    return FormatNumber(value);
  }
  std::array<char, 64> buffer;
  const int            digits = std::clamp(significantDigits, 1, 17);
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific, digits - 1);
  double     rounded = value;
  std::from_chars(buffer.data(), written.ptr, rounded);
  return FormatNumber(rounded);
}

std::string
FormatBytes(std::uint64_t bytes)
{
  static const std::array<const char *, 7> units{ " B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB" };

  auto        value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024.0)
  {
    value /= 1024.0;
    ++unit;
  }
  // one decimal below 100; what rounds up to 1024 belongs to the next unit
  double rounded = value < 99.95 ? std::round(value * 10.0) / 10.0 : std::round(value);
  if (rounded >= 1024.0)
  {
    rounded = 1.0;
    ++unit;
  }
  return FormatNumber(rounded) + units[unit];
}

std::string
FormatCount(std::size_t count, const std::string & noun)
{
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string
FormatDuration(double seconds)
{
  if (!std::isfinite(seconds) || seconds < 0.0)
  {
    return FormatNumber(seconds) + " s";
  }
  if (seconds < 9.95)
  {
    return FormatNumber(seconds, 2) + " s";
  }
  if (seconds >= 1e15)
  {
    return FormatNumber(seconds, 3) + " s";
  }
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  const auto text = [](std::uint64_t large, const char * largeUnit, std::uint64_t small, const char * smallUnit) {
    return std::to_string(large) + largeUnit + (small == 0 ? std::string() : " " + std::to_string(small) + smallUnit);
  };
  if (whole < 60)
  {
    return std::to_string(whole) + " s";
  }
  if (whole < 3600)
  {
    return text(whole / 60, " min", whole % 60, " s");
  }
  if (whole < 24 * 3600)
  {
    return text(whole / 3600, " h", whole % 3600 / 60, " min");
  }
  return text(whole / (24 * 3600), " d", whole % (24 * 3600) / 3600, " h");
}

bool
ParseNumber(std::string_view text, double & value)
{
  double read = 0.0;
  if (!ParseWhole(text, read) || !std::isfinite(read))
  {
    return false;
  }
  value = read;
  return true;
}

bool
ParseInteger(std::string_view text, long long & value)
{
  return ParseWhole(text, value);
}

std::string
NearestName(std::string_view name, const std::vector<std::string> & candidates)
{
  const std::string typed = Comparable(name);
  std::string       nearest;
  std::size_t       smallest = std::string::npos;
  for (const std::string & candidate : candidates)
  {
    const std::string known = Comparable(candidate);
    const std::size_t distance = EditDistance(typed, known);
    const std::size_t bound = std::max<std::size_t>(1, std::max(typed.size(), known.size()) / 3);
    // a distance as large as the name itself says nothing
    if (distance <= bound && distance < std::max<std::size_t>(1, std::min(typed.size(), known.size())) && distance < smallest)
    {
      smallest = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string
JoinAlternatives(const std::vector<std::string> & names)
{
  std::string result;
  for (std::size_t i = 0; i < names.size(); ++i)
  {
    result += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  }
  return result;
}
} // namespace ElectronMultislice
