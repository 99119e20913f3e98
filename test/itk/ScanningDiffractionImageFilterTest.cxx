#include "EngineTwin.h"
#include "ItkTestTools.h"
#include "itkElectronMultisliceSimulation.h"
#include "itkElectronPixelatedDetector.h"
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"
#include "itkImageRegionConstIteratorWithIndex.h"
#include "itkMetaDataObject.h"
#include "itkPipelineMonitorImageFilter.h"
#include "itkScanningDiffractionImageFilter.h"
#include "itkStreamingImageFilter.h"
#include <numeric>

using test::Contains;
using test::Describe;
using test::ErrorText;
using test::MakeAnnularDetector;
using test::MakeScan;
using test::MakeSource;
using test::MakeStructure;
using test::Pixels;
using test::RunCounter;
using test::RunTwin;

namespace
{
template <typename T>
using Patterns = itk::Image<T, 4>;
template <typename T>
using Filter = itk::ScanningDiffractionImageFilter<test::Potential<T>, Patterns<T>>;

template <typename T>
typename Filter<T>::Pointer
MakeFilter(const test::Potential<T> * potential)
{
  auto filter = Filter<T>::New();
  filter->SetInput(potential);
  filter->SetScanPattern(MakeScan(5, 4));
  filter->SetEnergy(100e3);
  filter->SetSemiangleInMilliradians(25.0);
  return filter;
}

/** Description of MakeFilter, with the detectors of Describe() before the patterns. */
ElectronMultislice::SimulationDescription
DescribePatterns(double maximumAngle)
{
  auto                         description = Describe();
  ElectronMultislice::Detector patterns;
  patterns.name = "patterns";
  patterns.type = ElectronMultislice::DetectorType::Pixelated;
  patterns.outer = maximumAngle;
  description.detectors.push_back(patterns);
  return description;
}

template <typename T>
class ScanningDiffractionTyped : public testing::Test
{};
using PixelTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(ScanningDiffractionTyped, PixelTypes);
} // namespace

TYPED_TEST(ScanningDiffractionTyped, HasTheBitsOfTheEngine)
{
  auto source = MakeSource<TypeParam>(MakeStructure());
  auto filter = MakeFilter<TypeParam>(source->GetOutput());
  filter->SetMaximumAngleInMilliradians(40.0);
  filter->AddDetector(MakeAnnularDetector("bf", 0.0, 25.0));
  filter->AddDetector(MakeAnnularDetector("adf", 30.0, 60.0));
  filter->SetExitPlaneDepths({ 4.0, 8.0 });
  filter->Update();
  auto description = DescribePatterns(0.04);
  description.exitPlaneDepths = { 4.0, 8.0 };
  const auto twin = RunTwin<TypeParam>(description);
  const auto half = static_cast<std::ptrdiff_t>(twin.patterns[0].size() / 2);
  const auto middle = twin.patterns[0].begin() + half;
  EXPECT_EQ(Pixels(filter->GetPatterns(0)), std::vector<TypeParam>(twin.patterns[0].begin(), middle));
  EXPECT_EQ(Pixels(filter->GetPatterns(1)), std::vector<TypeParam>(middle, twin.patterns[0].end()));
  const char * names[2][2] = { { "bf@4", "bf@8" }, { "adf@4", "adf@8" } };
  for (std::size_t detector = 0; detector < 2; ++detector)
  {
    for (std::ptrdiff_t plane = 0; plane < 2; ++plane)
    {
      const auto                   first = twin.values[detector].begin() + 20 * plane;
      const std::vector<TypeParam> expected(first, first + 20);
      EXPECT_EQ(Pixels(filter->GetOutput(names[detector][plane])), expected) << names[detector][plane];
    }
  }
  EXPECT_EQ(filter->GetOutputNames(), (std::vector<std::string>{ "patterns@4", "patterns@8", "bf@4", "bf@8", "adf@4", "adf@8" }));
}

TEST(ScanningDiffractionImageFilter, AWholePatternSumsToTheBeam)
{
  auto potential = test::Potential<float>::New();
  potential->SetRegions(test::Potential<float>::SizeType{ { 64, 48, 3 } });
  const double spacing[3] = { 0.1, 0.15, 2.0 };
  potential->SetSpacing(spacing);
  potential->Allocate(true);
  auto filter = MakeFilter<float>(potential.GetPointer());
  filter->SetTransmissionOversampling(1);
  filter->SetScanPattern(MakeScan(2, 1));
  filter->Update();
  const auto values = Pixels(filter->GetPatterns());
  for (std::size_t pattern = 0; pattern < 2; ++pattern)
  {
    const auto   first = values.begin() + static_cast<std::ptrdiff_t>(pattern * values.size() / 2);
    const double sum = std::accumulate(first, first + static_cast<std::ptrdiff_t>(values.size() / 2), 0.0);
    EXPECT_NEAR(sum, 1.0, 1e-6);
  }
}

