#include "EngineTwin.h"
#include "ItkTestTools.h"
#include "itkCastImageFilter.h"
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"
#include "itkElectronMultisliceSimulation.h"
#include "itkMetaDataObject.h"
#include "itkMultisliceImageFilter.h"
#include "itkPipelineMonitorImageFilter.h"
#include "itkStreamingImageFilter.h"
#include "physics/Constants.h"

using test::Contains;
using test::DescribePlaneWave;
using test::ErrorText;
using test::MakeSource;
using test::MakeStructure;
using test::Pixels;
using test::RunCounter;
using test::RunTwin;

namespace
{
template <typename T>
using Waves = itk::Image<std::complex<T>, 3>;
template <typename T>
using Filter = itk::MultisliceImageFilter<test::Potential<T>, Waves<T>>;

template <typename T>
typename Filter<T>::Pointer
MakeFilter(const test::Potential<T> * potential)
{
  auto filter = Filter<T>::New();
  filter->SetInput(potential);
  filter->SetEnergy(100e3);
  return filter;
}

/** Source of three frozen-phonon configurations. */
template <typename T>
typename test::Source<T>::Pointer
MakePhononSource()
{
  auto source = MakeSource<T>(MakeStructure());
  source->SetThermalModel(itk::ElectronMultisliceEnums::ThermalModel::FrozenPhonons);
  source->SetNumberOfConfigurations(3);
  source->SetSeed(5);
  return source;
}

/** Waves on the grid of MakeSource, every pixel another value that the band limit does not pass unchanged. */
template <typename T>
typename Waves<T>::Pointer
MakeWaves(itk::SizeValueType count)
{
  auto waves = Waves<T>::New();
  waves->SetRegions(typename Waves<T>::SizeType{ { 48, 60, count } });
  const double spacing[3] = { 8.0 / 48.0, 10.0 / 60.0, 1.0 };
  waves->SetSpacing(spacing);
  waves->Allocate();
  auto * value = waves->GetBufferPointer();
  for (std::size_t i = 0; i < 48 * 60 * count; ++i)
  {
    const double x = static_cast<double>(i);
    value[i] = { static_cast<T>(std::sin(0.1 * x) + 0.3), static_cast<T>(std::cos(0.37 * x)) };
  }
  return waves;
}

template <typename T>
double
LargestDifference(const std::vector<std::complex<T>> & a, const std::vector<std::complex<T>> & b)
{
  EXPECT_EQ(a.size(), b.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
  {
    largest = std::max(largest, static_cast<double>(std::abs(a[i] - b[i])));
  }
  return largest;
}

template <typename T>
class MultisliceTyped : public testing::Test
{};
using PixelTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(MultisliceTyped, PixelTypes);
} // namespace

TYPED_TEST(MultisliceTyped, HasTheBitsOfTheEngine)
{
  auto source = MakeSource<TypeParam>(MakeStructure());
  auto filter = MakeFilter<TypeParam>(source->GetOutput());
  filter->SetTilt(0.002, -0.001);
  filter->SetExitPlaneDepths({ 4.0, 8.0 });
  filter->Update();
  auto description = DescribePlaneWave();
  description.tilt = { 0.002, -0.001 };
  description.exitPlaneDepths = { 4.0, 8.0 };
  EXPECT_EQ(Pixels(filter->GetOutput()), RunTwin<TypeParam>(description).exitWaves[0]);
}

TYPED_TEST(MultisliceTyped, KeepsTheWavesOfEveryConfiguration)
{
  auto source = MakePhononSource<TypeParam>();
  auto filter = MakeFilter<TypeParam>(source->GetOutput());
  filter->SetExitPlaneDepths({ 2.0, 8.0 });
  filter->Update();
  auto description = DescribePlaneWave();
  description.thermal.model = ElectronMultislice::ThermalModel::FrozenPhonons;
  description.thermal.configurations = 3;
  description.thermal.seed = 5;
  description.exitPlaneDepths = { 2.0, 8.0 };
  const auto                           twin = RunTwin<TypeParam>(description);
  std::vector<std::complex<TypeParam>> expected;
  for (const auto & waves : twin.exitWaves)
  {
    expected.insert(expected.end(), waves.begin(), waves.end());
  }
  EXPECT_EQ(Pixels(filter->GetOutput()), expected);
  EXPECT_EQ(filter->GetNumberOfConfigurations(), 3u);
  EXPECT_EQ(filter->GetNumberOfExitPlanes(), 2u);
  EXPECT_EQ(filter->GetPlane(2, 1, 0), 5u);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->GetPlane(3, 0, 0); }), "3 configuration(s)"));

  // any part of it alone has the same bits
  auto streamer = itk::StreamingImageFilter<Waves<TypeParam>, Waves<TypeParam>>::New();
  for (const unsigned int divisions : { 6u, 4u, 2u })
  {
    auto             part = MakeFilter<TypeParam>(source->GetOutput());
    const RunCounter runs(part);
    part->SetExitPlaneDepths({ 2.0, 8.0 });
    streamer->SetInput(part->GetOutput());
    streamer->SetNumberOfStreamDivisions(divisions);
    streamer->Update();
    EXPECT_EQ(Pixels(streamer->GetOutput()), expected) << divisions;
    EXPECT_GE(runs.Get(), 2);
  }
}

