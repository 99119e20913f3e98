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
    std::string written, read;
    itk::ExposeMetaData<std::string>(filter->GetOutput("adf")->GetMetaDataDictionary(), "quantity", written);
    itk::ExposeMetaData<std::string>(reader->GetOutput()->GetMetaDataDictionary(), "quantity", read);
    EXPECT_EQ(read, written);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, ImageFiles, testing::Values("nrrd", "mha", "tif"), [](const auto & info) { return info.param; });
