// Files: compressed, with unusual names, damaged, in a process with decimal commas.
#include "GermanNumbers.h"
#include "TestStructures.h"
#include "specimen/StructureReader.h"
#include "specimen/Supercell.h"
#include <filesystem>
#include <fstream>
#include <iterator>
#include <locale>

using namespace ElectronMultislice;

namespace
{
const std::string DataFolder = std::string(TEST_DATA_DIR) + "/structures/";
const std::string ExampleFile = std::string(TEST_DATA_DIR) + "/../../examples/data/SrTiO3.cif";

std::string
Slurp(const std::string & path)
{
  std::ifstream stream(path, std::ios::binary);
  return { std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>() };
}

/** A file of this test alone; removed at the end. */
class TemporaryFile
{
public:
  TemporaryFile(const std::string & name, const std::string & content)
    : m_Path(testing::TempDir() + name)
  {
    std::ofstream(std::filesystem::u8path(m_Path), std::ios::binary) << content;
  }
  ~TemporaryFile()
  {
    std::filesystem::remove(std::filesystem::u8path(m_Path));
  }
  const std::string &
  GetPath() const
  {
    return m_Path;
  }

private:
  std::string m_Path;
};

/** Either a structure or an Input error; anything else is a fault. */
void
ReadOrRefuse(const std::string & text, const std::string & name, std::size_t & read)
{
  try
  {
    for (const auto & structure : ReadStructureText(text, name))
    {
      ASSERT_FALSE(structure.atoms.empty());
      ++read;
    }
  }
  catch (const Error & error)
  {
    ASSERT_EQ(error.GetKind(), ErrorKind::Input) << error.what();
    ASSERT_TRUE(Contains(error.what(), name));
  }
}

const std::string ExtendedText = "2\nLattice=\"4 0 0 0 4 0 0 0 4\" Properties=species:S:1:pos:R:3:u2:R:1\nSr 0 0 0 0.01\nTi 2 2 2 0.02\n";
const std::string PrismaticText = "c\n4 4 4\n38 0 0 0 1 0.1\n8 1 1 1 0.5 0.1\n-1\n";
} // namespace

TEST(StructureReader, Compressed)
{
  const auto structure = ReadStructure(DataFolder + "SrTiO3.xyz.gz");
  ASSERT_EQ(structure.atoms.size(), 5u);
  EXPECT_EQ(structure.atoms[1].position, (Vector3{ 1.9525, 1.9525, 1.9525 }));
  const std::string   content = Slurp(DataFolder + "SrTiO3.xyz.gz");
  const TemporaryFile twice("two-members.xyz.gz", content + content); // gzip files may be appended to one another
  EXPECT_EQ(ReadStructure(twice.GetPath()).atoms.size(), 5u);
  const TemporaryFile notNamed("no-ending.xyz", content);
  EXPECT_EQ(ReadStructure(notNamed.GetPath()).atoms.size(), 5u);
  for (const std::size_t length : { content.size() - 1, content.size() / 2, std::size_t{ 12 }, std::size_t{ 3 } })
  {
    const TemporaryFile cut("cut.xyz.gz", content.substr(0, length));
    EXPECT_CONTAINS(ErrorOf([&] { ReadStructure(cut.GetPath()); }), "damaged or end early");
  }
  auto damaged = content;
  damaged[content.size() / 2] = static_cast<char>(damaged[content.size() / 2] ^ 0x55);
  const TemporaryFile bad("damaged.xyz.gz", damaged);
  EXPECT_CONTAINS(ErrorOf([&] { ReadStructure(bad.GetPath()); }), "damaged.xyz.gz");
}

// behaviours: a file with such a name opens.
TEST(StructureReader, NameThatIsNotAscii)
{
  const TemporaryFile file("структура_Å.xyz", "1\nwater\nO 0 0 0\n");
  EXPECT_EQ(ReadStructure(file.GetPath()).atoms.size(), 1u);
  const TemporaryFile bad("структура_Å_2.xyz", "1\nwater\nO 0 0\n");
  EXPECT_CONTAINS(ErrorOf([&] { ReadStructure(bad.GetPath()); }), "структура_Å_2.xyz:3:");
}

TEST(StructureReader, MissingFilesAndFolders)
{
  EXPECT_CONTAINS(ErrorOf([] { ReadStructure("/nowhere/at/all.cif"); }, ErrorKind::File),
                  "/nowhere/at/all.cif: the structure file cannot be opened");
  EXPECT_CONTAINS(ErrorOf([] { ReadStructure(DataFolder); }, ErrorKind::File), "this is a folder");
}

TEST(StructureReader, FormatFollowsFromNameAndContent)
{
  const std::string cif = Slurp(ExampleFile);
  for (const char * name : { "a.cif", "A.CIF", "a.mcif", "a.cif.gz", "a.txt", "a" })
  {
    EXPECT_EQ(ReadStructureText(cif, name).at(0).atoms.size(), 5u) << name;
  }
  for (const char * name : { "a.xyz", "a.XYZ", "a.exyz", "a.extxyz", "a.xyz.gz", "a.dat" })
  {
    EXPECT_EQ(ReadStructureText(ExtendedText, name).at(0).atoms.size(), 2u) << name;
  }
  EXPECT_CONTAINS(ErrorOf([] { ReadStructureText("ATOM 1\n", "a.pdb"); }), "Readable are CIF");
  EXPECT_CONTAINS(ErrorOf([] { ReadStructureText("", "a"); }), "Readable are CIF");
  EXPECT_CONTAINS(ErrorOf([] { ReadStructureText(ExtendedText, "a.xyz", "block"); }), "only a CIF has data blocks");
  EXPECT_CONTAINS(ErrorOf([] {
                    ReadStructureText("\xFF\xFE"
                                      "d\0a\0",
                                      "a.cif");
                  }),
                  "UTF-16");
  EXPECT_CONTAINS(ErrorOf([] { ReadStructureText(std::string("1\n\0\nC 0 0 0\n", 12), "a.xyz"); }), "binary data");
}

