#include "TestStructures.h"
#include "specimen/Specimen.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <thread>

using namespace ElectronMultislice;

namespace
{
Structure
StrontiumTitanate()
{
  auto structure = Box(3.905, 3.905, 3.905);
  structure.atoms = { MakeAtom(38, { 0, 0, 0 }, 1, 0.0078),
                      MakeAtom(22, { 1.9525, 1.9525, 1.9525 }, 1, 0.0056),
                      MakeAtom(8, { 1.9525, 1.9525, 0 }, 1, 0.0097),
                      MakeAtom(8, { 1.9525, 0, 1.9525 }, 1, 0.0097),
                      MakeAtom(8, { 0, 1.9525, 1.9525 }, 1, 0.0097) };
  return structure;
}

Supercell
Repeat(const Structure & structure, const std::array<int, 3> & repetitions)
{
  SupercellOptions options;
  options.repetitions = repetitions;
  return BuildSupercell(structure, options);
}

SlicingOptions
Thickness(double thickness)
{
  SlicingOptions options;
  options.thickness = thickness;
  return options;
}

bool
SameBits(const std::vector<PotentialAtom> & a, const std::vector<PotentialAtom> & b)
{
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](const PotentialAtom & p, const PotentialAtom & q) {
           return p.atomicNumber == q.atomicNumber && p.x == q.x && p.y == q.y && p.weight == q.weight && p.uxx == q.uxx &&
                  p.uyy == q.uyy && p.uxy == q.uxy;
         });
}

std::vector<PotentialAtom>
AllAtoms(const Specimen & specimen, std::size_t configuration)
{
  std::vector<PotentialAtom> all;
  for (std::size_t s = 0; s < specimen.GetNumberOfSlices(); ++s)
  {
    const auto atoms = specimen.GetSliceAtoms(configuration, s);
    all.insert(all.end(), atoms.begin(), atoms.end());
  }
  return all;
}
} // namespace

TEST(Specimen, LayersOfStrontiumTitanate)
{
  const Specimen specimen(Repeat(StrontiumTitanate(), { 2, 3, 4 }), Thickness(1.9525), ThermalModel::None, 1, 0);
  EXPECT_EQ(specimen.GetNumberOfSlices(), 8u);
  EXPECT_EQ(specimen.GetAtomicNumbers(), (std::vector<int>{ 8, 22, 38 }));
  for (std::size_t s = 0; s < 8; ++s)
  {
    std::map<int, int> counts;
    int                last = 0;
    for (const auto & atom : specimen.GetSliceAtoms(0, s))
    {
      EXPECT_GE(atom.atomicNumber, last);
      last = atom.atomicNumber;
      ++counts[atom.atomicNumber];
      EXPECT_EQ(atom.weight, 1.0);
      EXPECT_EQ(atom.uxx, 0.0);
    }
    EXPECT_EQ(counts, (s % 2 == 0 ? std::map<int, int>{ { 8, 6 }, { 38, 6 } } : std::map<int, int>{ { 8, 12 }, { 22, 6 } })) << s;
  }
}

// behaviours: no atom lost near the top of the cell, z = c - 1e-6 ... c; the sum over the slices is all atoms.
TEST(Specimen, NoAtomIsLostAtTheTop)
{
  auto structure = Box(40, 4, 10);
  for (int i = 0; i <= 40; ++i)
  {
    structure.atoms.push_back(MakeAtom(6, { 0.9 * i, 2, 10 - 2e-6 + i * 1e-7 }));
  }
  for (const double z : { -0.1, 0.0, 10.0, 10.1 })
  {
    structure.atoms.push_back(MakeAtom(14, { 10 + z, 0, z }));
  }
  for (const double thickness : { 0.3, 1.0, 3.3, 10.0 })
  {
    const Specimen specimen(BuildSupercell(structure, {}), Thickness(thickness), ThermalModel::None, 1, 0);
    EXPECT_EQ(AllAtoms(specimen, 0).size(), structure.atoms.size());
    std::size_t bottom = 0;
    for (const auto & atom : specimen.GetSliceAtoms(0, 0))
    {
      bottom += atom.atomicNumber == 6 ? 1 : 0;
    }
    if (thickness < 5)
    {
      EXPECT_GE(bottom, 30u); // those at and above c - 1e-6 are at the entrance, the others in the last slice
      EXPECT_LE(bottom, 32u);
    }
  }
}

