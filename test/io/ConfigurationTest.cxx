#include "io/Configuration.h"
#include "JobTestSupport.h"
#include "common/Error.h"
#include "io/SettingsReader.h"
#include "io/TextFile.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <sstream>

using namespace ElectronMultislice;

namespace
{
using Pairs = std::vector<std::pair<std::string, std::string>>;

/** Sets environment variables for one test. */
class Environment
{
public:
  ~Environment()
  {
    for (const auto & [name, value] : m_Before)
    {
      value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
    }
  }
  void
  Set(const std::string & name, const std::string & value)
  {
    const char * const before = std::getenv(name.c_str());
    m_Before.emplace_back(name, before == nullptr ? "" : before);
    value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
  }

private:
  Pairs m_Before;
};

std::string
Refusal(const std::vector<ConfigurationFile> & files, ErrorKind kind)
{
  try
  {
    LoadSettings(files, Pairs(), Pairs());
    ADD_FAILURE() << "no error";
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), kind);
    return error.what();
  }
  return "";
}
} // namespace

/** A setting in the code and not in the file, or the reverse, or with another default, fails here. */
TEST(Configuration, TheShippedFileHoldsEverySettingWithItsDefault)
{
  std::map<std::string, std::string> file, code;
  for (const ReadSetting & setting : ReadSettings(YamlNode::Parse(DefaultConfigurationText(), "defaults")))
  {
    file[setting.name] = setting.value;
  }
  for (const Settings::Definition & definition : Settings::GetDefinitions())
  {
    code[definition.name] = definition.defaultValue;
  }
  EXPECT_EQ(file, code);
}

TEST(Configuration, TheShippedFileIsBuiltInWordForWord)
{
  EXPECT_EQ(DefaultConfigurationText(), ReadTextFile(SOURCE_DIR "/src/io/electron-multislice.yaml", "file"));
}

TEST(Configuration, EverySettingOfTheShippedFileHasAComment)
{
  std::istringstream text(DefaultConfigurationText());
  std::string        previous;
  for (std::string line; std::getline(text, line);)
  {
    const bool isValue = line.find(": ") != std::string::npos && line.find('#') == std::string::npos;
    if (isValue && line.find("device: 80") == std::string::npos) // host and device share theirs
    {
      EXPECT_TRUE(previous.find('#') != std::string::npos || previous == "memory-limit:") << line;
    }
    previous = line;
  }
}

TEST(Configuration, LaterSourcesWin)
{
  const TemporaryFolder                folder;
  const std::vector<ConfigurationFile> files{
    { folder.Write("system.yaml", "threads: 1\nprecision: float64\nlog-level: error\nscan.batch-size: 3\nprogress: off\n"), false },
    { folder.Write("user.yaml", "precision: float32\nlog-level: warning\nscan: {batch-size: 4}\nprogress: on\n"), false },
    { folder.Write("named.yaml", "log-level: debug\nscan.batch-size: 5\nprogress: off\n"), true }
  };
  const Settings settings = LoadSettings(files, Pairs{ { "scan.batch-size", "6" }, { "progress", "on" } }, Pairs{ { "progress", "auto" } });
  const auto     expect = [&](const std::string & name, const std::string & value, const std::string & origin) {
    EXPECT_EQ(settings.Get(name).value, value) << name;
    EXPECT_EQ(settings.Get(name).origin, origin) << name;
  };
  expect("device", "auto", "default");
  expect("threads", "1", files[0].path + ":1:10");
  expect("precision", "float32", files[1].path + ":1:12");
  expect("log-level", "debug", files[2].path + ":1:12");
  expect("scan.batch-size", "6", "job");
  expect("progress", "auto", "flag progress");
}

