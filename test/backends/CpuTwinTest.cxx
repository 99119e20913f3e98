// The CPU backend against its twin, the reference backend: same problem, every measurement.
#include "Deviation.h"
#include "SmallProblem.h"
#include "backends/Device.h"
#include "backends/cpu/InstructionSet.h"
#include "physics/SensitivityMap.h"
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
template <typename T>
UnitResult<T>
RunAll(const Backend & backend, const MultisliceProblem & problem, std::size_t threads, std::size_t configuration = 0)
{
  RunControl  control;
  DeviceSetup setup;
  setup.threads = threads;
  setup.batch = problem.GetNumberOfWaves();
  setup.sliceChunk = problem.GetNumberOfSlices();
  const auto  session = OpenSession<T>(backend, problem, setup, control);
  const Range waves{ 0, problem.GetNumberOfWaves() };
  const Range slices{ 0, problem.GetNumberOfSlices() };
  auto        result = MakeUnitResult<T>(problem, GetMeasurementLayout(problem), configuration, waves);
  session->PrepareSlices(configuration, slices);
  session->StartWaves(waves);
  session->Propagate(slices, result);
  return result;
}

template <typename T>
void
ExpectTwin(const MultisliceProblem & problem, double tolerance)
{
  const auto reference = RunAll<double>(GetReferenceBackend(), problem, 1);
  const auto fast = RunAll<T>(GetCpuBackend(), problem, 2);
  if (!reference.scalars.empty())
  {
    EXPECT_LT(Deviation(fast.scalars, reference.scalars), tolerance);
  }
  for (std::size_t p = 0; p < reference.patterns.size(); ++p)
  {
    EXPECT_LT(Deviation(fast.patterns[p], reference.patterns[p]), tolerance);
  }
  EXPECT_LT(Deviation(fast.exitWaves, reference.exitWaves), tolerance);
}

// float: rounding of the waves (about 1e-7 a transform) and of the potential; double: error of the 16-node spreading kernel, 1.3e-11 an
// atom
constexpr double FloatTolerance = 3e-6;
constexpr double DoubleTolerance = 2e-10;

class CpuTwin : public testing::TestWithParam<std::pair<std::size_t, std::size_t>>
{};
} // namespace

TEST_P(CpuTwin, EveryMeasurementAtEveryPlane)
{
  const auto problem = MakeSmallProblem(GetParam().first, GetParam().second);
  ExpectTwin<float>(problem, FloatTolerance);
  ExpectTwin<double>(problem, DoubleTolerance);
}

// powers of two, odd, prime (Bluestein above 50), smaller than a vector block in y modulo the lanes, non-square both ways
INSTANTIATE_TEST_SUITE_P(
  Grids,
  CpuTwin,
  testing::Values(std::make_pair(64, 48), std::make_pair(45, 63), std::make_pair(67, 50), std::make_pair(50, 101), std::make_pair(96, 42)));

TEST(CpuTwin, SensitivityMaps)
{
  // a map of 7 x 5 angles, turned and off the axis, positive and negative
  auto map = std::make_shared<SensitivityMap>();
  map->nx = 7;
  map->ny = 5;
  map->origin = { -0.012, -0.010 };
  map->pixelAxes = { 0.004, -0.001, 0.001, 0.005 };
  for (std::size_t i = 0; i < 35; ++i)
  {
    map->values.push_back(std::sin(1.0 + 0.7 * static_cast<double>(i)));
  }
  Detector detector;
  detector.name = "map";
  detector.type = DetectorType::SensitivityMap;
  detector.map = map;
  auto problem = MakeSmallProblem();
  problem.detectors = { detector };
  problem.exitWaves = true;
  CheckProblem(problem);
  ExpectTwin<float>(problem, FloatTolerance);
  ExpectTwin<double>(problem, DoubleTolerance);
}

TEST(CpuTwin, BandLimits)
{
  for (const BandLimit limit : { BandLimit::Taper, BandLimit::Radial, BandLimit::Separable, BandLimit::None })
  {
    for (const bool limited : { true, false })
    {
      auto problem = MakeSmallProblem();
      problem.bandLimit = limit;
      problem.potentialBandLimited = limited;
      SCOPED_TRACE(BandLimitName(limit) + (limited ? ", potential limited" : ", potential on the whole grid"));
      ExpectTwin<double>(problem, DoubleTolerance);
    }
  }
}