TYPED_TEST(MultisliceTyped, AnIncidentPlaneWaveIsTheDefault)
{
  auto source = MakeSource<TypeParam>(MakeStructure());
  auto plain = MakeFilter<TypeParam>(source->GetOutput());
  plain->Update();
  auto waves = MakeWaves<TypeParam>(2);
  waves->FillBuffer(1.0);
  auto filter = MakeFilter<TypeParam>(source->GetOutput());
  filter->SetIncidentWave(waves);
  filter->Update();
  const auto values = Pixels(filter->GetOutput());
  const auto expected = Pixels(plain->GetOutput());
  ASSERT_EQ(values.size(), 2 * expected.size());
  const std::vector<std::complex<TypeParam>> first(values.begin(), values.begin() + expected.size());
  const std::vector<std::complex<TypeParam>> second(values.begin() + expected.size(), values.end());
  EXPECT_EQ(first, second);
  // transforms of the given wave round: 1e-6 in float, 1e-13 in double, of waves of about 1
  EXPECT_LT(LargestDifference(first, expected), sizeof(TypeParam) == sizeof(float) ? 3e-6 : 1e-12);
}

TYPED_TEST(MultisliceTyped, PropagationIsLinearInTheIncidentWave)
{
  auto source = MakeSource<TypeParam>(MakeStructure());
  auto waves = MakeWaves<TypeParam>(3);
  // the third wave = 2 x first - i x second
  constexpr std::size_t pixels = 48 * 60;
  auto *                value = waves->GetBufferPointer();
  for (std::size_t i = 0; i < pixels; ++i)
  {
    value[2 * pixels + i] = std::complex<TypeParam>(2) * value[i] - std::complex<TypeParam>(0, 1) * value[pixels + i];
  }
  auto filter = MakeFilter<TypeParam>(source->GetOutput());
  filter->SetIncidentWave(waves);
  filter->Update();
  const auto exit = Pixels(filter->GetOutput());
  double     largest = 0.0, scale = 0.0;
  for (std::size_t i = 0; i < pixels; ++i)
  {
    const auto sum = std::complex<TypeParam>(2) * exit[i] - std::complex<TypeParam>(0, 1) * exit[pixels + i];
    largest = std::max<double>(largest, std::abs(exit[2 * pixels + i] - sum));
    scale = std::max<double>(scale, std::abs(sum));
  }
  EXPECT_GT(scale, 0.1);
  EXPECT_LT(largest, scale * (sizeof(TypeParam) == sizeof(float) ? 3e-6 : 1e-13));

  // one wave alone, requested as a region, has the same bits and asks for one plane of the incident waves
  auto monitor = itk::PipelineMonitorImageFilter<Waves<TypeParam>>::New();
  monitor->SetInput(waves);
  auto part = MakeFilter<TypeParam>(source->GetOutput());
  part->SetIncidentWave(monitor->GetOutput());
  part->UpdateOutputInformation();
  auto region = part->GetOutput()->GetLargestPossibleRegion();
  region.SetIndex(2, 1);
  region.SetSize(2, 1);
  part->GetOutput()->SetRequestedRegion(region);
  part->GetOutput()->Update();
  EXPECT_EQ(part->GetOutput()->GetBufferedRegion(), region);
  EXPECT_EQ(Pixels(part->GetOutput()), std::vector<std::complex<TypeParam>>(exit.begin() + pixels, exit.begin() + 2 * pixels));
  ASSERT_EQ(monitor->GetUpdatedBufferedRegions().size(), 1u);
  EXPECT_EQ(monitor->GetOutputRequestedRegions().back().GetSize(2), 1u);
}