TEST(ScanningDiffractionImageFilter, OutputsHaveTheirGeometry)
{
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  auto scan = MakeScan(5, 4);
  scan->SetRotation(0.5);
  filter->SetScanPattern(scan);
  filter->SetMaximumAngleInMilliradians(40.0);
  filter->AddDetector(MakeAnnularDetector("adf", 30.0, 60.0));
  filter->UpdateOutputInformation();
  const auto * patterns = filter->GetPatterns();
  const auto   size = patterns->GetLargestPossibleRegion().GetSize();
  // 40 mrad at 100 keV is 0.04/0.0370144 Å = 1.0807 1/Å: 8 pixels of 1/8 Å and 10 of 1/10 Å to each side
  EXPECT_EQ(size, (Patterns<float>::SizeType{ { 17, 21, 5, 4 } }));
  EXPECT_DOUBLE_EQ(patterns->GetSpacing()[0], 1.0 / 8.0);
  EXPECT_DOUBLE_EQ(patterns->GetSpacing()[1], 1.0 / 10.0);
  EXPECT_DOUBLE_EQ(patterns->GetSpacing()[2], 0.5);
  EXPECT_DOUBLE_EQ(patterns->GetSpacing()[3], 0.625);
  Patterns<float>::PointType beam;
  patterns->TransformIndexToPhysicalPoint(Patterns<float>::IndexType{ { 8, 10, 0, 0 } }, beam);
  EXPECT_NEAR(beam[0], 0.0, 1e-15);
  EXPECT_NEAR(beam[1], 0.0, 1e-15);
  EXPECT_NEAR(beam[2], 0.25, 1e-15);
  EXPECT_NEAR(beam[3], 0.5, 1e-15);
  Patterns<float>::PointType next;
  patterns->TransformIndexToPhysicalPoint(Patterns<float>::IndexType{ { 8, 10, 1, 0 } }, next);
  EXPECT_NEAR(next[2] - beam[2], 0.5 * std::cos(0.5), 1e-15);
  EXPECT_NEAR(next[3] - beam[3], 0.5 * std::sin(0.5), 1e-15);
  EXPECT_EQ(filter->GetOutput("adf")->GetLargestPossibleRegion().GetSize(), (test::Scan<float>::SizeType{ { 5, 4 } }));
  std::string units;
  EXPECT_TRUE(itk::ExposeMetaData(patterns->GetMetaDataDictionary(), "units", units));
  EXPECT_EQ(units, "[1/Å, 1/Å, Å, Å]");
}

TEST(ScanningDiffractionImageFilter, ARegionIsComputedAloneAndCropped)
{
  auto source = MakeSource<float>(MakeStructure());
  auto whole = MakeFilter<float>(source->GetOutput());
  whole->AddDetector(MakeAnnularDetector("adf", 30.0, 60.0));
  whole->Update();
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->AddDetector(MakeAnnularDetector("adf", 30.0, 60.0));
  filter->UpdateOutputInformation();
  const Patterns<float>::RegionType region({ { 3, 5, 1, 2 } }, { { 9, 6, 3, 2 } });
  filter->GetPatterns()->SetRequestedRegion(region);
  filter->GetPatterns()->Update();
  EXPECT_EQ(filter->GetPatterns()->GetBufferedRegion(), region);
  EXPECT_EQ(filter->GetOutput("adf")->GetBufferedRegion(), (test::Scan<float>::RegionType({ { 1, 2 } }, { { 3, 2 } })));
  itk::ImageRegionConstIteratorWithIndex<Patterns<float>> it(filter->GetPatterns(), region);
  for (; !it.IsAtEnd(); ++it)
  {
    ASSERT_EQ(it.Get(), whole->GetPatterns()->GetPixel(it.GetIndex()));
  }
  EXPECT_EQ(filter->GetOutput("adf")->GetPixel({ { 3, 3 } }), whole->GetOutput("adf")->GetPixel({ { 3, 3 } }));

  // asked through a detector's image, whole patterns of the same positions come along
  auto other = MakeFilter<float>(source->GetOutput());
  other->AddDetector(MakeAnnularDetector("adf", 30.0, 60.0));
  other->UpdateOutputInformation();
  other->GetOutput("adf")->SetRequestedRegion(test::Scan<float>::RegionType({ { 0, 1 } }, { { 2, 1 } }));
  other->GetOutput("adf")->Update();
  auto expected = whole->GetPatterns()->GetLargestPossibleRegion();
  expected.SetIndex(3, 1);
  expected.SetSize(2, 2);
  expected.SetSize(3, 1);
  EXPECT_EQ(other->GetPatterns()->GetBufferedRegion(), expected);
}

