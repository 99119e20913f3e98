#include "cli/JobFolder.h"
#include "io/ResultReader.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <gtest/gtest.h>
#include <memory>

namespace ElectronMultislice
{
namespace
{
/** A run of minutes that is stopped once something of it is finished. */
class Interruption : public testing::Test
{
protected:
  void
  Start()
  {
    m_Folder.WriteLongJob();
    m_Process = std::make_unique<CommandProcess>(std::vector<std::string>{ "run", "job.yaml", "--threads", "2", "--batch-size", "8" },
                                                 m_Folder.GetOptions());
    const auto start = std::chrono::steady_clock::now();
    while (CountFinished() == 0)
    {
      ASSERT_FALSE(m_Process->Wait(0.1)) << m_Process->error;
      ASSERT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(120)) << m_Process->error;
    }
  }

  /** Signal to end, in seconds. */
  double
  Stop(int signal)
  {
    const auto start = std::chrono::steady_clock::now();
    m_Process->Signal(signal);
    EXPECT_TRUE(m_Process->Wait(30.0));
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  std::size_t
  CountFinished() const
  {
    if (!IsResultFile(Result()))
    {
      return 0;
    }
    const std::vector<unsigned char> finished = ReadFinished(Result());
    return static_cast<std::size_t>(std::count(finished.begin(), finished.end(), 1));
  }

  std::string
  Result() const
  {
    return m_Folder.Path("result.h5");
  }

  /** What is recorded as finished equals the same positions of a run of just these, bit for bit; the rest is NaN. */
  void
  ExpectFinishedPartIsRight()
  {
    ASSERT_TRUE(IsResultFile(Result()));
    EXPECT_FALSE(IsResultComplete(Result()));
    const std::vector<unsigned char> finished = ReadFinished(Result());
    const std::vector<double>        values = ReadResultArray(Result(), "haadf").values;
    ASSERT_EQ(finished.size(), values.size());
    const std::size_t done = CountFinished();
    ASSERT_GT(done, 0U);
    ASSERT_LT(done, finished.size());

    // the first finished positions again, as a list
    std::string positions;
    const auto  compared = std::min<std::size_t>(done, 20);
    for (std::size_t i = 0; i < compared; ++i)
    {
      ASSERT_EQ(finished[i], 1) << i;
      const std::size_t wave = i + 1 == compared ? done - 1 : i; // the last finished one too
      positions += (i == 0 ? "" : ", ") + ("[" + std::to_string(0.05 * static_cast<double>(wave % 150))) + ", " +
                   std::to_string(0.05 * static_cast<double>(wave / 150)) + "]";
    }
    m_Folder.WriteJob({ { "repetitions: [2, 2, 2]", "repetitions: [2, 2, 20]" },
                        { "  start: [0, 0]\n  step: [0.5, 0.5]\n  count: [4, 3]\n", "  positions: [" + positions + "]\n" },
                        { "file: result.h5", "file: again.h5" },
                        { "  images: [tiff, png]\n", "" } });
    ASSERT_EQ(RunCommand({ "run", "job.yaml", "--quiet" }, m_Folder.GetOptions()).exitCode, 0);
    const std::vector<double> again = ReadResultArray(m_Folder.Path("again.h5"), "haadf").values;
    ASSERT_EQ(again.size(), compared);
    for (std::size_t i = 0; i < compared; ++i)
    {
      const std::size_t wave = i + 1 == compared ? done - 1 : i;
      EXPECT_NEAR(values[wave], again[i], 1e-6 * again[i]) << wave;
    }
    for (std::size_t i = 0; i < values.size(); ++i)
    {
      if (finished[i] == 0)
      {
        EXPECT_TRUE(std::isnan(values[i])) << i;
      }
    }
  }

  JobFolder                       m_Folder;
  std::unique_ptr<CommandProcess> m_Process;
};

TEST_F(Interruption, ControlCStopsWithinASecondAndTheFileOpens)
{
  Start();
  EXPECT_LT(Stop(SIGINT), 1.0);
  EXPECT_EQ(m_Process->exitCode, 130);
  const std::string & error = m_Process->error;
  EXPECT_TRUE(Contains(error, "electron-multislice: error: Stopped on request")) << error;
  EXPECT_TRUE(Contains(error, Result())) << error;
  EXPECT_FALSE(Contains(error, "..")) << error; // one full stop
  EXPECT_TRUE(Contains(error, std::to_string(CountFinished()) + " of 22500 positions")) << error;
  EXPECT_EQ(m_Process->output, "");
  EXPECT_FALSE(std::filesystem::exists(m_Folder.Path("result-haadf.tif"))) << "half an image must not look whole";
  ExpectFinishedPartIsRight();
}

TEST_F(Interruption, TerminationIsTheSame)
{
  Start();
  EXPECT_LT(Stop(SIGTERM), 1.0);
  EXPECT_EQ(m_Process->exitCode, 130);
  EXPECT_TRUE(Contains(m_Process->error, "Stopped on request")) << m_Process->error;
  EXPECT_TRUE(IsResultFile(Result()));
}

TEST_F(Interruption, KilledRunLeavesAFileWhoseFinishedPartIsRight)
{
  Start();
  Stop(SIGKILL);
  EXPECT_EQ(m_Process->exitCode, -SIGKILL);
  ExpectFinishedPartIsRight();
}

TEST_F(Interruption, SecondControlCEndsAtOnce)
{
  Start();
  m_Process->Signal(SIGINT);
  m_Process->Signal(SIGINT);
  EXPECT_LT(Stop(SIGINT), 1.0);
  EXPECT_EQ(m_Process->exitCode, 130);
  EXPECT_TRUE(IsResultFile(Result()));
}

TEST_F(Interruption, EvenALongStepEndsWithinASecond)
{
  // a grid on which preparations alone take seconds
  m_Folder.WriteJob({ { "grid: [64, 64]", "grid: [2048, 2048]" } });
  m_Process = std::make_unique<CommandProcess>(std::vector<std::string>{ "run", "job.yaml" }, m_Folder.GetOptions());
  ASSERT_TRUE(m_Process->WaitForError("progress: 0 %", 60.0)) << m_Process->error;
  EXPECT_LT(Stop(SIGINT), 1.0);
  EXPECT_EQ(m_Process->exitCode, 130);
  EXPECT_TRUE(Contains(m_Process->error, "Stopped on request")) << m_Process->error;
  EXPECT_TRUE(IsResultFile(Result()));
  EXPECT_FALSE(IsResultComplete(Result()));
}

TEST_F(Interruption, AnEarlierResultIsNotSpokenOfAsTheStoppedOne)
{
  m_Folder.WriteJob();
  ASSERT_EQ(RunCommand({ "run", "job.yaml", "--quiet" }, m_Folder.GetOptions()).exitCode, 0);
  m_Folder.WriteLongJob();
  CommandProcess process({ "run", "job.yaml" }, m_Folder.GetOptions());
  process.Signal(SIGINT); // most likely before it has begun
  ASSERT_TRUE(process.Wait(10.0));
  if (IsResultComplete(Result()))
  {
    EXPECT_FALSE(Contains(process.error, "of 22500 positions")) << process.error;
  }
}
} // namespace
} // namespace ElectronMultislice
