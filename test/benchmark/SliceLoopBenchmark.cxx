// Microseconds per probe and slice of the slice loop, float: the cpu backend beside a plain FFTW loop in the same run.
//
// The plain loop is what most programs do: a batch of waves larger than any cache (128 MB), slices outside; per slice one pass psi *= t, a
// two-dimensional FFT, a pass psi *= P, an inverse FFT (FFTW_MEASURE, one thread per half of the batch when there are two). The cpu backend
// runs the same number of slices through a DeviceSession, incident waves and a detector included.
//
// Usage: SliceLoopBenchmark --benchmark_enable_random_interleaving=true --benchmark_repetitions=5
#include "backends/Device.h"
#include <benchmark/benchmark.h>
#include <complex>
#include <fftw3.h>
#include <memory>
#include <thread>
#include <vector>

using namespace ElectronMultislice;

namespace
{
constexpr std::size_t BatchBytes = std::size_t(128) << 20;
constexpr std::size_t Slices = 32;

using Complex = std::complex<float>;

/** Weak phase object with random pixels, so that the arithmetic meets ordinary numbers. */
float
RandomPhase(std::uint32_t & state)
{
  state = state * 1664525u + 1013904223u;
  return 0.2f * static_cast<float>(state >> 8) / 16777216.0f;
}

void
SetRate(benchmark::State & state, std::size_t waves, std::size_t slices)
{
  // Counter's inverted rate is seconds per counted thing: count millions
  state.counters["us_per_probe_slice"] =
    benchmark::Counter(1e-6 * static_cast<double>(waves * slices * static_cast<std::size_t>(state.iterations())),
                       benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

class FftwLoop
{
public:
  FftwLoop(int n, std::size_t waves)
    : m_Pixels(static_cast<std::size_t>(n) * static_cast<std::size_t>(n))
    , m_Waves(waves)
    , m_Psi(static_cast<Complex *>(fftwf_malloc(m_Pixels * waves * sizeof(Complex))))
    , m_T(m_Pixels)
    , m_P(m_Pixels)
  {
    std::uint32_t random = 1;
    auto *        data = reinterpret_cast<fftwf_complex *>(m_Psi);
    m_Forward = fftwf_plan_dft_2d(n, n, data, data, FFTW_FORWARD, FFTW_MEASURE);
    m_Inverse = fftwf_plan_dft_2d(n, n, data, data, FFTW_BACKWARD, FFTW_MEASURE);
    for (std::size_t i = 0; i < m_Pixels; ++i)
    {
      m_T[i] = std::polar(1.0f, RandomPhase(random));
      m_P[i] = std::polar(1.0f / static_cast<float>(m_Pixels), RandomPhase(random));
    }
    for (std::size_t i = 0; i < m_Pixels * waves; ++i)
    {
      m_Psi[i] = { RandomPhase(random), RandomPhase(random) };
    }
  }
  FftwLoop(const FftwLoop &) = delete;
  FftwLoop &
  operator=(const FftwLoop &) = delete;
  ~FftwLoop()
  {
    fftwf_destroy_plan(m_Forward);
    fftwf_destroy_plan(m_Inverse);
    fftwf_free(m_Psi);
  }

  /** One slice of waves [first, last), pass by pass. */
  void
  Slice(std::size_t first, std::size_t last)
  {
    Multiply(first, last, m_T.data());
    Transform(m_Forward, first, last);
    Multiply(first, last, m_P.data());
    Transform(m_Inverse, first, last);
  }

private:
  void
  Multiply(std::size_t first, std::size_t last, const Complex * factors)
  {
    const float * f = reinterpret_cast<const float *>(factors);
    for (std::size_t wave = first; wave < last; ++wave)
    {
      float * p = reinterpret_cast<float *>(m_Psi + wave * m_Pixels);
      for (std::size_t i = 0; i < m_Pixels; ++i)
      {
        const float re = p[2 * i] * f[2 * i] - p[2 * i + 1] * f[2 * i + 1];
        p[2 * i + 1] = p[2 * i] * f[2 * i + 1] + p[2 * i + 1] * f[2 * i];
        p[2 * i] = re;
      }
    }
  }
  void
  Transform(fftwf_plan plan, std::size_t first, std::size_t last)
  {
    for (std::size_t wave = first; wave < last; ++wave)
    {
      auto * data = reinterpret_cast<fftwf_complex *>(m_Psi + wave * m_Pixels);
      fftwf_execute_dft(plan, data, data);
    }
  }

  std::size_t          m_Pixels;
  std::size_t          m_Waves;
  Complex *            m_Psi;
  std::vector<Complex> m_T, m_P;
  fftwf_plan           m_Forward;
  fftwf_plan           m_Inverse;
};

void
PlainFftw(benchmark::State & state)
{
  const auto        n = static_cast<int>(state.range(0));
  const auto        threads = static_cast<std::size_t>(state.range(1));
  const std::size_t waves = BatchBytes / (sizeof(Complex) * static_cast<std::size_t>(n * n));
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

MultisliceProblem
MakeProblem(std::size_t n, std::size_t waves)
{
  MultisliceProblem problem;
  const double      length = 0.0763 * static_cast<double>(n);
  problem.grid = { n, n, length, length };
  problem.oversampling = 1;
  problem.energy = 200e3;
  problem.potential = std::make_shared<const RandomPotential>(n * n);
  for (std::size_t s = 0; s <= Slices; ++s)
  {
    problem.sliceEdges.push_back(1.9525 * static_cast<double>(s));
  }
  problem.exitPlanes = { Slices };
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

template <typename T>
void
CpuBackendLoop(benchmark::State & state)
{
  const auto        n = static_cast<std::size_t>(state.range(0));
  const auto        threads = static_cast<std::size_t>(state.range(1));
  const std::size_t waves = 8 * threads;
  const auto        problem = MakeProblem(n, waves);
  RunControl        control;
  DeviceSetup       setup;
  setup.threads = threads;
  setup.batch = waves;
  setup.sliceChunk = Slices;
  const auto session = OpenSession<T>(GetCpuBackend(), problem, setup, control);
  auto       result = MakeUnitResult<T>(problem, GetMeasurementLayout(problem), 0, { 0, waves });
  session->PrepareSlices(0, { 0, Slices });
  session->StartWaves({ 0, waves }); // tables are made here once per run
  for (auto _ : state)
  {
    session->StartWaves({ 0, waves });
    session->Propagate({ 0, Slices }, result);
  }
  SetRate(state, waves, Slices);
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
