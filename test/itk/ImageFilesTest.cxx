// Images of this module through ITK's own file formats: pixels, geometry and, where the format has a place for it, the metadata.
#include "ItkTestTools.h"
#include "itkElectronMultisliceSimulation.h"
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
    for (const char * key : { "units", "quantity", "ElectronMultislice.output", "ElectronMultislice.seed" })
    {
      std::string written, read;
      EXPECT_TRUE(itk::ExposeMetaData<std::string>(filter->GetOutput("adf")->GetMetaDataDictionary(), key, written)) << key;
      itk::ExposeMetaData<std::string>(reader->GetOutput()->GetMetaDataDictionary(), key, read);
      EXPECT_EQ(read, written) << key;
    }
    const std::string job = itk::ElectronMultisliceSimulation::ReadJobText(filter->GetOutput("adf")->GetMetaDataDictionary());
    EXPECT_FALSE(job.empty());
    EXPECT_EQ(itk::ElectronMultisliceSimulation::ReadJobText(reader->GetOutput()->GetMetaDataDictionary()), job);
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

TEST(ImageFileHeaders, AreWrittenInPiecesWithTheirJob)
{
  // MetaIO reads 500 bytes of a line of the header when it comes back for the next piece
  auto source = test::MakeSource<float>(test::MakeStructure());
  auto filter = test::MakeFilter<float>(source->GetOutput());
  for (const double detail : { 0.0, 0.123456789, 0.12345, 0.1234 }) // jobs of different lengths are cut at different places
  {
    filter->SetDefocus(detail);
    const test::TemporaryFolder folder;
    auto                        writer = itk::ImageFileWriter<test::Scan<float>>::New();
    writer->SetInput(filter->GetOutput("adf"));
    writer->SetFileName(folder.Path("adf.mha"));
    writer->SetNumberOfStreamDivisions(4);
    writer->Update();
    auto reader = itk::ImageFileReader<test::Scan<float>>::New();
    reader->SetFileName(folder.Path("adf.mha"));
    reader->Update();
    filter->UpdateLargestPossibleRegion();
    EXPECT_EQ(test::Pixels(reader->GetOutput()), test::Pixels(filter->GetOutput("adf")));
    const std::string job = itk::ElectronMultisliceSimulation::ReadJobText(reader->GetOutput()->GetMetaDataDictionary());
    EXPECT_GT(job.size(), 500u);
    EXPECT_EQ(job, itk::ElectronMultisliceSimulation::ReadJobText(filter->GetOutput("adf")->GetMetaDataDictionary()));
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, ImageFiles, testing::Values("nrrd", "mha", "tif"), [](const auto & info) { return info.param; });
