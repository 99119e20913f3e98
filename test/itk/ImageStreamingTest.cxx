// Four-dimensional images larger than what the process may hold: written and read piece by piece.
#include "ItkTestTools.h"
#include "PatternSource.h"
#include "io/ChildProcess.h"
#include "itkDiffractionDetectorImageFilter.h"
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"
#include "itkStreamingImageFilter.h"
#include "execution/HostResources.h"
#include <cstdlib>

namespace
{
using Source = test::PatternSource<float>;
constexpr itk::SizeValueType Pattern = 64;
constexpr itk::SizeValueType Columns = 64;

/** Rows of the scan: 256 MiB of patterns, or as many MiB as the environment says. */
itk::SizeValueType
Rows()
{
  const char * const size = std::getenv("ELECTRON_MULTISLICE_STREAMED_MIB");
  return size ? std::strtoul(size, nullptr, 10) : 256;
}

Source::Pointer
MakeSource()
{
  auto source = Source::New();
  source->Set({ { Pattern, Pattern, Columns, Rows() } },
              [](const Source::ImageType::IndexType & i) { return static_cast<float>(i[0] + 2 * i[1] + 3 * i[2] + 5 * i[3]); });
  return source;
}

/** Peak of a function above the start, in MiB; runs in a process of its own, since a peak never falls again. */
void
ExpectPeakBelow(double limit, const std::function<void()> & function)
{
  const ElectronMultislice::ChildProcess child([&] {
    itk::MultiThreaderBase::SetGlobalDefaultNumberOfThreads(1); // the pool's threads are not copied with the process
    const std::uint64_t before = ElectronMultislice::GetResidentMemory();
    function();
    const double peak = static_cast<double>(ElectronMultislice::GetPeakResidentMemory() - before) / (1024.0 * 1024.0);
    std::printf("[   peak   ] %.0f MiB of %zu MiB\n", peak, static_cast<std::size_t>(Rows()));
    std::fflush(stdout);
    return peak < limit && !testing::Test::HasFailure() ? 0 : 1;
  });
  EXPECT_EQ(child.Wait(), 0);
}

void
WriteInPieces(const std::string & path)
{
  auto source = MakeSource();
  auto writer = itk::ImageFileWriter<Source::ImageType>::New();
  writer->SetInput(source->GetOutput());
  writer->SetFileName(path);
  writer->SetNumberOfStreamDivisions(32);
  writer->Update();
  EXPECT_EQ(source->GetNumberOfRuns(), 32);
}

class ImageStreaming : public testing::TestWithParam<const char *>
{
  void
  SetUp() override
  {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the address sanitizer keeps freed memory";
#endif
  }
};
} // namespace

TEST_P(ImageStreaming, WritesAndReadsWithBoundedMemory)
{
  const test::TemporaryFolder folder;
  const std::string           path = folder.Path(std::string("patterns.") + GetParam());
  const double                pieces = static_cast<double>(Rows()) / 32.0; // MiB
  ExpectPeakBelow(4.0 * pieces + 32.0, [&] { WriteInPieces(path); });

  ExpectPeakBelow(4.0 * pieces + 32.0, [&] {
    auto reader = itk::ImageFileReader<Source::ImageType>::New();
    reader->SetFileName(path);
    auto detectors = itk::DiffractionDetectorImageFilter<Source::ImageType, test::Scan<float>>::New();
    detectors->SetInput(reader->GetOutput());
    detectors->SetEnergy(200e3);
    detectors->AddDetector(test::MakeAnnularDetector("bf", 0, 3)); // one pixel is 2.5 mrad
    auto streamer = itk::StreamingImageFilter<test::Scan<float>, test::Scan<float>>::New();
    streamer->SetInput(detectors->GetOutput());
    streamer->SetNumberOfStreamDivisions(32);
    streamer->Update();
    for (itk::IndexValueType y = 0; y < static_cast<itk::IndexValueType>(Rows()); ++y)
    {
      for (itk::IndexValueType x = 0; x < static_cast<itk::IndexValueType>(Columns); ++x)
      {
        // the pixel of the beam and its four neighbours
        EXPECT_EQ(streamer->GetOutput()->GetPixel({ { x, y } }), static_cast<float>(5 * (32 + 2 * 32 + 3 * x + 5 * y)));
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Formats, ImageStreaming, testing::Values("mha", "h5"), [](const auto & info) { return info.param; });
