// Incident waves that come from elsewhere: the same exit waves as the waves that the engine makes itself, linear, the same bits for any
// work split.
#include "Deviation.h"
#include "OracleRun.h"
#include "SmallProblem.h"
#include "VacuumPotential.h"
#include "WaveList.h"
#include "common/Error.h"
#include "fourier/FourierTransform.h"
#include "physics/Constants.h"
#include <cmath>
#include <limits>

using namespace ElectronMultislice;
using OracleTest::RunProblem;

namespace
{
using Wave = WaveList::Wave;

// float: rounding of the waves, about 1e-7 a transform, and of the potential
constexpr double FloatTolerance = 3e-6;
constexpr double DoubleTolerance = 1e-9;

DeviceSetup
MakeSetup(const MultisliceProblem & problem, std::size_t threads = 1)
{
  DeviceSetup setup;
  setup.threads = threads;
  setup.batch = problem.GetNumberOfWaves();
  setup.sliceChunk = problem.GetNumberOfSlices();
  return setup;
}

/** Exit waves [plane * waves + wave]. */
template <typename T>
std::vector<Wave>
ExitWaves(const Backend & backend, const MultisliceProblem & problem)
{
  return RunProblem<T>(backend, problem, MakeSetup(problem, 2)).exitWaves;
}

void
ExpectNear(const std::vector<Wave> & waves, const std::vector<Wave> & expected, double tolerance)
{
  ASSERT_EQ(waves.size(), expected.size());
  for (std::size_t i = 0; i < waves.size(); ++i)
  {
    EXPECT_LT(Deviation(waves[i], expected[i]), tolerance) << i;
  }
}

/** A wave with every frequency of the grid, those beyond the band limit too, and no symmetry. */
Wave
MakeRoughWave(const Grid & grid, double seed)
{
  Wave wave(grid.GetNumberOfPixels());
  for (std::size_t i = 0; i < wave.size(); ++i)
  {
    const double n = static_cast<double>(i);
    wave[i] = std::polar(1.0 + 0.3 * std::sin(seed + 1.7 * n), std::sin(2.3 * seed * n) + 0.01 * n);
  }
  return wave;
}

/** psi_hat = aperture exp(-i chi) exp(-2 pi i k.r0) with sum |psi_hat|² = 1, transformed back. */
Wave
MakeProbe(const MultisliceProblem & problem, std::array<double, 2> position)
{
  const Grid & grid = problem.grid;
  Wave         wave(grid.GetNumberOfPixels());
  double       norm = 0.0;
  for (std::size_t i = 0; i < wave.size(); ++i)
  {
    const double kx = grid.GetFrequencyX(i % grid.nx), ky = grid.GetFrequencyY(i / grid.nx);
    wave[i] = TransferFunction(problem.lens, kx, ky, Wavelength(problem.energy), grid.lengthX, grid.lengthY) *
              std::polar(1.0, -2.0 * Pi * (kx * position[0] + ky * position[1]));
    norm += std::norm(wave[i]);
  }
  for (auto & value : wave)
  {
    value /= std::sqrt(norm);
  }
  InverseTransform2D(wave.data(), grid.nx, grid.ny);
  return wave;
}

void
ExpectRefused(const MultisliceProblem & problem, const std::string & part)
{
  try
  {
    CheckProblem(problem);
    FAIL() << "not refused: " << part;
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Input);
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}
} // namespace

TEST(GivenWaves, CpuAgreesWithTheReference)
{
  // codelets, odd, prime, and no band limit: then all columns are there anyway
  for (const auto & [nx, ny] : { std::make_pair(64, 48), std::make_pair(45, 63), std::make_pair(67, 50) })
  {
    for (const BandLimit limit : { BandLimit::Taper, BandLimit::None })
    {
      auto problem = MakeSmallProblem(static_cast<std::size_t>(nx), static_cast<std::size_t>(ny));
      problem.bandLimit = limit;
      problem = WithWaves(problem, { MakeRoughWave(problem.grid, 0.3), MakeRoughWave(problem.grid, 1.9) });
      const auto expected = ExitWaves<double>(GetReferenceBackend(), problem);
      ExpectNear(ExitWaves<double>(GetCpuBackend(), problem), expected, DoubleTolerance);
      ExpectNear(ExitWaves<float>(GetCpuBackend(), problem), expected, FloatTolerance);
    }
  }
}

