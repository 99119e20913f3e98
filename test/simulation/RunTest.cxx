// The run as a whole: the same bits for any devices, threads, batches and chunks; failures, aborts, progress.
#include "simulation/Run.h"
#include "SmallProblem.h"
#include "common/Error.h"
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

using namespace ElectronMultislice;

namespace
{
using SettingList = std::vector<std::pair<std::string, std::string>>;

Settings
MakeSettings(const SettingList & list)
{
  Settings settings;
  for (const auto & [name, value] : list)
  {
    settings.Set(name, value, "test");
  }
  return settings;
}

template <typename T>
MemorySink<T>
RunPlan(const Plan & plan)
{
  MemorySink<T> sink(plan.problem);
  RunControl    control;
  ElectronMultislice::Run<T>(plan, sink, control);
  return sink;
}

template <typename T>
MemorySink<T>
RunWith(const MultisliceProblem & problem, const SettingList & list)
{
  return RunPlan<T>(MakePlan(problem, sizeof(T) == 8, MakeSettings(list), true));
}

template <typename T>
void
ExpectSameBits(const MemorySink<T> & a, const MemorySink<T> & b)
{
  EXPECT_EQ(a.values, b.values);
  EXPECT_EQ(a.patterns, b.patterns);
  EXPECT_EQ(a.exitWaves, b.exitWaves);
}

/** A CPU device with a wrapper around every session: waits random times, or fails after some units. */
class UnsteadyBackend : public Backend
{
public:
  explicit UnsteadyBackend(int failAfter = -1)
    : m_FailAfter(failAfter)
  {}
  std::string
  GetName() const override
  {
    return "unsteady";
  }
  MemoryNeed
  PredictMemory(const MultisliceProblem & problem, const DeviceSetup & setup, bool d) const override
  {
    return GetCpuBackend().PredictMemory(problem, setup, d);
  }
  double
  EstimateSecondsPerWaveSlice(const MultisliceProblem & problem, const DeviceSetup & setup, bool d) const override
  {
    return GetCpuBackend().EstimateSecondsPerWaveSlice(problem, setup, d);
  }
  std::unique_ptr<DeviceSession<float>>
  OpenFloat(const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control) const override
  {
    return std::make_unique<Session>(GetCpuBackend().OpenFloat(problem, setup, control), m_FailAfter);
  }
  std::unique_ptr<DeviceSession<double>>
  OpenDouble(const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control) const override
  {
    return GetCpuBackend().OpenDouble(problem, setup, control);
  }

private:
  class Session : public DeviceSession<float>
  {
  public:
    Session(std::unique_ptr<DeviceSession<float>> session, int failAfter)
      : m_Session(std::move(session))
      , m_UnitsLeft(failAfter)
    {}
    void
    ComputePotential(std::size_t configuration, std::size_t slice, float * values) override
    {
      m_Session->ComputePotential(configuration, slice, values);
    }
    void
    PrepareSlices(std::size_t configuration, Range slices) override
    {
      m_Session->PrepareSlices(configuration, slices);
    }
    void
    StartWaves(Range waves) override
    {
      if (m_UnitsLeft-- == 0)
      {
        throw Error(ErrorKind::Internal, "the device broke");
      }
      static std::atomic<unsigned> turn{ 0 };
      std::this_thread::sleep_for(std::chrono::milliseconds(turn++ * 7 % 19));
      m_Session->StartWaves(waves);
    }
    void
    Propagate(Range slices, UnitResult<float> & result) override
    {
      m_Session->Propagate(slices, result);
    }

  private:
    std::unique_ptr<DeviceSession<float>> m_Session;
    int                                   m_UnitsLeft;
  };
  int m_FailAfter;
};
} // namespace

TEST(Run, SameBitsForAnyDevicesThreadsBatchesAndChunks)
{
  const auto        problem = MakeSmallProblem(48, 36, ThermalModel::FrozenPhonons, 3);
  const auto        expected = RunWith<float>(problem, { { "threads", "1" } });
  const SettingList variants[] = {
    { { "threads", "2" } },
    { { "threads", "3" } },
    { { "threads", "5" } },
    { { "threads", "1" }, { "scan.batch-size", "1" } },
    { { "threads", "2" }, { "scan.batch-size", "4" } },
    { { "threads", "2" }, { "potential.slice-chunk-size", "1" } },
    { { "threads", "1" }, { "potential.slice-chunk-size", "3" }, { "scan.batch-size", "5" } },
    { { "threads", "2" }, { "virtual-devices", "2" } },
    { { "threads", "3" }, { "virtual-devices", "3" }, { "scan.batch-size", "1" } },
    { { "threads", "5" }, { "virtual-devices", "5" }, { "scan.batch-size", "2" }, { "potential.slice-chunk-size", "2" } },
  };
  for (const auto & variant : variants)
  {
    std::string name;
    for (const auto & [key, value] : variant)
    {
      name += key + "=" + value + " ";
    }
    SCOPED_TRACE(name);
    ExpectSameBits(RunWith<float>(problem, variant), expected);
  }
  ExpectSameBits(RunWith<float>(problem, { { "threads", "1" } }), expected); // twice
}