TEST(StructureReader, Frames)
{
  const TemporaryFile file("frames.xyz", ExtendedText + ExtendedText + ExtendedText);
  EXPECT_EQ(ReadStructureFrames(file.GetPath()).size(), 3u);
  EXPECT_CONTAINS(ReadStructure(file.GetPath()).remarks.back(), "The first of 3 frames");
  EXPECT_EQ(ReadStructureFrames(ExampleFile).size(), 1u);
}

// behaviours: a localized process reads the same numbers.
TEST(StructureReader, DecimalCommaLocale)
{
  const auto expected = ReadStructure(ExampleFile);
  const auto before = std::locale::global(std::locale(std::locale::classic(), new GermanNumbers));
  const auto found = ReadStructure(ExampleFile);
  const auto extended = ReadStructureText(ExtendedText, "a.xyz").front();
  const auto error = ErrorOf([] { ReadStructureText("c\n4 4 4\n38 0 0 0 1.25 0\n-1\n", "a.xyz"); });
  std::locale::global(before);
  ASSERT_EQ(found.atoms.size(), expected.atoms.size());
  for (std::size_t i = 0; i < found.atoms.size(); ++i)
  {
    EXPECT_EQ(found.atoms[i].position, expected.atoms[i].position);
    EXPECT_EQ(found.atoms[i].displacement, expected.atoms[i].displacement);
  }
  EXPECT_EQ(found.remarks, expected.remarks);
  EXPECT_EQ(extended.atoms[1].displacement, IsotropicDisplacement(0.02));
  EXPECT_CONTAINS(error, "1.25");
}

// The whole way of the example: CIF, supercell; 40 layers with the known composition.
TEST(StructureReader, ExampleBecomesASupercell)
{
  SupercellOptions options;
  options.repetitions = { 3, 2, 20 };
  const auto supercell = BuildSupercell(ReadStructure(ExampleFile), options);
  EXPECT_EQ(supercell.atoms.size(), 5u * 120u);
  EXPECT_TRUE(supercell.remarks.empty());
  EXPECT_NEAR(supercell.lengths[0], 3 * 3.905, 1e-12);
  EXPECT_NEAR(supercell.lengths[2], 20 * 3.905, 1e-12);
}

// Half-written files: every beginning of a good file is read or refused, and a cut atom line never passes for a whole one.
TEST(StructureReader, TruncatedFiles)
{
  const std::pair<std::string, std::string> files[] = { { Slurp(ExampleFile), "a.cif" },
                                                        { Slurp(DataFolder + "fourfold-axis.cif"), "a.cif" },
                                                        { Slurp(DataFolder + "magnetic.mcif"), "a.mcif" },
                                                        { Slurp(DataFolder + "blocks-crlf.cif"), "a.cif" },
                                                        { ExtendedText, "a.xyz" },
                                                        { PrismaticText, "a.xyz" } };
  for (const auto & [text, name] : files)
  {
    std::size_t read = 0;
    for (std::size_t length = 0; length < text.size(); ++length)
    {
      ReadOrRefuse(text.substr(0, length), name, read);
    }
  }
}

TEST(StructureReader, DamagedFiles)
{
  const std::pair<std::string, std::string> files[] = { { Slurp(DataFolder + "fourfold-axis.cif"), "a.cif" },
                                                        { Slurp(DataFolder + "operators-only.cif"), "a.cif" },
                                                        { Slurp(DataFolder + "magnetic.mcif"), "a.mcif" },
                                                        { ExtendedText, "a.xyz" },
                                                        { PrismaticText, "a.xyz" } };
  std::uint32_t                             state = 7;
  const auto                                random = [&](std::size_t below) {
    state = state * 1664525u + 1013904223u;
    return static_cast<std::size_t>(state >> 8) % below;
  };
  static const std::string characters = " \n\t\r'\";_#?.,-+0123456789eExyzX/*()[]{}$\x7f\xc3\x85";
  for (const auto & [text, name] : files)
  {
    std::size_t read = 0;
    for (int round = 0; round < 1500; ++round)
    {
      auto damaged = text;
      for (std::size_t change = 0; change <= random(4); ++change)
      {
        const std::size_t place = random(damaged.size());
        switch (random(3))
        {
          case 0:
            damaged[place] = characters[random(characters.size())];
            break;
          case 1:
            damaged.insert(place, 1, characters[random(characters.size())]);
            break;
          default:
            damaged.erase(place, 1 + random(5));
        }
      }
      ReadOrRefuse(damaged, name, read);
    }
    EXPECT_GT(read, 0u); // harmless changes are harmless
  }
}