TEST(GivenWaves, OnesAreThePlaneWave)
{
  auto plane = MakeSmallProblem();
  plane.illumination = Illumination::PlaneWave;
  plane.positions.clear();
  const auto given = WithWaves(plane, { Wave(plane.grid.GetNumberOfPixels(), 1.0) });
  for (const Backend * backend : { &GetReferenceBackend(), &GetCpuBackend() })
  {
    ExpectNear(ExitWaves<double>(*backend, given), ExitWaves<double>(*backend, plane), DoubleTolerance);
    ExpectNear(ExitWaves<float>(*backend, given), ExitWaves<float>(*backend, plane), FloatTolerance);
  }
}

TEST(GivenWaves, ProbesAreTheProbes)
{
  const auto        probes = MakeSmallProblem();
  std::vector<Wave> waves;
  for (const auto & position : probes.positions)
  {
    waves.push_back(MakeProbe(probes, position));
  }
  const auto given = WithWaves(probes, waves);
  for (const Backend * backend : { &GetReferenceBackend(), &GetCpuBackend() })
  {
    ExpectNear(ExitWaves<double>(*backend, given), ExitWaves<double>(*backend, probes), DoubleTolerance);
    ExpectNear(ExitWaves<float>(*backend, given), ExitWaves<float>(*backend, probes), FloatTolerance);
  }
}

TEST(GivenWaves, PropagationIsLinear)
{
  const auto                 problem = MakeSmallProblem();
  const Wave                 a = MakeRoughWave(problem.grid, 0.3), b = MakeRoughWave(problem.grid, 1.9);
  const std::complex<double> factor{ -2.5, 4.0 };
  Wave                       sum(a.size());
  std::transform(a.begin(), a.end(), b.begin(), sum.begin(), [&](auto x, auto y) { return factor * x + y; });
  const auto waves = ExitWaves<double>(GetCpuBackend(), WithWaves(problem, { a, b, sum }));
  for (std::size_t plane = 0; plane < 2; ++plane)
  {
    Wave expected(a.size());
    std::transform(waves[3 * plane].begin(), waves[3 * plane].end(), waves[3 * plane + 1].begin(), expected.begin(), [&](auto x, auto y) {
      return factor * x + y;
    });
    EXPECT_LT(Deviation(waves[3 * plane + 2], expected), 1e-12);
  }
}

TEST(GivenWaves, VacuumHandsOnWhatPassesTheBandLimit)
{
  auto problem = MakeSmallProblem();
  problem.specimen = nullptr;
  problem.potential = std::make_shared<const VacuumPotential>(problem.grid.Refined(problem.oversampling).GetNumberOfPixels());
  problem.bandLimit = BandLimit::Radial;
  problem = WithWaves(problem, { MakeRoughWave(problem.grid, 0.3) });
  const Grid & grid = problem.grid;
  Wave         expected = MakeRoughWave(grid, 0.3);
  ForwardTransform2D(expected.data(), grid.nx, grid.ny);
  for (std::size_t i = 0; i < expected.size(); ++i)
  {
    const double kx = grid.GetFrequencyX(i % grid.nx), ky = grid.GetFrequencyY(i / grid.nx);
    expected[i] *= BandLimitValue(problem.bandLimit, kx, ky, grid.GetSpacingX(), grid.GetSpacingY()) *
                   FreeSpacePropagator(problem.propagator, kx, ky, Wavelength(problem.energy), problem.sliceEdges.back(), problem.tilt);
  }
  InverseTransform2D(expected.data(), grid.nx, grid.ny);
  EXPECT_LT(Deviation(ExitWaves<double>(GetCpuBackend(), problem).back(), expected), DoubleTolerance);
  EXPECT_LT(Deviation(ExitWaves<float>(GetCpuBackend(), problem).back(), expected), FloatTolerance);
}

