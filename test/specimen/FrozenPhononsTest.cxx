// Statistics of the thermal draws against the distributions they are drawn from; five standard errors are allowed everywhere.
#include "TestStructures.h"
#include "specimen/Specimen.h"
#include <cmath>
#include <map>

using namespace ElectronMultislice;

namespace
{
Specimen
Draw(const Structure & structure, const std::array<int, 3> & repetitions, std::size_t configurations, std::uint64_t seed = 1)
{
  SupercellOptions options;
  options.repetitions = repetitions;
  return { BuildSupercell(structure, options), {}, ThermalModel::FrozenPhonons, configurations, seed };
}

/** Sums of products of displacements. */
struct Moments
{
  double      mean[3]{}, product[3][3]{};
  std::size_t count = 0;
  void
  Add(const Vector3 & u)
  {
    ++count;
    for (std::size_t i = 0; i < 3; ++i)
    {
      mean[i] += u[i];
      for (std::size_t j = 0; j < 3; ++j)
      {
        product[i][j] += u[i] * u[j];
      }
    }
  }
};
} // namespace

// behaviours: every tile has its own draw; variance over the tiles is u² in each of the three directions, and z is drawn too.
TEST(FrozenPhonons, VarianceIsTheMeanSquareDisplacement)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(38, { 1, 1, 1 }, 1, 0.0078), MakeAtom(8, { 3, 3, 3 }, 1, 0.02) };
  const auto             specimen = Draw(structure, { 10, 10, 10 }, 20);
  std::map<int, Moments> moments;
  for (std::size_t configuration = 0; configuration < 20; ++configuration)
  {
    for (std::size_t i = 0; i < specimen.GetAtoms().size(); ++i)
    {
      moments[specimen.GetAtoms()[i].atomicNumber].Add(specimen.GetDisplacement(configuration, i));
    }
  }
  for (const auto & [element, m] : moments)
  {
    ASSERT_EQ(m.count, 20000u);
    const double n = static_cast<double>(m.count);
    const double variance = element == 38 ? 0.0078 : 0.02;
    for (int i = 0; i < 3; ++i)
    {
      EXPECT_NEAR(m.mean[i] / n, 0.0, 5 * std::sqrt(variance / n));
      EXPECT_NEAR(m.product[i][i] / n, variance, 5 * variance * std::sqrt(2 / n));
      EXPECT_NEAR(m.product[i][(i + 1) % 3] / n, 0.0, 5 * variance / std::sqrt(n));
    }
  }
}

TEST(FrozenPhonons, SliceAtomsCarryTheDisplacement)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(6, { 1, 2, 3 }) };
  structure.atoms[0].displacement = { 0.01, 0.02, 0.03, 0.004, -0.003, 0.002 };
  SlicingOptions slicing;
  slicing.count = 8;
  SupercellOptions options;
  options.repetitions = { 3, 2, 2 };
  const Specimen specimen(BuildSupercell(structure, options), slicing, ThermalModel::FrozenPhonons, 3, 5);
  for (std::size_t configuration = 0; configuration < 3; ++configuration)
  {
    for (const std::size_t slice : { 3u, 7u })
    {
      const auto atoms = specimen.GetSliceAtoms(configuration, slice);
      ASSERT_EQ(atoms.size(), 6u);
      for (std::size_t i = 0; i < 6; ++i)
      {
        const std::size_t index = i + (slice == 7 ? 6 : 0);
        const auto        u = specimen.GetDisplacement(configuration, index);
        EXPECT_DOUBLE_EQ(atoms[i].x, specimen.GetAtoms()[index].position[0] + u[0]);
        EXPECT_DOUBLE_EQ(atoms[i].y, specimen.GetAtoms()[index].position[1] + u[1]);
        EXPECT_EQ(atoms[i].weight, 1.0);
        EXPECT_EQ(atoms[i].uxx, 0.0);
      }
    }
  }
}

TEST(FrozenPhonons, AnisotropicCovariance)
{
  const DisplacementTensor u{ 0.01, 0.02, 0.03, 0.008, -0.006, 0.01 };
  auto                     structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(6, { 1, 2, 3 }) };
  structure.atoms[0].displacement = u;
  const auto specimen = Draw(structure, { 10, 10, 10 }, 50);
  Moments    m;
  for (std::size_t configuration = 0; configuration < 50; ++configuration)
  {
    for (std::size_t i = 0; i < 1000; ++i)
    {
      m.Add(specimen.GetDisplacement(configuration, i));
    }
  }
  const double n = static_cast<double>(m.count);
  const double tensor[3][3] = { { u[0], u[3], u[4] }, { u[3], u[1], u[5] }, { u[4], u[5], u[2] } };
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      // Variance of a sample covariance of normal variables: (U_ii U_jj + U_ij²) / n.
      const double error = std::sqrt((tensor[i][i] * tensor[j][j] + tensor[i][j] * tensor[i][j]) / n);
      EXPECT_NEAR(m.product[i][j] / n, tensor[i][j], 5 * error) << i << j;
    }
  }
}

