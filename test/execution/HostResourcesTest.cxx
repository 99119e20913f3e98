#include "execution/HostResources.h"
#include "execution/ControlGroup.h"
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>
#include <vector>
#ifdef __linux__
#  include <sched.h>
#endif

using namespace ElectronMultislice;

namespace
{
/** \class FakeSystem
 * \brief A folder that looks like the system's /proc and /sys. */
class FakeSystem : public ::testing::Test
{
protected:
  FakeSystem()
    : m_Root(std::filesystem::temp_directory_path() /
             ("electron-multislice-" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + "-" +
              std::to_string(std::hash<std::thread::id>()(std::this_thread::get_id()))))
  {
    std::filesystem::remove_all(m_Root);
  }
  ~FakeSystem() override
  {
    std::filesystem::remove_all(m_Root);
  }
  void
  Write(const std::string & path, const std::string & text) const
  {
    const auto file = m_Root / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  ControlGroupLimits
  Read() const
  {
    return ReadControlGroupLimits(m_Root.string());
  }

private:
  std::filesystem::path m_Root;
};
using ControlGroup = FakeSystem;
} // namespace

TEST_F(ControlGroup, NoneMeansNoLimits)
{
  EXPECT_FALSE(Read().processors);
  EXPECT_FALSE(Read().memoryLeft);
}

TEST_F(ControlGroup, Version2)
{
  Write("proc/self/cgroup", "0::/user/job\n");
  Write("sys/fs/cgroup/user/job/cpu.max", "150000 100000\n");
  Write("sys/fs/cgroup/user/job/memory.max", "1000000\n");
  Write("sys/fs/cgroup/user/job/memory.current", "400000\n");
  Write("sys/fs/cgroup/user/job/memory.stat", "anon 250000\nfile 150000\ninactive_file 100000\nactive_file 50000\n");
  ASSERT_TRUE(Read().processors);
  EXPECT_DOUBLE_EQ(*Read().processors, 1.5);
  ASSERT_TRUE(Read().memoryLeft);
  EXPECT_EQ(*Read().memoryLeft, 1000000u - (400000u - 100000u));
}

TEST_F(ControlGroup, Version2WithoutLimits)
{
  Write("proc/self/cgroup", "0::/job\n");
  Write("sys/fs/cgroup/job/cpu.max", "max 100000\n");
  Write("sys/fs/cgroup/job/memory.max", "max\n");
  EXPECT_FALSE(Read().processors);
  EXPECT_FALSE(Read().memoryLeft);
}

TEST_F(ControlGroup, ATighterParentCounts)
{
  Write("proc/self/cgroup", "0::/user/job\n");
  Write("sys/fs/cgroup/user/job/cpu.max", "400000 100000\n");
  Write("sys/fs/cgroup/user/cpu.max", "200000 100000\n");
  Write("sys/fs/cgroup/user/job/memory.max", "5000\n");
  Write("sys/fs/cgroup/user/memory.max", "9000\n");
  Write("sys/fs/cgroup/user/memory.current", "8000\n");
  EXPECT_DOUBLE_EQ(*Read().processors, 2.0);
  EXPECT_EQ(*Read().memoryLeft, 1000u);
}

TEST_F(ControlGroup, InAContainerTheMountIsTheGroup)
{
  Write("proc/self/cgroup", "0::/docker/0123456789\n"); // a path of the host, not shown inside
  Write("sys/fs/cgroup/cpu.max", "100000 100000\n");
  Write("sys/fs/cgroup/memory.max", "7000\n");
  EXPECT_DOUBLE_EQ(*Read().processors, 1.0);
  EXPECT_EQ(*Read().memoryLeft, 7000u);
}

TEST_F(ControlGroup, Version1)
{
  Write("proc/self/cgroup", "5:cpu,cpuacct:/slurm/job\n4:memory:/slurm/job\n1:name=systemd:/init\n");
  Write("sys/fs/cgroup/cpu/slurm/job/cpu.cfs_quota_us", "300000\n");
  Write("sys/fs/cgroup/cpu/slurm/job/cpu.cfs_period_us", "100000\n");
  Write("sys/fs/cgroup/cpu/slurm/cpu.cfs_quota_us", "-1\n");
  Write("sys/fs/cgroup/cpu/slurm/cpu.cfs_period_us", "100000\n");
  Write("sys/fs/cgroup/memory/slurm/job/memory.limit_in_bytes", "6000\n");
  Write("sys/fs/cgroup/memory/slurm/job/memory.usage_in_bytes", "2500\n");
  Write("sys/fs/cgroup/memory/slurm/job/memory.stat", "inactive_file 1\ntotal_inactive_file 500\n");
  Write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_DOUBLE_EQ(*Read().processors, 3.0);
  EXPECT_EQ(*Read().memoryLeft, 4000u);
}

TEST_F(ControlGroup, MoreUsedThanAllowedLeavesNothing)
{
  Write("proc/self/cgroup", "0::/\n");
  Write("sys/fs/cgroup/memory.max", "1000\n");
  Write("sys/fs/cgroup/memory.current", "2000\n");
  EXPECT_EQ(*Read().memoryLeft, 0u);
}

TEST_F(ControlGroup, NonsenseIsNoLimit)
{
  Write("proc/self/cgroup", "nonsense\n0:\n::\n0::/a\n");
  Write("sys/fs/cgroup/a/cpu.max", "lots\n");
  Write("sys/fs/cgroup/a/memory.max", "\n");
  EXPECT_FALSE(Read().processors);
  EXPECT_FALSE(Read().memoryLeft);
}

TEST(HostResources, ProcessorsFollowTheAffinityMask)
{
  const std::size_t all = GetAvailableProcessors();
  EXPECT_GE(all, 1u);
#ifdef __linux__
  // on a thread of its own, so that this process keeps its mask
  std::size_t one = 0;
  std::thread([&one] {
    cpu_set_t mask;
    ASSERT_EQ(sched_getaffinity(0, sizeof(mask), &mask), 0);
    int first = 0;
    while (!CPU_ISSET(first, &mask))
    {
      ++first;
    }
    CPU_ZERO(&mask);
    CPU_SET(first, &mask);
    ASSERT_EQ(sched_setaffinity(0, sizeof(mask), &mask), 0);
    one = GetAvailableProcessors();
  }).join();
  EXPECT_EQ(one, 1u);
  EXPECT_EQ(GetAvailableProcessors(), all);
#endif
}

TEST(HostResources, MemoryOfThisProcessGrowsWithWhatItTouches)
{
  const std::uint64_t before = GetResidentMemory();
  if (before == 0)
  {
    GTEST_SKIP() << "the system does not tell";
  }
  const std::size_t size = 64u << 20;
  std::uint64_t     during = 0;
  {
    std::vector<char>     block(size, 1);
    volatile const char * touched = &block[size / 2];
    during = GetResidentMemory() + (*touched == 1 ? 0 : 1);
  }
  // the block, and what a sanitizer adds to it
  EXPECT_GT(during, before + size - size / 16);
  EXPECT_LT(during, before + size + size / 2);
  EXPECT_GE(GetPeakResidentMemory() + (1u << 20), during); // the kernel counts in batches
}

TEST(HostResources, AvailableMemoryIsPlausible)
{
  EXPECT_GT(GetAvailableHostMemory(), std::uint64_t{ 1 } << 20);
  EXPECT_LT(GetAvailableHostMemory(), std::uint64_t{ 1 } << 50);
}

TEST(HostResources, ProcessorHasANameOnOneLine)
{
  const std::string name = GetProcessorName();
  EXPECT_FALSE(name.empty());
  EXPECT_EQ(name.find('\n'), std::string::npos);
  EXPECT_EQ(name.find("(R)"), std::string::npos);
}
