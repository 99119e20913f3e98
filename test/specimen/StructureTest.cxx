#include "TestStructures.h"
#include "specimen/ClosePairs.h"
#include "specimen/SharedSites.h"
#include "specimen/ThermalDisplacement.h"
#include <cmath>
#include <limits>
#include <set>

using namespace ElectronMultislice;

namespace
{
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();
}

TEST(Structure, CellVectorsAndParametersAgree)
{
  const CellParameters p{ 3.1, 4.2, 5.3, 80.0, 95.0, 110.0 };
  const auto           cell = CellVectors(p);
  EXPECT_EQ(cell[0][1], 0.0);
  EXPECT_EQ(cell[0][2], 0.0);
  EXPECT_EQ(cell[1][2], 0.0);
  const auto q = GetCellParameters(cell);
  EXPECT_NEAR(q.a, p.a, 1e-12);
  EXPECT_NEAR(q.b, p.b, 1e-12);
  EXPECT_NEAR(q.c, p.c, 1e-12);
  EXPECT_NEAR(q.alpha, p.alpha, 1e-10);
  EXPECT_NEAR(q.beta, p.beta, 1e-10);
  EXPECT_NEAR(q.gamma, p.gamma, 1e-10);
  // Volume of a triclinic cell (International Tables C, 1.1).
  const double ca = std::cos(80 * M_PI / 180), cb = std::cos(95 * M_PI / 180), cg = std::cos(110 * M_PI / 180);
  EXPECT_NEAR(Determinant(cell), 3.1 * 4.2 * 5.3 * std::sqrt(1 - ca * ca - cb * cb - cg * cg + 2 * ca * cb * cg), 1e-10);
}

TEST(Structure, RightAnglesAreExact)
{
  const auto cell = CellVectors({ 3.0, 4.0, 5.0, 90.0, 90.0, 90.0 });
  EXPECT_EQ(cell[1], (Vector3{ 0, 4, 0 }));
  EXPECT_EQ(cell[2], (Vector3{ 0, 0, 5 }));
  EXPECT_EQ(CellVectors({ 3.0, 3.0, 5.0, 90.0, 90.0, 120.0 })[1][0], -1.5);
}

TEST(Structure, ImpossibleCellsAreRefused)
{
  EXPECT_CONTAINS(ErrorOf([] { CellVectors({ 0.0, 4.0, 5.0, 90, 90, 90 }); }), "cell length");
  EXPECT_CONTAINS(ErrorOf([] { CellVectors({ NotANumber, 4.0, 5.0, 90, 90, 90 }); }), "cell length");
  EXPECT_CONTAINS(ErrorOf([] { CellVectors({ 3.0, 4.0, 5.0, 90, 180, 90 }); }), "180°");
  EXPECT_CONTAINS(ErrorOf([] { CellVectors({ 3.0, 4.0, 5.0, 90, 90, NotANumber }); }), "angle");
  EXPECT_CONTAINS(ErrorOf([] { CellVectors({ 3.0, 4.0, 5.0, 30, 30, 100 }); }), "volume would be zero");
}

TEST(Structure, CheckNamesTheAtom)
{
  auto good = Box(4, 4, 4);
  good.atoms = { MakeAtom(38, { 0, 0, 0 }), MakeAtom(22, { 2, 2, 2 }, 0.5) };
  EXPECT_NO_THROW(CheckStructure(good));

  const auto errorAfter = [&](auto change) {
    auto bad = good;
    change(bad);
    return ErrorOf([&] { CheckStructure(bad); });
  };
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.atoms[1].position[2] = NotANumber; }), "atom 2 (Ti)");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.atoms[0].position[0] = HUGE_VAL; }), "atom 1 (Sr)");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.atoms[0].atomicNumber = 119; }), "119");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.atoms[0].atomicNumber = 0; }), "1 (H) to 118");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.atoms[1].position[2] = -1e300; }), "atom 2 (Ti) lies more than 1 mm");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.atoms[0].occupancy = 0.0; }), "occupancy 0");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.atoms[0].occupancy = 1.01; }), "occupancy 1.01");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.atoms[0].occupancy = NotANumber; }), "occupancy");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.atoms[1].displacement[4] = NotANumber; }), "thermal displacement");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.cell[1] = { 0, 0, 0 }; }), "cell vector b");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.cell[1][1] = NotANumber; }), "cell vector b");
  EXPECT_CONTAINS(errorAfter([](Structure & s) { s.atoms.clear(); }), "no atoms");
  EXPECT_DOUBLE_EQ(TotalOccupancy(good), 1.5);
}

// Against a plain double loop over atoms and images, in an oblique cell and without a cell.
using Pairs = std::set<std::pair<std::size_t, std::size_t>>;

Pairs
AllClosePairs(const Structure & structure, double limit, int reach)
{
  Pairs     pairs;
  const int width = 2 * reach + 1;
  for (std::size_t i = 0; i < structure.atoms.size(); ++i)
  {
    for (std::size_t j = i + 1; j < structure.atoms.size(); ++j)
    {
      for (int image = 0; image < width * width * width; ++image)
      {
        const int n[] = { image % width - reach, image / width % width - reach, image / (width * width) - reach };
        Vector3   d{};
        for (std::size_t k = 0; k < 3; ++k)
        {
          d[k] = structure.atoms[i].position[k] - structure.atoms[j].position[k] + n[0] * structure.cell[0][k] +
                 n[1] * structure.cell[1][k] + n[2] * structure.cell[2][k];
        }
        if (Norm(d) < limit)
        {
          pairs.insert({ i, j });
        }
      }
    }
  }
  return pairs;
}