TEST(MultisliceImageFilter, VacuumLeavesAPlaneWaveAlone)
{
  auto potential = test::Potential<float>::New();
  potential->SetRegions(test::Potential<float>::SizeType{ { 64, 48, 20 } });
  const double spacing[3] = { 0.1, 0.15, 2.0 };
  potential->SetSpacing(spacing);
  potential->Allocate(true);
  auto filter = MakeFilter<float>(potential.GetPointer());
  filter->Update();
  for (const auto & value : Pixels(filter->GetOutput()))
  {
    ASSERT_NEAR(value.real(), 1.0, 1e-6);
    ASSERT_NEAR(value.imag(), 0.0, 1e-6);
  }
}

TEST(MultisliceImageFilter, OutputHasTheGeometryOfTheWaves)
{
  auto source = MakePhononSource<float>();
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->SetExitPlaneDepths({ 2.0, 6.0 });
  filter->UpdateOutputInformation();
  const auto * output = filter->GetOutput();
  EXPECT_EQ(output->GetLargestPossibleRegion().GetSize(), (Waves<float>::SizeType{ { 48, 60, 6 } }));
  EXPECT_DOUBLE_EQ(output->GetSpacing()[0], 8.0 / 48.0);
  EXPECT_DOUBLE_EQ(output->GetSpacing()[1], 10.0 / 60.0);
  EXPECT_DOUBLE_EQ(output->GetOrigin()[0], 0.0);
  const auto & dictionary = output->GetMetaDataDictionary();
  int          configurations = 0;
  double       energy = 0.0;
  std::string  units;
  EXPECT_TRUE(itk::ExposeMetaData(dictionary, "number_of_configurations", configurations));
  EXPECT_TRUE(itk::ExposeMetaData(dictionary, "energy_eV", energy));
  EXPECT_TRUE(itk::ExposeMetaData(dictionary, "units", units));
  std::vector<double> depths;
  EXPECT_TRUE(itk::ExposeMetaData(dictionary, "exit_plane_depths_A", depths));
  EXPECT_EQ(configurations, 3);
  EXPECT_EQ(energy, 100e3);
  EXPECT_EQ(units, "[Å, Å, index]");
  EXPECT_EQ(depths, (std::vector<double>{ 2.0, 6.0 }));
}

TEST(MultisliceImageFilter, JobTextRepeatsTheRun)
{
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->Update();
  auto simulation = itk::ElectronMultisliceSimulation::New();
  simulation->SetJobText(filter->GetJobText());
  simulation->RunToMemory();
  const auto * waves = dynamic_cast<const Waves<float> *>(simulation->GetOutput("exit-waves"));
  ASSERT_NE(waves, nullptr);
  EXPECT_EQ(Pixels(waves), Pixels(filter->GetOutput()));
  filter->SetIncidentWave(MakeWaves<float>(1)); // no text can say these waves
  EXPECT_EQ(filter->GetJobText(), "");
}

TEST(MultisliceImageFilter, AnImageOfTheSameBackendHasTheSameBits)
{
  auto source = MakeSource<float>(MakeStructure());
  auto direct = MakeFilter<float>(source->GetOutput());
  direct->Update();
  auto another = MakeSource<float>(MakeStructure());
  another->Update();
  test::Potential<float>::Pointer image = another->GetOutput();
  image->DisconnectPipeline();
  auto filter = MakeFilter<float>(image.GetPointer());
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput()), Pixels(direct->GetOutput()));
}

TEST(MultisliceImageFilter, StreamsThePotentialFromAFile)
{
  const test::TemporaryFolder folder;
  auto                        source = MakeSource<float>(MakeStructure());
  auto                        writer = itk::ImageFileWriter<test::Potential<float>>::New();
  writer->SetInput(source->GetOutput());
  writer->SetFileName(folder.Path("potential.mha"));
  writer->Update();
  auto direct = MakeFilter<float>(source->GetOutput());
  direct->Update();

  auto reader = itk::ImageFileReader<test::Potential<float>>::New();
  reader->SetFileName(folder.Path("potential.mha"));
  auto monitor = itk::PipelineMonitorImageFilter<test::Potential<float>>::New();
  monitor->SetInput(reader->GetOutput());
  auto filter = MakeFilter<float>(monitor->GetOutput());
  for (const char * chunk : { "1", "3", "auto" })
  {
    monitor->ClearPipelineSavedInformation();
    auto context = itk::ElectronMultisliceExecutionContext::New();
    context->SetSetting("potential.slice-chunk-size", chunk);
    filter->SetExecutionContext(context);
    filter->Modified();
    filter->Update();
    EXPECT_EQ(Pixels(filter->GetOutput()), Pixels(direct->GetOutput())) << chunk;
    // one slice in memory at a time, each requested once for a single batch
    ASSERT_EQ(monitor->GetUpdatedBufferedRegions().size(), 4u) << chunk;
    for (const auto & region : monitor->GetUpdatedBufferedRegions())
    {
      EXPECT_EQ(region.GetSize(2), 1u);
    }
  }
}

