// A beam through empty space keeps its intensity: every detector that covers the disc reads 1, everywhere in the scan.
#include "SmallProblem.h"
#include "VacuumPotential.h"
#include "backends/Device.h"
#include <algorithm>
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
template <typename T>
void
ExpectUnit(std::size_t nx, std::size_t ny, double tolerance)
{
  MultisliceProblem problem = MakeSmallProblem(nx, ny);
  problem.specimen = nullptr;
  problem.potential = std::make_shared<const VacuumPotential>(problem.grid.Refined(problem.oversampling).GetNumberOfPixels());
  problem.sliceEdges.clear();
  for (int i = 0; i <= 100; ++i)
  {
    problem.sliceEdges.push_back(2.0 * i);
  }
  problem.exitPlanes = { 100 };
  problem.exitWaves = false;
  Detector disc;
  disc.name = "disc";
  disc.outer = 0.03;
  problem.detectors = { disc };

  RunControl  control;
  DeviceSetup setup;
  setup.batch = problem.GetNumberOfWaves();
  setup.sliceChunk = 100;
  const auto  session = OpenSession<T>(GetCpuBackend(), problem, setup, control);
  const Range waves{ 0, problem.GetNumberOfWaves() };
  auto        result = MakeUnitResult<T>(problem, GetMeasurementLayout(problem), 0, waves);
  session->PrepareSlices(0, { 0, 100 });
  session->StartWaves(waves);
  session->Propagate({ 0, 100 }, result);
  for (const double value : result.scalars)
  {
    EXPECT_NEAR(value, 1.0, tolerance) << nx << " x " << ny;
  }
}
} // namespace

TEST(Vacuum, DoubleIsUnitWithin1em11)
{
  ExpectUnit<double>(128, 96, 1e-11);
  ExpectUnit<double>(90, 70, 1e-11);
}

TEST(Vacuum, FloatIsUnitWithin1em6After100Slices)
{
  ExpectUnit<float>(64, 64, 1e-6);
  ExpectUnit<float>(256, 256, 1e-6);
  ExpectUnit<float>(384, 320, 1e-6);
  ExpectUnit<float>(500, 450, 1e-6);
  ExpectUnit<float>(128, 96, 1e-6);
  ExpectUnit<float>(90, 70, 1e-6);
}