TEST(Run, DoubleHasTheSameBitsToo)
{
  const auto problem = MakeSmallProblem(30, 33, ThermalModel::FrozenPhonons, 2);
  const auto expected = RunWith<double>(problem, { { "threads", "1" } });
  ExpectSameBits(RunWith<double>(problem, { { "threads", "4" }, { "virtual-devices", "2" }, { "scan.batch-size", "2" } }), expected);
}

TEST(Run, AveragesTheConfigurations)
{
  const auto problem = MakeSmallProblem(48, 36, ThermalModel::FrozenPhonons, 3);
  const auto mean = RunWith<double>(problem, {});
  double     sum = 0.0;
  RunControl control;
  for (std::size_t configuration = 0; configuration < 3; ++configuration)
  {
    DeviceSetup setup;
    setup.sliceChunk = 4;
    setup.batch = 6;
    const auto session = GetReferenceBackend().OpenDouble(problem, setup, control);
    auto       result = MakeUnitResult<double>(problem, GetMeasurementLayout(problem), configuration, { 0, 6 });
    session->PrepareSlices(configuration, { 0, 4 });
    session->StartWaves({ 0, 6 });
    session->Propagate({ 0, 4 }, result);
    sum += result.scalars[0];
  }
  EXPECT_NEAR(mean.values[0][0], sum / 3.0, 1e-9 * sum);
}

TEST(Run, UnevenDevicesGiveTheSameBits)
{
  const auto problem = MakeSmallProblem(48, 36, ThermalModel::FrozenPhonons, 3);
  const auto expected = RunWith<float>(problem, { { "threads", "1" }, { "scan.batch-size", "1" } });
  Plan plan = MakePlan(problem, false, MakeSettings({ { "threads", "3" }, { "virtual-devices", "3" }, { "scan.batch-size", "1" } }), true);
  const UnsteadyBackend unsteady;
  for (auto & planned : plan.devices)
  {
    planned.device.backend = &unsteady;
  }
  for (int repeat = 0; repeat < 3; ++repeat)
  {
    ExpectSameBits(RunPlan<float>(plan), expected);
  }
}

TEST(Run, AFailingDeviceEndsTheRunWithItsText)
{
  const auto problem = MakeSmallProblem(48, 36);
  Plan plan = MakePlan(problem, false, MakeSettings({ { "threads", "2" }, { "virtual-devices", "2" }, { "scan.batch-size", "1" } }), true);
  const UnsteadyBackend broken(0);
  plan.devices[1].device.backend = &broken;
  MemorySink<float> sink(problem);
  RunControl        control;
  try
  {
    ElectronMultislice::Run<float>(plan, sink, control);
    FAIL() << "no exception";
  }
  catch (const Error & error)
  {
    EXPECT_STREQ(error.what(), "the device broke");
  }
}

TEST(Run, AFailingSinkEndsTheRunWithItsText)
{
  class FullSink : public Sink<float>
  {
    void
    WriteBlock(const BlockResult<float> &) override
    {
      throw Error(ErrorKind::File, "the disk is full");
    }
  } sink;
  const Plan plan = MakePlan(MakeSmallProblem(48, 36), false, MakeSettings({ { "scan.batch-size", "1" } }), true);
  RunControl control;
  EXPECT_THROW(ElectronMultislice::Run<float>(plan, sink, control), Error);
}

