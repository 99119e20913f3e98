// Cell, sites and thermal displacements of a CIF.
#include "CifTexts.h"
#include "specimen/Matrix3.h"
#include <algorithm>
#include <cmath>

using namespace ElectronMultislice;

namespace
{
const std::string DataFolder = std::string(TEST_DATA_DIR) + "/structures/";
const std::string CubicCell = CifCell(4, 4, 4) + "_space_group_name_H-M_alt 'P 1'\n";
constexpr double  Pi = 3.14159265358979323846;

void
ExpectTensor(const DisplacementTensor & found, const DisplacementTensor & expected, double tolerance = 1e-9)
{
  for (std::size_t k = 0; k < 6; ++k)
  {
    EXPECT_NEAR(found[k], expected[k], tolerance) << "component " << k;
  }
}

std::string
Number(double value)
{
  char text[40];
  std::snprintf(text, sizeof(text), "%.12f", value);
  return text;
}
} // namespace

TEST(CifReader, ExampleStrontiumTitanate)
{
  const auto structure = ReadStructure(std::string(TEST_DATA_DIR) + "/../../examples/data/SrTiO3.cif");
  ASSERT_EQ(structure.atoms.size(), 5u);
  const auto cell = GetCellParameters(structure.cell);
  EXPECT_NEAR(cell.a, 3.905, 1e-12);
  EXPECT_NEAR(cell.c, 3.905, 1e-12);
  EXPECT_NEAR(cell.gamma, 90, 1e-12);
  EXPECT_EQ(structure.atoms[0].atomicNumber, 38);
  EXPECT_EQ(structure.atoms[1].atomicNumber, 22);
  EXPECT_EQ(structure.atoms[1].position, (Vector3{ 1.9525, 1.9525, 1.9525 }));
  for (int i = 2; i < 5; ++i)
  {
    EXPECT_EQ(structure.atoms[static_cast<std::size_t>(i)].atomicNumber, 8);
    EXPECT_EQ(structure.atoms[static_cast<std::size_t>(i)].displacement, IsotropicDisplacement(0.0097));
  }
  EXPECT_TRUE(structure.hasDisplacements);
  EXPECT_CONTAINS(RemarksOf(structure), "U_iso in Å²");
  EXPECT_CONTAINS(RemarksOf(structure), "48 operators (P m -3 m)");
}

// gemmi's own reader does not turn U: x' = -y, y' = x exchanges U11 and U22 and changes the sign of U12.
TEST(CifReader, FourfoldAxisTurnsTheTensor)
{
  const auto structure = ReadStructure(DataFolder + "fourfold-axis.cif");
  ASSERT_EQ(structure.atoms.size(), 4u);
  int found = 0;
  for (const auto & atom : structure.atoms)
  {
    EXPECT_EQ(atom.charge, 2.0);
    const double x = atom.position[0] / 4, y = atom.position[1] / 4;
    const auto   at = [&](double px, double py) { return std::abs(x - px) + std::abs(y - py) < 1e-9; };
    if (at(0.2, 0.1))
    {
      ++found;
      ExpectTensor(atom.displacement, { 0.01, 0.02, 0.03, 0.004, -0.003, 0.002 });
    }
    else if (at(0.9, 0.2)) // -y, x
    {
      ++found;
      ExpectTensor(atom.displacement, { 0.02, 0.01, 0.03, -0.004, -0.002, -0.003 });
    }
    else if (at(0.8, 0.9)) // -x, -y
    {
      ++found;
      ExpectTensor(atom.displacement, { 0.01, 0.02, 0.03, 0.004, 0.003, -0.002 });
    }
    else if (at(0.1, 0.8)) // y, -x
    {
      ++found;
      ExpectTensor(atom.displacement, { 0.02, 0.01, 0.03, -0.004, 0.002, 0.003 });
    }
  }
  EXPECT_EQ(found, 4);
}

TEST(CifReader, TensorOnTheAxisObeysIt)
{
  const std::string aniso = "loop_\n_atom_site_aniso_label\n_atom_site_aniso_U_11\n_atom_site_aniso_U_22\n_atom_site_aniso_U_33\n"
                            "_atom_site_aniso_U_12\n_atom_site_aniso_U_13\n_atom_site_aniso_U_23\nPb1 0.01 0.03 0.05 0 0 0\n";
  const auto structure = ReadCifText(CifCell(4, 4, 5) + "_space_group_name_H-M_alt 'P 4'\n" + CifSitesLoop("Pb1 Pb 0 0 0.3") + aniso);
  ASSERT_EQ(structure.atoms.size(), 1u);
  ExpectTensor(structure.atoms[0].displacement, { 0.02, 0.02, 0.05, 0, 0, 0 });
  EXPECT_CONTAINS(RemarksOf(structure), "does not obey the symmetry of its place");
}