TEST(CpuTwin, APatternWithoutAnAngleHoldsEverythingThatPasses)
{
  for (const BandLimit limit : { BandLimit::Taper, BandLimit::Radial, BandLimit::Separable, BandLimit::None })
  {
    auto problem = MakeSmallProblem(96, 36); // pixels of 0.1 x 0.2 Å
    problem.bandLimit = limit;
    problem.lens.semiangle = 0.01;
    problem.detectors = { problem.detectors[3] };
    problem.detectors[0].outer = 0.0;
    const auto result = RunAll<double>(GetCpuBackend(), problem, 1);
    double     pattern = 0.0, wave = 0.0;
    for (const double value : result.patterns[0])
    {
      pattern += value;
    }
    for (const auto & value : result.exitWaves)
    {
      wave += std::norm(value) * static_cast<double>(problem.grid.GetNumberOfPixels()); // Parseval: sum |psi_hat|² = N sum |psi|²
    }
    EXPECT_NEAR(pattern, wave, 1e-10 * wave) << BandLimitName(limit);
  }
}

TEST(CpuTwin, OversamplingTiltParaxialKirkland)
{
  for (const std::size_t oversampling : { 1, 2, 3 })
  {
    auto problem = MakeSmallProblem(40, 44);
    problem.oversampling = oversampling;
    problem.propagator = PropagatorModel::Paraxial;
    problem.parametrization = Parametrization::Kirkland;
    ExpectTwin<double>(problem, DoubleTolerance);
  }
}

TEST(CpuTwin, DebyeWallerAndFrozenPhonons)
{
  ExpectTwin<double>(MakeSmallProblem(64, 48, ThermalModel::DebyeWaller), DoubleTolerance);
  ExpectTwin<double>(MakeSmallProblem(64, 48, ThermalModel::FrozenPhonons, 3), DoubleTolerance);
}

TEST(CpuTwin, PlaneWave)
{
  auto problem = MakeSmallProblem();
  problem.illumination = Illumination::PlaneWave;
  problem.positions.clear();
  ExpectTwin<double>(problem, DoubleTolerance);
  ExpectTwin<float>(problem, FloatTolerance);
}

TEST(CpuTwin, ApertureBeyondTheBandLimitKeepsTheWholeIncidentWave)
{
  auto problem = MakeSmallProblem();
  problem.lens.semiangle = 0.0; // no aperture: a delta
  ExpectTwin<double>(problem, DoubleTolerance);
}

TEST(CpuBits, ThreadsBatchesAndChunksDoNotMatter)
{
  const auto problem = MakeSmallProblem(64, 48, ThermalModel::FrozenPhonons, 2);
  const auto expected = RunAll<float>(GetCpuBackend(), problem, 1, 1);
  for (const std::size_t threads : { 2, 3, 5, 7 })
  {
    const auto result = RunAll<float>(GetCpuBackend(), problem, threads, 1);
    EXPECT_EQ(result.scalars, expected.scalars);
    EXPECT_EQ(result.patterns, expected.patterns);
    EXPECT_EQ(result.exitWaves, expected.exitWaves);
  }
}

TEST(CpuInstructionSets, EachUsableOneAgreesWithTheReference)
{
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
  // what the processor has is used
  EXPECT_EQ(GetUsableInstructionSets().size(),
            1u + (__builtin_cpu_supports("avx2") ? 1u : 0u) + (__builtin_cpu_supports("avx512vl") ? 1u : 0u));
#endif
  const auto problem = MakeSmallProblem();
  for (const std::string & name : GetUsableInstructionSets())
  {
    setenv("ELECTRON_MULTISLICE_INSTRUCTION_SET", name.c_str(), 1);
    SCOPED_TRACE(name);
    EXPECT_EQ(GetInstructionSet(), name);
    ExpectTwin<float>(problem, FloatTolerance);
    ExpectTwin<double>(problem, DoubleTolerance);
  }
  setenv("ELECTRON_MULTISLICE_INSTRUCTION_SET", "altivec", 1);
  EXPECT_THROW(GetInstructionSet(), std::runtime_error);
  unsetenv("ELECTRON_MULTISLICE_INSTRUCTION_SET");
}