TEST(MultisliceImageFilter, AnErrorWhileStreamingIsThePipelines)
{
  const test::TemporaryFolder folder;
  auto                        source = MakeSource<float>(MakeStructure());
  auto                        cast = itk::CastImageFilter<test::Potential<float>, test::Potential<float>>::New();
  cast->SetInput(source->GetOutput());
  auto       filter = MakeFilter<float>(cast->GetOutput());
  int        slices = 0;
  const auto tag = cast->AddObserver(itk::StartEvent(), [&](const itk::EventObject &) {
    if (++slices == 3)
    {
      throw std::runtime_error("disk gone");
    }
  });
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "disk gone"));
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  cast->RemoveObserver(tag);
  filter->Update();
  EXPECT_GT(filter->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
}

TEST(MultisliceImageFilter, StopsAndStartsAgain)
{
  auto source = MakePhononSource<float>();
  source->SetRepetitions(2, 2, 40);
  auto       filter = MakeFilter<float>(source->GetOutput());
  const auto tag = filter->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) { filter->AbortGenerateDataOn(); });
  EXPECT_THROW(filter->Update(), itk::ProcessAborted);
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  filter->RemoveObserver(tag);
  filter->AbortGenerateDataOff();
  filter->Update();
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion().GetSize(2), 3u);
}

TEST(MultisliceImageFilter, NamesWhatIsMissingOrWrong)
{
  auto filter = Filter<float>::New();
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "no potential"));
  auto source = MakeSource<float>(MakeStructure());
  filter->SetInput(source->GetOutput());
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "energy"));
  filter->SetEnergy(100e3);
  filter->SetExitPlaneDepths({ 3.0 });
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "3"));
  filter->SetExitPlaneDepths({});

  auto waves = MakeWaves<float>(1);
  filter->SetIncidentWave(waves);
  filter->Update();
  const double spacing[3] = { 0.1, 0.1, 1.0 };
  auto         right = waves->GetSpacing();
  waves->SetSpacing(spacing);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "0.1 x 0.1"));
  waves->SetSpacing(right);
  const double origin[3] = { 1.0, 0.0, 0.0 };
  waves->SetOrigin(origin);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "(1, 0)"));
  const double zero[3] = { 0.0, 0.0, 0.0 };
  waves->SetOrigin(zero);
  auto direction = waves->GetDirection();
  direction(0, 0) = -1.0;
  waves->SetDirection(direction);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "turned"));
  direction(0, 0) = 1.0;
  waves->SetDirection(direction);
  waves->SetPixel({ { 7, 8, 0 } }, std::complex<float>(std::nanf(""), 0.0f));
  waves->Modified();
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "finite"));
  auto small = Waves<float>::New();
  small->SetRegions(Waves<float>::SizeType{ { 24, 30, 1 } });
  small->Allocate(true);
  filter->SetIncidentWave(small);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "24 x 30"));
}

TEST(MultisliceImageFilter, Prints)
{
  auto source = MakePhononSource<float>();
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->UpdateOutputInformation();
  const std::string text = test::Printed(filter.GetPointer());
  EXPECT_TRUE(Contains(text, "Energy: 100000 eV"));
  EXPECT_TRUE(Contains(text, "NumberOfConfigurations: 3"));
  EXPECT_TRUE(Contains(filter->GetPlan(), "plane wave"));
}

