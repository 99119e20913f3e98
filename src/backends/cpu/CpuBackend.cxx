#include "backends/cpu/CpuSession.h"
#include "backends/cpu/InstructionSet.h"
#include "fourier/FastSizes.h"
#include <cmath>

namespace ElectronMultislice
{
namespace
{
class CpuBackend : public Backend
{
public:
  std::string
  GetName() const override
  {
    return "cpu";
  }

  std::string
  GetVariant() const override
  {
    return "cpu " + GetInstructionSet();
  }

  MemoryNeed
  PredictMemory(const MultisliceProblem & problem, const DeviceSetup & setup, bool doublePrecision) const override
  {
    return doublePrecision ? Predict<double>(problem, setup) : Predict<float>(problem, setup);
  }

  double
  EstimateSecondsPerWaveSlice(const MultisliceProblem & problem, const DeviceSetup & setup, bool doublePrecision) const override
  {
    // One core of a server processor of 2024 with AVX2 takes about 4.5 ns per pixel at 256 x 256 in single precision.
    const Grid & grid = problem.grid;
    const double pixels = static_cast<double>(grid.GetNumberOfPixels());
    const double perPixel = 4.5e-9 * std::log2(pixels) / 16.0 * 0.5 * (FFTSizeCost(grid.nx) + FFTSizeCost(grid.ny));
    return pixels * perPixel * (doublePrecision ? 2.2 : 1.0) / static_cast<double>(setup.threads);
  }

  std::unique_ptr<DeviceSession<float>>
  OpenFloat(const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control) const override
  {
    return std::make_unique<CpuSession<float>>(problem, setup, control);
  }
  std::unique_ptr<DeviceSession<double>>
  OpenDouble(const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control) const override
  {
    return std::make_unique<CpuSession<double>>(problem, setup, control);
  }

private:
  template <typename T>
  static MemoryNeed
  Predict(const MultisliceProblem & problem, const DeviceSetup & setup)
  {
    const std::size_t   lanes = GetLanes<T>();
    const SliceLayout   layout = GetSliceLayout(problem, lanes);
    const std::uint64_t group = std::min<std::uint64_t>(WavesPerGroup, setup.batch);
    MemoryNeed          need;
    need.transmission = setup.configurations * setup.sliceChunk * layout.GetTransmissionSize() * sizeof(T);
    need.waves = setup.batch * layout.GetStateSize() * sizeof(T);

    const std::string instructionSet = GetInstructionSet();
    std::uint64_t     perThread = PotentialBuilder::GetWorkspaceSize(problem, sizeof(T) == sizeof(double), instructionSet);
    perThread += layout.GetPropagatorSize() * sizeof(T) + group * layout.GetIntensitySize() * sizeof(T);
    if (problem.exitWaves)
    {
      perThread += layout.GetTransmissionSize() * sizeof(T);
    }
    std::uint64_t incident = 16 * layout.columns.size() * problem.grid.ny;
    if (IncidentWaveNeedsAllColumns(problem))
    {
      const SliceLayout full = GetIncidentLayout(problem, lanes);
      perThread += (full.GetStateSize() + full.GetPropagatorSize()) * sizeof(T);
      need.transmission += setup.configurations * full.GetTransmissionSize() * sizeof(T);
      incident = 16 * problem.grid.GetNumberOfPixels();
    }
    if (problem.illumination != Illumination::Probe) // one frequency, or read one at a time by each thread
    {
      incident = 0;
    }
    if (problem.illumination == Illumination::Given)
    {
      perThread += 16 * problem.grid.GetNumberOfPixels();
    }
    const std::uint64_t detectors = DetectorTables<T>::PredictMemorySize(problem, GetMeasurementLayout(problem));
    need.work = PropagatorTables<T>::CountTables(problem) * layout.GetPropagatorSize() * sizeof(T) +
                PotentialBuilder::GetTableSize(problem, instructionSet) + incident + detectors + perThread * setup.threads;
    return need;
  }
};
} // namespace

const Backend &
GetCpuBackend()
{
  static const CpuBackend backend;
  return backend;
}
} // namespace ElectronMultislice
