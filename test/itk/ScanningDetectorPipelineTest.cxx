// ScanningDetectorImageFilter as a member of ITK pipelines.
#include "ItkTestTools.h"
#include "itkAtomicStructureFileReader.h"
#include "itkCastImageFilter.h"
#include "itkStreamingImageFilter.h"
#include <atomic>
#include <chrono>
#include <set>
#include <thread>

using test::Contains;
using test::ErrorText;
using test::MakeFilter;
using test::MakeScan;
using test::MakeSource;
using test::MakeStructure;
using test::Pixels;
using test::RunCounter;

TEST(ScanningDetectorPipeline, NeverMakesThePotentialImage)
{
  auto             source = MakeSource<float>(MakeStructure());
  auto             filter = MakeFilter<float>(source->GetOutput());
  const RunCounter sourceRuns(source);
  const RunCounter filterRuns(filter);
  filter->Update();
  EXPECT_EQ(sourceRuns.Get(), 0);
  EXPECT_EQ(filterRuns.Get(), 1);
  EXPECT_EQ(source->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  // wanted by somebody else it is made all the same
  source->UpdateLargestPossibleRegion();
  EXPECT_EQ(sourceRuns.Get(), 1);
  EXPECT_EQ(source->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 96u * 120u * 4u);
  filter->Update();
  EXPECT_EQ(filterRuns.Get(), 1);
}

TEST(ScanningDetectorPipeline, ARegionIsComputedAlone)
{
  auto source = MakeSource<float>(MakeStructure());
  auto whole = MakeFilter<float>(source->GetOutput());
  whole->Update();
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->UpdateOutputInformation();
  const test::Scan<float>::RegionType region({ { 1, 2 } }, { { 3, 2 } });
  auto * const                        adf = filter->GetOutput("adf");
  adf->SetRequestedRegion(region);
  adf->Update();
  EXPECT_EQ(adf->GetBufferedRegion(), region);
  EXPECT_EQ(filter->GetOutput("bf")->GetBufferedRegion(), region); // all outputs share it
  EXPECT_EQ(adf->GetLargestPossibleRegion().GetSize(0), 5u);
  for (itk::IndexValueType y = 2; y < 4; ++y)
  {
    for (itk::IndexValueType x = 1; x < 4; ++x)
    {
      EXPECT_EQ(adf->GetPixel({ { x, y } }), whole->GetOutput("adf")->GetPixel({ { x, y } }));
      EXPECT_EQ(filter->GetOutput("bf")->GetPixel({ { x, y } }), whole->GetOutput("bf")->GetPixel({ { x, y } }));
    }
  }
}

TEST(ScanningDetectorPipeline, StreamedByRowsIsTheWhole)
{
  auto structure = MakeStructure();
  auto source = MakeSource<float>(structure);
  source->SetThermalModel(itk::ElectronMultisliceEnums::ThermalModel::FrozenPhonons);
  source->SetNumberOfConfigurations(2);
  auto whole = MakeFilter<float>(source->GetOutput());
  whole->Update();

  auto             filter = MakeFilter<float>(source->GetOutput());
  const RunCounter runs(filter);
  auto             streamer = itk::StreamingImageFilter<test::Scan<float>, test::Scan<float>>::New();
  streamer->SetInput(filter->GetOutput("adf"));
  streamer->SetNumberOfStreamDivisions(4);
  streamer->Update();
  EXPECT_EQ(runs.Get(), 4);
  EXPECT_EQ(filter->GetOutput("adf")->GetBufferedRegion().GetSize(1), 1u);
  EXPECT_EQ(Pixels(streamer->GetOutput()), Pixels(whole->GetOutput("adf")));
  EXPECT_EQ(streamer->GetOutput()->GetOrigin(), whole->GetOutput("adf")->GetOrigin());
  EXPECT_EQ(streamer->GetOutput()->GetSpacing(), whole->GetOutput("adf")->GetSpacing());
}

TEST(ScanningDetectorPipeline, RunsAgainOnlyWhenResultsCanChange)
{
  auto context = itk::ElectronMultisliceExecutionContext::New();
  auto structure = MakeStructure();
  auto source = MakeSource<float>(structure);
  auto scan = MakeScan(3, 2);
  auto filter = MakeFilter<float>(source->GetOutput(), scan);
  filter->SetExecutionContext(context);
  source->SetExecutionContext(context);
  const RunCounter runs(filter);
  int              expected = 0;
  const auto       runsAfter = [&](const char * what, int more) {
    filter->UpdateLargestPossibleRegion();
    expected += more;
    EXPECT_EQ(runs.Get(), expected) << what;
  };
  runsAfter("first", 1);
  runsAfter("nothing", 0);
  context->SetNumberOfThreads(1);
  context->SetBatchSize(2);
  runsAfter("threads and batches", 0);
  filter->SetDefocus(10.0);
  runsAfter("defocus", 1);
  dynamic_cast<itk::ElectronAnnularDetector *>(filter->GetDetector(0))->SetOuterAngleInMilliradians(20.0);
  runsAfter("detector", 1);
  scan->SetStart(0.5, 0.5);
  runsAfter("scan", 1);
  source->SetTransmissionOversampling(1);
  runsAfter("potential", 1);
  structure->SetAtomicNumbers({ 78, 14, 8 });
  runsAfter("structure", 1);
  context->SetDevice("reference");
  runsAfter("device", 1);
}

TEST(ScanningDetectorPipeline, FollowsANewFileNameWithOneUpdate)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(folder.Write("one.xyz", test::CubicXyz(6.0, "C")));
  auto source = test::Source<float>::New();
  source->SetStructure(reader->GetOutput());
  source->SetGridSize(48, 48);
  auto filter = MakeFilter<float>(source->GetOutput(), MakeScan(2, 2));
  filter->Update();
  const auto carbon = Pixels(filter->GetOutput("adf"));
  reader->SetFileName(folder.Write("two.xyz", test::CubicXyz(6.5, "Au")));
  filter->Update();
  const auto gold = Pixels(filter->GetOutput("adf"));
  EXPECT_GT(gold[0], 2.0f * carbon[0]);

  auto fresh = test::Source<float>::New();
  auto freshReader = itk::AtomicStructureFileReader::New();
  freshReader->SetFileName(folder.Path("two.xyz"));
  fresh->SetStructure(freshReader->GetOutput());
  fresh->SetGridSize(48, 48);
  auto freshFilter = MakeFilter<float>(fresh->GetOutput(), MakeScan(2, 2));
  freshFilter->Update();
  EXPECT_EQ(gold, Pixels(freshFilter->GetOutput("adf")));
}

