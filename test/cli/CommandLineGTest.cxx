#include "cli/JobFolder.h"
#include <gtest/gtest.h>

namespace ElectronMultislice
{
namespace
{
/** Runs in a folder of its own, with no configuration of the user. */
class CommandLine : public testing::Test
{
protected:
  CommandResult
  Run(const std::vector<std::string> & arguments)
  {
    return RunCommand(arguments, m_Folder.GetOptions());
  }

  /** An error is one paragraph on stderr with the command's name; nothing on stdout. */
  void
  ExpectError(const std::vector<std::string> & arguments, int exitCode, const std::vector<std::string> & parts)
  {
    const CommandResult result = Run(arguments);
    EXPECT_EQ(result.exitCode, exitCode) << result.error;
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(result.error.find("electron-multislice: error: "), 0U) << result.error;
    EXPECT_EQ(result.error.find('\n'), result.error.size() - 1) << result.error;
    for (const std::string & part : parts)
    {
      EXPECT_TRUE(Contains(result.error, part)) << "missing \"" << part << "\" in: " << result.error;
    }
  }

  JobFolder m_Folder;
};

TEST_F(CommandLine, HelpNamesEveryCommandAndShowsExamples)
{
  const CommandResult result = Run({ "--help" });
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.error, "");
  for (const char * word : { "run", "plan", "devices", "config", "fft-size", "structure", "--version", "Examples:", "Exit codes: 0 fine" })
  {
    EXPECT_TRUE(Contains(result.output, word)) << word;
  }
}

TEST_F(CommandLine, EveryCommandHasHelpWithAnExample)
{
  for (const char * command : { "run", "plan", "devices", "config", "fft-size", "structure" })
  {
    const CommandResult result = Run({ command, "--help" });
    EXPECT_EQ(result.exitCode, 0) << command;
    EXPECT_TRUE(Contains(result.output, std::string("electron-multislice ") + command)) << result.output;
    EXPECT_TRUE(Contains(result.output, "Example")) << result.output;
  }
}

TEST_F(CommandLine, RunAndPlanHaveTheirFlags)
{
  for (const char * command : { "run", "plan" })
  {
    const std::string help = Run({ command, "--help" }).output;
    for (const char * flag : { "--device",
                               "--threads",
                               "--multi-gpu",
                               "--precision",
                               "--memory-limit",
                               "--batch-size",
                               "--set",
                               "--output",
                               "--quiet",
                               "--log-level" })
    {
      EXPECT_TRUE(Contains(help, flag)) << command << " " << flag;
    }
  }
}

TEST_F(CommandLine, VersionIsPrinted)
{
  const CommandResult result = Run({ "--version" });
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.output.find("electron-multislice " PROJECT_VERSION), 0U) << result.output;
}

TEST_F(CommandLine, WrongWordsAreRefusedWithTheNearestRightOne)
{
  ExpectError({}, 2, { "no command was given", "--help" });
  ExpectError({ "rnu", "job.yaml" }, 2, { "unknown command \"rnu\"", "Did you mean run?" });
  ExpectError({ "run", "job.yaml", "--thread", "2" }, 2, { "--thread", "Did you mean --threads?" });
  ExpectError({ "run" }, 2, { "job", "run --help" });
  ExpectError({ "run", "a.yaml", "b.yaml" }, 2, { "unexpected argument \"b.yaml\"" });
  ExpectError({ "devices", "--threads" }, 2, { "--threads" });
}

TEST_F(CommandLine, MissingFilesAreFileErrors)
{
  ExpectError({ "run", "nowhere.yaml" }, 4, { "nowhere.yaml" });
  ExpectError({ "plan", "nowhere.yaml" }, 4, { "nowhere.yaml" });
  ExpectError({ "structure", "nowhere.cif" }, 4, { "nowhere.cif" });
  m_Folder.WriteJob({ { "structure: cell.xyz", "structure: lost.xyz" } });
  ExpectError({ "run", "job.yaml" }, 4, { "lost.xyz" });
}

