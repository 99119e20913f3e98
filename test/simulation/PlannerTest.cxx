#include "SmallProblem.h"
#include "common/Error.h"
#include "simulation/Plan.h"
#include <chrono>
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
Plan
PlanWith(const MultisliceProblem & problem, const std::vector<std::pair<std::string, std::string>> & list)
{
  Settings settings;
  for (const auto & [name, value] : list)
  {
    settings.Set(name, value, "test");
  }
  return MakePlan(problem, false, settings, false);
}

bool
Contains(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}
} // namespace

TEST(Planner, PredictionStaysWithinTheLimit)
{
  auto problem = MakeSmallProblem(512, 384, ThermalModel::FrozenPhonons, 4);
  problem.exitWaves = false;
  std::uint64_t previous = ~std::uint64_t(0);
  for (const char * limit : { "2 GB", "300 MB", "130 MB" })
  {
    const Plan plan = PlanWith(problem, { { "threads", "2" }, { "memory-limit.host", limit } });
    EXPECT_LE(plan.hostMemory, plan.hostMemoryLimit) << limit;
    EXPECT_LE(plan.hostMemory, previous) << "a smaller limit gives a smaller plan";
    previous = plan.hostMemory;
  }
}

TEST(Planner, WhatCannotFitIsRefusedFastWithNumbersAndSettings)
{
  auto       problem = MakeSmallProblem(8192, 8192);
  const auto start = std::chrono::steady_clock::now();
  try
  {
    PlanWith(problem, { { "threads", "2" }, { "memory-limit.host", "1 GB" } });
    FAIL() << "not refused";
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Memory);
    for (const char * part :
         { "GiB", "memory-limit.host: 1 GB", "threads: 1", "potential.transmission-oversampling: 1", "grid with fewer pixels" })
    {
      EXPECT_TRUE(Contains(error.what(), part)) << part << " in: " << error.what();
    }
  }
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 1.0);
}

TEST(Planner, ACacheCountsAndMakesRoom)
{
  auto problem = MakeSmallProblem(512, 384, ThermalModel::FrozenPhonons, 4);
  problem.exitWaves = false;
  Settings settings;
  settings.Set("threads", "2", "test");
  const Plan          alone = MakePlan(problem, false, settings, false);
  const std::uint64_t enough = alone.hostMemory + 1000000;
  const std::uint64_t tight = alone.hostMemory - 12000000; // the slices of all configurations take 25 MB
  const auto          kept = std::make_shared<const int>(0);
  const auto          planWith = [&](std::uint64_t limit, std::uint64_t held, std::uint64_t & left) {
    ContentCache cache(held + 1000);
    settings.Set("memory-limit.host", std::to_string(limit), "test");
    cache.Keep(ContentCache::Kind::ExitWaves, Content().With(ContentBytes().Add("waves")), { 0, 0 }, kept, held);
    const Plan plan = MakePlanWithCache(problem, false, settings, false, &cache);
    left = cache.GetBytes();
    return plan;
  };
  std::uint64_t left = 0;
  // beside the cache
  const Plan beside = planWith(2 * enough, enough, left);
  EXPECT_GT(left, 0u);
  EXPECT_EQ(beside.hostMemory, alone.hostMemory);
  EXPECT_LE(beside.hostMemory + left, 2 * enough);
  // all slices stay only without it
  const Plan instead = planWith(enough, enough / 2, left);
  EXPECT_EQ(left, 0u);
  EXPECT_EQ(instead.devices[0].setup.configurations, 4u);
  EXPECT_TRUE(Contains(instead.ToText(), "was cleared, since the run needs its memory")) << instead.ToText();
  // it would not help
  const Plan chunked = planWith(tight, 1000000, left);
  EXPECT_GT(left, 0u);
  EXPECT_FALSE(chunked.devices[0].setup.KeepsAllSlices(problem));
  // the whole limit is held
  planWith(tight, alone.hostMemory, left);
  EXPECT_EQ(left, 0u);
  EXPECT_THROW(planWith(1048576, 1000000, left), Error);
}

TEST(Planner, SettingsAreHonoured)
{
  const auto problem = MakeSmallProblem();
  const Plan plan = PlanWith(problem, { { "threads", "3" }, { "scan.batch-size", "2" }, { "potential.slice-chunk-size", "3" } });
  ASSERT_EQ(plan.devices.size(), 1u);
  EXPECT_EQ(plan.devices[0].setup.threads, 3u);
  EXPECT_EQ(plan.devices[0].setup.batch, 2u);
  EXPECT_EQ(plan.devices[0].setup.sliceChunk, 3u);
  EXPECT_EQ(plan.numberOfUnits, 3u);
}

TEST(Planner, EveryRequestIsAnswered)
{
  auto problem = MakeSmallProblem();
  problem.illumination = Illumination::PlaneWave;
  problem.positions.clear();
  const std::string text = PlanWith(problem, { { "threads", "2" }, { "virtual-devices", "2" }, { "multi-gpu.enabled", "true" } }).ToText();
  EXPECT_TRUE(Contains(text, "single plane wave has nothing to distribute")) << text;
  EXPECT_TRUE(Contains(text, "declined")) << text;
  EXPECT_TRUE(Contains(text, "cuda")) << text;
  EXPECT_TRUE(Contains(text, "cpu:1")) << text;
  const std::string scan =
    PlanWith(MakeSmallProblem(), { { "threads", "8" }, { "virtual-devices", "8" }, { "scan.batch-size", "2" } }).ToText();
  EXPECT_TRUE(Contains(scan, "3 work units for 8 devices: 5 idle")) << scan;
  EXPECT_THROW(PlanWith(MakeSmallProblem(), { { "device", "cuda" } }), Error);
}

TEST(Planner, SeveralConfigurationsWithoutRoomGiveLargeBlocks)
{
  auto problem = MakeSmallProblem(256, 192, ThermalModel::FrozenPhonons, 20);
  problem.exitWaves = false;
  const auto six = problem.positions;
  for (int i = 0; i < 200; ++i)
  {
    problem.positions.insert(problem.positions.end(), six.begin(), six.end());
  }
  const Plan roomy = PlanWith(problem, { { "threads", "1" }, { "memory-limit.host", "4 GB" } });
  EXPECT_EQ(roomy.devices[0].setup.configurations, 20u);
  EXPECT_LT(roomy.block, problem.positions.size() / 4) << "finished parts are written soon";
  const Plan tight = PlanWith(problem, { { "threads", "1" }, { "memory-limit.host", "40 MB" } });
  EXPECT_EQ(tight.devices[0].setup.configurations, 1u);
  EXPECT_GT(tight.block, roomy.block);
  EXPECT_TRUE(Contains(tight.report.ToText(), "built again for every block"));
}
