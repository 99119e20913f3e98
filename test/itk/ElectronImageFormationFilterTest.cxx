#include "EngineTwin.h"
#include "OracleOptics.h"
#include "WaveTestTools.h"
#include "backends/OracleProblem.h"
#include "backends/OracleRun.h"
#include "itkContrastTransferFunctionImageFilter.h"
#include "itkElectronImageFormationFilter.h"
#include "itkElectronMultisliceSimulation.h"
#include "itkPipelineMonitorImageFilter.h"
#include "itkStreamingImageFilter.h"

using OracleTest::OracleCase;
using test::Contains;
using test::ErrorText;
using test::Pixels;

namespace
{
constexpr std::size_t PixelsPerPlane = 48 * 60;

template <typename T>
using Filter = itk::ElectronImageFormationFilter<test::Waves<T>, test::Potential<T>>;

template <typename T>
typename Filter<T>::Pointer
MakeFilter(const test::Waves<T> * waves)
{
  auto filter = Filter<T>::New();
  filter->SetInput(waves);
  filter->SetSemiangleInMilliradians(25.0);
  filter->SetAberration("Cs", 1e5);
  filter->SetAberration("C12", 40.0);
  filter->SetAberration("phi12", 0.7);
  filter->SetFocalSpread(30.0);
  filter->SetAngularSpreadInMilliradians(0.3);
  filter->SetDefoci({ 80.0, -30.0, 0.0 });
  return filter;
}

/** The same in the core's own words, of test::MakeExitWaves. */
ElectronMultislice::SimulationDescription
DescribeImages(std::size_t configurations)
{
  auto description = test::DescribePlaneWave();
  description.thermal.model = ElectronMultislice::ThermalModel::FrozenPhonons;
  description.thermal.configurations = configurations;
  description.thermal.seed = 5;
  description.exitPlaneDepths = { 4.0, 8.0 };
  auto & imaging = description.imaging.emplace();
  imaging.lens.semiangle = 0.025;
  imaging.lens.aberrations.Set("Cs", 1e5);
  imaging.lens.aberrations.SetCoefficient(1, 2, 40.0, 0.7);
  imaging.lens.focalSpread = 30.0;
  imaging.lens.angularSpread = 1e-3 * 0.3;
  imaging.defoci = { 80.0, -30.0, 0.0 };
  return description;
}

/** The images of a run, one after another: [defocus][plane][y][x]. */
template <typename T>
std::vector<T>
RunImages(const ElectronMultislice::SimulationDescription & description)
{
  std::vector<T> values;
  for (const auto & images : test::RunTwin<T>(description).images)
  {
    values.insert(values.end(), images.begin(), images.end());
  }
  return values;
}

template <typename T>
class ImageFormationTyped : public testing::Test
{};
using PixelTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(ImageFormationTyped, PixelTypes);

class ImageOracle : public testing::TestWithParam<OracleCase>
{
protected:
  /** Exit waves of the engine, images of the filter. */
  template <typename T>
  void
  Check(double tolerance)
  {
    using namespace ElectronMultislice;
    const OracleCase & oracleCase = GetParam();
    MultisliceProblem  problem = OracleTest::MakeProblem(oracleCase);
    const std::size_t  planes = problem.exitPlanes.size();
    const auto         run = OracleTest::RunProblem<T>(GetCpuBackend(), problem, { 2, 1, 100, 1 });
    const Grid &       grid = problem.grid;
    auto               waves = test::MakeVacuumWaves<T>(grid.nx, grid.ny, planes);
    const double       spacing[3] = { grid.GetSpacingX(), grid.GetSpacingY(), 1.0 };
    std::complex<T> *  value = waves->GetBufferPointer();
    waves->SetSpacing(spacing);
    for (const auto & wave : run.exitWaves)
    {
      value = std::transform(wave.begin(), wave.end(), value, [](const auto & v) {
        return std::complex<T>(static_cast<T>(v.real()), static_cast<T>(v.imag()));
      });
    }
    auto filter = Filter<T>::New();
    filter->SetInput(waves);
    OracleTest::SetObjectiveLens(*filter, oracleCase.inputs);
    filter->SetDefoci({ filter->GetDefocus() });
    filter->SetDefocus(0.0);
    filter->Update();

    const auto             images = Pixels(filter->GetOutput());
    OracleTest::Comparison compare(oracleCase, tolerance);
    std::vector<double>    statistics;
    for (std::size_t plane = 0; plane < planes; ++plane)
    {
      const auto                image = test::Planes(images, grid.GetNumberOfPixels(), plane, 1);
      const std::vector<double> values(image.begin(), image.end());
      double                    sum = 0.0;
      for (const double v : values)
      {
        sum += v;
      }
      statistics.insert(statistics.end(),
                        { *std::min_element(values.begin(), values.end()),
                          *std::max_element(values.begin(), values.end()),
                          sum / static_cast<double>(values.size()) });
      const std::string name = "image_plane" + std::to_string(problem.exitPlanes[plane]) + "_pixels";
      if (oracleCase.outputs.contains(name))
      {
        compare.Expect(name, OracleTest::ValuesAt(values, oracleCase.inputs.at("report").at("pixels"), grid.nx, grid.ny));
      }
    }
    compare.Expect("image_min_max_mean", statistics);
    if (oracleCase.name == "kirkland_row")
    {
      // Kirkland, Advanced Computing in Electron Microscopy, fig. 5.12: intensities from 0.72 to 1.03
      EXPECT_NEAR(statistics[0], 0.72, 0.005);
      EXPECT_NEAR(statistics[1], 1.03, 0.005);
    }
  }
};
} // namespace

