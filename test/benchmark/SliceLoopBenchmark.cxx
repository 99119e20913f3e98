// Microseconds per probe and slice of the slice loop, float: the cpu backend beside a plain FFTW loop in the same run.
//
// The plain loop is what most programs do: a batch of waves larger than any cache (128 MB), slices outside; per slice one pass psi *= t, a
// two-dimensional FFT, a pass psi *= P, an inverse FFT (FFTW_MEASURE, one thread per half of the batch when there are two). The cpu backend
// runs the same number of slices through a DeviceSession, incident waves and a detector included.
//
// Usage: SliceLoopBenchmark --benchmark_enable_random_interleaving=true --benchmark_repetitions=5
#include "BenchmarkProblem.h"
#include "FftwLoop.h"
#include <thread>

using namespace ElectronMultislice;

namespace
{
constexpr std::size_t BatchBytes = std::size_t(128) << 20;
constexpr std::size_t Slices = 32;

void
PlainFftw(benchmark::State & state)
{
  const auto        n = static_cast<int>(state.range(0));
  const auto        threads = static_cast<std::size_t>(state.range(1));
  const std::size_t waves = BatchBytes / (sizeof(FftwLoop::Complex) * static_cast<std::size_t>(n * n));
  FftwLoop          loop(n, waves);
  for (auto _ : state)
  {
    std::vector<std::thread> team;
    for (std::size_t t = 1; t < threads; ++t)
    {
      team.emplace_back([&loop, t, threads, waves] { loop.Slice(waves * t / threads, waves * (t + 1) / threads); });
    }
    loop.Slice(0, waves / threads);
    for (std::thread & thread : team)
    {
      thread.join();
    }
  }
  SetRate(state, waves, 1);
}

template <typename T>
void
CpuBackendLoop(benchmark::State & state)
{
  const std::size_t waves = 8 * static_cast<std::size_t>(state.range(1));
  MeasureCpuBackend<T>(state, MakeBenchmarkProblem(static_cast<std::size_t>(state.range(0)), waves, Slices));
}

void
Sizes(benchmark::internal::Benchmark * benchmark)
{
  benchmark->ArgNames({ "n", "threads" })->UseRealTime()->Unit(benchmark::kMillisecond);
  for (const int n : { 256, 512, 1024 })
  {
    for (const int threads : { 1, 2 })
    {
      benchmark->Args({ n, threads });
    }
  }
}
BENCHMARK(PlainFftw)->Apply(Sizes);
BENCHMARK(CpuBackendLoop<float>)->Name("CpuBackend/float")->Apply(Sizes);
BENCHMARK(CpuBackendLoop<double>)->Name("CpuBackend/double")->Apply(Sizes);
} // namespace

BENCHMARK_MAIN();
