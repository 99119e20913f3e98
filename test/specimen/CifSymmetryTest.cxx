// Which symmetry a CIF means, and what must be refused.
#include "CifTexts.h"
#include "specimen/Matrix3.h"
#include "specimen/SpaceGroups.h"
#include <algorithm>
#include <cmath>

using namespace ElectronMultislice;

namespace
{
const std::string DataFolder = std::string(TEST_DATA_DIR) + "/structures/";
const std::string CubicCell = CifCell(4, 4, 4);
const std::string OneAtom = CifSitesLoop("Cu1 Cu 0 0 0");
const std::string General = CifSitesLoop("Cu1 Cu 0.11 0.23 0.37");

std::string
OperatorLoop(const std::vector<std::string> & operators)
{
  std::string text = "loop_\n_space_group_symop_operation_xyz\n";
  for (const auto & op : operators)
  {
    text += "'" + op + "'\n";
  }
  return text;
}

std::string
OperatorsOf(const std::string & name)
{
  std::vector<std::string> texts;
  const auto               setting = SettingsOfName(name, { 4, 4, 4, 90, 90, 90 }).at(0);
  for (const auto & op : setting.operators)
  {
    texts.push_back(FormatSymmetryOperator(op));
  }
  return OperatorLoop(texts);
}

/** Shortest distance between two atoms, through the faces of the cell. */
double
ShortestDistance(const Structure & structure)
{
  double shortest = 1e9;
  for (const auto & a : structure.atoms)
  {
    for (const auto & b : structure.atoms)
    {
      for (int n = 0; n < 27; ++n)
      {
        Vector3 d{};
        for (std::size_t k = 0; k < 3; ++k)
        {
          d[k] = a.position[k] - b.position[k] + (n % 3 - 1) * structure.cell[0][k] + (n / 3 % 3 - 1) * structure.cell[1][k] +
                 (n / 9 - 1) * structure.cell[2][k];
        }
        shortest = Norm(d) > 1e-6 ? std::min(shortest, Norm(d)) : shortest;
      }
    }
  }
  return shortest;
}
} // namespace

// gemmi's own reader makes one atom of each site of such a file.
TEST(CifSymmetry, OperatorsOnly)
{
  const auto structure = ReadStructure(DataFolder + "operators-only.cif");
  ASSERT_EQ(structure.atoms.size(), 4u + 4u + 8u); // Wyckoff positions 4 c, 4 b, 8 d of P n m a
  EXPECT_CONTAINS(RemarksOf(structure), "the file's 8 operators (P n m a)");
  // International Tables A, number 62, position 4 c: x 1/4 z, -x+1/2 3/4 z+1/2, -x 3/4 -z, x+1/2 1/4 -z+1/2
  const Vector3 expected[] = { { 0.5, 1.75, 1.2 }, { 2.0, 5.25, 4.2 }, { 4.5, 5.25, 4.8 }, { 3.0, 1.75, 1.8 } };
  for (const auto & position : expected)
  {
    EXPECT_TRUE(std::any_of(structure.atoms.begin(), structure.atoms.end(), [&](const Atom & atom) {
      return atom.atomicNumber == 20 && std::abs(atom.position[0] - position[0]) + std::abs(atom.position[1] - position[1]) +
                                            std::abs(atom.position[2] - position[2]) <
                                          1e-12;
    }));
  }
}