TEST_P(ImageOracle, Double)
{
  Check<double>(GetParam().doubleTolerance);
}

TEST_P(ImageOracle, Float)
{
  Check<float>(GetParam().floatTolerance);
}

INSTANTIATE_TEST_SUITE_P(
  Hrtem,
  ImageOracle,
  testing::ValuesIn(OracleTest::ReadOracle("06_hrtem.json", [](const OracleCase & c) { return OracleTest::WhyNotCovered(c).empty(); })),
  OracleTest::CaseName);

TYPED_TEST(ImageFormationTyped, HasTheBitsOfTheEngine)
{
  for (const unsigned int configurations : { 1u, 3u })
  {
    auto exit = test::MakeExitWaves<TypeParam>(configurations);
    auto filter = MakeFilter<TypeParam>(exit->GetOutput());
    filter->Update();
    auto description = DescribeImages(configurations);
    EXPECT_EQ(Pixels(filter->GetOutput()), RunImages<TypeParam>(description)) << configurations;

    filter->SetDose(300.0);
    filter->SetSeed(9);
    filter->Update();
    description.imaging->noise = { 300.0, 9 };
    EXPECT_EQ(Pixels(filter->GetOutput()), RunImages<TypeParam>(description)) << configurations;
  }
}

TYPED_TEST(ImageFormationTyped, PiecesAndThreadsHaveTheSameBits)
{
  auto exit = test::MakeExitWaves<TypeParam>(2);
  auto filter = MakeFilter<TypeParam>(exit->GetOutput());
  filter->SetDose(500.0);
  filter->SetExecutionContext(test::MakeContext("1"));
  filter->Update();
  const auto whole = Pixels(filter->GetOutput());
  ASSERT_EQ(whole.size(), 6 * PixelsPerPlane);
  filter->SetExecutionContext(test::MakeContext("3"));
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput()), whole);
  for (itk::SizeValueType first = 0; first < 6; ++first)
  {
    for (itk::SizeValueType count = 1; first + count <= 6; ++count)
    {
      EXPECT_EQ(test::PixelsOfPlanes(filter.GetPointer(), static_cast<itk::IndexValueType>(first), count),
                test::Planes(whole, PixelsPerPlane, first, count))
        << first << " " << count;
    }
  }
  auto streamer = itk::StreamingImageFilter<test::Potential<TypeParam>, test::Potential<TypeParam>>::New();
  for (const unsigned int divisions : { 2u, 4u, 6u })
  {
    auto             part = MakeFilter<TypeParam>(exit->GetOutput());
    test::RunCounter runs(part);
    part->SetDose(500.0);
    streamer->SetInput(part->GetOutput());
    streamer->SetNumberOfStreamDivisions(divisions);
    streamer->Update();
    EXPECT_EQ(Pixels(streamer->GetOutput()), whole) << divisions;
    EXPECT_GE(runs.Get(), 2);
  }
}

