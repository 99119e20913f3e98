#include "io/JobReference.h"
#include "io/JobKeys.h"

namespace ElectronMultislice
{
namespace
{
/** A pipe would end the cell. */
std::string
Cell(const std::string & text)
{
  std::string result;
  for (const char c : text)
  {
    result += c == '|' ? "\\|" : std::string(1, c);
  }
  return result;
}
} // namespace

std::string
JobFileReference()
{
  std::string text;
  std::string section = "?";
  for (const JobKey & key : GetJobKeys())
  {
    if (key.section != section)
    {
      section = key.section;
      text += (text.empty() ? "### " : "\n### ") + (section.empty() ? "The whole file" : "`" + section + "`") +
              "\n\n| key | value | default | meaning |\n|---|---|---|---|\n";
    }
    text += "| `" + key.name + "` | " + Cell(key.value) + " | " + Cell(key.defaultValue) + " | " + Cell(key.meaning) + " |\n";
  }
  return text;
}
} // namespace ElectronMultislice
