#include "common/ThreadTeam.h"
#include "common/Error.h"
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace ElectronMultislice;

namespace
{
class ThreadTeamOf : public testing::TestWithParam<std::size_t>
{};
} // namespace

TEST_P(ThreadTeamOf, DoesEveryItemOnce)
{
  ThreadTeam team(GetParam());
  EXPECT_EQ(team.GetNumberOfThreads(), GetParam());
  for (const std::size_t count : { 0u, 1u, 2u, 3u, 1000u })
  {
    std::vector<std::atomic<int>> done(count);
    std::atomic<bool>             badThread{ false };
    team.ForEach(count, [&](std::size_t item, std::size_t thread) {
      ++done[item];
      if (thread >= GetParam())
      {
        badThread = true;
      }
    });
    EXPECT_FALSE(badThread);
    for (const auto & times : done)
    {
      ASSERT_EQ(times, 1);
    }
  }
}

TEST_P(ThreadTeamOf, CanBeUsedAgainAndAgain)
{
  ThreadTeam team(GetParam());
  for (int round = 0; round < 2000; ++round)
  {
    std::atomic<std::size_t> sum{ 0 };
    team.ForEach(7, [&](std::size_t item, std::size_t) { sum += item; });
    ASSERT_EQ(sum, 21u);
  }
}

TEST_P(ThreadTeamOf, RethrowsAndGoesOn)
{
  ThreadTeam team(GetParam());
  for (int round = 0; round < 50; ++round)
  {
    std::atomic<int> begun{ 0 };
    try
    {
      team.ForEach(100000, [&](std::size_t item, std::size_t) {
        ++begun;
        if (item == 3)
        {
          throw std::runtime_error("item 3");
        }
      });
      FAIL() << "no exception";
    }
    catch (const std::runtime_error & error)
    {
      EXPECT_STREQ(error.what(), "item 3");
    }
    EXPECT_GE(begun, 4);
    std::atomic<int> after{ 0 };
    team.ForEach(10, [&](std::size_t, std::size_t) { ++after; });
    ASSERT_EQ(after, 10);
  }
}

TEST_P(ThreadTeamOf, SurvivesExceptionsOfAllThreads)
{
  ThreadTeam team(GetParam());
  for (int round = 0; round < 50; ++round)
  {
    EXPECT_THROW(team.ForEach(100, [](std::size_t item, std::size_t) { throw Error(ErrorKind::Aborted, std::to_string(item)); }), Error);
  }
}

TEST_P(ThreadTeamOf, ThreadNumbersAreExclusive)
{
  // scratch memory indexed by the thread's number must never be shared
  ThreadTeam                    team(GetParam());
  std::vector<std::atomic<int>> inUse(GetParam());
  std::atomic<bool>             shared{ false };
  team.ForEach(2000, [&](std::size_t, std::size_t thread) {
    if (inUse[thread].fetch_add(1) != 0)
    {
      shared = true;
    }
    inUse[thread].fetch_sub(1);
  });
  EXPECT_FALSE(shared);
}

INSTANTIATE_TEST_SUITE_P(Threads, ThreadTeamOf, testing::Values(1u, 2u, 3u, 5u));

TEST(ThreadTeam, OneThreadIsTheCaller)
{
  ThreadTeam                team(1);
  std::set<std::thread::id> threads;
  team.ForEach(10, [&](std::size_t, std::size_t) { threads.insert(std::this_thread::get_id()); });
  EXPECT_EQ(threads, std::set<std::thread::id>{ std::this_thread::get_id() });
}

TEST(ThreadTeam, NoThreadMeansOne)
{
  EXPECT_EQ(ThreadTeam(0).GetNumberOfThreads(), 1u);
}

TEST(ThreadTeam, SeveralThreadsReallyWork)
{
  ThreadTeam                team(3);
  std::mutex                mutex;
  std::set<std::thread::id> threads;
  std::atomic<int>          inside{ 0 };
  team.ForEach(3, [&](std::size_t, std::size_t) {
    // an item waits until all three have begun: only three threads get past this
    ++inside;
    for (int i = 0; i < 20000 && inside < 3; ++i)
    {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const std::lock_guard<std::mutex> lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  EXPECT_EQ(threads.size(), 3u);
}

TEST(ThreadTeam, RefusesToCallItself)
{
  for (const std::size_t threads : { 1u, 2u })
  {
    ThreadTeam team(threads);
    EXPECT_THROW(team.ForEach(2, [&](std::size_t, std::size_t) { team.ForEach(2, [](std::size_t, std::size_t) {}); }), Error);
    int done = 0;
    team.ForEach(1, [&](std::size_t, std::size_t) { ++done; });
    EXPECT_EQ(done, 1);
  }
}
