#include "io/Configuration.h"
#include "io/SettingsReader.h"
#include "io/TextFile.h"
#include <cstdlib>
#include <filesystem>

namespace ElectronMultislice
{
namespace
{
std::string
EnvironmentText(const char * name)
{
  const char * const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/** Folder of the user's configuration, or empty. */
std::string
UserFolder()
{
  const std::string folder = EnvironmentText("XDG_CONFIG_HOME");
  if (!folder.empty() && std::filesystem::u8path(folder).is_absolute()) // a relative one is invalid and to be ignored, says its standard
  {
    return folder;
  }
  const std::string home = EnvironmentText("HOME");
  return home.empty() ? "" : home + "/.config";
}

void
ApplyFile(Settings & settings, const ConfigurationFile & file)
{
  std::error_code ignored;
  if (!file.mustExist &&
      std::filesystem::status(std::filesystem::u8path(file.path), ignored).type() == std::filesystem::file_type::not_found)
  {
    return;
  }
  const std::string text = ReadTextFile(file.path, "configuration file");
  for (const ReadSetting & setting : ReadSettings(YamlNode::Parse(text, file.path)))
  {
    settings.Set(setting.name, setting.value, setting.origin);
  }
}
} // namespace

std::vector<ConfigurationFile>
GetConfigurationFiles()
{
  std::vector<ConfigurationFile> files{ { "/etc/electron-multislice/config.yaml", false } };
  const std::string              user = UserFolder();
  if (!user.empty())
  {
    files.push_back({ user + "/electron-multislice/config.yaml", false });
  }
  const std::string named = EnvironmentText("ELECTRON_MULTISLICE_CONFIG");
  if (!named.empty())
  {
    files.push_back({ named, true });
  }
  return files;
}

Settings
LoadSettings(const std::vector<ConfigurationFile> &                   files,
             const std::vector<std::pair<std::string, std::string>> & job,
             const std::vector<std::pair<std::string, std::string>> & flags)
{
  Settings settings; // the defaults of the class are those of the shipped file: a test compares them
  for (const ConfigurationFile & file : files)
  {
    ApplyFile(settings, file);
  }
  for (const auto & [name, value] : job)
  {
    settings.Set(name, value, "job");
  }
  for (const auto & [name, value] : flags)
  {
    settings.Set(name, value, "flag " + name);
  }
  return settings;
}

Settings
LoadSettings(const std::vector<std::pair<std::string, std::string>> & job, const std::vector<std::pair<std::string, std::string>> & flags)
{
  return LoadSettings(GetConfigurationFiles(), job, flags);
}
} // namespace ElectronMultislice