TYPED_TEST(ImageFormationTyped, WithoutALensTheImageIsTheIntensity)
{
  auto exit = test::MakeExitWaves<TypeParam>(3);
  auto filter = Filter<TypeParam>::New();
  filter->SetInput(exit->GetOutput());
  filter->Update();
  const auto             waves = Pixels(exit->GetOutput());
  std::vector<TypeParam> expected;
  for (std::size_t i = 0; i < 2 * PixelsPerPlane; ++i)
  {
    double sum = 0.0;
    for (std::size_t configuration = 0; configuration < 3; ++configuration)
    {
      sum += static_cast<TypeParam>(std::norm(std::complex<double>(waves[configuration * 2 * PixelsPerPlane + i])));
    }
    expected.push_back(static_cast<TypeParam>(sum / 3.0));
  }
  EXPECT_EQ(Pixels(filter->GetOutput()), expected);
}

TYPED_TEST(ImageFormationTyped, ALensBeforeTheFilterIsItsOwnLens)
{
  auto exit = test::MakeExitWaves<TypeParam>(2);
  auto own = MakeFilter<TypeParam>(exit->GetOutput());
  own->SetDefoci({ 80.0 });
  own->Update();
  auto lens = itk::ContrastTransferFunctionImageFilter<test::Waves<TypeParam>>::New();
  lens->SetInput(exit->GetOutput());
  lens->SetSemiangleInMilliradians(25.0);
  lens->SetAberration("Cs", 1e5);
  lens->SetAberration("C12", 40.0);
  lens->SetAberration("phi12", 0.7);
  lens->SetDefocus(80.0);
  lens->SetFocalSpread(30.0);
  lens->SetAngularSpreadInMilliradians(0.3);
  auto filter = Filter<TypeParam>::New();
  filter->SetInput(lens->GetOutput());
  filter->Update();
  // the wave between them is rounded to the pixel type
  EXPECT_LT(test::LargestDifference(Pixels(filter->GetOutput()), Pixels(own->GetOutput())),
            sizeof(TypeParam) == sizeof(float) ? 1e-6 : 1e-15 * 10);
}

TYPED_TEST(ImageFormationTyped, VacuumIsOne)
{
  auto potential = test::Potential<TypeParam>::New();
  potential->SetRegions(typename test::Potential<TypeParam>::SizeType{ { 96, 80, 20 } });
  const double spacing[3] = { 0.1, 0.1, 2.0 };
  potential->SetSpacing(spacing);
  potential->Allocate(true);
  auto exit = test::ExitWaves<TypeParam>::New();
  exit->SetInput(potential);
  exit->SetEnergy(200e3);
  auto filter = MakeFilter<TypeParam>(exit->GetOutput());
  filter->Update();
  for (const auto value : Pixels(filter->GetOutput()))
  {
    ASSERT_NEAR(value, 1.0, 1e-6);
  }
}

TEST(ElectronImageFormationFilter, AJobHasTheSameImages)
{
  auto source = test::MakeSource<float>(test::MakeStructure());
  auto exit = test::ExitWaves<float>::New();
  exit->SetInput(source->GetOutput());
  exit->SetEnergy(100e3);
  auto filter = MakeFilter<float>(exit->GetOutput());
  filter->SetDose(150.0);
  filter->SetSeed(3);
  filter->Update();
  const auto images = Pixels(filter->GetOutput());
  auto       simulation = itk::ElectronMultisliceSimulation::New();
  simulation->SetJobText(exit->GetJobText() +
                         "\nimaging:\n  aperture: 25 mrad\n  aberrations: {Cs: 1.0e5, C12: 40, phi12: 0.7 rad}\n  defocus: [80, -30, 0]\n"
                         "  focal-spread: 30\n  angular-spread: 0.3 mrad\n  dose: 150\n  noise-seed: 3\n");
  simulation->RunToMemory();
  std::size_t plane = 0;
  for (const char * name : { "image-80A", "image--30A", "image-0A" })
  {
    const auto * image = dynamic_cast<const itk::Image<float, 2> *>(simulation->GetOutput(name));
    ASSERT_NE(image, nullptr) << name;
    EXPECT_EQ(Pixels(image), test::Planes(images, PixelsPerPlane, plane++, 1)) << name;
  }
}