TEST(CifSymmetry, NamesOldAndNew)
{
  for (const char * tag : { "_space_group_name_H-M_alt",
                            "_symmetry_space_group_name_H-M",
                            "_space_group_name_H-M_ref",
                            "_space_group.name_H-M_alt",
                            "_SPACE_GROUP_NAME_H-M_ALT" })
  {
    EXPECT_EQ(ReadCifText(CubicCell + tag + " 'F m 3 m'\n" + OneAtom).atoms.size(), 4u) << tag;
  }
  EXPECT_EQ(ReadCifText(CubicCell + "_space_group_name_Hall '-F 4 2 3'\n" + OneAtom).atoms.size(), 4u);
  EXPECT_EQ(ReadCifText(CubicCell + "_symmetry_space_group_name_Hall '-F 4 2 3'\n" + General).atoms.size(), 192u);
  EXPECT_EQ(ReadCifText(CubicCell + "_symmetry_Int_Tables_number 225\n" + General).atoms.size(), 192u);
  EXPECT_EQ(ReadCifText(CubicCell + "_space_group_IT_number 225\n_space_group_name_H-M_alt Fm-3m\n" + General).atoms.size(), 192u);
  EXPECT_EQ(ReadCifText(CubicCell + "_space_group_IT_number 0\n_space_group_name_H-M_alt Fm-3m\n" + General).atoms.size(), 192u);
}

// Diamond in both origins: 8 atoms, a sqrt(3)/4 apart, however the file says which origin.
TEST(CifSymmetry, DiamondInBothOrigins)
{
  const std::string cell = CifCell(3.567, 3.567, 3.567);
  const std::string first = CifSitesLoop("C1 C 0 0 0");
  const std::string second = CifSitesLoop("C1 C 0.125 0.125 0.125");
  const std::string files[] = {
    cell + "_space_group_name_H-M_alt 'F d -3 m :1'\n" + first,
    cell + "_space_group_name_H-M_alt 'F d -3 m :2'\n" + second,
    cell + "_space_group_name_H-M_alt 'F d -3 m S'\n" + first,
    cell + "_space_group_name_H-M_alt 'F d -3 m Z'\n" + second,
    cell + "_space_group_name_Hall 'F 4d 2 3 -1d'\n" + first,
    cell + "_space_group_name_Hall '-F 4vw 2vw 3'\n" + second,
    cell + OperatorsOf("F d -3 m:1") + first,
    cell + OperatorsOf("F d -3 m:2") + second,
    cell + "_space_group_name_H-M_alt 'F d -3 m'\n" + OperatorsOf("F d -3 m:2") + second, // the operators say which
    cell + "_space_group_name_H-M_alt 'F d 3 m'\n_space_group_IT_number 227\n" + OperatorsOf("F d -3 m:1") + first,
    cell + "_space_group_name_H-M_alt 'F d -3 m'\n" + first, // nothing says which: the one where carbon is at 8 a
    cell + "_space_group_name_H-M_alt 'F d -3 m'\n" + second,
    cell + "_space_group_IT_number 227\n" + second,
  };
  for (const auto & file : files)
  {
    const auto structure = ReadCifText(file);
    EXPECT_EQ(structure.atoms.size(), 8u) << file.substr(0, 400);
    EXPECT_NEAR(ShortestDistance(structure), 3.567 * std::sqrt(3.0) / 4.0, 1e-9);
  }
  EXPECT_CONTAINS(RemarksOf(ReadCifText(files[11])), "F d -3 m:2 was taken, with 8 atoms instead of 16");
}

TEST(CifSymmetry, UndecidedOriginIsRefused)
{
  // spinel: as many atoms in either origin, but only one is spinel
  const std::string sites = CifSitesLoop("Mg1 Mg 0.125 0.125 0.125\nAl1 Al 0.5 0.5 0.5\nO1 O 0.2625 0.2625 0.2625");
  const auto        text = CifError(CifCell(8.08, 8.08, 8.08) + "_space_group_name_H-M_alt 'F d -3 m'\n" + sites);
  EXPECT_CONTAINS(text, "two choices of origin");
  EXPECT_CONTAINS(text, "\"F d -3 m:1\" or \"F d -3 m:2\"");
  EXPECT_EQ(ReadCifText(CifCell(8.08, 8.08, 8.08) + "_space_group_name_H-M_alt 'F d -3 m:2'\n" + sites).atoms.size(), 56u);
}