// behaviours: stacked cells: 2 x (1 cell) = 1 x (2 cells).
TEST(Specimen, TwoCellsAreOneDoubleCell)
{
  auto doubled = StrontiumTitanate();
  doubled.cell[2][2] *= 2;
  for (int i = 0; i < 5; ++i)
  {
    doubled.atoms.push_back(doubled.atoms[static_cast<std::size_t>(i)]);
    doubled.atoms.back().position[2] += 3.905;
  }
  const Specimen twice(Repeat(StrontiumTitanate(), { 1, 1, 2 }), Thickness(1.0), ThermalModel::DebyeWaller, 1, 0);
  const Specimen once(Repeat(doubled, { 1, 1, 1 }), Thickness(1.0), ThermalModel::DebyeWaller, 1, 0);
  ASSERT_EQ(twice.GetNumberOfSlices(), once.GetNumberOfSlices());
  for (std::size_t s = 0; s < once.GetNumberOfSlices(); ++s)
  {
    EXPECT_TRUE(SameBits(twice.GetSliceAtoms(0, s), once.GetSliceAtoms(0, s))) << s;
  }
}

TEST(Specimen, WeightsWithoutFrozenPhonons)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(31, { 0, 0, 0 }, 0.3, 0.01), MakeAtom(13, { 0, 0, 0 }, 0.7, 0.02) };
  structure.atoms[1].displacement = { 0.01, 0.02, 0.03, 0.004, 0.005, 0.006 };
  const Specimen none(BuildSupercell(structure, {}), Thickness(4), ThermalModel::None, 1, 0);
  const Specimen smeared(BuildSupercell(structure, {}), Thickness(4), ThermalModel::DebyeWaller, 1, 0);
  const auto     a = none.GetSliceAtoms(0, 0);
  const auto     b = smeared.GetSliceAtoms(0, 0);
  ASSERT_EQ(a.size(), 2u);
  EXPECT_EQ(a[0].weight, 0.7); // Al first
  EXPECT_EQ(a[1].weight, 0.3);
  EXPECT_EQ(a[0].uxx, 0.0);
  EXPECT_EQ(b[0].uxx, 0.01);
  EXPECT_EQ(b[0].uyy, 0.02);
  EXPECT_EQ(b[0].uxy, 0.004);
  EXPECT_EQ(b[1].uxx, 0.01);
  EXPECT_EQ(b[1].uxy, 0.0);
}

TEST(Specimen, OrderInASlice)
{
  auto structure = Box(10, 10, 4);
  structure.atoms = { MakeAtom(8, { 1, 0, 0 }, 1, 0.02),
                      MakeAtom(6, { 2, 0, 0 }, 1, 0.01),
                      MakeAtom(8, { 3, 0, 0 }, 1, 0.01),
                      MakeAtom(8, { 4, 0, 1 }, 1, 0.02),
                      MakeAtom(8, { 5, 0, 1 }, 1, 0.01) };
  const auto order = [&](ThermalModel model) {
    std::vector<double> xs;
    const Specimen      specimen(BuildSupercell(structure, {}), Thickness(4), model, 1, 0);
    for (const auto & atom : specimen.GetSliceAtoms(0, 0))
    {
      xs.push_back(std::round(atom.x));
    }
    return xs;
  };
  EXPECT_EQ(order(ThermalModel::None), (std::vector<double>{ 2, 1, 3, 4, 5 }));
  EXPECT_EQ(order(ThermalModel::DebyeWaller), (std::vector<double>{ 2, 3, 5, 1, 4 }));
  EXPECT_EQ(order(ThermalModel::FrozenPhonons), (std::vector<double>{ 2, 1, 3, 4, 5 }));
}