TEST(ElectronImageFormationFilter, ImagesCarryTheirJob)
{
  auto exit = test::MakeExitWaves<float>(2);
  auto filter = MakeFilter<float>(exit->GetOutput());
  filter->SetDefoci({ 40.0 });
  filter->SetDose(150.0);
  filter->Update();
  const auto & dictionary = filter->GetOutput()->GetMetaDataDictionary();
  auto         simulation = itk::ElectronMultisliceSimulation::New();
  simulation->SetJobText(itk::ElectronMultisliceSimulation::ReadJobText(dictionary));
  simulation->RunToMemory();
  EXPECT_EQ(simulation->GetOutputNames(), (std::vector<std::string>{ "image@4", "image@8" }));
  const auto * image = dynamic_cast<const itk::Image<float, 2> *>(simulation->GetOutput("image@8"));
  ASSERT_NE(image, nullptr);
  EXPECT_EQ(Pixels(image), test::Planes(Pixels(filter->GetOutput()), PixelsPerPlane, 1, 1));
  EXPECT_FALSE(dictionary.HasKey("ElectronMultislice.wave_job"));

  filter->SetEnergy(120e3); // another one than that of the waves: no job says this
  filter->UpdateOutputInformation();
  EXPECT_EQ(itk::ElectronMultisliceSimulation::ReadJobText(dictionary), "");
  EXPECT_TRUE(dictionary.HasKey("ElectronMultislice.wave_job"));
}

TEST(ElectronImageFormationFilter, AsksOnlyForThePlanesItNeeds)
{
  auto       exit = test::MakeExitWaves<float>();
  auto       filter = MakeFilter<float>(exit->GetOutput());
  const auto requested = [&](itk::IndexValueType first, itk::SizeValueType count) {
    test::PixelsOfPlanes(filter.GetPointer(), first, count);
    const auto region = exit->GetOutput()->GetRequestedRegion();
    return std::make_pair(region.GetIndex(2), region.GetSize(2));
  };
  using Planes = std::pair<itk::IndexValueType, itk::SizeValueType>;
  EXPECT_EQ(requested(0, 1), Planes(0, 1)); // of 3 defoci at 2 exit planes
  EXPECT_EQ(requested(3, 1), Planes(1, 1));
  EXPECT_EQ(requested(3, 2), Planes(0, 2));
  EXPECT_EQ(requested(0, 6), Planes(0, 2));
  // of several configurations, from the first one's to the last one's
  filter->SetNumberOfConfigurations(2);
  EXPECT_EQ(requested(1, 1), Planes(0, 2));

  // a series of one exit plane, streamed: this plane alone is ever made
  auto fresh = test::MakeExitWaves<float>();
  auto monitor = itk::PipelineMonitorImageFilter<test::Waves<float>>::New();
  monitor->SetInput(fresh->GetOutput());
  auto part = MakeFilter<float>(monitor->GetOutput());
  part->SetEnergy(100e3); // the monitor passes no metadata on
  test::PixelsOfPlanes(part.GetPointer(), 3, 1);
  EXPECT_TRUE(monitor->VerifyInputFilterMatchedRequestedRegions());
  ASSERT_EQ(monitor->GetUpdatedBufferedRegions().size(), 1u);
  EXPECT_EQ(monitor->GetUpdatedBufferedRegions()[0].GetIndex(2), 1);
  EXPECT_EQ(monitor->GetUpdatedBufferedRegions()[0].GetSize(2), 1u);
}