TEST(ScanningDetectorPipeline, IsWholeAgainAfterAnErrorUpstream)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(folder.Path("missing.xyz"));
  auto source = test::Source<float>::New();
  source->SetStructure(reader->GetOutput());
  source->SetGridSize(48, 48);
  auto filter = MakeFilter<float>(source->GetOutput(), MakeScan(2, 2));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "missing.xyz"));
  reader->SetFileName(folder.Write("one.xyz", test::CubicXyz(6.0, "C")));
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput("adf")).size(), 4u);

  // the same where the image itself is computed upstream, with a filter of ITK between
  source->SetTransmissionOversampling(1);
  auto cast = itk::CastImageFilter<test::Potential<float>, test::Potential<float>>::New();
  cast->SetInput(source->GetOutput());
  filter->SetInput(cast->GetOutput());
  filter->SetTransmissionOversampling(1);
  const auto tag = source->AddObserver(itk::ProgressEvent(), [](const itk::EventObject &) { throw std::runtime_error("broken"); });
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "broken"));
  source->RemoveObserver(tag);
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput("adf")).size(), 4u);
}

TEST(ScanningDetectorPipeline, ProgressComesFromTheUpdatingThread)
{
  auto                      source = MakeSource<float>(MakeStructure());
  auto                      filter = MakeFilter<float>(source->GetOutput());
  std::set<std::thread::id> threads;
  std::vector<float>        progress;
  filter->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) {
    threads.insert(std::this_thread::get_id());
    progress.push_back(filter->GetProgress());
  });
  filter->Update();
  EXPECT_EQ(threads, (std::set<std::thread::id>{ std::this_thread::get_id() }));
  EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
  EXPECT_FLOAT_EQ(progress.back(), 1.0f);
}

