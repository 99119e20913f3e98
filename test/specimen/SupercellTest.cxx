#include "TestStructures.h"
#include "specimen/Matrix3.h"
#include "specimen/Supercell.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

using namespace ElectronMultislice;

namespace
{
constexpr double NotANumber = std::numeric_limits<double>::quiet_NaN();

void
ExpectPosition(const Atom & atom, const Vector3 & expected, double tolerance = 1e-12)
{
  for (std::size_t k = 0; k < 3; ++k)
  {
    EXPECT_NEAR(atom.position[k], expected[k], tolerance) << "axis " << k;
  }
}

SupercellOptions
Along(BeamAxis axis)
{
  SupercellOptions options;
  options.beamAxis = axis;
  return options;
}
} // namespace

TEST(Supercell, RepeatsEveryAtom)
{
  auto structure = Box(3, 4, 5);
  structure.atoms = { MakeAtom(38, { 0.1, 0.2, 0.3 }), MakeAtom(22, { 1.1, 1.2, 1.3 }, 0.5) };
  SupercellOptions options;
  options.repetitions = { 2, 3, 4 };
  EXPECT_EQ(CountSupercellAtoms(structure, options), 48u);
  const auto supercell = BuildSupercell(structure, options);
  EXPECT_EQ(supercell.lengths, (Vector3{ 6, 12, 20 }));
  ASSERT_EQ(supercell.atoms.size(), 48u);
  std::set<std::array<long, 3>> places;
  for (const auto & atom : supercell.atoms)
  {
    const double offset = atom.atomicNumber == 38 ? 0.0 : 1.0;
    EXPECT_DOUBLE_EQ(atom.occupancy, atom.atomicNumber == 38 ? 1.0 : 0.5);
    const double x = (atom.position[0] - offset - 0.1) / 3, y = (atom.position[1] - offset - 0.2) / 4,
                 z = (atom.position[2] - offset - 0.3) / 5;
    EXPECT_NEAR(x, std::round(x), 1e-12);
    EXPECT_NEAR(y, std::round(y), 1e-12);
    EXPECT_NEAR(z, std::round(z), 1e-12);
    places.insert({ std::lround(2 * x + (offset > 0)), std::lround(y), std::lround(z) });
  }
  EXPECT_EQ(places.size(), 48u);
}

// (x, y, z) = (b, c, a), (c, a, b), (a, b, c): right-handed permutations, displacement tensors with them.
TEST(Supercell, BeamAxisPermutesTheAxes)
{
  auto structure = Box(3, 4, 5);
  structure.atoms = { MakeAtom(6, { 0.1, 0.2, 0.3 }) };
  structure.atoms[0].displacement = { 1, 2, 3, 0.12, 0.13, 0.23 }; // aa, bb, cc, ab, ac, bc

  const auto a = BuildSupercell(structure, Along(BeamAxis::A));
  EXPECT_EQ(a.lengths, (Vector3{ 4, 5, 3 }));
  ExpectPosition(a.atoms[0], { 0.2, 0.3, 0.1 });
  EXPECT_EQ(a.atoms[0].displacement, (DisplacementTensor{ 2, 3, 1, 0.23, 0.12, 0.13 }));

  const auto b = BuildSupercell(structure, Along(BeamAxis::B));
  EXPECT_EQ(b.lengths, (Vector3{ 5, 3, 4 }));
  ExpectPosition(b.atoms[0], { 0.3, 0.1, 0.2 });
  EXPECT_EQ(b.atoms[0].displacement, (DisplacementTensor{ 3, 1, 2, 0.13, 0.23, 0.12 }));

  const auto c = BuildSupercell(structure, Along(BeamAxis::C));
  EXPECT_EQ(c.lengths, (Vector3{ 3, 4, 5 }));
  ExpectPosition(c.atoms[0], { 0.1, 0.2, 0.3 });
  EXPECT_EQ(c.atoms[0].displacement, structure.atoms[0].displacement);
}