// Limits that give one, two, three and more bins along the axes.
TEST(ClosePairs, SameAsAllPairs)
{
  for (const bool periodic : { true, false })
  {
    Structure structure;
    if (periodic)
    {
      structure.cell = CellVectors({ 6.0, 5.0, 9.0, 75.0, 100.0, 115.0 });
    }
    std::uint32_t state = 1;
    const auto    random = [&] { return (state = state * 1664525u + 1013904223u) / 4294967296.0; };
    for (int i = 0; i < 100; ++i)
    {
      structure.atoms.push_back(MakeAtom(6, { 12 * random() - 3, 12 * random() - 3, 12 * random() - 3 }));
    }
    for (const double limit : { 0.5, 0.9, 1.3, 1.8 })
    {
      const auto  expected = AllClosePairs(structure, limit, periodic ? 4 : 0);
      Pairs       found;
      std::size_t visits = 0;
      ForEachClosePair(structure.cell, structure.atoms, limit, [&](std::size_t i, std::size_t j, double) {
        found.insert({ i, j });
        ++visits;
        return true;
      });
      EXPECT_FALSE(periodic && expected.empty());
      EXPECT_EQ(found, expected) << limit;
      EXPECT_EQ(visits, found.size());
    }
  }
}

TEST(SharedSites, OnlyPartialAtomsAtOnePlace)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = {
    MakeAtom(31, { 0, 0, 0 }, 0.5),         // Ga and Al on one site, through the face of the cell
    MakeAtom(13, { 4, 0.005, 4 }, 0.5),     //
    MakeAtom(1, { 1, 1, 1 }, 0.5),          // a split site, 0.3 Å: two sites
    MakeAtom(1, { 1, 1, 1.3 }, 0.5),        //
    MakeAtom(8, { 2, 2, 2 }),               // two full atoms: a fault of the file, not a shared site
    MakeAtom(8, { 2, 2, 2 }),               //
    MakeAtom(26, { 3, 3, 3 }, 0.3),         // three on one site
    MakeAtom(27, { 3, 3, 3 }, 0.3),         //
    MakeAtom(28, { 3, 3, 3 }, 0.4),         //
    MakeAtom(17, { 3.5, 3.5, 3.5 }, 0.999), // alone
  };
  EXPECT_EQ(AssignSharedSites(structure.cell, structure.atoms), 2u);
  std::vector<std::int64_t> sites;
  for (const auto & atom : structure.atoms)
  {
    sites.push_back(atom.site);
  }
  EXPECT_EQ(sites, (std::vector<std::int64_t>{ 0, 0, -1, -1, -1, -1, 1, 1, 1, -1 }));
  EXPECT_EQ(AssignSharedSites(structure.cell, structure.atoms), 2u); // sites already given stay
  EXPECT_EQ(structure.atoms[8].site, 1);
}

TEST(SharedSites, GivenSitesStayTogether)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(1, { 1, 1, 1 }, 0.5), MakeAtom(8, { 0, 0, 0 }), MakeAtom(1, { 1, 1, 1.3 }, 0.5) };
  structure.atoms[0].site = structure.atoms[2].site = 77;
  EXPECT_EQ(AssignSharedSites(structure.cell, structure.atoms), 1u);
  EXPECT_EQ(structure.atoms[0].site, structure.atoms[2].site);
  EXPECT_GE(structure.atoms[0].site, 0);
  EXPECT_EQ(structure.atoms[1].site, -1);
}

TEST(ThermalDisplacement, RootTimesItsTransposeIsTheTensor)
{
  const DisplacementTensor tensors[] = {
    { 0.01, 0.02, 0.03, 0.004, -0.003, 0.002 },
    { 0.01, 0.01, 0.01, 0, 0, 0 },
    { 0.02, 0.02, 0.01, 0.02, 0, 0 }, // flat: no motion along x - y
    { 0, 0.01, 0.02, 0, 0, 0.005 },   // no motion along x
    { 0, 0, 0, 0, 0, 0 },
  };
  for (const auto & u : tensors)
  {
    EXPECT_TRUE(IsPositiveSemidefinite(u));
    const auto l = CholeskyRoot(u);
    EXPECT_NEAR(l.xx * l.xx, u[0], 1e-12);
    EXPECT_NEAR(l.yx * l.yx + l.yy * l.yy, u[1], 1e-12);
    EXPECT_NEAR(l.zx * l.zx + l.zy * l.zy + l.zz * l.zz, u[2], 1e-12);
    EXPECT_NEAR(l.xx * l.yx, u[3], 1e-12);
    EXPECT_NEAR(l.xx * l.zx, u[4], 1e-12);
    EXPECT_NEAR(l.yx * l.zx + l.yy * l.zy, u[5], 1e-12);
  }
}

TEST(ThermalDisplacement, NegativeDirectionsAreSeen)
{
  EXPECT_FALSE(IsPositiveSemidefinite({ -0.01, 0.01, 0.01, 0, 0, 0 }));
  EXPECT_FALSE(IsPositiveSemidefinite({ 0.01, 0.01, 0.01, 0.02, 0, 0 }));
  EXPECT_FALSE(IsPositiveSemidefinite({ 0.01, 0.01, 0.01, 0, 0.02, 0 }));
  EXPECT_FALSE(IsPositiveSemidefinite({ 0.01, 0.01, 0.01, 0, 0, 0.02 }));
  EXPECT_FALSE(IsPositiveSemidefinite({ 0.01, 0.01, 0.01, -0.009, -0.009, -0.009 })); // only the determinant tells: 1 - 2 x 0.9 < 0
  EXPECT_FALSE(IsPositiveSemidefinite({ NotANumber, 0.01, 0.01, 0, 0, 0 }));
}
