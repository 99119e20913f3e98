// What workers hand to the thread that called Run: called there, at once, with its exceptions; nobody is left waiting, however the run
// ends.
#include "SmallProblem.h"
#include "common/Error.h"
#include "simulation/Run.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <gtest/gtest.h>
#include <mutex>
#include <thread>

using namespace ElectronMultislice;

namespace
{
using Clock = std::chrono::steady_clock;

double
SecondsSince(Clock::time_point start)
{
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/** A potential that only the calling thread may read: each slice has the value of its number. */
class PipelinePotential : public GivenPotential
{
public:
  PipelinePotential(std::size_t pixels, RunControl & control)
    : m_Pixels(pixels)
    , m_Control(control)
  {}
  void
  GetSlice(std::size_t slice, float * values) const override
  {
    Fill(slice, values);
  }
  void
  GetSlice(std::size_t slice, double * values) const override
  {
    Fill(slice, values);
  }

  std::function<void(int call)> onCall;                                   ///< on the calling thread
  std::function<void(int call)> onWorker;                                 ///< before it is asked
  std::thread::id               caller = std::this_thread::get_id();      ///< who may read
  mutable std::atomic<int>      asked{ 0 }, calls{ 0 }, wrongThread{ 0 }; ///< counts

  /** Seconds that a worker waited, the median: other work on the machine makes single ones long. */
  double
  GetWait() const
  {
    std::sort(m_Waits.begin(), m_Waits.end());
    return m_Waits[m_Waits.size() / 2];
  }

private:
  template <typename T>
  void
  Fill(std::size_t slice, T * values) const
  {
    if (onWorker)
    {
      onWorker(asked++);
    }
    const auto start = Clock::now();
    m_Control.RunOnCallingThread([&] {
      wrongThread += std::this_thread::get_id() != caller;
      const int call = calls++;
      if (onCall)
      {
        onCall(call);
      }
      std::fill(values, values + m_Pixels, static_cast<T>(slice));
    });
    const std::lock_guard<std::mutex> lock(m_Mutex);
    m_Waits.push_back(SecondsSince(start));
  }

  std::size_t                 m_Pixels;
  RunControl &                m_Control;
  mutable std::mutex          m_Mutex;
  mutable std::vector<double> m_Waits;
};

/** Probes through 40 slices of the potential, which are read again for each of them. */
struct PipelineRun
{
  explicit PipelineRun(std::size_t devices = 3)
  {
    problem = MakeSmallProblem(32, 24);
    problem.specimen = nullptr;
    potential = std::make_shared<PipelinePotential>(problem.grid.Refined(problem.oversampling).GetNumberOfPixels(), control);
    problem.potential = potential;
    problem.sliceEdges.clear();
    for (int i = 0; i <= 40; ++i)
    {
      problem.sliceEdges.push_back(2.0 * i);
    }
    problem.exitPlanes = { 40 };
    problem.detectors.resize(1);
    settings.Set("threads", std::to_string(devices), "test");
    settings.Set("virtual-devices", std::to_string(devices), "test");
    settings.Set("scan.batch-size", "1", "test");
    settings.Set("potential.slice-chunk-size", "1", "test");
  }

  MemorySink<float>
  Execute(const ProgressFunction & progress = nullptr)
  {
    const Plan        plan = MakePlan(problem, false, settings, true);
    MemorySink<float> sink(plan.problem);
    Run<float>(plan, sink, control, progress);
    return sink;
  }

  /** The run must end with this kind of error, soon. */
  void
  ExpectEnds(ErrorKind kind, const std::string & text, const ProgressFunction & progress = nullptr)
  {
    const auto start = Clock::now();
    try
    {
      Execute(progress);
      FAIL() << "the run was not ended";
    }
    catch (const Error & error)
    {
      EXPECT_EQ(error.GetKind(), kind);
      EXPECT_EQ(error.what(), text);
    }
    EXPECT_LT(SecondsSince(start), 5.0);
    EXPECT_EQ(potential->wrongThread, 0);
  }

  RunControl                         control;
  MultisliceProblem                  problem;
  std::shared_ptr<PipelinePotential> potential;
  Settings                           settings;
};
} // namespace

TEST(CallingThread, ServesWorkersOfSeveralDevicesAtOnce)
{
  for (const std::size_t devices : { 1, 2, 3 })
  {
    PipelineRun run(devices);
    run.Execute();
    EXPECT_EQ(run.potential->calls, 6 * 40); // six probes, one slice at a time
    EXPECT_EQ(run.potential->wrongThread, 0);
    EXPECT_LT(run.potential->GetWait(), 0.03) << "the calling thread itself wakes every 0.1 s";
  }
}

TEST(CallingThread, ServesThreadsOfOneDevice)
{
  PipelineRun run(1);
  run.settings.Set("threads", "4", "test");
  run.settings.Set("potential.slice-chunk-size", "auto", "test");
  const auto sink = run.Execute();
  EXPECT_EQ(run.potential->calls, 40);
  EXPECT_EQ(run.potential->wrongThread, 0);
  EXPECT_EQ(PipelineRun().Execute().values, sink.values);
}

TEST(CallingThread, ReportsProgressBetweenTheCalls)
{
  PipelineRun run;
  run.potential->onCall = [](int) { std::this_thread::sleep_for(std::chrono::milliseconds(3)); };
  double last = 0.0;
  int    reports = 0;
  run.Execute([&](const ProgressState & state) {
    EXPECT_GE(state.fraction, last);
    last = state.fraction;
    ++reports;
  });
  EXPECT_GE(reports, 4); // 240 calls take 0.7 s at least
}

TEST(CallingThread, AnExceptionOfTheFunctionEndsTheRunWithItsText)
{
  for (const int failing : { 0, 1, 37, 239 })
  {
    PipelineRun run;
    run.potential->onCall = [failing](int call) {
      if (call == failing)
      {
        throw Error(ErrorKind::File, "the file of the potential is gone");
      }
    };
    run.ExpectEnds(ErrorKind::File, "the file of the potential is gone");
  }
}

TEST(CallingThread, AFailureElsewhereLeavesNobodyWaiting)
{
  for (const int failing : { 0, 2, 50 })
  {
    PipelineRun run;
    run.potential->onCall = [](int) { std::this_thread::sleep_for(std::chrono::milliseconds(1)); }; // the others wait
    run.potential->onWorker = [failing](int asked) {
      if (asked == failing)
      {
        throw Error(ErrorKind::Internal, "the device broke");
      }
    };
    run.ExpectEnds(ErrorKind::Internal, "the device broke");
  }
}

TEST(CallingThread, AbortLeavesNobodyWaiting)
{
  for (const int aborting : { 0, 2, 50 })
  {
    PipelineRun run;
    run.potential->onCall = [&](int call) {
      if (call == aborting)
      {
        run.control.abort = true;
      }
    };
    run.ExpectEnds(ErrorKind::Aborted, "Stopped on request.");
    EXPECT_LE(run.potential->calls, aborting + 1) << "nothing is called after an abort";
  }
  PipelineRun run; // from another thread
  run.potential->onCall = [](int) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    run.control.abort = true;
  });
  run.ExpectEnds(ErrorKind::Aborted, "Stopped on request.");
  other.join();
}

