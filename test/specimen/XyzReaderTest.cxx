#include "TestStructures.h"
#include "specimen/StructureReader.h"
#include <cmath>

using namespace ElectronMultislice;

namespace
{
Structure
Read(const std::string & text)
{
  return ReadStructureText(text, "test.xyz").front();
}

std::string
ErrorIn(const std::string & text)
{
  return ErrorOf([&] { ReadStructureText(text, "test.xyz"); });
}

std::string
Remarks(const Structure & structure)
{
  std::string all;
  for (const auto & remark : structure.remarks)
  {
    all += remark + "\n";
  }
  return all;
}

const std::string Plain = "2\nwater, partly\nO 0.0 0.1 -0.2\nH 0.9 1e-1 +0.5\n";
const std::string Prismatic = "a comment\n  3.905 4.0 5.5\n38 0.0 0.1 0.2 1.0 0.088\n8 1.0 1.5 2.5 0.5 0.1\n-1\n";
} // namespace

TEST(XyzReader, Plain)
{
  const auto structure = Read(Plain);
  ASSERT_EQ(structure.atoms.size(), 2u);
  EXPECT_EQ(structure.atoms[0].atomicNumber, 8);
  EXPECT_EQ(structure.atoms[0].position, (Vector3{ 0.0, 0.1, -0.2 }));
  EXPECT_EQ(structure.atoms[1].atomicNumber, 1);
  EXPECT_EQ(structure.atoms[1].position, (Vector3{ 0.9, 0.1, 0.5 }));
  EXPECT_EQ(structure.atoms[1].occupancy, 1.0);
  EXPECT_EQ(structure.cell, (std::array<Vector3, 3>{}));
  EXPECT_FALSE(structure.hasDisplacements);
  EXPECT_EQ(structure.source, "test.xyz");
  EXPECT_CONTAINS(Remarks(structure), "no cell");
  EXPECT_CONTAINS(ErrorOf([&] { CheckStructure(structure); }), "Lattice=");
}

// behaviours: blank line, comma, CRLF, tabs, comments: all of these are the same file.
TEST(XyzReader, SameFileWrittenDifferently)
{
  const std::string variants[] = {
    "2\r\nwater\r\nO 0.0 0.1 -0.2\r\nH 0.9 0.1 0.5\r\n",
    "2\rwater\rO 0.0 0.1 -0.2\rH 0.9 0.1 0.5\r",
    "\n\n 2 \nwater\n\nO\t0.0\t0.1\t-0.2\n\n   H 0.9 0.1 0.5\n\n\n",
    "2\n\nO, 0.0, 0.1, -0.2\nH,0.9,0.1,0.5",
    "# made by hand\n#\n2\n# comment\nO 0.0 0.1 -0.2\n# between\nH 0.9 0.1 0.5\n",
    "\xEF\xBB\xBF"
    "2\nводa, 1,5 Å\n8 0 .1 -.2\n1 9.0e-1 0.10 5.E-1\n",
    "2\nwater\nO1 0.0 0.1 -0.2 extra 7\nh2 0.9 0.1 0.5 extra 8\n",
  };
  for (const auto & text : variants)
  {
    const auto structure = Read(text);
    ASSERT_EQ(structure.atoms.size(), 2u) << text;
    EXPECT_EQ(structure.atoms[0].atomicNumber, 8) << text;
    EXPECT_EQ(structure.atoms[0].position, (Vector3{ 0.0, 0.1, -0.2 })) << text;
    EXPECT_EQ(structure.atoms[1].atomicNumber, 1) << text;
    EXPECT_EQ(structure.atoms[1].position, (Vector3{ 0.9, 0.1, 0.5 })) << text;
  }
  EXPECT_CONTAINS(Remarks(Read(variants[6])), "not used");
}

