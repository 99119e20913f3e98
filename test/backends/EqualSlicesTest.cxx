// Slices with the same atoms are built once: found exactly, and the same bits as if each were built.
#include "backends/EqualSlices.h"
#include "OracleRun.h"
#include "SmallProblem.h"
#include "VacuumPotential.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
/** The small specimen twice along the beam, then 4 Å without atoms: slices of 2 Å with the atoms 0 1 2 3 0 1 2 3 and none in two. The
 * change is applied to the second copy's first atom. */
MultisliceProblem
Repeated(std::size_t nx, std::size_t ny, ThermalModel model = ThermalModel::None, double shift = 0.0)
{
  auto              problem = MakeSmallProblem(nx, ny);
  Supercell         cell = MakeSmallSupercell();
  const std::size_t count = cell.atoms.size();
  for (std::size_t i = 0; i < count; ++i)
  {
    cell.atoms.push_back(cell.atoms[i]);
    cell.atoms.back().position[2] += 8.0;
  }
  cell.atoms[count].position[0] += shift;
  cell.lengths[2] = 20.0;
  SlicingOptions slicing;
  slicing.count = 10;
  problem.specimen = std::make_shared<const Specimen>(cell, slicing, model, 1, 7);
  problem.sliceEdges = problem.specimen->GetSliceEdges();
  problem.exitPlanes = { 3, 10 };
  return problem;
}

const std::vector<std::size_t> AllSlices{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
using Slices = std::vector<std::size_t>;

template <typename T>
std::pair<OracleTest::OracleRun, std::uint64_t>
RunWith(const MultisliceProblem & problem, std::size_t chunk)
{
  DeviceSetup setup;
  setup.threads = 2;
  setup.batch = problem.GetNumberOfWaves();
  setup.sliceChunk = chunk;
  RunControl control;
  auto       run = OracleTest::RunProblem<T>(GetCpuBackend(), problem, setup, control);
  return { std::move(run), control.slicesBuilt.load() };
}

template <typename T>
void
ExpectSameBitsAsBuiltOneByOne(const MultisliceProblem & problem)
{
  const auto [single, each] = RunWith<T>(problem, 1); // nothing to be equal to
  const auto [shared, once] = RunWith<T>(problem, 10);
  EXPECT_EQ(each, 10u);
  EXPECT_EQ(once, 5u);
  EXPECT_EQ(shared.scalars, single.scalars);
  EXPECT_EQ(shared.patterns, single.patterns);
  EXPECT_EQ(shared.exitWaves, single.exitWaves);
}
} // namespace

TEST(EqualSlices, AreThoseWithTheSameNumbers)
{
  EXPECT_EQ(FindEqualSlices(Repeated(64, 48), 0, AllSlices), (Slices{ 0, 1, 2, 3, 0, 1, 2, 3, 8, 8 }));
  EXPECT_EQ(FindEqualSlices(Repeated(64, 48), 0, { 7, 3, 4 }), (Slices{ 7, 7, 4 })) << "among those asked for, in their order";
  EXPECT_EQ(FindEqualSlices(Repeated(64, 48, ThermalModel::DebyeWaller), 0, AllSlices), (Slices{ 0, 1, 2, 3, 0, 1, 2, 3, 8, 8 }));
  EXPECT_EQ(FindEqualSlices(Repeated(64, 48, ThermalModel::None, 1e-15), 0, AllSlices), (Slices{ 0, 1, 2, 3, 4, 1, 2, 3, 8, 8 }))
    << "the last bit of an atom";
  EXPECT_EQ(FindEqualSlices(Repeated(64, 48, ThermalModel::FrozenPhonons), 0, AllSlices), (Slices{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 8 }));
}

TEST(EqualSlices, OfAGivenPotentialAreNotLookedFor)
{
  auto problem = Repeated(64, 48);
  problem.specimen = nullptr;
  problem.potential = std::make_shared<const VacuumPotential>(problem.grid.Refined(2).GetNumberOfPixels());
  EXPECT_EQ(FindEqualSlices(problem, 0, AllSlices), AllSlices);
}

TEST(EqualSlices, GiveTheBitsOfBuildingEach)
{
  ExpectSameBitsAsBuiltOneByOne<float>(Repeated(64, 48));
  ExpectSameBitsAsBuiltOneByOne<double>(Repeated(64, 48));
  ExpectSameBitsAsBuiltOneByOne<float>(Repeated(45, 63)); // the library's layout, whose last block is not full
  ExpectSameBitsAsBuiltOneByOne<double>(Repeated(45, 63));
  auto problem = Repeated(64, 48);
  problem.lens.semiangle = 0.0; // the first slice also in the layout of all columns
  ExpectSameBitsAsBuiltOneByOne<float>(problem);
}
