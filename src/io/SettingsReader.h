#ifndef io_SettingsReader_h
#define io_SettingsReader_h
#include "execution/Settings.h"
#include "io/YamlNode.h"

namespace ElectronMultislice
{
struct ReadSetting
{
  std::string name; ///< "multi-gpu.enabled"
  std::string value;
  std::string origin; ///< file:line:column
};

/** Settings of a configuration file or of a job's execution section: nested (multi-gpu: {enabled: true}) or dotted
 *  (multi-gpu.enabled: true), in the order of the file. Every one is checked; one given twice is refused. */
std::vector<ReadSetting>
ReadSettings(const YamlNode & section);
} // namespace ElectronMultislice
#endif