TEST(Configuration, FilesAreLookedForInTheirOrder)
{
  const TemporaryFolder folder;
  Environment           environment;
  environment.Set("XDG_CONFIG_HOME", folder.GetPath("config"));
  environment.Set("ELECTRON_MULTISLICE_CONFIG", "");
  environment.Set("HOME", "/nowhere");
  auto files = GetConfigurationFiles();
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].path, "/etc/electron-multislice/config.yaml");
  EXPECT_EQ(files[1].path, folder.GetPath("config") + "/electron-multislice/config.yaml");
  EXPECT_FALSE(files[0].mustExist || files[1].mustExist);

  environment.Set("XDG_CONFIG_HOME", "relative/one");
  environment.Set("ELECTRON_MULTISLICE_CONFIG", folder.GetPath("named.yaml"));
  files = GetConfigurationFiles();
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(files[1].path, "/nowhere/.config/electron-multislice/config.yaml");
  EXPECT_EQ(files[2].path, folder.GetPath("named.yaml"));
  EXPECT_TRUE(files[2].mustExist);

  environment.Set("HOME", "");
  EXPECT_EQ(GetConfigurationFiles().size(), 2u);
}

TEST(Configuration, TheEnvironmentsFilesAreRead)
{
  const TemporaryFolder folder;
  folder.Write("config/electron-multislice/config.yaml", "threads: 3\nprecision: float64\n");
  Environment environment;
  environment.Set("XDG_CONFIG_HOME", folder.GetPath("config"));
  environment.Set("ELECTRON_MULTISLICE_CONFIG", folder.Write("работа.yaml", "threads: 2\n"));
  const Settings settings = LoadSettings(Pairs(), Pairs());
  EXPECT_EQ(settings.GetCount("threads"), 2u);
  EXPECT_EQ(settings.GetText("precision"), "float64");
}

TEST(Configuration, MissingFiles)
{
  const TemporaryFolder folder;
  const std::string     missing = folder.GetPath("missing.yaml");
  EXPECT_NO_THROW(LoadSettings({ { missing, false } }, Pairs(), Pairs()));
  ExpectContains(Refusal({ { missing, true } }, ErrorKind::File), "cannot read the configuration file \"" + missing + "\"");
  ExpectContains(Refusal({ { folder.GetPath(""), false } }, ErrorKind::File), "it is a folder"); // there, but no file: not skipped
}

TEST(Configuration, AnEmptyFileChangesNothing)
{
  const TemporaryFolder folder;
  const Settings        settings =
    LoadSettings({ { folder.Write("a.yaml", "# nothing\n"), true }, { folder.Write("b.yaml", "multi-gpu:\n"), true } }, Pairs(), Pairs());
  for (const Settings::Definition & definition : Settings::GetDefinitions())
  {
    EXPECT_EQ(settings.Get(definition.name).origin, "default");
  }
}

TEST(Configuration, ErrorsSayFileLineAndNearest)
{
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string & text) { return Refusal({ { folder.Write("c.yaml", text), true } }, ErrorKind::Input); };
  const std::string path = folder.GetPath("c.yaml");
  ExpectContains(refusal("threads: 2\ndevcie: cpu\n"), path + ":2:9: unknown setting \"devcie\"; did you mean \"device\"?");
  ExpectContains(refusal("multi-gpu:\n  enabled: maybe\n"),
                 path + ":2:12: setting \"multi-gpu.enabled\" cannot be \"maybe\"; allowed: true or false");
  ExpectContains(refusal("threads: 2\nthreads: 3\n"), path + ":2:1: the key \"threads\" is given twice");
  ExpectContains(refusal("memory-limit.host: 8\n"), path + ":1:20: setting \"memory-limit.host\" cannot be \"8\"");
  ExpectContains(refusal("memory-limit.host: 8\n"), "did you mean \"8 GB\"?");
  ExpectContains(refusal("threads: [\n"), path + ":");
  ExpectContains(refusal("- threads\n"), "keys with values are expected here");
}

TEST(Configuration, FlagsAndJobsAreCheckedToo)
{
  EXPECT_THROW(LoadSettings({}, Pairs{ { "thread", "2" } }, Pairs()), Error);
  try
  {
    LoadSettings({}, Pairs(), Pairs{ { "threads", "none" } });
    FAIL();
  }
  catch (const Error & error)
  {
    ExpectContains(error.what(), "flag threads: setting \"threads\" cannot be \"none\"");
  }
}
