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

/** Settings from, later wins: shipped defaults, /etc/electron-multislice/config.yaml, $XDG_CONFIG_HOME (or ~/.config)
 *  /electron-multislice/config.yaml, the file named by $ELECTRON_MULTISLICE_CONFIG, the job's `execution:` section, flags.
 *  A missing file is skipped (the one named by the environment variable must exist); errors say file and line. */
Settings
LoadSettings(const std::vector<std::pair<std::string, std::string>> & job, const std::vector<std::pair<std::string, std::string>> & flags);
} // namespace ElectronMultislice
#endif
