// Structure files of other projects, fetched by real-files.py. Atoms in the cell and sums of occupancies were worked out by expanding each
// file's own operators (0.02 Å); some well-known libraries get several of them wrong without a word.
#include "TestStructures.h"
#include "specimen/StructureReader.h"
#include <cmath>
#include <cstdlib>
#include <filesystem>

using namespace ElectronMultislice;

namespace
{
struct RealFile
{
  const char * name;
  std::size_t  atoms; ///< 0: must be refused
  double       occupancy;
  double       a, b, c; ///< Å; 0: the file has no cell, or it is not checked
  double       gamma;
};

const std::string Crystals = "crystals/crystals/";
const std::string Dans = "dans-diffraction/Dans_Diffraction/Structures/";
const std::string Diffpy = "diffpy.structure/diffpy_structure-3.3.1/tests/testdata/";
const std::string Avogadro = "libavogadro-data/usr/share/avogadro2/crystals/";
const std::string Gdis = "gdis-data/usr/share/gdis/models/";
const std::string Temul = "temul-toolkit/temul/example_data/prismatic/";

std::string
FolderOfFiles()
{
  const char * folder = std::getenv("ELECTRON_MULTISLICE_REAL_FILES");
  return folder == nullptr ? "" : std::string(folder) + "/";
}

void
Check(const std::string & folder, const std::vector<RealFile> & files)
{
  if (FolderOfFiles().empty() || !std::filesystem::exists(FolderOfFiles() + folder))
  {
    GTEST_SKIP() << folder << " is not there; run this test through real-files.py with ELECTRON_MULTISLICE_REAL_FILES set";
  }
  for (const auto & file : files)
  {
    const std::string path = FolderOfFiles() + folder + file.name;
    SCOPED_TRACE(path);
    if (file.atoms == 0)
    {
      EXPECT_CONTAINS(ErrorOf([&] { ReadStructure(path); }), path);
      continue;
    }
    const auto structure = ReadStructure(path);
    EXPECT_EQ(structure.atoms.size(), file.atoms);
    EXPECT_NEAR(TotalOccupancy(structure), file.occupancy, 1e-3);
    if (file.a > 0)
    {
      const auto cell = GetCellParameters(structure.cell);
      EXPECT_NEAR(cell.a, file.a, 1e-4);
      EXPECT_NEAR(cell.b, file.b, 1e-4);
      EXPECT_NEAR(cell.c, file.c, 1e-4);
      EXPECT_NEAR(cell.gamma, file.gamma, 1e-4);
    }
  }
}
} // namespace

TEST(RealFiles, Crystals)
{
  Check(Crystals,
        { { "cifs/BaTiO3_cubic.cif", 5, 5, 4.006, 4.006, 4.006, 90 },                  // no operators
          { "tests/data/SiC_partial_site_occ.cif", 8, 6.4, 4.348, 4.348, 4.348, 90 },  // partial, not ASCII
          { "tests/data/issue7.cif", 126, 111.475, 8.50322, 8.50322, 20.705, 120 } }); // shared sites, R -3 c H
}

TEST(RealFiles, DansDiffraction)
{
  Check(Dans,
        { { "LaMnO3.mcif", 20, 20, 5.7461, 7.6637, 5.5333, 90 }, // magnetic operators, centring loops
          { "MnO.mcif", 64, 64, 0, 0, 0, 0 },
          { "Ca3CoMnO6.mcif", 66, 66, 0, 0, 0, 0 },
          { "Sr3LiRuO6_C2'c'.mcif", 66, 66, 0, 0, 0, 0 },
          { "Aluminium.cif", 4, 4, 4.0496, 4.0496, 4.0496, 90 }, // F m 3 m
          { "Gold.cif", 4, 4, 4.0782, 4.0782, 4.0782, 90 },
          { "Silicon.cif", 8, 8, 5.4307, 5.4307, 5.4307, 90 },
          { "LiCoO2.cif", 12, 12, 2.824, 2.824, 13.888, 120 },
          { "ZnO.cif", 4, 4, 3.2501, 3.2501, 5.2071, 120 },
          { "Graphite.cif", 4, 4, 2.464, 2.464, 6.711, 120 },
          { "Ruby.cif", 30, 30, 4.7602, 4.7602, 12.9933, 120 },
          { "NaCoO2_stripe_supercell.cif", 0, 0, 0, 0, 0, 0 } }); // an unquoted value of two words
}