// An atom that vibrates by w along one direction n only: exp(-2 pi² w (h.n)²) for every reciprocal vector h, which defines U_ij (or B_ij,
// beta_ij) by U_ij a*_i a*_j = w (a*_i.n)(a*_j.n); the Cartesian tensor is w n n^T. In a triclinic cell, so that nothing is right by
// chance.
TEST(CifReader, AnisotropicTensorsInATriclinicCell)
{
  const std::array<double, 6> c{ 4.1, 5.2, 6.3, 80, 95, 110 };
  const auto                  cell = CellVectors({ c[0], c[1], c[2], c[3], c[4], c[5] });
  const double                volume = Determinant(cell);
  Matrix3                     reciprocal{ Cross(cell[1], cell[2]), Cross(cell[2], cell[0]), Cross(cell[0], cell[1]) };
  for (auto & row : reciprocal)
  {
    for (auto & value : row)
    {
      value /= volume;
    }
  }
  const Vector3      n{ 2.0 / 7.0, 3.0 / 7.0, 6.0 / 7.0 };
  const double       w = 0.03;
  const std::size_t  pairs[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
  const char * const names[] = { "11", "22", "33", "12", "13", "23" };
  for (const std::string kind : { "U", "B", "beta" })
  {
    std::string tags = "loop_\n_atom_site_aniso_label\n", row = "X1";
    for (std::size_t k = 0; k < 6; ++k)
    {
      const auto & a = reciprocal[pairs[k][0]];
      const auto & b = reciprocal[pairs[k][1]];
      const double u = w * Dot(a, n) * Dot(b, n) / (Norm(a) * Norm(b));
      const double factor = kind == "U" ? 1.0 : kind == "B" ? 8 * Pi * Pi : 2 * Pi * Pi * Norm(a) * Norm(b);
      tags += "_atom_site_aniso_" + kind + "_" + names[k] + "\n";
      row += " " + Number(u * factor);
    }
    const auto structure = ReadCifText(CifCell(c[0], c[1], c[2], c[3], c[4], c[5]) + CifSitesLoop("X1 Cu 0.1 0.2 0.3") + tags + row + "\n");
    ExpectTensor(structure.atoms[0].displacement,
                 { w * n[0] * n[0], w * n[1] * n[1], w * n[2] * n[2], w * n[0] * n[1], w * n[0] * n[2], w * n[1] * n[2] });
    EXPECT_CONTAINS(RemarksOf(structure), kind + "_ij");
  }
}

// Isotropic motion on hexagonal axes reads U11 = U22 = U33, U12 = U11/2.
TEST(CifReader, HexagonalIsotropicTensor)
{
  const auto structure =
    ReadCifText(CifCell(3.25, 3.25, 5.207, 90, 90, 120) + "_space_group_name_H-M_alt 'P 63 m c'\n" +
                CifSitesLoop("Zn1 Zn 0.3333 0.6667 0 0.01 0.01 0.01 0.005 0 0",
                             "_atom_site_aniso_U_11\n_atom_site_aniso_U_22\n_atom_site_aniso_U_33\n_atom_site_aniso_U_12\n"
                             "_atom_site_aniso_U_13\n_atom_site_aniso_U_23\n")); // in the loop of the sites itself
  ASSERT_EQ(structure.atoms.size(), 2u);
  ExpectTensor(structure.atoms[0].displacement, IsotropicDisplacement(0.01));
  ExpectTensor(structure.atoms[1].displacement, IsotropicDisplacement(0.01));
}

TEST(CifReader, WhichDisplacementCounts)
{
  const std::string tags = "_atom_site_U_iso_or_equiv\n_atom_site_B_iso_or_equiv\n";
  const std::string anisoTags = "loop_\n_atom_site_aniso_label\n_atom_site_aniso_U_11\n_atom_site_aniso_U_22\n_atom_site_aniso_U_33\n"
                                "_atom_site_aniso_U_12\n_atom_site_aniso_U_13\n_atom_site_aniso_U_23\n";
  const auto        structure = ReadCifText(
    CubicCell + CifSitesLoop("C1 C 0 0 0 0.01(2) .\nC2 C 0.5 0 0 . 0.7895683521\nC3 C 0 0.5 0 ? ?\nC4 C 0 0 0.5 0.5 0.5", tags) +
    anisoTags + "C2 . . . . . .\nC4 0.01 0.02 0.03 0 0 0\n");
  EXPECT_EQ(structure.atoms[0].displacement, IsotropicDisplacement(0.01));
  ExpectTensor(structure.atoms[1].displacement, IsotropicDisplacement(0.01)); // aniso all unknown: B_iso
  EXPECT_EQ(structure.atoms[2].displacement, DisplacementTensor{});
  ExpectTensor(structure.atoms[3].displacement, { 0.01, 0.02, 0.03, 0, 0, 0 }); // aniso before iso
  EXPECT_CONTAINS(RemarksOf(ReadCifText(CubicCell + CifSitesLoop("C1 C 0 0 0"))), "no thermal displacements");

  EXPECT_CONTAINS(CifError(CubicCell + CifSitesLoop("C1 C 0 0 0") + anisoTags + "C1 0.1 0.1 0.1 . 0 0\n"), "only 5 of the six");
  EXPECT_CONTAINS(CifError(CubicCell + CifSitesLoop("C1 C 0 0 0") + anisoTags + "C1 0.1 0.1 0.1 big 0 0\n"), "\"big\" is no number");
  EXPECT_CONTAINS(CifError(CubicCell + CifSitesLoop("C1 C 0 0 0 much", "_atom_site_U_iso_or_equiv\n")), "\"much\" is no number");
  EXPECT_CONTAINS(
    CifError(CubicCell + CifSitesLoop("C C 0 0 0\nC C 0 0 .5\nC C 0 .5 0") + anisoTags + "C .1 .1 .1 0 0 0\nC .2 .2 .2 0 0 0\n"),
    "stands for more sites");
}

TEST(CifReader, SplitSitesStayAndSharedSitesExclude)
{
  const auto structure = ReadStructure(DataFolder + "split-site.cif");
  ASSERT_EQ(structure.atoms.size(), 2u + 1u + 1u);
  EXPECT_NEAR(TotalOccupancy(structure), 2 * 0.5 + 0.3 + 0.7, 1e-12);
  std::size_t hydrogens = 0;
  for (std::size_t i = 0; i < structure.atoms.size(); ++i)
  {
    const auto & atom = structure.atoms[i];
    if (atom.atomicNumber == 1)
    {
      ++hydrogens;
      EXPECT_EQ(atom.site, -1);
    }
    else
    {
      EXPECT_GE(atom.site, 0);
      EXPECT_EQ(std::count_if(structure.atoms.begin(), structure.atoms.end(), [&](const Atom & a) { return a.site == atom.site; }), 2);
    }
  }
  EXPECT_EQ(hydrogens, 2u);
}

TEST(CifReader, BlocksAndLineEnds)
{
  const auto structure = ReadStructure(DataFolder + "blocks-crlf.cif");
  ASSERT_EQ(structure.atoms.size(), 3u);
  EXPECT_CONTAINS(structure.source, "second");
  EXPECT_EQ(structure.atoms[0].atomicNumber, 26);
  EXPECT_EQ(structure.atoms[1].atomicNumber, 8);
  EXPECT_EQ(structure.atoms[1].position, (Vector3{ 2, 2, 1 }));
  EXPECT_EQ(structure.atoms[2].atomicNumber, 8);
  EXPECT_EQ(structure.atoms[2].position, (Vector3{ 2, 3, 3 })); // -0.25 and 1.75 wrapped
  EXPECT_CONTAINS(RemarksOf(structure), "O-H is O, Wat is O");
  EXPECT_CONTAINS(RemarksOf(structure), "90° is the default");

  EXPECT_EQ(ReadStructure(DataFolder + "blocks-crlf.cif", "SECOND").atoms.size(), 3u);
  EXPECT_CONTAINS(ErrorOf([] { ReadStructure(DataFolder + "blocks-crlf.cif", "third"); }), "the blocks are \"first\" or \"second\"");
  EXPECT_CONTAINS(ErrorOf([] { ReadStructure(DataFolder + "blocks-crlf.cif", "first"); }), "does not hold atom sites");
}

TEST(CifReader, ValuesInAllSpellings)
{
  const auto structure =
    ReadCifText("#\\#CIF_1.1\ndata_x\n_cell.length_a 4.0000(12)\n_CELL_LENGTH_B '4.0'\n_cell_length_c \"4\"\n"
                "_cell_angle_alpha 90.\n_cell_angle_beta 90.00(1)\n_cell_angle_gamma 9.0e1\n"
                "_chemical_name {curly} # comment\n_author Ren\xc3\xa9\n"
                "loop_ _atom_site.label _atom_site.fract_x _atom_site.fract_y _atom_site.fract_z _atom_site.occupancy\n"
                "Fe1 .25(3) -0.5 '0.75' ? Cl1 0 0 0 1.00002 D1 0.5 0.5 0.5 0.5(1)\n");
  ASSERT_EQ(structure.atoms.size(), 3u);
  EXPECT_EQ(structure.atoms[0].position, (Vector3{ 1, 2, 3 }));
  EXPECT_EQ(structure.atoms[0].occupancy, 1.0);
  EXPECT_EQ(structure.atoms[1].occupancy, 1.0);
  EXPECT_EQ(structure.atoms[2].atomicNumber, 1);
  EXPECT_EQ(structure.atoms[2].occupancy, 0.5);
  EXPECT_CONTAINS(RemarksOf(structure), "1 site of unknown occupancy");
}

TEST(CifReader, DummiesAndEmptySitesAreLeftOut)
{
  const auto structure = ReadCifText(CubicCell + CifSitesLoop("N1 N 0.2 0.2 0.2 1 d\nH1 H -1 -1 -1 3 dum\nO1 O 0.5 0.5 0.5 0 d",
                                                              "_atom_site_occupancy\n_atom_site_calc_flag\n"));
  EXPECT_EQ(structure.atoms.size(), 1u);
  EXPECT_CONTAINS(RemarksOf(structure), "1 dummy site");
  EXPECT_CONTAINS(RemarksOf(structure), "1 atom of occupancy 0");
}

TEST(CifReader, ErrorsNameTheLine)
{
  const auto sites = [](const std::string & rows, const std::string & tags = "") { return CifError(CubicCell + CifSitesLoop(rows, tags)); };
  EXPECT_CONTAINS(sites("? ? ? ? ?"), "test.cif:15: the fractional coordinate x of this site is unknown");
  EXPECT_CONTAINS(sites("C1 C 0 0 0\nC2 C 0 . 0"), "test.cif:16: the fractional coordinate y");
  EXPECT_CONTAINS(sites("C1 C 0 0 0\nC2 C 0 NaN 0"), "test.cif:16: \"NaN\" is no number");
  EXPECT_CONTAINS(sites("C1 C 0 0 inf"), "test.cif:15: \"inf\" is no number");
  EXPECT_CONTAINS(sites("C1 C 0 0,5 0"), "test.cif:15: \"0,5\" is no number");
  EXPECT_CONTAINS(sites("C1 C 0 0 0.5(2"), "test.cif:15");
  EXPECT_CONTAINS(sites("Vac1 Vac 0 0 0"), "test.cif:15: no element can be read from the type symbol \"Vac\"");
  EXPECT_CONTAINS(sites("T1 . 0 0 0"), "test.cif:15: no element can be read from the label \"T1\"");
  EXPECT_CONTAINS(sites("C1 C 0 0 0 1.5", "_atom_site_occupancy\n"), "test.cif:16: the occupancy of this C atom is 1.5");
  EXPECT_CONTAINS(sites("C1 C 0 0 0 -0.5", "_atom_site_occupancy\n"), "test.cif:16: the occupancy");
  EXPECT_CONTAINS(sites("C1 C 0 0 0 full", "_atom_site_occupancy\n"), "test.cif:16: \"full\" is no number");
  EXPECT_CONTAINS(sites("C1 C 0 0"), "Wrong number of values");

  const std::string atom = CifSitesLoop("C1 C 0 0 0");
  EXPECT_CONTAINS(CifError("data_x\n_cell_length_a 4\n_cell_length_b 4\n" + atom), "gives no _cell_length_c");
  EXPECT_CONTAINS(CifError("data_x\n_cell_length_a four\n_cell_length_b 4\n_cell_length_c 4\n" + atom),
                  "test.cif:2: \"four\" is no number");
  EXPECT_CONTAINS(CifError("data_x\n_cell_length_a 0\n_cell_length_b 4\n_cell_length_c 4\n" + atom), "test.cif:2: A cell length is 0");
  EXPECT_CONTAINS(CifError("data_x\n_cell_length_a 4\n_cell_length_a 5\n_cell_length_b 4\n_cell_length_c 4\n" + atom), "stands twice");
  EXPECT_CONTAINS(CifError("data_x\n_cell_length_a 4\n"), "_atom_site_fract_x");
}

TEST(CifReader, BadSyntaxNamesTheLine)
{
  EXPECT_CONTAINS(CifError("data_x\n_title 'not closed\n_cell_length_a 4\n"), "test.cif:2: this is not valid CIF (unterminated 'string')");
  EXPECT_CONTAINS(CifError("data_x\n_a two words\n_b 3\n"), "test.cif:2");
  EXPECT_CONTAINS(CifError("data_x\n_a\n;\nnever closed\n"), "unterminated text field");
  EXPECT_CONTAINS(CifError("loop_\n_a\n1\n"), "test.cif:1");
  EXPECT_CONTAINS(CifError(""), "test.cif");
  EXPECT_CONTAINS(CifError("data_x\nloop_\n_a\n_b\n1 2 3\n"), "Wrong number of values in the loop");
}