TEST(Supercell, RepetitionsBelongToTheFilesAxes)
{
  auto structure = Box(3, 4, 5);
  structure.atoms = { MakeAtom(6, { 0, 0, 0 }) };
  auto options = Along(BeamAxis::A);
  options.repetitions = { 1, 2, 3 };
  EXPECT_EQ(BuildSupercell(structure, options).lengths, (Vector3{ 8, 15, 3 }));
}

TEST(Supercell, PaddingIsAddedOnEachSide)
{
  auto structure = Box(3, 4, 5);
  structure.atoms = { MakeAtom(6, { 0.5, 0.5, 0.5 }), MakeAtom(6, { 1, 1, -0.1 }) };
  SupercellOptions options;
  options.padding = { 1, 0, 2 };
  const auto supercell = BuildSupercell(structure, options);
  EXPECT_EQ(supercell.lengths, (Vector3{ 5, 4, 9 }));
  ExpectPosition(supercell.atoms[0], { 1.5, 0.5, 2.5 });
  ExpectPosition(supercell.atoms[1], { 2, 1, 1.9 }); // sticks out into the vacuum, and is left there
  options.padding = { 0, 0, 0 };
  EXPECT_NO_THROW(BuildSupercell(structure, options));
}

// behaviours: atoms at z = -0.1, 0, c, c + 0.1: one policy, the periodic wrap; none is lost.
TEST(Supercell, WrapsEveryAxis)
{
  auto structure = Box(3, 4, 5);
  for (const double z : { -0.1, 0.0, 5.0, 5.1, -12.3, 5.0 - 1e-7, 5.0 - 1e-9, -1e-9, -1e-18, 5.0 - 2e-6 })
  {
    structure.atoms.push_back(MakeAtom(6, { 0.6 * static_cast<double>(structure.atoms.size()), 2, z }));
  }
  structure.atoms.push_back(MakeAtom(6, { -1e-18, 4.0, 1.0 }));
  structure.atoms.push_back(MakeAtom(6, { 3.5, -0.5, 2.0 }));
  const auto supercell = BuildSupercell(structure, {});
  ASSERT_EQ(supercell.atoms.size(), structure.atoms.size());
  const double z[] = { 4.9, 0, 0, 0.1, 2.7, 0, 0, 0, 0, 5.0 - 2e-6 };
  for (std::size_t i = 0; i < std::size(z); ++i)
  {
    EXPECT_NEAR(supercell.atoms[i].position[2], z[i], 1e-9) << i;
  }
  ExpectPosition(supercell.atoms[10], { 0, 0, 1 });
  ExpectPosition(supercell.atoms[11], { 0.5, 3.5, 2 });
  for (const auto & atom : supercell.atoms)
  {
    for (std::size_t k = 0; k < 3; ++k)
    {
      EXPECT_GE(atom.position[k], 0.0);
      EXPECT_LT(atom.position[k], supercell.lengths[k]);
    }
    EXPECT_LT(atom.position[2] + 1e-6, supercell.lengths[2]);
  }
}

TEST(Supercell, OverlapsAfterWrappingAreReported)
{
  auto structure = Box(10, 10, 10);
  structure.atoms = { MakeAtom(14, { 5, 5, 0.1 }), MakeAtom(8, { 5, 5, 10.2 }), MakeAtom(6, { 1, 1, 1 }) };
  const auto supercell = BuildSupercell(structure, {});
  EXPECT_EQ(supercell.atoms.size(), 3u);
  ASSERT_EQ(supercell.remarks.size(), 1u);
  EXPECT_CONTAINS(supercell.remarks[0], "1 pair of atoms is closer than 0.5 Å");
  EXPECT_CONTAINS(supercell.remarks[0], "Si at (5, 5, 0.1) Å");
  EXPECT_CONTAINS(supercell.remarks[0], "0.1 Å apart");

  structure.atoms[1].position[2] = 10.61; // 0.51 Å away
  EXPECT_TRUE(BuildSupercell(structure, {}).remarks.empty());
  structure.atoms[1].position = { 5, 5, 9.7 }; // 0.4 Å, through the top
  SupercellOptions options;
  options.repetitions = { 1, 1, 3 };
  EXPECT_CONTAINS(BuildSupercell(structure, options).remarks.at(0), "3 pairs of atoms are");
}