TEST(Specimen, AnyThreadAnyOrderSameAtoms)
{
  auto structure = StrontiumTitanate();
  structure.atoms[0].occupancy = 0.9;
  const auto     build = [&] { return Specimen(Repeat(structure, { 4, 4, 8 }), Thickness(1.9525), ThermalModel::FrozenPhonons, 4, 7); };
  const Specimen specimen = build();
  std::vector<std::vector<PotentialAtom>> expected;
  for (std::size_t i = 0; i < 4 * 16; ++i)
  {
    expected.push_back(specimen.GetSliceAtoms(i / 16, i % 16));
  }
  for (const std::size_t threads : { 1u, 2u, 3u, 8u })
  {
    const Specimen                          other = build();
    std::vector<std::vector<PotentialAtom>> found(expected.size());
    std::vector<std::thread>                team;
    for (std::size_t t = 0; t < threads; ++t)
    {
      team.emplace_back([&, t] {
        for (std::size_t i = expected.size(); i-- > 0;)
        {
          if (i % threads == t)
          {
            found[i] = other.GetSliceAtoms(i / 16, i % 16);
          }
        }
      });
    }
    for (auto & thread : team)
    {
      thread.join();
    }
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
      EXPECT_TRUE(SameBits(found[i], expected[i])) << threads << " threads, " << i;
    }
  }
}

TEST(Specimen, SeedAndConfigurationChangeTheDraw)
{
  const auto draw = [](std::size_t configuration, std::uint64_t seed) {
    const Specimen specimen(Repeat(StrontiumTitanate(), { 1, 1, 1 }), Thickness(4), ThermalModel::FrozenPhonons, 2, seed);
    return specimen.GetSliceAtoms(configuration, 0);
  };
  EXPECT_TRUE(SameBits(draw(0, 1), draw(0, 1)));
  EXPECT_FALSE(SameBits(draw(0, 1), draw(1, 1)));
  EXPECT_FALSE(SameBits(draw(0, 1), draw(0, 2)));
}

// Thermal displacement never moves an atom to another slice: the counts per slice are those at rest.
TEST(Specimen, DisplacementDoesNotChangeTheSlice)
{
  auto structure = StrontiumTitanate();
  for (auto & atom : structure.atoms)
  {
    atom.displacement = IsotropicDisplacement(4.0);
  }
  const Specimen still(Repeat(structure, { 2, 2, 2 }), Thickness(0.5), ThermalModel::None, 1, 0);
  const Specimen hot(Repeat(structure, { 2, 2, 2 }), Thickness(0.5), ThermalModel::FrozenPhonons, 3, 0);
  for (std::size_t configuration = 0; configuration < 3; ++configuration)
  {
    for (std::size_t s = 0; s < still.GetNumberOfSlices(); ++s)
    {
      EXPECT_EQ(hot.GetSliceAtoms(configuration, s).size(), still.GetSliceAtoms(0, s).size());
    }
  }
}

