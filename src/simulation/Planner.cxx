#include "common/Error.h"
#include "common/Text.h"
#include "execution/HostResources.h"
#include "simulation/ImageFormation.h"
#include "simulation/Plan.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
/** Seconds to build one slice's transmission function on one thread: spreading, transforms and exp(i sigma V), per pixel of the fine grid.
 */
double
EstimateSecondsPerSlice(const MultisliceProblem & problem)
{
  return 1.6e-7 * static_cast<double>(problem.grid.Refined(problem.oversampling).GetNumberOfPixels());
}

/** Bytes of one wave's results: as a unit delivers them, and as a block holds them while it is averaged. */
struct ResultSizes
{
  std::uint64_t unit;
  std::uint64_t unitImages; ///< images of objective lenses, and exit waves that are only read back for them
  std::uint64_t block;
  std::uint64_t written; ///< what the sink keeps or writes
};

ResultSizes
GetResultSizes(const MultisliceProblem & problem, const MeasurementLayout & layout, std::uint64_t real)
{
  std::uint64_t pixels = 0;
  for (const auto & pattern : layout.patterns)
  {
    pixels += pattern.nx * pattern.ny;
  }
  const bool          averaged = problem.GetNumberOfConfigurations() > 1;
  const std::uint64_t planes = problem.exitPlanes.size();
  const std::uint64_t wave = 2 * real * problem.grid.GetNumberOfPixels();
  const std::uint64_t waves = problem.exitWaves ? wave : 0;
  const std::uint64_t imagePixels = problem.images.size() * problem.grid.GetNumberOfPixels();
  ResultSizes         sizes;
  sizes.unit = planes * (8 * layout.scalarCount + real * pixels + waves);
  sizes.unitImages = problem.images.empty() ? 0 : planes * (real * imagePixels + wave - waves);
  sizes.block = planes * (16 * layout.scalarCount + pixels * (averaged ? 8 + real : real) + waves * problem.GetNumberOfConfigurations());
  sizes.written = planes * (8 * layout.scalarCount + real * (pixels + imagePixels) + waves * problem.GetNumberOfConfigurations());
  // the sums of an image go as soon as its average is there
  sizes.block += planes * (averaged && imagePixels > 0 ? 8 * imagePixels + real * problem.grid.GetNumberOfPixels() : real * imagePixels);
  return sizes;
}

/** One way to run, with what it needs. */
struct Candidate
{
  std::size_t   batch;
  std::size_t   sliceChunk;
  std::size_t   configurations;
  std::size_t   block;
  std::uint64_t memory;
};

class Planner
{
public:
  Planner(Plan & plan, const Settings & settings, bool resultsInMemory, const CacheMemory & cache)
    : m_Plan(plan)
    , m_Problem(plan.problem)
    , m_DeviceProblem(GetDeviceProblem(plan.problem))
    , m_Sizes(GetResultSizes(plan.problem, plan.layout, plan.doublePrecision ? 8 : 4))
    , m_Waves(plan.problem.GetNumberOfWaves())
    , m_Slices(plan.problem.exitPlanes.back())
    , m_Configurations(plan.problem.GetNumberOfConfigurations())
    , m_FixedBatch(settings.GetCount("scan.batch-size"))
    , m_FixedChunk(std::min(settings.GetCount("potential.slice-chunk-size"), m_Slices))
  {
    m_Fixed = (m_Problem.specimen ? m_Problem.specimen->GetMemorySize() : 0) + 16 * m_Problem.positions.size();
    m_Plan.resultBytes = m_Sizes.written * m_Waves;
    if (resultsInMemory)
    {
      m_Fixed += m_Plan.resultBytes;
    }
    const std::uint64_t available = GetAvailableHostMemory() + cache.bytes;
    const std::uint64_t limit = GetHostMemoryLimit(settings, available);
    const std::uint64_t held = cache.cleared ? 0 : std::min(cache.bytes, limit);
    m_Plan.hostMemoryLimit = limit - held;
    m_LimitText = FormatBytes(m_Plan.hostMemoryLimit) + " (memory-limit.host: " + settings.GetText("memory-limit.host") + " of " +
                  FormatBytes(available) + " available" + (held > 0 ? ", less " + FormatBytes(held) + " in the cache" : "") + ")";
  }