TEST(FrozenPhonons, ConfigurationsAndAtomsAreIndependent)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(6, { 1, 2, 3 }, 1, 1.0) };
  const auto specimen = Draw(structure, { 10, 10, 10 }, 21);
  double     betweenConfigurations = 0, betweenAtoms = 0;
  for (std::size_t configuration = 0; configuration < 20; ++configuration)
  {
    for (std::size_t i = 0; i < 1000; ++i)
    {
      const double x = specimen.GetDisplacement(configuration, i)[0];
      betweenConfigurations += x * specimen.GetDisplacement(configuration + 1, i)[0];
      betweenAtoms += x * specimen.GetDisplacement(configuration, (i + 1) % 1000)[0];
    }
  }
  EXPECT_NEAR(betweenConfigurations / 20000, 0.0, 5 / std::sqrt(20000.0));
  EXPECT_NEAR(betweenAtoms / 20000, 0.0, 5 / std::sqrt(20000.0));
}

// behaviours: Ga0.5Al0.5 on one site: never two atoms, never none, and the mean over many draws is the occupancy.
TEST(FrozenPhonons, SharedSiteHoldsOneAtom)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(31, { 0, 0, 0 }, 0.3), MakeAtom(13, { 0, 0, 0 }, 0.7), MakeAtom(33, { 2, 2, 2 }) };
  const auto  specimen = Draw(structure, { 10, 10, 10 }, 10);
  std::size_t gallium = 0;
  for (std::size_t configuration = 0; configuration < 10; ++configuration)
  {
    std::map<std::int64_t, int> members;
    std::size_t                 arsenic = 0;
    for (std::size_t i = 0; i < specimen.GetAtoms().size(); ++i)
    {
      const auto & atom = specimen.GetAtoms()[i];
      if (specimen.IsPresent(configuration, i))
      {
        ++(atom.site >= 0 ? members[atom.site] : members[-1]);
        gallium += atom.atomicNumber == 31 ? 1 : 0;
        arsenic += atom.atomicNumber == 33 ? 1 : 0;
      }
    }
    EXPECT_EQ(arsenic, 1000u);
    EXPECT_EQ(members.size(), 1001u);
    for (const auto & [site, count] : members)
    {
      EXPECT_EQ(count, site < 0 ? 1000 : 1) << "site " << site;
    }
    std::size_t sliced = 0;
    for (std::size_t s = 0; s < specimen.GetNumberOfSlices(); ++s)
    {
      sliced += specimen.GetSliceAtoms(configuration, s).size();
    }
    EXPECT_EQ(sliced, 2000u);
  }
  EXPECT_NEAR(gallium / 10000.0, 0.3, 5 * std::sqrt(0.3 * 0.7 / 10000));
}

// Sites that are sometimes empty, and a site split by 0.3 Å whose halves are drawn independently.
TEST(FrozenPhonons, PartialOccupancies)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = {
    MakeAtom(8, { 0, 0, 0 }, 0.2), MakeAtom(9, { 0, 0, 0 }, 0.3), MakeAtom(1, { 2, 2, 2 }, 0.5), MakeAtom(1, { 2, 2, 2.3 }, 0.5)
  };
  const auto specimen = Draw(structure, { 10, 10, 10 }, 10);
  double     present[4]{}, bothHalves = 0, bothShared = 0;
  for (std::size_t configuration = 0; configuration < 10; ++configuration)
  {
    for (std::size_t tile = 0; tile < 1000; ++tile)
    {
      bool there[4];
      for (std::size_t i = 0; i < 4; ++i)
      {
        there[i] = specimen.IsPresent(configuration, 4 * tile + i);
        present[i] += there[i] / 10000.0;
      }
      bothShared += there[0] && there[1] ? 1 : 0;
      bothHalves += there[2] && there[3] ? 1 / 10000.0 : 0;
    }
  }
  EXPECT_EQ(bothShared, 0);
  const double occupancies[] = { 0.2, 0.3, 0.5, 0.5 };
  for (int i = 0; i < 4; ++i)
  {
    EXPECT_NEAR(present[i], occupancies[i], 5 * std::sqrt(occupancies[i] * (1 - occupancies[i]) / 10000)) << i;
  }
  EXPECT_NEAR(bothHalves, 0.25, 5 * std::sqrt(0.25 * 0.75 / 10000));
}

TEST(FrozenPhonons, CrowdedSiteIsNeverEmpty)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(27, { 0, 0, 0 }, 0.87), MakeAtom(26, { 0, 0, 0 }, 0.11), MakeAtom(28, { 0, 0, 0 }, 0.13) };
  const auto specimen = Draw(structure, { 10, 10, 10 }, 1);
  for (std::size_t tile = 0; tile < 1000; ++tile)
  {
    EXPECT_EQ(specimen.IsPresent(0, 3 * tile) + specimen.IsPresent(0, 3 * tile + 1) + specimen.IsPresent(0, 3 * tile + 2), 1);
  }
}
