#include "cli/JobFolder.h"
#include "io/ResultReader.h"
#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

namespace ElectronMultislice
{
namespace
{
class RunCommandOfJob : public testing::Test
{
protected:
  CommandResult
  Run(const std::vector<std::string> & flags, bool terminal = false)
  {
    CommandProcess::Options  options = m_Folder.GetOptions();
    std::vector<std::string> arguments{ "run", "job.yaml" };
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    options.terminal = terminal;
    return RunCommand(arguments, options);
  }

  std::string
  ReadBytes(const std::string & name) const
  {
    std::ifstream stream(m_Folder.Path(name), std::ios::binary);
    return { std::istreambuf_iterator<char>(stream), {} };
  }

  JobFolder m_Folder;
};

TEST_F(RunCommandOfJob, WritesWhatTheJobAsksForAndSaysWhereItIs)
{
  m_Folder.WriteJob();
  const CommandResult result = Run({});
  ASSERT_EQ(result.exitCode, 0) << result.error;
  for (const char * name : { "result.h5", "result-haadf.tif", "result-haadf.png", "result-bf.tif", "result-bf.png" })
  {
    EXPECT_TRUE(std::filesystem::exists(m_Folder.Path(name))) << name;
    EXPECT_TRUE(Contains(result.output, m_Folder.Path(name))) << name << "\n" << result.output;
  }
  EXPECT_TRUE(Contains(result.output, "Look first at")) << result.output;
  EXPECT_TRUE(IsResultComplete(m_Folder.Path("result.h5")));
  const ResultArray haadf = ReadResultArray(m_Folder.Path("result.h5"), "haadf");
  EXPECT_EQ(haadf.shape, (std::vector<std::size_t>{ 3, 4 })); // y, x of a scan of count [4, 3]
}

TEST_F(RunCommandOfJob, MakesAFocalSeriesOfAPlaneWave)
{
  m_Folder.WriteJob(
    { { "type: probe\n  semiangle: 20 mrad\nscan:\n  start: [0, 0]\n  step: [0.5, 0.5]\n  count: [4, 3]\n",
        "type: plane-wave\nimaging: {aperture: 20 mrad, aberrations: {Cs: 1.0e5}, defocus: [30, 60], focal-spread: 30}\n" } });
  const CommandResult result = Run({});
  ASSERT_EQ(result.exitCode, 0) << result.error;
  for (const char * name : { "result.h5", "result-image-30A.tif", "result-image-30A.png", "result-image-60A.tif", "result-image-60A.png" })
  {
    EXPECT_TRUE(Contains(result.output, m_Folder.Path(name))) << name << "\n" << result.output;
  }
  const ResultArray images = ReadResultArray(m_Folder.Path("result.h5"), "image");
  EXPECT_EQ(images.shape, (std::vector<std::size_t>{ 2, 64, 64 })); // defocus, y, x
  const CommandResult plan = RunCommand({ "plan", "job.yaml" }, m_Folder.GetOptions());
  EXPECT_TRUE(Contains(plan.output, "2 images: defocus 30, 60 Å, aperture 20 mrad")) << plan.output;
}

TEST_F(RunCommandOfJob, LogsPlainLinesAndTheReport)
{
  m_Folder.WriteJob();
  const CommandResult result = Run({});
  EXPECT_TRUE(Contains(result.error, "progress: 100 %")) << result.error;
  EXPECT_TRUE(Contains(result.error, "taken")) << result.error;
  EXPECT_EQ(result.error.find('\r'), std::string::npos);
}

TEST_F(RunCommandOfJob, ShowsABarOnATerminal)
{
  m_Folder.WriteJob();
  const CommandResult result = Run({}, true);
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_TRUE(Contains(result.error, "\r[")) << result.error;
  EXPECT_TRUE(Contains(result.error, "] 100 %")) << result.error;
  EXPECT_FALSE(Contains(result.error, "progress:")) << result.error;
}

TEST_F(RunCommandOfJob, QuietIsSilentButForErrors)
{
  m_Folder.WriteJob();
  for (const bool terminal : { false, true })
  {
    const CommandResult result = Run({ "--quiet" }, terminal);
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.output, "");
    EXPECT_EQ(result.error, "");
  }
  m_Folder.WriteJob({ { "count: [4, 3]", "count: [0, 3]" } });
  const CommandResult refused = Run({ "--quiet" });
  EXPECT_EQ(refused.exitCode, 2);
  EXPECT_TRUE(Contains(refused.error, "electron-multislice: error: ")) << refused.error;
}

TEST_F(RunCommandOfJob, LogLevelAndProgressAreObeyed)
{
  m_Folder.WriteJob();
  const CommandResult result = Run({ "--log-level", "warning", "--set", "progress=off" });
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_FALSE(Contains(result.error, "taken")) << result.error;
  EXPECT_FALSE(Contains(result.error, "progress")) << result.error;
  EXPECT_TRUE(Contains(result.output, "result.h5")) << result.output;
}

TEST_F(RunCommandOfJob, DebugLevelTellsThePlan)
{
  m_Folder.WriteJob();
  const CommandResult result = Run({ "--log-level", "debug" });
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_TRUE(Contains(result.error, "64 x 64 pixels")) << result.error;
}

TEST_F(RunCommandOfJob, ResultsAreRelativeToTheWorkingFolderAndTheStructureToTheJob)
{
  std::filesystem::create_directories(m_Folder.Path("elsewhere"));
  m_Folder.WriteJob();
  CommandProcess::Options options = m_Folder.GetOptions();
  options.folder = m_Folder.Path("elsewhere");
  ASSERT_EQ(RunCommand({ "run", "../job.yaml", "--output", "mine.h5", "--quiet" }, options).exitCode, 0);
  EXPECT_TRUE(std::filesystem::exists(m_Folder.Path("elsewhere/mine.h5")));
  ASSERT_EQ(RunCommand({ "run", "../job.yaml", "--quiet" }, options).exitCode, 0);
  for (const char * name : { "result.h5", "result-haadf.tif", "result-haadf.png" })
  {
    EXPECT_TRUE(std::filesystem::exists(m_Folder.Path("elsewhere") + "/" + name)) << name;
    EXPECT_FALSE(std::filesystem::exists(m_Folder.Path(name))) << name;
  }
}

TEST_F(RunCommandOfJob, NamesMayBeAnyUtf8)
{
  std::filesystem::rename(m_Folder.Path("cell.xyz"), m_Folder.Path("структура_Å.xyz"));
  m_Folder.WriteJob({ { "cell.xyz", "структура_Å.xyz" }, { "file: result.h5", "file: результат.h5" } });
  EXPECT_EQ(Run({ "--quiet" }).exitCode, 0);
  EXPECT_TRUE(IsResultComplete(m_Folder.Path("результат.h5")));
}

TEST_F(RunCommandOfJob, ThreadsBatchesAndRepetitionGiveTheSameBits)
{
  m_Folder.WriteJob();
  ASSERT_EQ(Run({ "--quiet", "--threads", "1" }).exitCode, 0);
  const std::string first = ReadBytes("result-haadf.tif");
  ASSERT_FALSE(first.empty());
  const std::vector<std::vector<std::string>> ways{ { "--threads", "1" },
                                                    { "--threads", "3" },
                                                    { "--batch-size", "5" },
                                                    { "--set", "virtual-devices=2" },
                                                    { "--set", "potential.slice-chunk-size=1" } };
  for (std::vector<std::string> flags : ways)
  {
    flags.emplace_back("--quiet");
    ASSERT_EQ(Run(flags).exitCode, 0) << flags[1];
    EXPECT_TRUE(ReadBytes("result-haadf.tif") == first) << flags[0] << " " << flags[1];
  }
}

TEST_F(RunCommandOfJob, PrecisionFlagDecides)
{
  m_Folder.WriteJob();
  ASSERT_EQ(Run({ "--quiet", "--precision", "float64" }).exitCode, 0);
  const std::vector<double> exact = ReadResultArray(m_Folder.Path("result.h5"), "haadf").values;
  ASSERT_EQ(Run({ "--quiet" }).exitCode, 0);
  const std::vector<double> single = ReadResultArray(m_Folder.Path("result.h5"), "haadf").values;
  ASSERT_EQ(exact.size(), single.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < exact.size(); ++i)
  {
    largest = std::max(largest, std::abs(exact[i] - single[i]) / exact[i]);
  }
  EXPECT_GT(largest, 0.0);
  EXPECT_LT(largest, 1e-4);
}

TEST_F(RunCommandOfJob, UnwritablePlacesAreFileErrorsBeforeAnythingRuns)
{
  m_Folder.WriteLongJob();
  for (const char * place : { "no/such/folder/result.h5", "cell.xyz/result.h5", "." })
  {
    const CommandResult result = Run({ "--output", place });
    EXPECT_EQ(result.exitCode, 4) << place << ": " << result.error;
    EXPECT_LT(result.seconds, 2.0);
    EXPECT_FALSE(Contains(result.error, "progress")) << result.error;
  }
}

TEST_F(RunCommandOfJob, DecimalCommaOfALocaleChangesNothing)
{
  m_Folder.WriteJob();
  CommandProcess::Options options = m_Folder.GetOptions();
  options.environment["LC_ALL"] = "de_DE.UTF-8";
  const CommandResult result = RunCommand({ "plan", "job.yaml" }, options);
  EXPECT_EQ(result.exitCode, 0) << result.error;
  const auto digitCommaDigit = [](const std::string & text) {
    for (std::size_t i = 1; i + 1 < text.size(); ++i)
    {
      if (text[i] == ',' && std::isdigit(text[i - 1]) != 0 && std::isdigit(text[i + 1]) != 0)
      {
        return true;
      }
    }
    return false;
  };
  EXPECT_FALSE(digitCommaDigit(result.output)) << result.output;
}
} // namespace
} // namespace ElectronMultislice
