#include "ItkTestTools.h"
#include "itkAtomicStructureFileReader.h"

using test::Contains;
using test::ErrorText;

namespace
{
const char * const Cif = R"(data_test
_cell_length_a 4.0
_cell_length_b 5.0
_cell_length_c 6.0
_cell_angle_alpha 90
_cell_angle_beta 90
_cell_angle_gamma 90
_space_group_name_H-M_alt 'P 1'
loop_
_atom_site_label
_atom_site_type_symbol
_atom_site_fract_x
_atom_site_fract_y
_atom_site_fract_z
_atom_site_occupancy
_atom_site_B_iso_or_equiv
Sr1 Sr 0.25 0.5 0.0 1.0 0.7895683520871486
O1 O 0.5 0.2 0.75 0.5 0.0
)";
} // namespace

TEST(AtomicStructureFileReader, ReadsACif)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(folder.Write("probe.cif", Cif));
  reader->Update();
  const auto * structure = reader->GetOutput();
  EXPECT_EQ(structure->GetAtomicNumbers(), (std::vector<int>{ 38, 8 }));
  const std::vector<double> positions = structure->GetPositions();
  const std::vector<double> expected{ 1.0, 2.5, 0.0, 2.0, 1.0, 4.5 };
  ASSERT_EQ(positions.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
  {
    EXPECT_NEAR(positions[i], expected[i], 1e-12);
  }
  EXPECT_EQ(structure->GetOccupancies(), (std::vector<double>{ 1.0, 0.5 }));
  EXPECT_NEAR(structure->GetMeanSquareDisplacements()[0], 0.01, 1e-12); // B = 8 pi² u²
  EXPECT_TRUE(Contains(structure->GetProvenance(), "probe.cif"));
}

TEST(AtomicStructureFileReader, ParsesWithTheInformation)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(folder.Write("one.xyz", test::CubicXyz(4.0, "C")));
  reader->UpdateOutputInformation();
  EXPECT_EQ(reader->GetOutput()->GetNumberOfAtoms(), 1u);
  EXPECT_NEAR(reader->GetOutput()->GetCellParameters()[0], 4.0, 1e-12);
}

TEST(AtomicStructureFileReader, ReadsAgainAfterANewName)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(folder.Write("one.xyz", test::CubicXyz(4.0, "C")));
  reader->Update();
  reader->SetFileName(folder.Write("two.xyz", test::CubicXyz(5.0, "Au")));
  reader->Update();
  EXPECT_EQ(reader->GetOutput()->GetAtomicNumbers(), (std::vector<int>{ 79 }));
}

TEST(AtomicStructureFileReader, FillsAReleasedOutputAgain)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(folder.Write("one.xyz", test::CubicXyz(4.0, "C")));
  reader->Update();
  reader->GetOutput()->ReleaseData();
  EXPECT_EQ(reader->GetOutput()->GetNumberOfAtoms(), 0u);
  reader->Update();
  EXPECT_EQ(reader->GetOutput()->GetNumberOfAtoms(), 1u);
}

TEST(AtomicStructureFileReader, ReadsAllFramesOnRequest)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(folder.Write("run.xyz", test::CubicXyz(4.0, "C") + test::CubicXyz(4.0, "C")));
  reader->Update();
  EXPECT_EQ(reader->GetOutput()->GetNumberOfFrames(), 1u);
  reader->ReadAllFramesOn();
  reader->Update();
  EXPECT_EQ(reader->GetOutput()->GetNumberOfFrames(), 2u);
}

TEST(AtomicStructureFileReader, ErrorsNameFileAndLineAndCanBeRepaired)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  EXPECT_TRUE(Contains(ErrorText([&] { reader->Update(); }), "no file name"));
  reader->SetFileName(folder.Path("missing.cif"));
  EXPECT_TRUE(Contains(ErrorText([&] { reader->Update(); }), "missing.cif"));
  reader->SetFileName(folder.Write("bad.xyz", "1\ncomment\nC 0 zero 0\n"));
  EXPECT_TRUE(Contains(ErrorText([&] { reader->Update(); }), "bad.xyz:3"));
  reader->SetFileName(folder.Write("good.xyz", test::CubicXyz(4.0, "C")));
  reader->Update();
  EXPECT_EQ(reader->GetOutput()->GetNumberOfAtoms(), 1u);
}

TEST(AtomicStructureFileReader, OpensPathsBeyondAscii)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  std::ofstream(std::filesystem::u8path(folder.Path("структура_Å.xyz"))) << test::CubicXyz(4.0, "C");
  reader->SetFileName(folder.Path("структура_Å.xyz"));
  reader->Update();
  EXPECT_EQ(reader->GetOutput()->GetNumberOfAtoms(), 1u);
}

TEST(AtomicStructureFileReader, Prints)
{
  auto reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName("a.cif");
  reader->SetDataBlock("b");
  const std::string text = test::Printed(reader.GetPointer());
  EXPECT_TRUE(Contains(text, "FileName: a.cif"));
  EXPECT_TRUE(Contains(text, "DataBlock: b"));
}