TEST(GivenWaves, ThreadsBatchesAndChunksDoNotMatter)
{
  auto              problem = MakeSmallProblem(64, 48, ThermalModel::FrozenPhonons, 2);
  std::vector<Wave> waves;
  for (int i = 0; i < 7; ++i)
  {
    waves.push_back(MakeRoughWave(problem.grid, 0.3 + i));
  }
  problem = WithWaves(problem, waves);
  problem.images.resize(1);
  problem.images[0].aberrations.Set("defocus", 40.0);
  const auto expected = RunProblem<float>(GetCpuBackend(), problem, MakeSetup(problem));
  for (const std::size_t threads : { 1, 2, 3, 9 })
  {
    for (const std::size_t batch : { 1, 3, 7 })
    {
      auto setup = MakeSetup(problem, threads);
      setup.batch = batch;
      setup.sliceChunk = batch == 3 ? 1 : 4;
      const auto run = RunProblem<float>(GetCpuBackend(), problem, setup);
      EXPECT_EQ(run.exitWaves, expected.exitWaves) << threads << " threads, batches of " << batch;
      EXPECT_EQ(run.images, expected.images) << threads << " threads, batches of " << batch;
    }
  }
  // nor do the other waves
  const auto alone = WithWaves(problem, { waves[4] });
  EXPECT_EQ(RunProblem<float>(GetCpuBackend(), alone, MakeSetup(alone)).exitWaves[1], expected.exitWaves[7 + 4]);
}

TEST(GivenWaves, ImagesAreIntensitiesOfTheExitWaves)
{
  auto problem = MakeSmallProblem();
  problem = WithWaves(problem, { MakeRoughWave(problem.grid, 0.3), MakeRoughWave(problem.grid, 1.9) });
  problem.images.resize(1); // a perfect lens
  const auto run = RunProblem<double>(GetCpuBackend(), problem, MakeSetup(problem));
  CheckProblem(problem);
  for (std::size_t sample = 0; sample < 4; ++sample)
  {
    for (std::size_t i = 0; i < problem.grid.GetNumberOfPixels(); ++i)
    {
      ASSERT_NEAR(run.images[0][sample * problem.grid.GetNumberOfPixels() + i], std::norm(run.exitWaves[sample][i]), 1e-12);
    }
  }
}

TEST(GivenWaves, WhatCannotBeComputedIsRefused)
{
  auto problem = MakeSmallProblem();
  problem = WithWaves(problem, { Wave(problem.grid.GetNumberOfPixels(), 1.0) });
  CheckProblem(problem);
  auto measured = problem;
  measured.detectors = { MakeSmallProblem().detectors[0] };
  ExpectRefused(measured, "The detector 'annular' measures fractions of the incident beam");
  auto none = problem;
  none.waves = nullptr;
  ExpectRefused(none, "at least one is needed");
  ExpectRefused(WithWaves(problem, {}), "at least one is needed");
}

TEST(GivenWaves, AValueThatIsNotFiniteIsRefusedWithItsPlace)
{
  auto problem = MakeSmallProblem();
  Wave bad(problem.grid.GetNumberOfPixels(), 1.0);
  bad[5 * problem.grid.nx + 17] = { 0.0, std::numeric_limits<double>::infinity() };
  problem = WithWaves(problem, { Wave(problem.grid.GetNumberOfPixels(), 1.0), bad });
  for (const Backend * backend : { &GetReferenceBackend(), &GetCpuBackend() })
  {
    try
    {
      ExitWaves<float>(*backend, problem);
      FAIL() << "not refused";
    }
    catch (const Error & error)
    {
      EXPECT_STREQ(error.what(), "The given wave 1 holds a value that is not finite at pixel (17, 5).");
    }
  }
}