TEST(ScanningDetectorPipeline, StopsSoonAndStartsAgain)
{
  auto source = MakeSource<float>(MakeStructure());
  source->SetRepetitions(2, 2, 50);
  auto       filter = MakeFilter<float>(source->GetOutput(), MakeScan(100, 100)); // minutes of work
  const auto tag = filter->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) {
    if (filter->GetProgress() > 0.0f)
    {
      filter->AbortGenerateDataOn();
    }
  });
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THROW(filter->Update(), itk::ProcessAborted);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_TRUE(filter->GetOutput("adf")->GetDataReleased()); // nothing half computed looks whole

  filter->RemoveObserver(tag);
  filter->SetScanPattern(MakeScan(5, 4));
  source->SetRepetitions(2, 2, 2);
  filter->UpdateLargestPossibleRegion();
  auto other = MakeFilter<float>(source->GetOutput());
  other->Update();
  EXPECT_EQ(Pixels(filter->GetOutput("adf")), Pixels(other->GetOutput("adf")));
}

TEST(ScanningDetectorPipeline, AnObserverMayThrow)
{
  auto       source = MakeSource<float>(MakeStructure());
  auto       filter = MakeFilter<float>(source->GetOutput());
  const auto tag = filter->AddObserver(itk::ProgressEvent(), [](const itk::EventObject &) { throw std::runtime_error("no more"); });
  EXPECT_EQ(ErrorText([&] { filter->Update(); }), "no more");
  filter->RemoveObserver(tag);
  filter->Update();
}

TEST(ScanningDetectorPipeline, RefusesWhatDoesNotFitAndCanBeRepaired)
{
  auto context = itk::ElectronMultisliceExecutionContext::New();
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->SetExecutionContext(context);
  context->SetHostMemoryLimit("100 kB");
  EXPECT_THROW(filter->Update(), itk::MemoryAllocationError);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "memory-limit.host"));
  context->SetHostMemoryLimit("80 %");
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput("adf")).size(), 20u);
}

TEST(ScanningDetectorPipeline, SettingsDoNotChangeBits)
{
  const auto run = [](unsigned int threads, unsigned int devices, unsigned int batch, unsigned int chunk) {
    auto context = itk::ElectronMultisliceExecutionContext::New();
    context->SetNumberOfThreads(threads);
    context->SetNumberOfVirtualDevices(devices);
    context->SetBatchSize(batch);
    context->SetSliceChunkSize(chunk);
    auto source = MakeSource<float>(MakeStructure());
    source->SetThermalModel(itk::ElectronMultisliceEnums::ThermalModel::FrozenPhonons);
    source->SetNumberOfConfigurations(3);
    auto filter = MakeFilter<float>(source->GetOutput());
    filter->SetExecutionContext(context);
    filter->Update();
    return Pixels(filter->GetOutput("adf"));
  };
  const auto expected = run(1, 1, 0, 0);
  EXPECT_EQ(run(2, 1, 0, 0), expected);
  EXPECT_EQ(run(3, 1, 1, 1), expected);
  EXPECT_EQ(run(5, 1, 3, 0), expected);
  EXPECT_EQ(run(2, 2, 2, 3), expected);
  EXPECT_EQ(run(3, 3, 7, 0), expected);
}

TEST(ScanningDetectorPipeline, TellsPlanAndReport)
{
  auto context = itk::ElectronMultisliceExecutionContext::New();
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->SetExecutionContext(context);
  const std::string plan = filter->GetPlan();
  EXPECT_TRUE(Contains(plan, "48 x 60"));
  EXPECT_TRUE(Contains(plan, "cpu:0"));
  EXPECT_EQ(filter->GetReport(), "");
  EXPECT_EQ(filter->GetOutput("adf")->GetBufferedRegion().GetNumberOfPixels(), 0u);
  filter->Update();
  EXPECT_TRUE(Contains(filter->GetReport(), "cpu:0"));
  EXPECT_EQ(context->GetReport(), filter->GetReport());
}

TEST(ScanningDetectorPipeline, TwoFiltersRunAtTheSameTime)
{
  auto expectedSource = MakeSource<float>(MakeStructure());
  auto expected = MakeFilter<float>(expectedSource->GetOutput());
  expected->Update();
  std::vector<std::vector<float>> results(2);
  std::vector<std::thread>        threads;
  for (auto & result : results)
  {
    threads.emplace_back([&result] {
      auto source = MakeSource<float>(MakeStructure());
      auto filter = MakeFilter<float>(source->GetOutput());
      filter->Update();
      result = Pixels(filter->GetOutput("adf"));
    });
  }
  for (auto & thread : threads)
  {
    thread.join();
  }
  EXPECT_EQ(results[0], Pixels(expected->GetOutput("adf")));
  EXPECT_EQ(results[1], Pixels(expected->GetOutput("adf")));
}