TEST(ElectronImageFormationFilter, ChangedFociRunOnlyTheImages)
{
  auto             exit = test::MakeExitWaves<float>(2);
  auto             filter = MakeFilter<float>(exit->GetOutput());
  test::RunCounter exitRuns(exit.filter), runs(filter);
  filter->Update();
  filter->SetDefoci({ 10.0 });
  filter->Update();
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion().GetSize(2), 2u); // the whole of the new series
  filter->SetDefoci({ 10.0, 20.0 });
  filter->SetDose(100.0);
  filter->Update();
  filter->Update();
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion().GetSize(2), 4u);
  EXPECT_EQ(exitRuns.Get(), 1);
  EXPECT_EQ(runs.Get(), 3);
}

TEST(ElectronImageFormationFilter, OutputHasGeometryAndMetadata)
{
  auto exit = test::MakeExitWaves<float>(3);
  auto filter = MakeFilter<float>(exit->GetOutput());
  filter->SetDose(20.0);
  filter->SetSeed(7);
  filter->UpdateOutputInformation();
  const auto * output = filter->GetOutput();
  EXPECT_EQ(output->GetLargestPossibleRegion().GetSize(), (test::Potential<float>::SizeType{ { 48, 60, 6 } }));
  EXPECT_DOUBLE_EQ(output->GetSpacing()[0], 8.0 / 48.0);
  EXPECT_DOUBLE_EQ(output->GetSpacing()[1], 10.0 / 60.0);
  EXPECT_EQ(test::MetaDataOf<std::vector<double>>(output, "defoci_A"), (std::vector<double>{ 80.0, -30.0, 0.0 }));
  EXPECT_EQ(test::MetaDataOf<std::vector<double>>(output, "exit_plane_depths_A"), (std::vector<double>{ 4.0, 8.0 }));
  EXPECT_EQ(test::MetaDataOf<int>(output, "number_of_waves"), 1);
  EXPECT_EQ(test::MetaDataOf<double>(output, "energy_eV"), 100e3);
  EXPECT_EQ(test::MetaDataOf<double>(output, "dose_e_per_A2"), 20.0);
  EXPECT_EQ(test::MetaDataOf<std::string>(output, "noise_seed"), "7");
  EXPECT_EQ(test::MetaDataOf<std::string>(output, "quantity"), "image intensity, 1 in vacuum");
  EXPECT_FALSE(output->GetMetaDataDictionary().HasKey("number_of_configurations"));
  filter->SetDose(0.0);
  filter->SetNumberOfConfigurations(1); // six waves by themselves, whatever their metadata says
  filter->UpdateOutputInformation();
  EXPECT_EQ(output->GetLargestPossibleRegion().GetSize(2), 18u);
  EXPECT_FALSE(output->GetMetaDataDictionary().HasKey("dose_e_per_A2"));
  EXPECT_FALSE(output->GetMetaDataDictionary().HasKey("exit_plane_depths_A"));
}

TEST(ElectronImageFormationFilter, ADoseCountsElectrons)
{
  auto filter = Filter<double>::New();
  filter->SetInput(test::MakeVacuumWaves<double>(128, 64, 2));
  filter->SetEnergy(200e3);
  filter->SetDose(640.0);
  filter->Update();
  const double counts = 640.0 * 0.125 * 0.25; // 20 electrons per pixel
  const auto   images = Pixels(filter->GetOutput());
  const auto   n = static_cast<double>(images.size());
  double       mean = 0.0, variance = 0.0;
  for (const double value : images)
  {
    ASSERT_NEAR(value * counts, std::round(value * counts), 1e-9);
    mean += value * counts / n;
    variance += (value * counts - 20.0) * (value * counts - 20.0) / n;
  }
  // mean and variance of the Poisson law are 20; five standard errors, sqrt(20/n) and sqrt((20 + 2 x 400)/n)
  EXPECT_NEAR(mean, 20.0, 5.0 * std::sqrt(20.0 / n));
  EXPECT_NEAR(variance, 20.0, 5.0 * std::sqrt(820.0 / n));
  EXPECT_NE(test::Planes(images, 128 * 64, 0, 1), test::Planes(images, 128 * 64, 1, 1));
  filter->SetSeed(1);
  filter->Update();
  EXPECT_NE(Pixels(filter->GetOutput()), images);
}