  void
  Choose()
  {
    const Candidate candidate = FindCandidate();
    m_Plan.batch = candidate.batch;
    m_Plan.block = candidate.block;
    m_Plan.hostMemory = candidate.memory;
    m_Plan.numberOfUnits = 0;
    for (std::size_t first = 0; first < m_Waves; first += m_Plan.block)
    {
      m_Plan.numberOfUnits += (std::min(m_Plan.block, m_Waves - first) + m_Plan.batch - 1) / m_Plan.batch * m_Configurations;
    }
    double rate = 0.0;
    double buildThreads = 0.0;
    for (PlannedDevice & planned : m_Plan.devices)
    {
      planned.setup = Setup(planned, candidate);
      planned.memory = Predict(planned, planned.setup);
      rate += 1.0 / planned.device.backend->EstimateSecondsPerWaveSlice(m_Problem, planned.setup, m_Plan.doublePrecision);
      buildThreads += static_cast<double>(planned.setup.threads);
    }
    const double slices = static_cast<double>(m_Slices * m_Configurations);
    const bool   rebuilt = candidate.configurations < m_Configurations || candidate.sliceChunk < m_Slices;
    const double builds = static_cast<double>(candidate.sliceChunk < m_Slices ? (m_Waves + candidate.batch - 1) / candidate.batch
                                              : rebuilt                       ? (m_Waves + candidate.block - 1) / candidate.block
                                                                              : m_Plan.devices.size());
    m_Plan.estimatedSeconds = static_cast<double>(m_Waves) * slices / rate +
                              builds * slices * EstimateSecondsPerSlice(m_Problem) / buildThreads +
                              static_cast<double>(m_Configurations) * EstimateImageFormationSeconds(m_Problem) / buildThreads;
    AddNotes(candidate);
  }

private:
  /** What the device holds, image formation included. */
  MemoryNeed
  Predict(const PlannedDevice & planned, const DeviceSetup & setup) const
  {
    MemoryNeed need = planned.device.backend->PredictMemory(m_DeviceProblem, setup, m_Plan.doublePrecision);
    need.work += PredictImageFormationMemory(m_Problem, setup.batch, setup.threads);
    return need;
  }

  DeviceSetup
  Setup(const PlannedDevice & planned, const Candidate & candidate) const
  {
    DeviceSetup setup;
    setup.threads = planned.device.threads;
    setup.batch = candidate.batch;
    setup.sliceChunk = candidate.sliceChunk;
    setup.configurations = candidate.configurations;
    return setup;
  }

  /** Waves per unit that keep every thread of a device busy with a few groups, without leaving devices idle. */
  std::size_t
  PreferredBatch() const
  {
    std::size_t threads = 1;
    for (const PlannedDevice & planned : m_Plan.devices)
    {
      threads = std::max(threads, planned.device.threads);
    }
    const std::size_t share = (m_Waves + m_Plan.devices.size() - 1) / m_Plan.devices.size();
    return std::clamp<std::size_t>(8 * threads, 1, std::max<std::size_t>(share, 1));
  }

  /** Waves per block. Configurations that are kept, or a single one: a few batches, so that finished parts are written soon. Otherwise the
   * slices are built anew for every block: blocks so large that this is a tenth of the time, as far as memory allows. */
  std::size_t
  ChooseBlock(std::size_t batch, std::size_t configurations, std::uint64_t memoryLeft) const
  {
    std::size_t batches = 1;
    if (m_Configurations > 1)
    {
      batches = std::max<std::size_t>(1, 4 * m_Plan.devices.size());
      if (configurations < m_Configurations)
      {
        const auto & planned = m_Plan.devices.front();
        DeviceSetup  setup;
        setup.threads = 1;
        const double perWave = planned.device.backend->EstimateSecondsPerWaveSlice(m_Problem, setup, m_Plan.doublePrecision);
        batches = static_cast<std::size_t>(10.0 * EstimateSecondsPerSlice(m_Problem) / perWave / static_cast<double>(batch)) + 1;
      }
    }
    else
    {
      batches = m_Plan.devices.size();
    }
    const std::uint64_t perBatch = std::max<std::uint64_t>(1, Plan::BlocksInMemory * m_Sizes.block * batch);
    batches = std::min<std::size_t>(batches, std::max<std::uint64_t>(1, memoryLeft / 2 / perBatch));
    return batch * std::min(batches, (m_Waves + batch - 1) / batch);
  }

  Candidate
  Evaluate(std::size_t batch, std::size_t chunk, std::size_t configurations) const
  {
    Candidate     candidate{ batch, chunk, configurations, batch, m_Fixed };
    std::uint64_t units = 0;
    for (const PlannedDevice & planned : m_Plan.devices)
    {
      candidate.memory += Predict(planned, Setup(planned, candidate)).Total();
      // one device alone never has two units with images: they come in order and are added up at once
      units += (2 * m_Sizes.unit + (m_Plan.devices.size() > 1 ? 2 : 1) * m_Sizes.unitImages) * batch;
    }
    candidate.memory += units;
    const std::uint64_t left = m_Plan.hostMemoryLimit > candidate.memory ? m_Plan.hostMemoryLimit - candidate.memory : 0;
    candidate.block = ChooseBlock(batch, configurations, left);
    const std::size_t blocks = (m_Waves + candidate.block - 1) / candidate.block;
    candidate.memory += std::min(blocks, Plan::BlocksInMemory) * m_Sizes.block * candidate.block;
    return candidate;
  }