TEST(CallingThread, AThrowingProgressFunctionLeavesNobodyWaiting)
{
  PipelineRun run;
  run.potential->onCall = [](int) { std::this_thread::sleep_for(std::chrono::milliseconds(60)); };
  run.ExpectEnds(ErrorKind::Input, "enough", [](const ProgressState &) { throw InputError("enough"); });
}

TEST(CallingThread, ACallInsideACallIsCalledDirectly)
{
  PipelineRun run;
  int         inner = 0;
  run.potential->onCall = [&](int) { run.control.RunOnCallingThread([&] { ++inner; }); };
  run.Execute();
  EXPECT_EQ(inner, 6 * 40);
}

TEST(CallingThread, WithoutARunTheFunctionIsSimplyCalled)
{
  PipelineRun run;
  DeviceSetup setup;
  setup.sliceChunk = 40;
  const auto session = GetCpuBackend().OpenFloat(run.problem, setup, run.control);
  session->PrepareSlices(0, { 0, 40 });
  EXPECT_EQ(run.potential->calls, 40);
  EXPECT_EQ(run.potential->wrongThread, 0);
  run.Execute(); // the same control
  run.Execute();
  EXPECT_EQ(run.potential->calls, 40 + 2 * 6 * 40);
  session->PrepareSlices(0, { 0, 40 });
  int called = 0;
  run.control.RunOnCallingThread([&] { ++called; });
  EXPECT_EQ(called, 1);
  run.control.abort = true;
  EXPECT_THROW(run.control.RunOnCallingThread([&] { ++called; }), Error);
  EXPECT_EQ(called, 1);
}

TEST(CallingThread, TwoRunsWithOneControlAreRefused)
{
  PipelineRun run;
  run.potential->onCall = [&](int) { run.Execute(); };
  run.ExpectEnds(ErrorKind::Internal, "Two runs were started with the same control.");
}
