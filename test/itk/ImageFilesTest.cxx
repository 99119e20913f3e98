// Images of this module through ITK's own file formats: pixels, geometry and, where the format has a place for it, the metadata.
#include "ItkTestTools.h"
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"
#include "itkMetaDataObject.h"

using test::Pixels;

namespace
{
class ImageFiles : public testing::TestWithParam<const char *>
{};
} // namespace

TEST_P(ImageFiles, KeepPixelsAndGeometry)
{
  const test::TemporaryFolder folder;
  auto                        source = test::MakeSource<float>(test::MakeStructure());
  auto                        filter = test::MakeFilter<float>(source->GetOutput());
  auto                        writer = itk::ImageFileWriter<test::Scan<float>>::New();
  writer->SetInput(filter->GetOutput("adf"));
  writer->SetFileName(folder.Path(std::string("adf.") + GetParam()));
  writer->Update();
  auto reader = itk::ImageFileReader<test::Scan<float>>::New();
  reader->SetFileName(writer->GetFileName());
  reader->Update();
  EXPECT_EQ(Pixels(reader->GetOutput()), Pixels(filter->GetOutput("adf")));
  for (unsigned int d = 0; d < 2; ++d)
  {
    EXPECT_NEAR(reader->GetOutput()->GetSpacing()[d], filter->GetOutput("adf")->GetSpacing()[d], 1e-6);
  }
  if (std::string(GetParam()) != "tif") // it has no origin
  {
    EXPECT_EQ(reader->GetOutput()->GetOrigin(), filter->GetOutput("adf")->GetOrigin());
    for (const char * key : { "units", "quantity", "ElectronMultislice.job", "ElectronMultislice.output", "ElectronMultislice.seed" })
    {
      std::string written, read;
      EXPECT_TRUE(itk::ExposeMetaData<std::string>(filter->GetOutput("adf")->GetMetaDataDictionary(), key, written)) << key;
      itk::ExposeMetaData<std::string>(reader->GetOutput()->GetMetaDataDictionary(), key, read);
      EXPECT_EQ(read, written) << key;
    }
  }
}

TEST(ImageFileHeaders, StayReadableWithManyAtomsInMemory)
{
  // MetaImage cannot read a header with a line beyond 32 kB
  auto                structure = itk::AtomicStructure::New();
  std::vector<double> positions;
  for (int i = 0; i < 3000; ++i)
  {
    positions.insert(positions.end(), { 1.0 + i % 10, 1.0 + (i / 10) % 10, 0.5 + i / 100 });
  }
  structure->SetPositions(positions);
  structure->SetAtomicNumbers(std::vector<int>(3000, 6));
  structure->SetCell({ 12, 12, 32 });
  auto source = test::Source<float>::New();
  source->SetStructure(structure);
  source->SetGridSize(72, 72);
  auto                        filter = test::MakeFilter<float>(source->GetOutput(), test::MakeScan(2, 1));
  const test::TemporaryFolder folder;
  auto                        writer = itk::ImageFileWriter<test::Scan<float>>::New();
  writer->SetInput(filter->GetOutput());
  writer->SetFileName(folder.Path("carbon.mha"));
  writer->Update();
  auto reader = itk::ImageFileReader<test::Scan<float>>::New();
  reader->SetFileName(folder.Path("carbon.mha"));
  reader->Update();
  std::string text;
  EXPECT_FALSE(filter->GetOutput()->GetMetaDataDictionary().HasKey("ElectronMultislice.job"));
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(reader->GetOutput()->GetMetaDataDictionary(), "ElectronMultislice.job_omitted", text));
  EXPECT_TRUE(test::Contains(text, "3000 atoms"));
  EXPECT_TRUE(test::Contains(filter->GetJobText(), "[C, "));
}

INSTANTIATE_TEST_SUITE_P(Formats, ImageFiles, testing::Values("nrrd", "mha", "tif"), [](const auto & info) { return info.param; });