  /** The first that fits, from fastest to smallest. */
  Candidate
  FindCandidate() const
  {
    const std::size_t firstBatch = m_FixedBatch ? std::min(m_FixedBatch, std::max<std::size_t>(m_Waves, 1)) : PreferredBatch();
    Candidate         smallest{ 1, 1, 1, 1, ~std::uint64_t(0) };
    for (std::size_t chunk = m_FixedChunk ? m_FixedChunk : m_Slices;; chunk = (chunk + 1) / 2)
    {
      for (std::size_t batch = firstBatch;; batch = (batch + 1) / 2)
      {
        for (const std::size_t configurations : { chunk == m_Slices ? m_Configurations : std::size_t(1), std::size_t(1) })
        {
          const Candidate candidate = Evaluate(batch, chunk, configurations);
          if (candidate.memory <= m_Plan.hostMemoryLimit)
          {
            return candidate;
          }
          if (candidate.memory < smallest.memory)
          {
            smallest = candidate;
          }
        }
        if (batch == 1 || m_FixedBatch)
        {
          break;
        }
      }
      if (chunk == 1 || m_FixedChunk)
      {
        break;
      }
    }
    Refuse(smallest);
  }

  [[noreturn]] void
  Refuse(const Candidate & smallest) const
  {
    std::uint64_t devices = 0;
    for (const PlannedDevice & planned : m_Plan.devices)
    {
      devices += Predict(planned, Setup(planned, smallest)).Total();
    }
    std::string text = "This run needs at least " + FormatBytes(smallest.memory) + " of host memory, more than the limit of " +
                       m_LimitText + ": " + FormatBytes(devices) + " for " + std::to_string(smallest.batch) + " wave(s) and " +
                       std::to_string(smallest.sliceChunk) + " slice(s) on " + std::to_string(m_Plan.devices.size()) +
                       " device(s), the rest for the specimen and results. What would make it fit: ";
    std::vector<std::string> ways;
    if (m_FixedBatch > 1)
    {
      ways.push_back("scan.batch-size: auto");
    }
    if (m_FixedChunk > 1)
    {
      ways.push_back("potential.slice-chunk-size: auto");
    }
    std::size_t threads = 0;
    for (const PlannedDevice & planned : m_Plan.devices)
    {
      threads += planned.device.threads;
    }
    if (threads > 1)
    {
      ways.push_back("threads: 1 (each thread has arrays of its own)");
    }
    if (m_Plan.doublePrecision)
    {
      ways.push_back("precision: float32");
    }
    if (m_Problem.oversampling > 1)
    {
      ways.push_back("potential.transmission-oversampling: 1");
    }
    ways.push_back("a grid with fewer pixels");
    ways.push_back("a higher memory-limit.host, at least " + FormatBytes(smallest.memory));
    throw Error(ErrorKind::Memory, text + JoinAlternatives(ways) + ".");
  }

  void
  AddNotes(const Candidate & candidate)
  {
    if (candidate.sliceChunk < m_Slices)
    {
      m_Plan.report.Add(Report::Kind::Note,
                        "potential",
                        "slices are built in chunks of " + std::to_string(candidate.sliceChunk) + " of " + std::to_string(m_Slices) +
                          " for every batch of " + std::to_string(candidate.batch) +
                          " waves, since all do not fit the memory limit or the setting says so");
    }
    else if (candidate.configurations < m_Configurations)
    {
      m_Plan.report.Add(Report::Kind::Note,
                        "potential",
                        "the slices of " + std::to_string(m_Configurations) +
                          " configurations do not fit the memory limit together and are built again for every block of " +
                          std::to_string(candidate.block) + " waves");
    }
    const std::size_t devices = m_Plan.devices.size();
    if (devices > 1 && m_Problem.illumination == Illumination::PlaneWave && m_Configurations == 1)
    {
      m_Plan.report.Add(Report::Kind::Declined, "distribution", "a single plane wave has nothing to distribute");
    }
    else if (devices > m_Plan.numberOfUnits)
    {
      m_Plan.report.Add(Report::Kind::Note,
                        "distribution",
                        std::to_string(m_Plan.numberOfUnits) + " work units for " + std::to_string(devices) +
                          " devices: " + std::to_string(devices - m_Plan.numberOfUnits) + " idle");
    }
  }

  Plan &                    m_Plan;
  const MultisliceProblem & m_Problem;
  const MultisliceProblem   m_DeviceProblem; ///< as the devices see it
  ResultSizes               m_Sizes;
  std::size_t               m_Waves;
  std::size_t               m_Slices; ///< up to the last exit plane
  std::size_t               m_Configurations;
  std::size_t               m_FixedBatch; ///< 0: automatic
  std::size_t               m_FixedChunk;
  std::uint64_t             m_Fixed; ///< specimen, positions, results kept
  std::string               m_LimitText;
};
} // namespace

Plan
MakePlan(const MultisliceProblem & problem,
         bool                      doublePrecision,
         const Settings &          settings,
         bool                      resultsInMemory,
         const CacheMemory &       cache)
{
  Plan plan;
  plan.problem = problem;
  plan.layout = GetMeasurementLayout(problem);
  plan.doublePrecision = doublePrecision;
  for (const SelectedDevice & device : SelectDevices(settings, plan.report))
  {
    plan.devices.push_back({ device, {}, {} });
  }
  for (const std::string & remark : problem.remarks)
  {
    plan.report.Add(Report::Kind::Note, "specimen", remark);
  }
  Planner(plan, settings, resultsInMemory, cache).Choose();
  return plan;
}
} // namespace ElectronMultislice