TEST(CifSymmetry, RhombohedralAndHexagonalAxes)
{
  const std::string hexagonal = CifCell(2.824, 2.824, 13.888, 90, 90, 120);
  EXPECT_EQ(ReadCifText(hexagonal + "_space_group_name_H-M_alt 'R -3 m'\n" + OneAtom).atoms.size(), 3u);
  EXPECT_EQ(ReadCifText(hexagonal + "_space_group_name_H-M_alt 'R -3 m H'\n" + OneAtom).atoms.size(), 3u);
  EXPECT_EQ(ReadCifText(CifCell(5, 5, 5, 54, 54, 54) + "_space_group_name_H-M_alt 'R -3 m'\n" + OneAtom).atoms.size(), 1u);
  EXPECT_CONTAINS(CifError(CifCell(5, 5, 5, 54, 54, 54) + "_space_group_name_H-M_alt 'R -3 m H'\n" + OneAtom), "does not fit the cell");
}

TEST(CifSymmetry, MagneticOperators)
{
  const auto structure = ReadStructure(DataFolder + "magnetic.mcif");
  EXPECT_EQ(structure.atoms.size(), 2u + 4u);
  EXPECT_NEAR(structure.atoms[1].position[2], 0.6 * 8.0, 1e-12); // the centring, without its time reversal
}

TEST(CifSymmetry, NothingSaidIsP1WithARemark)
{
  const auto structure = ReadCifText(CubicCell + General);
  EXPECT_EQ(structure.atoms.size(), 1u);
  EXPECT_CONTAINS(RemarksOf(structure), "taken for P 1");
}

TEST(CifSymmetry, UnknownSymmetryIsRefused)
{
  EXPECT_CONTAINS(CifError(CubicCell + "_symmetry_space_group_name_H-M C2:b1\n" + General),
                  "test.cif:8: the space group \"C2:b1\" is not known");
  EXPECT_CONTAINS(CifError(CubicCell + "_symmetry_space_group_name_H-M ?\n" + General), "test.cif:8: the symmetry is left open");
  EXPECT_CONTAINS(CifError(CubicCell + "_space_group_IT_number 231\n" + General), "231");
  EXPECT_CONTAINS(CifError(CubicCell + "_space_group_IT_number many\n" + General), "many");
  EXPECT_CONTAINS(CifError(CubicCell + "_space_group_name_Hall nonsense\n" + General), "nonsense");
  EXPECT_CONTAINS(CifError(CubicCell + OperatorLoop({ "x,y,z", "-x,-y" }) + General), "test.cif:11: \"-x,-y\" is no symmetry operator");
  EXPECT_CONTAINS(CifError(CubicCell + OperatorLoop({ "x,y,z", "?" }) + General), "\"?\" is no symmetry operator");
}

TEST(CifSymmetry, UnknownNameBesideOperatorsIsNoMatter)
{
  const auto structure =
    ReadCifText(CubicCell + "_space_group_name_H-M_alt 'Pnma (local)'\n" + OperatorLoop({ "x,y,z", "-x,-y,-z" }) + General);
  EXPECT_EQ(structure.atoms.size(), 2u);
  EXPECT_CONTAINS(RemarksOf(structure), "Not recognized");
}

TEST(CifSymmetry, DisagreementIsRefused)
{
  EXPECT_CONTAINS(CifError(CubicCell + "_space_group_name_H-M_alt 'F m -3 m'\n_space_group_IT_number 221\n" + General),
                  "test.cif:9: the space group number \"221\" is number 221, but the space group \"F m -3 m\" in line 8 is number 225");
  EXPECT_CONTAINS(CifError(CubicCell + "_space_group_name_H-M_alt 'F m -3 m'\n_space_group_name_Hall '-P 4 2 3'\n" + General), "221");
  // names of one group, operators of another: 48 of P m -3 m; and x,y,z alone, as programs write that have expanded the atoms
  const auto text = CifError(CubicCell + "_space_group_name_H-M_alt 'F m -3 m'\n" + OperatorsOf("P m -3 m") + General);
  EXPECT_CONTAINS(text, "the 48 symmetry operators from line 11");
  EXPECT_CONTAINS(text, "P m -3 m");
  EXPECT_CONTAINS(CifError(CubicCell + "_space_group_name_H-M_alt 'F m -3 m'\n" + OperatorLoop({ "x,y,z" }) + General), "already expanded");
  EXPECT_CONTAINS(CifError(CubicCell + "_space_group_IT_number 225\n" + OperatorsOf("P m -3 m") + General), "number \"225\"");
  EXPECT_CONTAINS(CifError(CubicCell + "_space_group_name_Hall '-F 4 2 3'\n" + OperatorsOf("P m -3 m") + General), "Hall");
  // another setting of the same group is no disagreement; the operators say which
  EXPECT_EQ(ReadCifText(CifCell(4, 5, 6) + "_space_group_name_H-M_alt 'P n m a'\n" + OperatorsOf("P b n m") + General).atoms.size(), 8u);
}