TEST(Supercell, SharedSitesAreNoOverlapAndOwnPerTile)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(31, { 0, 0, 0 }, 0.5), MakeAtom(13, { 0, 0, 0 }, 0.5), MakeAtom(33, { 2, 2, 2 }) };
  SupercellOptions options;
  options.repetitions = { 2, 2, 2 };
  const auto supercell = BuildSupercell(structure, options);
  EXPECT_TRUE(supercell.remarks.empty());
  std::map<std::int64_t, std::vector<const Atom *>> sites;
  for (const auto & atom : supercell.atoms)
  {
    if (atom.atomicNumber == 33)
    {
      EXPECT_EQ(atom.site, -1);
    }
    else
    {
      sites[atom.site].push_back(&atom);
    }
  }
  EXPECT_EQ(sites.size(), 8u);
  for (const auto & [site, members] : sites)
  {
    EXPECT_GE(site, 0);
    ASSERT_EQ(members.size(), 2u);
    EXPECT_EQ(members[0]->position, members[1]->position);
  }
}

TEST(Supercell, CrowdedSitesAreScaledWithARemark)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(27, { 0, 0, 0 }, 0.87), MakeAtom(26, { 0, 0, 0 }, 0.11), MakeAtom(28, { 0, 0, 0 }, 0.13) };
  const auto supercell = BuildSupercell(structure, {});
  EXPECT_NEAR(supercell.atoms[0].occupancy, 0.87 / 1.11, 1e-12);
  EXPECT_NEAR(supercell.atoms[0].occupancy + supercell.atoms[1].occupancy + supercell.atoms[2].occupancy, 1.0, 1e-12);
  ASSERT_EQ(supercell.remarks.size(), 1u);
  EXPECT_CONTAINS(supercell.remarks[0], "1.11");
}

TEST(Supercell, DisplacementOverride)
{
  auto structure = Box(4, 4, 4);
  structure.atoms = { MakeAtom(38, { 0, 0, 0 }, 1, 0.5), MakeAtom(22, { 2, 2, 2 }, 1, 0.6) };
  structure.atoms[0].displacement[3] = 0.1;
  SupercellOptions options;
  options.displacementOverride = { { 38, 0.008 } };
  const auto supercell = BuildSupercell(structure, options);
  EXPECT_EQ(supercell.atoms[0].displacement, IsotropicDisplacement(0.008));
  EXPECT_EQ(supercell.atoms[1].displacement, IsotropicDisplacement(0.6));

  options.displacementOverride = { { 82, 0.01 } };
  EXPECT_CONTAINS(ErrorOf([&] { BuildSupercell(structure, options); }), "Sr or Ti");
  options.displacementOverride = { { 38, -0.01 } };
  EXPECT_CONTAINS(ErrorOf([&] { BuildSupercell(structure, options); }), "-0.01 Å²");
}

// A right-angled cell in a general orientation: the supercell must be the same as that of the unturned cell.
TEST(Supercell, TurnedCellIsTurnedBack)
{
  auto straight = Box(3, 4, 5);
  straight.atoms = { MakeAtom(6, { 0.1, 0.2, 0.3 }), MakeAtom(8, { 2.5, 3.5, 4.5 }) };
  straight.atoms[0].displacement = { 0.01, 0.02, 0.03, 0.004, -0.003, 0.002 };
  straight.atoms[1].displacement = IsotropicDisplacement(0.02);
  // rotation by 50° about z, then by -35° about x
  const double  c = std::cos(0.8726646), s = std::sin(0.8726646), d = std::cos(-0.6108652), t = std::sin(-0.6108652);
  const Matrix3 turn = Multiply(Matrix3{ Vector3{ 1, 0, 0 }, Vector3{ 0, d, -t }, Vector3{ 0, t, d } },
                                Matrix3{ Vector3{ c, -s, 0 }, Vector3{ s, c, 0 }, Vector3{ 0, 0, 1 } });
  Structure     turned = straight;
  for (auto & vector : turned.cell)
  {
    vector = Multiply(turn, vector);
  }
  for (auto & atom : turned.atoms)
  {
    atom.position = Multiply(turn, atom.position);
    atom.displacement = Transform(turn, atom.displacement);
  }
  turned.atoms[1].displacement = IsotropicDisplacement(0.02);
  for (const auto axis : { BeamAxis::A, BeamAxis::B, BeamAxis::C })
  {
    const auto expected = BuildSupercell(straight, Along(axis));
    const auto found = BuildSupercell(turned, Along(axis));
    for (std::size_t i = 0; i < 2; ++i)
    {
      EXPECT_NEAR(found.lengths[i], expected.lengths[i], 1e-12);
      ExpectPosition(found.atoms[i], expected.atoms[i].position);
      for (std::size_t k = 0; k < 6; ++k)
      {
        EXPECT_NEAR(found.atoms[i].displacement[k], expected.atoms[i].displacement[k], 1e-12) << k;
      }
    }
    EXPECT_EQ(found.atoms[1].displacement, IsotropicDisplacement(0.02)); // isotropic stays exactly so
  }
}