TEST(MultisliceImageFilter, BuildsNothingTwiceForTheSameSpecimen)
{
  auto context = itk::ElectronMultisliceExecutionContext::New();
  auto source = MakePhononSource<float>();
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->SetExecutionContext(context);
  filter->Update();
  EXPECT_EQ(context->GetNumberOfSlicesBuilt(), 12u); // 3 configurations of 4 slices
  EXPECT_EQ(context->GetNumberOfWaveSlices(), 12u);
  const auto expected = Pixels(filter->GetOutput());

  // other illumination: the slices are there
  filter->SetTilt(0.001, 0.0);
  filter->Update();
  EXPECT_EQ(context->GetNumberOfSlicesBuilt(), 12u);
  EXPECT_EQ(context->GetNumberOfWaveSlices(), 24u);
  EXPECT_NE(Pixels(filter->GetOutput()), expected);

  // back again, and another filter on an equal specimen: the waves are there
  filter->SetTilt(0.0, 0.0);
  filter->Update();
  auto otherSource = MakePhononSource<float>();
  auto other = MakeFilter<float>(otherSource->GetOutput());
  other->SetExecutionContext(context);
  other->Update();
  EXPECT_EQ(context->GetNumberOfWaveSlices(), 24u);
  EXPECT_EQ(Pixels(filter->GetOutput()), expected);
  EXPECT_EQ(Pixels(other->GetOutput()), expected);
  EXPECT_TRUE(Contains(context->GetCacheReport(), "transmission functions: 12 kept"));
  EXPECT_TRUE(Contains(context->GetCacheReport(), "exit waves: 6 kept"));

  // another energy, another seed: nothing fits
  filter->SetEnergy(101e3);
  filter->Update();
  EXPECT_EQ(context->GetNumberOfSlicesBuilt(), 24u);
  filter->SetEnergy(100e3);
  source->SetSeed(6);
  filter->Update();
  EXPECT_EQ(context->GetNumberOfSlicesBuilt(), 36u);

  // without a cache everything is made each time, with the same bits
  context->SetCacheLimit("0");
  filter->SetTilt(0.001, 0.0);
  filter->Update();
  source->SetSeed(5);
  filter->SetTilt(0.0, 0.0);
  filter->Update();
  EXPECT_EQ(context->GetNumberOfSlicesBuilt(), 60u);
  EXPECT_EQ(Pixels(filter->GetOutput()), expected);
  EXPECT_EQ(context->GetCacheSize(), 0u);
}

TEST(MultisliceImageFilter, KeepsWhatIsMadeOfAnImageByItsPixels)
{
  auto context = itk::ElectronMultisliceExecutionContext::New();
  auto source = MakeSource<float>(MakeStructure());
  source->SetExecutionContext(context);
  source->Update();
  EXPECT_EQ(context->GetNumberOfSlicesBuilt(), 2u); // of four slices two are equal to two others
  test::Potential<float>::Pointer image = source->GetOutput();
  image->DisconnectPipeline();
  auto filter = MakeFilter<float>(image.GetPointer());
  filter->SetExecutionContext(context);
  filter->Update();
  const auto expected = Pixels(filter->GetOutput());
  const auto built = context->GetNumberOfSlicesBuilt();
  EXPECT_EQ(built, 2u + 4u); // an image's slices are not compared
  filter->SetTilt(0.001, 0.0);
  filter->Update();
  EXPECT_EQ(context->GetNumberOfSlicesBuilt(), built);
  // a pixel changed behind ITK's back: another filter sees it
  image->GetBufferPointer()[17] += 1.0f;
  auto other = MakeFilter<float>(image.GetPointer());
  other->SetExecutionContext(context);
  other->Update();
  EXPECT_GT(context->GetNumberOfSlicesBuilt(), built);
  EXPECT_NE(Pixels(other->GetOutput()), expected);

  // incident waves are known by their pixels, too
  auto waves = MakeWaves<float>(2);
  other->SetIncidentWave(waves);
  other->Update(); // whoever asked for the whole image before gets the whole of the larger one
  EXPECT_EQ(other->GetOutput()->GetBufferedRegion().GetSize(2), 2u);
  const auto waveSlices = context->GetNumberOfWaveSlices();
  const auto before = Pixels(other->GetOutput());
  auto       same = MakeFilter<float>(image.GetPointer());
  same->SetExecutionContext(context);
  same->SetIncidentWave(MakeWaves<float>(2));
  same->Update();
  EXPECT_EQ(context->GetNumberOfWaveSlices(), waveSlices);
  EXPECT_EQ(Pixels(same->GetOutput()), before);
  waves->GetBufferPointer()[5] += 1.0f;
  waves->Modified();
  other->Update();
  EXPECT_EQ(context->GetNumberOfWaveSlices(), waveSlices + 8);
  EXPECT_NE(Pixels(other->GetOutput()), before);
}