TEST_F(CommandLine, UnknownKeysAreRefusedWithPlaceAndNearestKey)
{
  m_Folder.WriteJob({ { "  repetitions:", "  repititions:" } });
  ExpectError({ "run", "job.yaml" }, 2, { "job.yaml:3:3", "repititions", "repetitions" });
  m_Folder.WriteJob();
  ExpectError({ "plan", "job.yaml", "--set", "scan.batchsize=4" }, 2, { "scan.batchsize", "scan.batch-size" });
  ExpectError({ "plan", "job.yaml", "--set", "threads" }, 2, { "name=value" });
  ExpectError({ "plan", "job.yaml", "--threads", "many" }, 2, { "threads", "many", "4096" });
  ExpectError({ "plan", "job.yaml", "--device", "cpus" }, 2, { "device", "cpus", "cpu" });
}

TEST_F(CommandLine, UnitsAreDemanded)
{
  m_Folder.WriteJob({ { "semiangle: 20 mrad", "semiangle: 20" } });
  ExpectError({ "plan", "job.yaml" }, 2, { "job.yaml:16", "semiangle", "mrad" });
  m_Folder.WriteJob({ { "energy: 200 keV", "energy: 200 eV" } });
  ExpectError({ "plan", "job.yaml" }, 2, { "200", "keV" });
}

TEST_F(CommandLine, DetectorsBeyondTheBandLimitNameTheLimitAndTheGridThatWouldDo)
{
  // 64 pixels on 7.81 Å at 200 kV: k <= (2/3)(64/7.81/2) 1/Å = 2.731 1/Å, 68.5 mrad with lambda = 0.02508 Å (a little less: the taper)
  m_Folder.WriteJob({ { "outer: 60 mrad", "outer: 120 mrad" } });
  const CommandResult result = Run({ "run", "job.yaml" });
  EXPECT_EQ(result.exitCode, 2) << result.error;
  EXPECT_TRUE(Contains(result.error, "haadf")) << result.error;
  EXPECT_TRUE(Contains(result.error, "mrad")) << result.error;
  // the first grid in the message that is not the present one must do
  std::string grid;
  for (std::size_t place = 0; (place = result.error.find(" x ", place)) != std::string::npos; ++place)
  {
    const std::size_t begin = result.error.find_last_not_of("0123456789", place - 1) + 1;
    const std::size_t end = std::min(result.error.find_first_not_of("0123456789", place + 3), result.error.size());
    const std::string found =
      "[" + result.error.substr(begin, place - begin) + ", " + result.error.substr(place + 3, end - place - 3) + "]";
    grid = found == "[64, 64]" ? grid : found;
  }
  ASSERT_FALSE(grid.empty()) << result.error;
  m_Folder.WriteJob({ { "outer: 60 mrad", "outer: 120 mrad" }, { "[64, 64]", grid } });
  EXPECT_EQ(Run({ "plan", "job.yaml" }).exitCode, 0) << grid;
}

TEST_F(CommandLine, JobsOverTheMemoryLimitAreRefusedAtOnceWithTheNumbersAndTheWayOut)
{
  m_Folder.WriteJob({ { "grid: [64, 64]", "grid: [1024, 1024]" } });
  const CommandResult result = Run({ "run", "job.yaml", "--memory-limit", "10 MB" });
  EXPECT_EQ(result.exitCode, 3) << result.error;
  EXPECT_LT(result.seconds, 1.0);
  for (const char * part : { "memory-limit.host", "10 MB", "MiB" })
  {
    EXPECT_TRUE(Contains(result.error, part)) << part << ": " << result.error;
  }
  EXPECT_FALSE(std::filesystem::exists(m_Folder.Path("result.h5")));
}

TEST_F(CommandLine, PlanTellsAndComputesNothing)
{
  m_Folder.WriteJob();
  const CommandResult result = Run({ "plan", "job.yaml", "--threads", "1" });
  EXPECT_EQ(result.exitCode, 0) << result.error;
  EXPECT_EQ(result.error, "");
  for (const char * part : { "64 x 64", "cpu:0", "1 thread", "iB predicted" })
  {
    EXPECT_TRUE(Contains(result.output, part)) << part << "\n" << result.output;
  }
  EXPECT_FALSE(std::filesystem::exists(m_Folder.Path("result.h5")));

  const CommandResult quiet = Run({ "plan", "job.yaml", "--quiet" });
  EXPECT_EQ(quiet.exitCode, 0);
  EXPECT_EQ(quiet.output + quiet.error, "");
}

