#include "io/ChildProcess.h"
#include "io/ResultFile.h"
#include "io/ResultReader.h"
#include "io/SampleRun.h"
#include <chrono>
#include <cmath>
#include <gtest/gtest.h>
#include <thread>

using namespace ElectronMultislice;

namespace
{
/** A scan that takes a while: 64 x 48 positions, patterns of 40 x 30 pixels, two planes; 29 MB. */
SampleRun
MakeLongRun()
{
  SampleRun run = MakeRasterRun();
  run.description.scan.count = { 64, 48 };
  run.description.output.keep.clear();
  run.plan.problem.positions = run.description.scan.GetPositions();
  run.plan.problem.exitWaves = false;
  run.plan.layout.patterns[0].nx = 40;
  run.plan.layout.patterns[0].ny = 30;
  return run;
}

/** Writes without end, from the start again when all is written, so that the kill always comes in the middle of something. */
int
WriteSlowly(const std::string & path, const SampleRun & run, std::size_t block)
{
  for (;;)
  {
    ResultFile<float> file(path, run.description, run.plan);
    for (std::size_t first = 0; first < run.plan.problem.GetNumberOfWaves(); first += block)
    {
      const std::size_t count = std::min(block, run.plan.problem.GetNumberOfWaves() - first);
      file.WriteBlock(MakeSampleBlock<float>(run.plan, { first, count }));
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }
}

/** Finished positions hold their values; positions beyond the block that was being written are NaN; returns how many are finished. */
std::size_t
CheckRemains(const std::string & path, std::size_t waves, std::size_t block)
{
  EXPECT_FALSE(IsResultComplete(path));
  const std::vector<unsigned char> finished = ReadFinished(path);
  EXPECT_EQ(finished.size(), waves);
  std::size_t count = 0;
  while (count < waves && finished[count] == 1)
  {
    ++count;
  }
  for (std::size_t wave = count; wave < waves; ++wave)
  {
    EXPECT_EQ(finished[wave], 0);
  }
  const ResultArray haadf = ReadResultArray(path, "haadf");
  const ResultArray com = ReadResultArray(path, "com");
  const ResultArray patterns = ReadResultArray(path, "patterns");
  const std::size_t pixels = 40 * 30;
  for (std::size_t plane = 0; plane < 2; ++plane)
  {
    for (std::size_t wave = 0; wave < waves; ++wave)
    {
      const double * pattern = patterns.values.data() + (plane * waves + wave) * pixels;
      if (wave < count)
      {
        EXPECT_EQ(haadf.values[plane * waves + wave], static_cast<float>(SampleScalar(plane, wave, 0)));
        EXPECT_EQ(com.values[(plane * 2 + 1) * waves + wave], static_cast<float>(SampleScalar(plane, wave, 10)));
        for (std::size_t i = 0; i < pixels; ++i)
        {
          EXPECT_EQ(pattern[i], static_cast<float>(SamplePixel(plane, wave, i)));
        }
      }
      else if (wave >= count + block)
      {
        EXPECT_TRUE(std::isnan(haadf.values[plane * waves + wave]));
        EXPECT_TRUE(std::isnan(pattern[0]));
        EXPECT_TRUE(std::isnan(pattern[pixels - 1]));
      }
      if (testing::Test::HasFailure())
      {
        return count;
      }
    }
  }
  return count;
}
} // namespace

TEST(ResultFileKill, EveryFinishedPositionIsRightAfterAKill)
{
  const SampleRun   run = MakeLongRun();
  const std::size_t waves = run.plan.problem.GetNumberOfWaves();
  std::size_t       partly = 0;
  for (int kill = 0; kill < 24; ++kill)
  {
    const TemporaryFolder folder;
    const std::string     path = folder / "result.h5";
    const std::size_t     block = kill % 2 == 0 ? 100 : 37; // not whole rows
    const ChildProcess    child([&] { return WriteSlowly(path, run, block); });
    while (!IsResultFile(path))
    {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(std::chrono::microseconds(2311 * kill));
    child.Kill();
    EXPECT_EQ(child.Wait(), -SIGKILL);
    const std::size_t finished = CheckRemains(path, waves, block);
    partly += finished > 0 && finished < waves ? 1 : 0;
    ASSERT_FALSE(HasFailure()) << "kill " << kill << ", finished " << finished;
  }
  EXPECT_GT(partly, 5u) << "hardly any kill came in the middle of the writing: the test tests little";
}

TEST(ResultFileKill, AKillWhileTheNewFileIsMadeLeavesTheOldOne)
{
  const TemporaryFolder folder;
  const std::string     path = folder / "result.h5";
  const SampleRun       small = MakeRasterRun();
  {
    ResultFile<float> file(path, small.description, small.plan);
    WriteWholeSample(file, small, { 35 });
    file.Finish({});
  }
  SampleRun large = MakeLongRun();
  large.description.scan.count = { 256, 128 }; // 315 MB to fill
  large.plan.problem.positions = large.description.scan.GetPositions();
  const ChildProcess child([&] {
    ResultFile<float> file(path, large.description, large.plan);
    return 0;
  });
  while (access((path + ".partial").c_str(), F_OK) != 0)
  {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  child.Kill();
  EXPECT_EQ(child.Wait(), -SIGKILL);
  EXPECT_TRUE(IsResultComplete(path));
  EXPECT_EQ(ReadResultArray(path, "haadf").values.size(), 70u);
  // and the next run goes on
  ResultFile<float> file(path, small.description, small.plan);
  EXPECT_FALSE(IsResultComplete(path));
}