TEST(RealFiles, DiffpyStructure)
{
  Check(Diffpy,
        { { "Ni_ref.cif", 4, 4, 3.562, 3.562, 3.562, 90 }, // the name only as H-M_ref
          { "badspacegroup.cif", 0, 0, 0, 0, 0, 0 },
          { "nosites.cif", 0, 0, 0, 0, 0, 0 },
          { "LiCl-bad.cif", 0, 0, 0, 0, 0, 0 }, // a quote that is not closed
          { "curlybrackets.cif", 20, 20, 3.13774, 10.2087, 7.45875, 90 },
          { "bucky.xyz", 60, 60, 0, 0, 0, 0 }, // comments before the count
          { "bucky-bad1.xyz", 0, 0, 0, 0, 0, 0 },
          { "bucky-bad2.xyz", 0, 0, 0, 0, 0, 0 } });
}

TEST(RealFiles, Avogadro)
{
  Check(Avogadro,
        { { "arsenides/Co.87Fe.11Ni.13As3-Skutterudite.cif", 48, 32.88, 8.195, 8.195, 8.195, 90 },  // three on a site, 1.11 in sum
          { "clays/Mg4Si6O22.82H13.64-Sepiolite.cif", 140, 131.28, 13.395, 27.016, 5.2765, 90 } }); // labels O-H2, Wat10
}

TEST(RealFiles, Gdis)
{
  Check(Gdis, { { "adp2.cif", 56, 48, 7.502, 7.502, 7.546, 90 } }); // hydrogen split by 0.3 to 0.5 Å
}

TEST(RealFiles, Temul)
{
  Check(
    Temul,
    { { "MoS2_hex_prismatic.xyz", 190, 190, 23.625001, 15.458555, 9.323399, 90 }, { "example_MoS2_vesta_xyz.xyz", 190, 190, 0, 0, 0, 0 } });
}

// Displacements against values worked out by hand from the files.
TEST(RealFiles, Displacements)
{
  const std::string path = FolderOfFiles() + Dans + "LiCoO2.cif";
  if (FolderOfFiles().empty() || !std::filesystem::exists(path))
  {
    GTEST_SKIP() << path << " is not there";
  }
  const auto structure = ReadStructure(path);
  for (const auto & atom : structure.atoms)
  {
    if (atom.atomicNumber == 3)
    {
      EXPECT_NEAR(atom.displacement[0], 0.02026, 1e-5); // B = 1.6
    }
  }
}

// Every structure file of the packages is read or refused with a reason, and nothing crashes.
TEST(RealFiles, AllOfThem)
{
  if (FolderOfFiles().empty() || !std::filesystem::exists(FolderOfFiles()))
  {
    GTEST_SKIP() << "ELECTRON_MULTISLICE_REAL_FILES names no folder";
  }
  std::size_t read = 0, refused = 0;
  for (const auto & entry : std::filesystem::recursive_directory_iterator(FolderOfFiles()))
  {
    const auto ending = entry.path().extension();
    if (ending != ".cif" && ending != ".mcif" && ending != ".xyz")
    {
      continue;
    }
    try
    {
      EXPECT_FALSE(ReadStructure(entry.path().u8string()).atoms.empty());
      ++read;
    }
    catch (const Error & error)
    {
      EXPECT_EQ(error.GetKind(), ErrorKind::Input) << error.what();
      std::printf("refused: %s\n", error.what());
      ++refused;
    }
  }
  std::printf("%zu files read, %zu refused\n", read, refused);
  EXPECT_LT(refused * 10, read);
}