TEST_F(CommandLine, DevicesAreListedWithTheReasonsOfTheOthers)
{
  const CommandResult result = Run({ "devices" });
  EXPECT_EQ(result.exitCode, 0) << result.error;
  for (const char * part : { "cpu:0", "taken", "declined", "cuda" })
  {
    EXPECT_TRUE(Contains(result.output, part)) << part << "\n" << result.output;
  }
  EXPECT_TRUE(Contains(Run({ "devices", "--device", "reference" }).output, "reference:0"));
}

TEST_F(CommandLine, ConfigTellsValuesAndOrigins)
{
  m_Folder.Write("mine.yaml", "scan:\n  batch-size: 12\n");
  CommandProcess::Options options = m_Folder.GetOptions();
  options.environment["ELECTRON_MULTISLICE_CONFIG"] = m_Folder.Path("mine.yaml");
  const CommandResult result = RunCommand({ "config", "--threads", "3" }, options);
  EXPECT_EQ(result.exitCode, 0) << result.error;
  const auto line = [&](const std::string & name) {
    const std::size_t begin = ("\n" + result.output).find("\n" + name + " ");
    return result.output.substr(begin, result.output.find('\n', begin) - begin);
  };
  EXPECT_TRUE(Contains(line("scan.batch-size"), "12") && Contains(line("scan.batch-size"), "mine.yaml")) << result.output;
  EXPECT_TRUE(Contains(line("threads"), "3") && Contains(line("threads"), "flag")) << result.output;
  EXPECT_TRUE(Contains(line("precision"), "float32") && Contains(line("precision"), "default")) << result.output;
}

TEST_F(CommandLine, ConfigurationFileOfTheEnvironmentMustExist)
{
  CommandProcess::Options options = m_Folder.GetOptions();
  options.environment["ELECTRON_MULTISLICE_CONFIG"] = m_Folder.Path("lost.yaml");
  const CommandResult result = RunCommand({ "config" }, options);
  EXPECT_EQ(result.exitCode, 4) << result.error;
  EXPECT_TRUE(Contains(result.error, "lost.yaml")) << result.error;
}

TEST_F(CommandLine, DefaultsReadBackAsTheyAre)
{
  const std::string       defaults = Run({ "config", "--defaults" }).output;
  CommandProcess::Options options = m_Folder.GetOptions();
  options.environment["ELECTRON_MULTISLICE_CONFIG"] = m_Folder.Write("defaults.yaml", defaults);
  const CommandResult result = RunCommand({ "config" }, options);
  EXPECT_EQ(result.exitCode, 0) << result.error;
  EXPECT_TRUE(Contains(defaults, "#")) << "the shipped file has comments";
}

TEST_F(CommandLine, FFTSizes)
{
  EXPECT_EQ(Run({ "fft-size", "512" }).output, "512 = 2^9 is fast\n");
  const std::string slow = Run({ "fft-size", "509" }).output;
  EXPECT_EQ(slow.find("509 is slow"), 0U) << slow;
  EXPECT_TRUE(Contains(slow, "512, the next fast size (2^9)")) << slow;
  EXPECT_TRUE(Contains(Run({ "fft-size", "1", "1001" }).output, "1001 = 7 x 11 x 13 is slow"));
  ExpectError({ "fft-size", "0" }, 2, { "\"0\"" });
  ExpectError({ "fft-size", "1.5" }, 2, { "\"1.5\"" });
  ExpectError({ "fft-size", "-8" }, 2, { "-8" });
}

TEST_F(CommandLine, StructureTellsWhatWasRead)
{
  const CommandResult result = Run({ "structure", "cell.xyz" });
  EXPECT_EQ(result.exitCode, 0) << result.error;
  for (const char * part : { "a = 3.905 Å", "5 atoms", "Sr", "Ti", "O", "no thermal displacements" })
  {
    EXPECT_TRUE(Contains(result.output, part)) << part << "\n" << result.output;
  }
  m_Folder.Write("broken.xyz", "2\nno cell\nSr 0 0 0\nTi 0 zero 0\n");
  ExpectError({ "structure", "broken.xyz" }, 2, { "broken.xyz:4" });
}

TEST_F(CommandLine, FullStandardOutputIsAFileError)
{
  CommandProcess::Options options = m_Folder.GetOptions();
  options.outputFile = "/dev/full";
  const CommandResult result = RunCommand({ "config", "--defaults" }, options);
  EXPECT_EQ(result.exitCode, 4) << result.error;
  EXPECT_TRUE(Contains(result.error, "standard output")) << result.error;
}
} // namespace
} // namespace ElectronMultislice