TEST(ElectronImageFormationFilter, RefusesWhatItCannotImage)
{
  auto waves = test::MakeVacuumWaves<float>(32, 16, 6);
  auto filter = Filter<float>::New();
  filter->SetInput(waves);
  const auto refusal = [&] { return ErrorText([&] { filter->Update(); }); };
  EXPECT_TRUE(Contains(refusal(), "The energy of the waves is not known"));
  filter->SetEnergy(200e3);
  filter->Update();
  filter->SetNumberOfConfigurations(4);
  EXPECT_TRUE(Contains(refusal(), "The input has 6 waves, which is not a multiple of the number of thermal configurations, 4."));
  filter->SetNumberOfConfigurations(0);
  itk::EncapsulateMetaData<int>(waves->GetMetaDataDictionary(), "number_of_configurations", 5);
  waves->Modified();
  EXPECT_TRUE(Contains(refusal(), "configurations, 5 (from its metadata)"));
  itk::EncapsulateMetaData<int>(waves->GetMetaDataDictionary(), "number_of_configurations", 0);
  waves->Modified();
  EXPECT_TRUE(Contains(refusal(), "gives 0 as number_of_configurations"));
  filter->SetNumberOfConfigurations(3);
  filter->Update();
  filter->SetDefocus(100.0);
  EXPECT_TRUE(Contains(refusal(), "The objective lens has a defocus among its aberrations (100 Å) beside the series of defoci"));
  filter->ClearAberrations();
  filter->SetDefoci({});
  EXPECT_TRUE(Contains(refusal(), "The series of defoci is empty"));
  filter->SetDefoci({ 10.0, 20.0, 10.0 });
  EXPECT_TRUE(Contains(refusal(), "The defocus 10 Å is given twice"));
  filter->SetDefoci({ std::numeric_limits<double>::infinity() });
  EXPECT_TRUE(Contains(refusal(), "inf"));
  filter->SetDefoci({ 10.0 });
  filter->SetDose(-1.0);
  EXPECT_TRUE(Contains(refusal(), "The dose is -1 e/Å²; it must be above 0, or 0 for images without noise"));
  filter->SetDose(1e12);
  EXPECT_TRUE(Contains(refusal(), "electrons per pixel; at most 1e9"));
  filter->SetDose(0.0);
  waves->GetBufferPointer()[4 * 32 * 16 + 7] = { std::numeric_limits<float>::quiet_NaN(), 0.0f };
  waves->Modified();
  EXPECT_TRUE(Contains(refusal(), "The wave in plane 4 holds a value that is not finite at pixel (7, 0)"));
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  waves->FillBuffer(1.0f);
  waves->Modified();
  filter->Update();
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion().GetSize(2), 2u);
}

TEST(ElectronImageFormationFilter, StopsAndStartsAgain)
{
  auto exit = test::MakeExitWaves<float>(2);
  auto filter = MakeFilter<float>(exit->GetOutput());
  test::ExpectStopsAndStartsAgain(filter.GetPointer());
}

TEST(ElectronImageFormationFilter, ProgressAscendsToOne)
{
  auto               exit = test::MakeExitWaves<float>(2);
  auto               filter = MakeFilter<float>(exit->GetOutput());
  std::vector<float> progress;
  filter->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) { progress.push_back(filter->GetProgress()); });
  filter->Update();
  ASSERT_GT(progress.size(), 4u);
  EXPECT_TRUE(std::is_sorted(progress.begin(), progress.end()));
  EXPECT_EQ(progress.front(), 0.0f);
  EXPECT_EQ(progress.back(), 1.0f);
}

TEST(ElectronImageFormationFilter, Prints)
{
  auto filter = MakeFilter<float>(test::MakeVacuumWaves<float>(32, 16, 1).GetPointer());
  filter->SetDose(12.5);
  filter->SetSeed(4);
  const std::string text = test::Printed(filter.GetPointer());
  for (const char * part : { "Semiangle: 0.025 rad", "Defoci: 80 -30 0 Å", "NumberOfConfigurations: 0", "Dose: 12.5 e/Å²", "Seed: 4" })
  {
    EXPECT_TRUE(Contains(text, part));
  }
}