TEST(CifSymmetry, UntabulatedSettingOfTheNamedGroup)
{
  // I -4 2 d with its origin moved by (0, 1/2, 1/4)/2, as in old files; the operators are taken as they stand
  const std::string file = CifCell(7.5, 7.5, 7.6) + "_space_group_name_H-M_alt 'I -4 2 d S'\n" +
                           OperatorLoop({ "x,y,z",
                                          "-x,-y,z",
                                          "-y,x,-z",
                                          "y,-x,-z",
                                          "1/2-x,y,1/4-z",
                                          "1/2+x,-y,1/4-z",
                                          "1/2+y,x,1/4+z",
                                          "1/2-y,-x,1/4+z",
                                          "1/2+x,1/2+y,1/2+z",
                                          "1/2-x,1/2-y,1/2+z",
                                          "1/2-y,1/2+x,1/2-z",
                                          "1/2+y,1/2-x,1/2-z",
                                          "-x,1/2+y,3/4-z",
                                          "x,1/2-y,3/4-z",
                                          "y,1/2+x,3/4+z",
                                          "-y,1/2-x,3/4+z" });
  const auto structure = ReadCifText(file + CifSitesLoop("P1 P5+ 0 0 0\nO1 O2- 0.085 0.146 0.115"));
  EXPECT_EQ(structure.atoms.size(), 4u + 16u);
}

TEST(CifSymmetry, OperatorsThatAreNoGroupAreRefused)
{
  EXPECT_CONTAINS(CifError(CubicCell + OperatorLoop({ "x,y,z", "-y,x,z" }) + General), "are no group");
  EXPECT_CONTAINS(CifError(CubicCell + OperatorLoop({ "-x,-y,-z" }) + General), "are no group");
}

TEST(CifSymmetry, CellThatDoesNotFitIsRefused)
{
  const auto text = CifError(CifCell(4, 4, 5) + "_space_group_name_H-M_alt 'F m -3 m'\n" + General);
  EXPECT_CONTAINS(text, "does not fit the cell 4, 4, 5 Å");
}

TEST(CifSymmetry, AtomsThatTheSymmetryMakesAreNotDoubled)
{
  // all four atoms of the face-centred cell listed although the symmetry makes them of one
  const auto structure = ReadCifText(CubicCell + "_space_group_name_H-M_alt 'F m -3 m'\n" +
                                     CifSitesLoop("Cu1 Cu 0 0 0\nCu2 Cu 0.5 0.5 0\nCu3 Cu 0.5 0 0.5\nCu4 Cu 0 0.5 0.5"));
  EXPECT_EQ(structure.atoms.size(), 4u);
  EXPECT_CONTAINS(RemarksOf(structure), "3 sites are already made by the symmetry");
  // the corners of a cell, all listed
  EXPECT_EQ(ReadCifText(CubicCell + CifSitesLoop("Cu1 Cu 0 0 0\nCu2 Cu 1 0 0\nCu3 Cu 1 1 1")).atoms.size(), 1u);
  // two valences of one element that share a site are no repetition
  EXPECT_EQ(ReadCifText(CubicCell + CifSitesLoop("Fe1 Fe2+ 0 0 0 0.3\nFe2 Fe3+ 0 0 0 0.7", "_atom_site_occupancy\n")).atoms.size(), 2u);
}
