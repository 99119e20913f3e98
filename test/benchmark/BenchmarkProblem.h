#ifndef benchmark_BenchmarkProblem_h
#define benchmark_BenchmarkProblem_h
#include "backends/Device.h"
#include <benchmark/benchmark.h>
#include <memory>

namespace ElectronMultislice
{
/** Weak phase object with random pixels, so that the arithmetic meets ordinary numbers. */
inline float
RandomPhase(std::uint32_t & state)
{
  state = state * 1664525u + 1013904223u;
  return 0.2f * static_cast<float>(state >> 8) / 16777216.0f;
}

inline void
SetRate(benchmark::State & state, std::size_t waves, std::size_t slices)
{
  // Counter's inverted rate is seconds per counted thing: count millions
  state.counters["us_per_probe_slice"] =
    benchmark::Counter(1e-6 * static_cast<double>(waves * slices * static_cast<std::size_t>(state.iterations())),
                       benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/** Random projected potential, so that no time is spent on atoms. */
class RandomPotential : public GivenPotential
{
public:
  explicit RandomPotential(std::size_t pixels)
    : m_Pixels(pixels)
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
  std::string
  GetContentId() const override
  {
    return "random, " + std::to_string(m_Pixels) + " pixels";
  }

private:
  template <typename T>
  void
  Fill(std::size_t slice, T * values) const
  {
    auto random = static_cast<std::uint32_t>(slice + 1);
    for (std::size_t i = 0; i < m_Pixels; ++i)
    {
      values[i] = 1000.0f * RandomPhase(random);
    }
  }
  std::size_t m_Pixels;
};

/** n x n pixels, one annular detector, `waves` probes. */
inline MultisliceProblem
MakeBenchmarkProblem(std::size_t n, std::size_t waves, std::size_t slices)
{
  MultisliceProblem problem;
  const double      length = 0.0763 * static_cast<double>(n);
  problem.grid = { n, n, length, length };
  problem.oversampling = 1;
  problem.energy = 200e3;
  problem.potential = std::make_shared<const RandomPotential>(n * n);
  for (std::size_t s = 0; s <= slices; ++s)
  {
    problem.sliceEdges.push_back(1.9525 * static_cast<double>(s));
  }
  problem.exitPlanes = { slices };
  problem.lens.semiangle = 0.02;
  for (std::size_t i = 0; i < waves; ++i)
  {
    problem.positions.push_back({ 0.1 * static_cast<double>(i), 0.05 * static_cast<double>(i) });
  }
  Detector detector;
  detector.name = "haadf";
  detector.inner = 0.05;
  detector.outer = 0.1;
  problem.detectors = { detector };
  return problem;
}

/** All waves of a problem from the incident to the exit wave by the cpu backend, on state.range(1) threads. */
template <typename T>
void
MeasureCpuBackend(benchmark::State & state, const MultisliceProblem & problem, ContentCache * cache = nullptr)
{
  const std::size_t waves = problem.GetNumberOfWaves(), slices = problem.GetNumberOfSlices();
  RunControl        control;
  control.cache = cache;
  DeviceSetup setup;
  setup.threads = static_cast<std::size_t>(state.range(1));
  setup.batch = waves;
  setup.sliceChunk = slices;
  const auto session = OpenSession<T>(GetCpuBackend(), problem, setup, control);
  auto       result = MakeUnitResult<T>(problem, GetMeasurementLayout(problem), 0, { 0, waves });
  session->PrepareSlices(0, { 0, slices });
  session->StartWaves({ 0, waves }); // tables are made here once per run
  for (auto _ : state)
  {
    session->StartWaves({ 0, waves });
    session->Propagate({ 0, slices }, result);
  }
  SetRate(state, waves, slices);
}
} // namespace ElectronMultislice
#endif
