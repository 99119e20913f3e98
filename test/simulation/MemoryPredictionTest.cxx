// Peak resident size above idle against the plan's prediction: within 10 % or 64 MB. Each size runs in a process of its own, since a peak
// never falls again.
#include "SmallProblem.h"
#include "WaveList.h"
#include "execution/HostResources.h"
#include "simulation/Run.h"
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ElectronMultislice;

#if defined(__SANITIZE_ADDRESS__)
#  define SKIP_UNDER_SANITIZER GTEST_SKIP() << "the address sanitizer adds memory of its own"
#else
#  define SKIP_UNDER_SANITIZER (void)0
#endif

namespace
{
struct Case
{
  std::size_t  n;
  std::size_t  oversampling;
  const char * precision;
  std::size_t  patterns;   ///< 1: with a pixelated detector
  std::size_t  images = 0; ///< so many images of a plane wave instead of probes
  std::size_t  waves = 0;  ///< of so many given waves instead
};

/** Runs the case in a child and returns predicted and measured bytes. */
std::pair<double, double>
Measure(const Case & c)
{
  int pipes[2];
  EXPECT_EQ(pipe(pipes), 0);
  const pid_t child = fork();
  if (child == 0)
  {
    auto problem = MakeSmallProblem(c.n, c.n, ThermalModel::FrozenPhonons, 2);
    problem.oversampling = c.oversampling;
    problem.exitWaves = false;
    if (!c.patterns)
    {
      problem.detectors.pop_back();
    }
    const auto six = problem.positions;
    if (c.images > 0)
    {
      problem.illumination = Illumination::PlaneWave;
      problem.positions.clear();
      problem.images.resize(c.images);
      for (Lens & lens : problem.images)
      {
        lens.aberrations.Set("defocus", 100.0);
      }
    }
    if (c.waves > 0)
    {
      problem = WithWaves(problem, std::vector<WaveList::Wave>(c.waves, WaveList::Wave(problem.grid.GetNumberOfPixels(), 1.0)));
      problem.exitWaves = false;
    }
    while (c.images == 0 && problem.positions.size() < 32)
    {
      problem.positions.insert(problem.positions.end(), six.begin(), six.end());
    }
    Settings settings;
    settings.Set("threads", "2", "test");
    const bool   doublePrecision = std::string(c.precision) == "float64";
    const Plan   plan = MakePlan(problem, doublePrecision, settings, true);
    const double idle = static_cast<double>(GetResidentMemory());
    RunControl   control;
    if (doublePrecision)
    {
      MemorySink<double> sink(problem);
      ElectronMultislice::Run<double>(plan, sink, control);
    }
    else
    {
      MemorySink<float> sink(problem);
      ElectronMultislice::Run<float>(plan, sink, control);
    }
    const double numbers[2] = { static_cast<double>(plan.hostMemory), static_cast<double>(GetPeakResidentMemory()) - idle };
    _exit(write(pipes[1], numbers, sizeof(numbers)) == sizeof(numbers) ? 0 : 1);
  }
  double numbers[2] = { 0.0, 0.0 };
  EXPECT_EQ(read(pipes[0], numbers, sizeof(numbers)), static_cast<ssize_t>(sizeof(numbers)));
  int status = 0;
  waitpid(child, &status, 0);
  close(pipes[0]);
  close(pipes[1]);
  EXPECT_EQ(status, 0);
  return { numbers[0], numbers[1] };
}
} // namespace

TEST(MemoryPrediction, WithinTenPercentOr64MegabytesOnThreeSizes)
{
  SKIP_UNDER_SANITIZER;
  for (const Case & c : { Case{ 256, 2, "float32", 1 },
                          Case{ 768, 2, "float32", 0 },
                          Case{ 1024, 1, "float64", 0 },
                          Case{ 1024, 2, "float32", 1 },
                          Case{ 1024, 1, "float32", 0, 8 },
                          Case{ 1024, 1, "float32", 0, 1, 6 } })
  {
    const auto [predicted, measured] = Measure(c);
    std::printf("%zu, oversampling %zu, %s: predicted %.0f MB, measured %.0f MB\n",
                c.n,
                c.oversampling,
                c.precision,
                predicted / 1e6,
                measured / 1e6);
    EXPECT_NEAR(measured, predicted, std::max(0.1 * predicted, 64e6)) << c.n;
  }
}
