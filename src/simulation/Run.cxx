#include "simulation/Run.h"
#include "common/Error.h"
#include "simulation/ImageFormation.h"
#include "simulation/OrderedReduction.h"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

namespace ElectronMultislice
{
namespace
{
using Clock = std::chrono::steady_clock;

double
SecondsSince(Clock::time_point start)
{
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/** One numbered piece of work. */
struct Unit
{
  std::size_t block = 0;
  std::size_t configuration = 0;
  Range       waves;
};

std::vector<Unit>
MakeUnits(const Plan & plan)
{
  std::vector<Unit> units;
  const std::size_t waves = plan.problem.GetNumberOfWaves();
  for (std::size_t block = 0; block * plan.block < waves; ++block)
  {
    const std::size_t end = std::min(waves, (block + 1) * plan.block);
    for (std::size_t configuration = 0; configuration < plan.problem.GetNumberOfConfigurations(); ++configuration)
    {
      for (std::size_t first = block * plan.block; first < end; first += plan.batch)
      {
        units.push_back({ block, configuration, { first, std::min(plan.batch, end - first) } });
      }
    }
  }
  return units;
}

/** \class UnitRun
 * \brief The threads of one run and what they share: the ordered queue of units, the blocks under reduction, the writer's queue. */
template <typename T>
class UnitRun
{
public:
  UnitRun(const Plan & plan, Sink<T> & sink, RunControl & control)
    : m_Plan(plan)
    , m_DeviceProblem(GetDeviceProblem(plan.problem))
    , m_Sink(sink)
    , m_Control(control)
    , m_Units(MakeUnits(plan))
    , m_NumberOfBlocks(m_Units.empty() ? 0 : m_Units.back().block + 1)
  {
    m_Summary.unitsPerDevice.assign(plan.devices.size(), 0);
    m_Summary.busySecondsPerDevice.assign(plan.devices.size(), 0.0);
    m_Summary.report = plan.report;
  }

  RunSummary
  Execute(const ProgressFunction & progress)
  {
    const auto               start = Clock::now();
    std::vector<std::thread> threads;
    CallingThread::Service   calls(m_Control.callingThread, [this] {
      { // the pump is now either waiting or about to look
        const std::lock_guard<std::mutex> lock(m_Mutex);
      }
      m_Changed.notify_all();
    });
    {
      // threads are joined even when one cannot be started or progress throws
      struct Joiner
      {
        UnitRun &                  run;
        CallingThread::Service &   calls;
        std::vector<std::thread> & threads;
        ~Joiner()
        {
          calls.Refuse(); // nobody serves them from here on
          {
            const std::lock_guard<std::mutex> lock(run.m_Mutex); // nobody is between looking at m_Stop and waiting
            run.m_Stop = true;
          }
          run.m_Changed.notify_all();
          for (std::thread & thread : threads)
          {
            thread.join();
          }
        }
      } joiner{ *this, calls, threads };
      try
      {
        m_Running = m_Plan.devices.size() + 1;
        threads.emplace_back([this] { Guard([this] { Write(); }); });
        for (std::size_t device = 0; device < m_Plan.devices.size(); ++device)
        {
          threads.emplace_back([this, device] { Guard([this, device] { Work(device); }); });
        }
        Pump(progress, calls, start);
      }
      catch (...)
      {
        m_Control.abort = true;
        throw;
      }
    }
    if (m_Failure)
    {
      std::rethrow_exception(m_Failure);
    }
    m_Control.Check();
    m_Summary.seconds = SecondsSince(start);
    return m_Summary;
  }

private:
  /** Runs a thread's work; the first exception is kept and stops the others. */
  template <typename Function>
  void
  Guard(const Function & function)
  {
    try
    {
      function();
    }
    catch (const std::bad_alloc &)
    {
      Fail(std::make_exception_ptr(
        Error(ErrorKind::Memory,
              "The machine ran out of memory during the run, though the plan stayed within memory-limit.host. Other "
              "programs take memory: lower scan.batch-size or threads, or free memory.")));
    }
    catch (...)
    {
      Fail(std::current_exception());
    }
    std::lock_guard<std::mutex> lock(m_Mutex);
    --m_Running;
    m_Changed.notify_all();
  }

  void
  Fail(std::exception_ptr failure)
  {
    std::lock_guard<std::mutex> lock(m_Mutex);
    if (!m_Failure)
    {
      m_Failure = failure;
    }
    m_Stop = true;
    m_Control.abort = true; // devices look at it inside a unit
    m_Changed.notify_all();
  }

  /** The updating thread: progress, abort and what the workers ask it to call, until all threads are done. */
  void
  Pump(const ProgressFunction & progress, CallingThread::Service & calls, Clock::time_point start)
  {
    constexpr auto Pause = std::chrono::milliseconds(100);
    auto           reported = start;
    const double   total = static_cast<double>(m_Plan.problem.GetNumberOfWaves() * m_Plan.problem.GetNumberOfConfigurations() *
                                             m_Plan.problem.exitPlanes.back());
    std::unique_lock<std::mutex> lock(m_Mutex);
    while (m_Running > 0)
    {
      if (!calls.HasRequests())
      {
        m_Changed.wait_for(lock, Pause);
      }
      lock.unlock();
      const bool served = !m_Control.abort && calls.Serve();
      if (progress && (!served || Clock::now() - reported > Pause)) // calls come by the hundred
      {
        Report(progress, total, start);
        reported = Clock::now();
      }
      lock.lock();
      if (m_Control.abort)
      {
        calls.Refuse();
        m_Stop = true;
        m_Changed.notify_all();
      }
    }
  }

  void
  Report(const ProgressFunction & progress, double total, Clock::time_point start)
  {
    ProgressState state;
    state.fraction = std::min(1.0, static_cast<double>(m_Control.waveSlices.load()) / total);
    state.elapsedSeconds = SecondsSince(start);
    if (state.fraction > 0.01)
    {
      state.remainingSeconds = state.elapsedSeconds * (1.0 - state.fraction) / state.fraction;
    }
    progress(state);
  }

  /** One device: takes units in order, as long as their block may be held. */
  void
  Work(std::size_t device)
  {
    const PlannedDevice &             planned = m_Plan.devices[device];
    const MultisliceProblem &         problem = m_DeviceProblem;
    std::unique_ptr<DeviceSession<T>> session;
    std::unique_ptr<ImageFormation>   images;
    Unit                              unit;
    while (TakeUnit(unit))
    {
      const auto start = Clock::now();
      if (!session) // only devices that get work allocate
      {
        session = OpenSession<T>(*planned.device.backend, problem, planned.setup, m_Control);
        images = std::make_unique<ImageFormation>(m_Plan.problem, planned.setup.threads, m_Control);
      }
      UnitResult<T>     result = MakeUnitResult<T>(problem, m_Plan.layout, unit.configuration, unit.waves);
      const std::size_t slices = problem.exitPlanes.back();
      for (std::size_t first = 0; first < slices; first += planned.setup.sliceChunk)
      {
        const Range chunk{ first, std::min(planned.setup.sliceChunk, slices - first) };
        session->PrepareSlices(problem.configurations.first + unit.configuration, chunk);
        if (first == 0)
        {
          session->StartWaves(unit.waves);
        }
        session->Propagate(chunk, result);
      }
      images->Form(result);
      Deliver(device, unit, std::move(result), SecondsSince(start));
    }
  }

  bool
  TakeUnit(Unit & unit)
  {
    std::unique_lock<std::mutex> lock(m_Mutex);
    m_Changed.wait(lock, [this] {
      return m_Stop || m_NextUnit == m_Units.size() || m_Units[m_NextUnit].block < m_WrittenBlocks + Plan::BlocksInMemory;
    });
    if (m_Stop || m_NextUnit == m_Units.size())
    {
      return false;
    }
    unit = m_Units[m_NextUnit++];
    return true;
  }

  void
  Deliver(std::size_t device, const Unit & unit, UnitResult<T> && result, double seconds)
  {
    std::lock_guard<std::mutex> lock(m_Mutex);
    ++m_Summary.unitsPerDevice[device];
    m_Summary.busySecondsPerDevice[device] += seconds;
    if (!result.exitWaves.empty())
    {
      m_ExitWaves.push_back({ unit.configuration, unit.waves, std::move(result.exitWaves) });
      result.exitWaves.clear();
    }
    auto found = m_Blocks.find(unit.block);
    if (found == m_Blocks.end())
    {
      const std::size_t first = unit.block * m_Plan.block;
      const Range       waves{ first, std::min(m_Plan.block, m_Plan.problem.GetNumberOfWaves() - first) };
      found = m_Blocks.emplace(unit.block, BlockReduction<T>(m_Plan.problem, m_Plan.layout, waves)).first;
    }
    found->second.Add(std::move(result));
    m_Changed.notify_all();
  }

  /** The writer: blocks in order, exit waves before the block they belong to. */
  void
  Write()
  {
    std::unique_lock<std::mutex> lock(m_Mutex);
    while (m_WrittenBlocks < m_NumberOfBlocks)
    {
      m_Changed.wait(lock, [this] { return m_Stop || !m_ExitWaves.empty() || IsNextBlockComplete(); });
      if (!m_ExitWaves.empty())
      {
        const ExitWaves waves = std::move(m_ExitWaves.front());
        m_ExitWaves.pop_front();
        lock.unlock();
        m_Sink.WriteExitWaves(waves.configuration, waves.waves, waves.values);
        lock.lock();
      }
      else if (IsNextBlockComplete())
      {
        const auto        found = m_Blocks.find(m_WrittenBlocks);
        BlockReduction<T> reduction = std::move(found->second);
        m_Blocks.erase(found);
        lock.unlock();
        m_Sink.WriteBlock(reduction.Finish());
        lock.lock();
        ++m_WrittenBlocks;
        m_Changed.notify_all();
      }
      else if (m_Stop)
      {
        return;
      }
    }
  }

  bool
  IsNextBlockComplete() const
  {
    const auto found = m_Blocks.find(m_WrittenBlocks);
    return found != m_Blocks.end() && found->second.IsComplete();
  }

  struct ExitWaves
  {
    std::size_t                  configuration;
    Range                        waves;
    std::vector<std::complex<T>> values;
  };
  const Plan &                             m_Plan;
  const MultisliceProblem                  m_DeviceProblem; ///< what the sessions see
  Sink<T> &                                m_Sink;
  RunControl &                             m_Control;
  const std::vector<Unit>                  m_Units;
  const std::size_t                        m_NumberOfBlocks;
  std::mutex                               m_Mutex; ///< guards all below
  std::condition_variable                  m_Changed;
  std::size_t                              m_NextUnit = 0;
  std::size_t                              m_WrittenBlocks = 0;
  std::map<std::size_t, BlockReduction<T>> m_Blocks;
  std::deque<ExitWaves>                    m_ExitWaves;
  std::size_t                              m_Running = 0;
  std::atomic<bool>                        m_Stop{ false };
  std::exception_ptr                       m_Failure;
  RunSummary                               m_Summary;
};
} // namespace

template <typename T>
RunSummary
Run(const Plan & plan, Sink<T> & sink, RunControl & control, const ProgressFunction & progress)
{
  return UnitRun<T>(plan, sink, control).Execute(progress);
}

template RunSummary
Run<float>(const Plan &, Sink<float> &, RunControl &, const ProgressFunction &);
template RunSummary
Run<double>(const Plan &, Sink<double> &, RunControl &, const ProgressFunction &);
} // namespace ElectronMultislice