TEST(Run, AbortStopsWithinASecondAndBlocksWrittenAreInOrder)
{
  class OrderSink : public Sink<float>
  {
  public:
    std::size_t next = 0;
    void
    WriteBlock(const BlockResult<float> & block) override
    {
      EXPECT_EQ(block.waves.first, next);
      next = block.waves.End();
    }
  } sink;
  auto problem = MakeSmallProblem(256, 192);
  problem.exitWaves = false;
  const auto six = problem.positions;
  for (int i = 0; i < 400; ++i)
  {
    problem.positions.insert(problem.positions.end(), six.begin(), six.end());
  }
  const Plan plan = MakePlan(problem, false, MakeSettings({ { "threads", "2" }, { "virtual-devices", "2" } }), true);
  RunControl control;
  double     abortedAt = -1.0, last = 0.0;
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  const auto caller = std::this_thread::get_id();
  try
  {
    ElectronMultislice::Run<float>(plan, sink, control, [&](const ProgressState & state) {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      EXPECT_GE(state.fraction, last);
      last = state.fraction;
      if (state.fraction > 0.05 && abortedAt < 0.0)
      {
        abortedAt = seconds();
        control.abort = true;
      }
    });
    FAIL() << "not aborted";
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Aborted);
  }
  EXPECT_LT(seconds() - abortedAt, 1.0);
  EXPECT_LT(sink.next, problem.positions.size());
}

TEST(Run, AThrowingProgressFunctionAbortsAndIsRethrown)
{
  const Plan        plan = MakePlan(MakeSmallProblem(48, 36), false, MakeSettings({}), true);
  MemorySink<float> sink(plan.problem);
  RunControl        control;
  EXPECT_THROW(ElectronMultislice::Run<float>(plan, sink, control, [](const ProgressState &) { throw std::logic_error("enough"); }),
               std::logic_error);
}

TEST(Run, ReferenceBackendAgrees)
{
  const auto problem = MakeSmallProblem(32, 24, ThermalModel::FrozenPhonons, 2);
  const auto reference = RunWith<double>(problem, { { "device", "reference" } });
  const auto cpu = RunWith<double>(problem, { { "device", "cpu" } });
  for (std::size_t c = 0; c < cpu.values.size(); ++c)
  {
    for (std::size_t i = 0; i < cpu.values[c].size(); ++i)
    {
      EXPECT_NEAR(cpu.values[c][i], reference.values[c][i], 1e-9);
    }
  }
}

TEST(Run, SummaryCountsUnits)
{
  const auto problem = MakeSmallProblem(48, 36, ThermalModel::FrozenPhonons, 3);
  const Plan plan =
    MakePlan(problem, false, MakeSettings({ { "threads", "2" }, { "virtual-devices", "2" }, { "scan.batch-size", "2" } }), true);
  MemorySink<float> sink(problem);
  RunControl        control;
  const RunSummary  summary = ElectronMultislice::Run<float>(plan, sink, control);
  EXPECT_EQ(plan.numberOfUnits, 9u);
  EXPECT_EQ(summary.unitsPerDevice.at(0) + summary.unitsPerDevice.at(1), plan.numberOfUnits);
}

TEST(Run, DevicesShareACacheWithoutChangingABit)
{
  const auto        problem = MakeSmallProblem(48, 36, ThermalModel::FrozenPhonons, 3);
  const auto        expected = RunWith<float>(problem, { { "threads", "1" } });
  const SettingList list{ { "threads", "3" }, { "virtual-devices", "3" }, { "scan.batch-size", "1" } };
  ContentCache      cache(100000000);
  for (int repeat = 0; repeat < 4; ++repeat)
  {
    const Plan        plan = MakePlanWithCache(problem, false, MakeSettings(list), true, &cache);
    MemorySink<float> sink(plan.problem);
    RunControl        control;
    control.cache = &cache;
    ElectronMultislice::Run<float>(plan, sink, control);
    ExpectSameBits(sink, expected);
    if (repeat > 0)
    {
      EXPECT_EQ(control.slicesBuilt, 0u);
    }
  }
  EXPECT_EQ(cache.GetStatistics(ContentCache::Kind::Transmission).entries, 12u);
}

TEST(Run, APartOfAScanHasTheBitsOfTheWhole)
{
  const auto problem = MakeSmallProblem(64, 48, ThermalModel::FrozenPhonons, 2);
  const auto whole = RunWith<float>(problem, {});
  for (std::size_t position = 0; position < problem.positions.size(); ++position)
  {
    auto part = problem;
    part.positions = { problem.positions[position] };
    const auto alone = RunWith<float>(part, {});
    for (std::size_t c = 0; c < whole.values.size(); ++c)
    {
      EXPECT_EQ(alone.values[c][0], whole.values[c][position]) << position;
    }
  }
}
