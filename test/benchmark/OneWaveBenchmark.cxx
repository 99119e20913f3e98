// A single plane wave on one and on two threads, float: the cpu backend, which shares out the rows and columns of the wave, beside the
// plain FFTW loop with the same number of threads inside every pass. For what the machine gives, the cpu backend also with a wave for each
// thread: the threads then have nothing to do with each other.
//
// Usage: OneWaveBenchmark --benchmark_enable_random_interleaving=true --benchmark_repetitions=7
#include "BenchmarkProblem.h"
#include "FftwLoop.h"

using namespace ElectronMultislice;

namespace
{
constexpr std::size_t Slices = 50;

void
PlainFftw(benchmark::State & state)
{
  FftwLoop loop(static_cast<int>(state.range(0)), 1, static_cast<std::size_t>(state.range(1)));
  for (auto _ : state)
  {
    loop.Slice(0, 1);
  }
  SetRate(state, 1, 1);
}

/** From the incident to the exit wave. */
void
CpuBackend(benchmark::State & state, std::size_t waves)
{
  static ContentCache cache(std::uint64_t(4) << 30); // slices are built once for all
  auto                problem = MakeBenchmarkProblem(static_cast<std::size_t>(state.range(0)), 0, Slices);
  problem.detectors.clear();
  problem.exitWaves = true;
  if (waves == 1)
  {
    problem.illumination = Illumination::PlaneWave;
  }
  else
  {
    problem.positions.resize(waves);
  }
  MeasureCpuBackend<float>(state, problem, &cache);
}

void
OneWave(benchmark::State & state)
{
  CpuBackend(state, 1);
}
void
WaveForEachThread(benchmark::State & state)
{
  CpuBackend(state, static_cast<std::size_t>(state.range(1)));
}

void
Sizes(benchmark::internal::Benchmark * benchmark)
{
  benchmark->ArgNames({ "n", "threads" })->UseRealTime()->Unit(benchmark::kMillisecond)->Args({ 2048, 1 })->Args({ 2048, 2 });
}
BENCHMARK(PlainFftw)->Apply(Sizes);
BENCHMARK(OneWave)->Apply(Sizes);
BENCHMARK(WaveForEachThread)->Apply(Sizes);
} // namespace

BENCHMARK_MAIN();