TEST(ScanningDiffractionImageFilter, StreamsToAFileRowByRow)
{
  const test::TemporaryFolder folder;
  auto                        source = MakeSource<float>(MakeStructure());
  source->SetThermalModel(itk::ElectronMultisliceEnums::ThermalModel::FrozenPhonons);
  source->SetNumberOfConfigurations(2);
  auto whole = MakeFilter<float>(source->GetOutput());
  whole->Update();

  auto             filter = MakeFilter<float>(source->GetOutput());
  const RunCounter runs(filter);
  auto             monitor = itk::PipelineMonitorImageFilter<Patterns<float>>::New();
  monitor->SetInput(filter->GetOutput());
  auto writer = itk::ImageFileWriter<Patterns<float>>::New();
  writer->SetInput(monitor->GetOutput());
  writer->SetFileName(folder.Path("patterns.mha"));
  writer->SetNumberOfStreamDivisions(4);
  auto context = itk::ElectronMultisliceExecutionContext::New();
  filter->SetExecutionContext(context);
  writer->Update();
  EXPECT_EQ(runs.Get(), 4);
  EXPECT_EQ(context->GetNumberOfSlicesBuilt(), 8u); // the slices of two configurations once for all pieces
  for (const auto & region : monitor->GetUpdatedBufferedRegions())
  {
    EXPECT_EQ(region.GetSize(3), 1u); // one row of the scan at a time
  }
  auto reader = itk::ImageFileReader<Patterns<float>>::New();
  reader->SetFileName(folder.Path("patterns.mha"));
  reader->Update();
  EXPECT_EQ(Pixels(reader->GetOutput()), Pixels(whole->GetPatterns()));
  EXPECT_EQ(reader->GetOutput()->GetSpacing(), whole->GetPatterns()->GetSpacing());
  EXPECT_EQ(reader->GetOutput()->GetOrigin(), whole->GetPatterns()->GetOrigin());
}

TEST(ScanningDiffractionImageFilter, JobTextRepeatsTheRun)
{
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->SetMaximumAngleInMilliradians(40.0);
  filter->Update();
  auto simulation = itk::ElectronMultisliceSimulation::New();
  simulation->SetJobText(filter->GetJobText());
  simulation->RunToMemory();
  const auto * patterns = dynamic_cast<const Patterns<float> *>(simulation->GetOutput("patterns"));
  ASSERT_NE(patterns, nullptr);
  EXPECT_EQ(Pixels(patterns), Pixels(filter->GetPatterns()));
}

TEST(ScanningDiffractionImageFilter, StopsAndStartsAgain)
{
  auto source = MakeSource<float>(MakeStructure());
  source->SetRepetitions(2, 2, 40);
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->SetScanPattern(MakeScan(20, 10));
  const auto tag = filter->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) { filter->AbortGenerateDataOn(); });
  EXPECT_THROW(filter->Update(), itk::ProcessAborted);
  EXPECT_EQ(filter->GetPatterns()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  filter->RemoveObserver(tag);
  filter->AbortGenerateDataOff();
  filter->SetScanPattern(MakeScan(2, 2));
  filter->Update();
  EXPECT_EQ(filter->GetPatterns()->GetBufferedRegion().GetSize(3), 2u);
}

TEST(ScanningDiffractionImageFilter, NamesWhatIsWrong)
{
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->SetMaximumAngleInMilliradians(400.0);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "mrad"));
  filter->SetMaximumAngle(-0.1);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "patterns"));
  filter->SetMaximumAngle(0.0);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->AddDetector(itk::ElectronPixelatedDetector::New()); }), "SetMaximumAngle"));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->AddDetector(MakeAnnularDetector("patterns", 0.0, 20.0)); }), "another name"));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->GetOutput("haadf"); }), "patterns"));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->GetOutput("patterns"); }), "GetOutput(0)"));
  filter->SetEnergy(0.0);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "energy"));
  filter->SetEnergy(100e3);
  filter->SetScanPattern(nullptr);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "no scan"));
}

TEST(ScanningDiffractionImageFilter, FollowsExitPlanes)
{
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->AddDetector(MakeAnnularDetector("adf", 30.0, 60.0));
  filter->SetScanPattern(MakeScan(1, 1));
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 2u);
  filter->SetExitPlaneDepths({ 2.0, 4.0, 8.0 });
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 6u);
  EXPECT_EQ(Pixels(filter->GetOutput("adf@4")).size(), 1u);
  EXPECT_EQ(filter->GetPatterns(2)->GetBufferedRegion().GetSize(2), 1u);
  filter->SetExitPlaneDepths({});
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 2u);
  EXPECT_EQ(Pixels(filter->GetOutput("adf")).size(), 1u);
}

TEST(ScanningDiffractionImageFilter, Prints)
{
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->SetMaximumAngle(0.05);
  EXPECT_TRUE(Contains(test::Printed(filter.GetPointer()), "MaximumAngle: 0.05 rad"));
}
