#ifndef io_Configuration_h
#define io_Configuration_h
#include "execution/Settings.h"
#include <string>
#include <utility>
#include <vector>

namespace ElectronMultislice
{
/** The shipped default configuration file, word for word (embedded at build). */
const std::string &
DefaultConfigurationText();

/** A configuration file that is looked for. */
struct ConfigurationFile
{
  std::string path;
  bool        mustExist; ///< a missing file is an error, not skipped
};

/** /etc/electron-multislice/config.yaml, $XDG_CONFIG_HOME (or ~/.config)/electron-multislice/config.yaml, and the file named by
 *  $ELECTRON_MULTISLICE_CONFIG (which must exist), in this order. */
std::vector<ConfigurationFile>
GetConfigurationFiles();

/** Settings from, later wins: shipped defaults, GetConfigurationFiles(), the job's `execution:` section, flags. Errors say file and line.
 */
Settings
LoadSettings(const std::vector<std::pair<std::string, std::string>> & job, const std::vector<std::pair<std::string, std::string>> & flags);

/** The same with other files, for tests. */
Settings
LoadSettings(const std::vector<ConfigurationFile> &                   files,
             const std::vector<std::pair<std::string, std::string>> & job,
             const std::vector<std::pair<std::string, std::string>> & flags);
} // namespace ElectronMultislice
#endif