TEST(XyzReader, Extended)
{
  const auto structure = Read("3\n"
                              "Lattice=\"4.0 0 0 0 5.0 0 0.5 0 6.0\" Properties=species:S:1:pos:R:3:forces:R:3:occupancy:R:1:u2:R:1 "
                              "energy=-1.5 pbc=\"T T F\" comment='any thing'\n"
                              "Ga 0 0 0  9 9 9  0.5 0.01\n"
                              "Al 0 0 0  9 9 9  0.5 0.02\n"
                              "As 1 2 3  9 9 9  1.0 0.03\n");
  EXPECT_EQ(structure.cell, (std::array<Vector3, 3>{ Vector3{ 4, 0, 0 }, Vector3{ 0, 5, 0 }, Vector3{ 0.5, 0, 6 } }));
  ASSERT_EQ(structure.atoms.size(), 3u);
  EXPECT_EQ(structure.atoms[2].position, (Vector3{ 1, 2, 3 }));
  EXPECT_EQ(structure.atoms[0].occupancy, 0.5);
  EXPECT_EQ(structure.atoms[1].displacement, IsotropicDisplacement(0.02));
  EXPECT_TRUE(structure.hasDisplacements);
  EXPECT_GE(structure.atoms[0].site, 0);
  EXPECT_EQ(structure.atoms[0].site, structure.atoms[1].site);
  EXPECT_EQ(structure.atoms[2].site, -1);
  const auto remarks = Remarks(structure);
  EXPECT_CONTAINS(remarks, "u² in Å², taken as they are");
  EXPECT_CONTAINS(remarks, "not used: forces");
  EXPECT_CONTAINS(remarks, "not periodic along c");
  EXPECT_CONTAINS(remarks, "2 atoms share 1 site");
}

TEST(XyzReader, ExtendedWithColumnsInAnyOrder)
{
  const auto structure = Read("1\nlattice={4 0 0 0 5 0 0 0 6} properties=charge:R:1:pos:R:3:Z:I:1 origin=\"1 2 3\"\n-0.5 1.5 2.5 3.5 79\n");
  EXPECT_EQ(structure.atoms[0].atomicNumber, 79);
  EXPECT_EQ(structure.atoms[0].charge, -0.5);
  EXPECT_EQ(structure.atoms[0].position, (Vector3{ 0.5, 0.5, 0.5 }));
  EXPECT_CONTAINS(Remarks(structure), "Origin");
}

// behaviours: B or sigma? Each unit is named by its column, converted and echoed: the same crystal gives the same u².
TEST(XyzReader, ThermalUnits)
{
  const double u2 = 0.0078;
  const auto   read = [](const std::string & column, const std::string & value) {
    return Read("1\nLattice=\"4 0 0 0 4 0 0 0 4\" Properties=species:S:1:pos:R:3:" + column + ":R:1\nSr 0 0 0 " + value + "\n");
  };
  const auto meanSquare = read("u2", "0.0078");
  const auto b = read("B", "0.61586331460797597"); // 8 pi² x 0.0078
  const auto rms = read("rms", "0.088317608663278466");
  const auto prismatic = Read("x\n4 4 4\n38 0 0 0 1 0.088317608663278466\n-1\n");
  const auto cif =
    ReadStructureText("data_x\n_cell_length_a 4\n_cell_length_b 4\n_cell_length_c 4\nloop_\n_atom_site_label\n_atom_site_fract_x\n"
                      "_atom_site_fract_y\n_atom_site_fract_z\n_atom_site_B_iso_or_equiv\nSr1 0 0 0 0.615863\n",
                      "x.cif")
      .front();
  for (const auto * structure : { &meanSquare, &b, &rms, &prismatic, &cif })
  {
    for (int k = 0; k < 3; ++k)
    {
      EXPECT_NEAR(structure->atoms[0].displacement[static_cast<std::size_t>(k)], u2, 1e-8);
    }
    EXPECT_EQ(structure->atoms[0].displacement[3], 0.0);
    EXPECT_TRUE(structure->hasDisplacements);
  }
  EXPECT_CONTAINS(Remarks(b), "B / (8 pi²)");
  EXPECT_CONTAINS(Remarks(rms), "root-mean-square");
  EXPECT_CONTAINS(Remarks(prismatic), "root-mean-square");
  EXPECT_CONTAINS(Remarks(cif), "B_iso");
  // a name that leaves the unit open is not guessed
  const auto unclear = read("debye_waller_factors", "0.5");
  EXPECT_FALSE(unclear.hasDisplacements);
  EXPECT_CONTAINS(Remarks(unclear), "not used: debye_waller_factors");
}