TEST(Specimen, Frames)
{
  auto first = Box(4, 4, 4);
  first.atoms = { MakeAtom(6, { 1, 1, 0.5 }), MakeAtom(8, { 2, 2, 2.5 }, 0.5) };
  auto second = first;
  second.atoms[0].position = { 1.1, 0.9, 3.5 };
  second.atoms.push_back(MakeAtom(79, { 3, 3, 3 }));
  const Specimen specimen({ BuildSupercell(first, {}), BuildSupercell(second, {}) }, Thickness(2));
  EXPECT_EQ(specimen.GetNumberOfConfigurations(), 2u);
  EXPECT_EQ(specimen.GetThermalModel(), ThermalModel::Frames);
  EXPECT_EQ(specimen.GetAtomicNumbers(), (std::vector<int>{ 6, 8, 79 }));
  EXPECT_EQ(specimen.GetSliceAtoms(0, 0).size(), 1u);
  EXPECT_EQ(specimen.GetSliceAtoms(0, 1).size(), 1u);
  EXPECT_EQ(specimen.GetSliceAtoms(0, 1)[0].weight, 0.5);
  EXPECT_EQ(specimen.GetSliceAtoms(1, 0).size(), 0u); // the carbon atom moved up with its frame
  const auto top = specimen.GetSliceAtoms(1, 1);
  ASSERT_EQ(top.size(), 3u);
  EXPECT_DOUBLE_EQ(top[0].x, 1.1);
  EXPECT_TRUE(specimen.IsPresent(1, 2));

  auto longer = second;
  longer.cell[2][2] = 4.1;
  EXPECT_CONTAINS(ErrorOf([&] { Specimen({ BuildSupercell(first, {}), BuildSupercell(longer, {}) }, Thickness(2)); }), "Frame 2");
  EXPECT_CONTAINS(ErrorOf([] { Specimen(std::vector<Supercell>{}, Thickness(2)); }), "no frames");
}

TEST(Specimen, RemarksSayWhatIsUnusual)
{
  auto structure = StrontiumTitanate();
  structure.atoms[0].displacement = {};
  const Specimen frozen(BuildSupercell(structure, {}), Thickness(2), ThermalModel::FrozenPhonons, 8, 0);
  ASSERT_EQ(frozen.GetRemarks().size(), 1u);
  EXPECT_CONTAINS(frozen.GetRemarks()[0], "Sr");
  EXPECT_EQ(frozen.GetNumberOfConfigurations(), 8u);

  // behaviours: configurations > 1 with the thermal model off: run once, and say so
  const Specimen none(BuildSupercell(structure, {}), Thickness(2), ThermalModel::None, 8, 0);
  EXPECT_EQ(none.GetNumberOfConfigurations(), 1u);
  ASSERT_EQ(none.GetRemarks().size(), 1u);
  EXPECT_CONTAINS(none.GetRemarks()[0], "8 configurations");
}

TEST(Specimen, BadInputIsRefused)
{
  auto structure = StrontiumTitanate();
  EXPECT_CONTAINS(ErrorOf([&] { Specimen(BuildSupercell(structure, {}), Thickness(2), ThermalModel::FrozenPhonons, 0, 0); }), "at least 1");
  structure.atoms[1].displacement = { 0.01, 0.01, 0.01, 0.02, 0, 0 };
  EXPECT_NO_THROW(Specimen(BuildSupercell(structure, {}), Thickness(2), ThermalModel::None, 1, 0));
  for (const auto model : { ThermalModel::FrozenPhonons, ThermalModel::DebyeWaller })
  {
    const auto text = ErrorOf([&] { Specimen(BuildSupercell(structure, {}), Thickness(2), model, 1, 0); });
    EXPECT_CONTAINS(text, "Atom 2 (Ti");
    EXPECT_CONTAINS(text, "negative mean-square displacement");
  }
  const Specimen specimen(BuildSupercell(StrontiumTitanate(), {}), Thickness(2), ThermalModel::None, 1, 0);
  ErrorOf([&] { specimen.GetSliceAtoms(1, 0); }, ErrorKind::Internal);
  ErrorOf([&] { specimen.GetSliceAtoms(0, 99); }, ErrorKind::Internal);
}

TEST(Specimen, MemoryGrowsWithTheAtoms)
{
  const auto size = [](int n) {
    return Specimen(Repeat(StrontiumTitanate(), { n, n, n }), Thickness(2), ThermalModel::None, 1, 0).GetMemorySize();
  };
  EXPECT_GE(size(10), 5000 * (sizeof(Atom) + sizeof(std::uint32_t)));
  EXPECT_LE(size(10), 5000 * (sizeof(Atom) + sizeof(std::uint32_t)) + 10000);
}