TEST(Supercell, ObliqueCellIsRefusedWithAngleAndRemedy)
{
  Structure hexagonal;
  hexagonal.source = "graphite.cif";
  hexagonal.cell = CellVectors({ 2.464, 2.464, 6.711, 90, 90, 120 });
  hexagonal.atoms = { MakeAtom(6, { 0, 0, 0 }) };
  const auto text = ErrorOf([&] { BuildSupercell(hexagonal, {}); });
  EXPECT_CONTAINS(text, "graphite.cif");
  EXPECT_CONTAINS(text, "gamma");
  EXPECT_CONTAINS(text, "120°");
  EXPECT_CONTAINS(text, "a + 2b");
  auto unnamed = hexagonal;
  unnamed.source.clear();
  EXPECT_CONTAINS(ErrorOf([&] { BuildSupercell(unnamed, {}); }), "the structure: the cell is not right-angled");
  // the remedy works
  auto         right = hexagonal;
  const auto & a = hexagonal.cell[0];
  const auto & b = hexagonal.cell[1];
  right.cell[1] = { a[0] + 2 * b[0], a[1] + 2 * b[1], a[2] + 2 * b[2] };
  EXPECT_NO_THROW(BuildSupercell(right, {}));

  auto nearly = Box(3, 4, 5);
  nearly.atoms = { MakeAtom(6, { 0, 0, 0 }) };
  nearly.cell[1][0] = 4 * 0.9e-4;
  EXPECT_NO_THROW(BuildSupercell(nearly, {}));
  nearly.cell[1][0] = 4 * 1.1e-4;
  EXPECT_CONTAINS(ErrorOf([&] { BuildSupercell(nearly, {}); }), "89.99369");
}

TEST(Supercell, LeftHandedCellIsRefused)
{
  auto structure = Box(3, 4, 5);
  structure.atoms = { MakeAtom(6, { 0, 0, 0 }) };
  structure.cell[2][2] = -5;
  EXPECT_CONTAINS(ErrorOf([&] { BuildSupercell(structure, {}); }), "left-handed");
}

TEST(Supercell, BadOptionsAreRefused)
{
  auto structure = Box(3, 4, 5);
  structure.atoms = { MakeAtom(6, { 0, 0, 0 }) };
  SupercellOptions options;
  options.repetitions = { 1, 0, 1 };
  EXPECT_CONTAINS(ErrorOf([&] { BuildSupercell(structure, options); }), "at least 1");
  options.repetitions = { 2000000, 2000000, 2000000 };
  EXPECT_CONTAINS(ErrorOf([&] { BuildSupercell(structure, options); }), "fewer repetitions");
  options.repetitions = { 1, 1, 1 };
  for (const double padding : { -1.0, NotANumber, HUGE_VAL })
  {
    options.padding = { 0, padding, 0 };
    EXPECT_CONTAINS(ErrorOf([&] { BuildSupercell(structure, options); }), "padding");
  }
  auto noCell = structure;
  noCell.cell = {};
  EXPECT_CONTAINS(ErrorOf([&] { BuildSupercell(noCell, {}); }), "Lattice=");
}