TEST(XyzReader, Prismatic)
{
  const auto structure = Read(Prismatic);
  EXPECT_EQ(structure.cell, (std::array<Vector3, 3>{ Vector3{ 3.905, 0, 0 }, Vector3{ 0, 4, 0 }, Vector3{ 0, 0, 5.5 } }));
  ASSERT_EQ(structure.atoms.size(), 2u);
  EXPECT_EQ(structure.atoms[0].atomicNumber, 38);
  EXPECT_EQ(structure.atoms[0].position, (Vector3{ 0.0, 0.1, 0.2 }));
  EXPECT_EQ(structure.atoms[0].occupancy, 1.0);
  EXPECT_DOUBLE_EQ(structure.atoms[0].displacement[0], 0.088 * 0.088);
  EXPECT_EQ(structure.atoms[1].occupancy, 0.5);

  const std::string variants[] = {
    "# a comment\n3.905 4.0 5.5\n38 0.0 0.1 0.2 1.0 0.088\n8 1.0 1.5 2.5 0.5 0.1\n-1\n",
    "\r\n3.905, 4.0, 5.5\r\n\r\n38, 0.0, 0.1, 0.2, 1.0, 0.088\r\n8\t1.0\t1.5\t2.5\t0.5\t0.1\r\n  -1   \r\n\r\n",
    "7\n3.905 4.0 5.5\n38 0.0 0.1 0.2 1.0 0.088\n8 1.0 1.5 2.5 0.5 0.1\n-1\n",
  };
  for (const auto & text : variants)
  {
    const auto other = Read(text);
    ASSERT_EQ(other.atoms.size(), 2u) << text;
    EXPECT_EQ(other.cell, structure.cell);
    EXPECT_EQ(other.atoms[1].position, structure.atoms[1].position);
    EXPECT_EQ(other.atoms[1].displacement, structure.atoms[1].displacement);
  }
  EXPECT_CONTAINS(Remarks(Read(Prismatic.substr(0, Prismatic.size() - 3))), "closing line -1 is missing");
  EXPECT_CONTAINS(Remarks(Read(Prismatic + "more\n")), "from line 6");
}

TEST(XyzReader, XyzFramesWithThreeNumbersAsCommentStayXyz)
{
  const auto structure = Read("1\n1.0 2.0 3.0\nC 0.5 0.5 0.5\n");
  EXPECT_EQ(structure.atoms.size(), 1u);
  EXPECT_EQ(structure.cell, (std::array<Vector3, 3>{}));
}

TEST(XyzReader, Frames)
{
  const auto frames = ReadStructureText("1\nfirst\nC 0 0 0\n\n2\nsecond\nC 0 0 1\nO 0 0 2\n1\nthird\nC 0 0 3", "run.xyz");
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[1].atoms.size(), 2u);
  EXPECT_EQ(frames[2].atoms[0].position[2], 3.0);
  EXPECT_EQ(frames[2].source, "run.xyz, frame 3");
}

TEST(XyzReader, OccupancyZeroIsLeftOut)
{
  const auto structure = Read("c\n4 4 4\n38 0 0 0 1 0\n8 1 1 1 0 0\n-1\n");
  EXPECT_EQ(structure.atoms.size(), 1u);
  EXPECT_CONTAINS(Remarks(structure), "1 atom of occupancy 0 left out");
  EXPECT_CONTAINS(ErrorIn("c\n4 4 4\n38 0 0 0 0 0\n-1\n"), "no atoms");
}

// behaviours: line number in errors.
TEST(XyzReader, ErrorsNameTheLine)
{
  EXPECT_CONTAINS(ErrorIn("2\nwater\nO 0 0 0\nH 1 1\n"), "test.xyz:4: the line has 3 columns");
  EXPECT_CONTAINS(ErrorIn("3\nwater\nO 0 0 0\nH 1 1 1\n"), "test.xyz:4: the file ends after 2 of the 3 atoms that line 1 announces");
  EXPECT_CONTAINS(ErrorIn("1\nwater\nO 0 0 0\nH 1 1 1\n"), "test.xyz:4: the number of atoms of a frame is expected");
  EXPECT_CONTAINS(ErrorIn("1\nwater\nO 0 zero 0\n"), "test.xyz:3: y of the atom must be a number, but is \"zero\"");
  EXPECT_CONTAINS(ErrorIn("1\nwater\nO 0 nan 0\n"), "test.xyz:3: y of the atom");
  EXPECT_CONTAINS(ErrorIn("1\nwater\nO 0 0 inf\n"), "test.xyz:3: z of the atom");
  EXPECT_CONTAINS(ErrorIn("1\nwater\nO 0 0 1e999\n"), "test.xyz:3: z of the atom");
  EXPECT_CONTAINS(ErrorIn("1\nwater\nXx 0 0 0\n"), "test.xyz:3: \"Xx\" is no element");
  EXPECT_CONTAINS(ErrorIn("1\nwater\n200 0 0 0\n"), "test.xyz:3: the atomic number is 200");
  EXPECT_CONTAINS(ErrorIn("0\nwater\n"), "at least 1");
  EXPECT_CONTAINS(ErrorIn("-3\nwater\n"), "at least 1");
  EXPECT_CONTAINS(ErrorIn("99999999999999999999\nwater\n"), "number of atoms");
  EXPECT_CONTAINS(ErrorIn("999999999999\nwater\nO 0 0 0\n"), "ends after 1 of the 999999999999");
  EXPECT_CONTAINS(ErrorIn("2"), "ends after the number of atoms");
  EXPECT_CONTAINS(ErrorIn("C 0 0 0\nC 1 1 1\n"), "test.xyz:1: the number of atoms");
  for (const std::string text : { "", "\n\n", "# nothing\n" })
  {
    EXPECT_CONTAINS(ErrorIn(text), "empty");
  }
}

