#include "io/SettingsReader.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
/** A list becomes "0,2". */
std::string
ValueText(const YamlNode & node)
{
  if (!node.IsList())
  {
    return node.GetText();
  }
  std::string text;
  for (const YamlNode & item : node.GetItems())
  {
    text += (text.empty() ? "" : ",") + item.GetText();
  }
  return text;
}

void
Collect(const YamlNode & section, const std::string & prefix, std::vector<ReadSetting> & settings)
{
  for (const auto & [key, node] : section.GetEntries())
  {
    const std::string name = prefix + key;
    const auto        isInside = [&](const Settings::Definition & d) { return d.name.compare(0, name.size() + 1, name + ".") == 0; };
    const auto &      definitions = Settings::GetDefinitions();
    const bool        isGroup = std::any_of(definitions.begin(), definitions.end(), isInside);
    if (node.IsMap() || (node.IsEmpty() && isGroup)) // a group may have all its settings commented out
    {
      Collect(node, name + ".", settings);
      continue;
    }
    const auto same = std::find_if(settings.begin(), settings.end(), [&](const ReadSetting & s) { return s.name == name; });
    if (same != settings.end())
    {
      throw node.Failure("the setting \"" + name + "\" is given twice; the first stands at " + same->origin);
    }
    const ReadSetting setting{ name, ValueText(node), node.GetLocation() };
    Settings().Set(setting.name, setting.value, setting.origin);
    settings.push_back(setting);
  }
}
} // namespace

std::vector<ReadSetting>
ReadSettings(const YamlNode & section)
{
  std::vector<ReadSetting> settings;
  Collect(section, "", settings);
  return settings;
}
} // namespace ElectronMultislice