// behaviours: a localized program writes decimal commas; they must not become column separators.
TEST(XyzReader, DecimalCommasAreRefused)
{
  EXPECT_CONTAINS(ErrorIn("1\nwater\nO 0,5 1,5 2,5\n"), "test.xyz:3: there is a comma inside a number");
  EXPECT_CONTAINS(ErrorIn("c\n3.9 3.9 3.9\n38 0,5 1,5 2,5 1,0 0,05\n-1\n"), "test.xyz:3: there is a comma inside a number");
  EXPECT_CONTAINS(ErrorIn("c\n3,9 3,9 3,9\n38 0,5 1,5 2,5 1,0 0,05\n-1\n"), "test.xyz:1");
}

TEST(XyzReader, PrismaticErrors)
{
  EXPECT_CONTAINS(ErrorIn("c\n4 4 0\n38 0 0 0 1 0\n-1\n"), "test.xyz:2: cell length c is 0 Å");
  EXPECT_CONTAINS(ErrorIn("c\n4 -4 4\n38 0 0 0 1 0\n-1\n"), "test.xyz:2: cell length b is -4 Å");
  EXPECT_CONTAINS(ErrorIn("c\n4 4 4\n38 0 0 0 1 0\n38 0 0 0 1\n-1\n"), "test.xyz:4: the line has 5 columns instead of 6");
  EXPECT_CONTAINS(ErrorIn("c\n4 4 4\n38 0 0 0 1.2 0\n-1\n"), "test.xyz:3: the occupancy of this Sr atom is 1.2");
  EXPECT_CONTAINS(ErrorIn("c\n4 4 4\n38 0 0 0 -0.1 0\n-1\n"), "test.xyz:3: the occupancy");
  EXPECT_CONTAINS(ErrorIn("c\n4 4 4\n38 0 0 0 1 -0.1\n-1\n"), "test.xyz:3: the root-mean-square displacement");
  EXPECT_CONTAINS(ErrorIn("c\n4 4 4\n0 0 0 0 1 0.1\n-1\n"), "test.xyz:3: the atomic number is 0");
  EXPECT_CONTAINS(ErrorIn("c\n4 4 4\n-1\n"), "no atoms");
}

TEST(XyzReader, ExtendedErrors)
{
  const auto error = [](const std::string & comment, const std::string & line = "C 0 0 0") {
    return ErrorIn("1\n" + comment + "\n" + line + "\n");
  };
  EXPECT_CONTAINS(error("Lattice=\"4 0 0 0 4 0\""), "test.xyz:2: Lattice must hold 9 numbers, but has 6");
  EXPECT_CONTAINS(error("Lattice=\"4 0 0 0 4 0 0 0 x\""), "test.xyz:2: Lattice must be a number");
  EXPECT_CONTAINS(error("Lattice=\"4 0 0 4 0 0 0 0 4\""), "no volume");
  EXPECT_CONTAINS(error("Properties=species:S:1:pos:R"), "test.xyz:2: Properties=");
  EXPECT_CONTAINS(error("Properties=species:S:1:pos:R:2"), "no pos:R:3");
  EXPECT_CONTAINS(error("Properties=pos:R:3"), "no species:S:1");
  EXPECT_CONTAINS(error("Properties=species:S:1:pos:R:3:x:R:0"), "bad number of columns");
  EXPECT_CONTAINS(error("Properties=species:S:1:pos:R:3:tags:I:1"), "test.xyz:3: the line has 4 columns instead of 5");
  EXPECT_CONTAINS(error("Properties=species:S:1:pos:R:3", "C 0 0 0 7"), "test.xyz:3: the line has 5 columns instead of 4");
  EXPECT_CONTAINS(error("Properties=species:S:1:pos:R:3:u2:R:1", "C 0 0 0 -0.01"), "test.xyz:3: the thermal displacement is -0.01");
}
