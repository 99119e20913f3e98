#include "EngineTwin.h"
#include "ItkTestTools.h"
#include "itkCastImageFilter.h"
#include "itkElectronCenterOfMassDetector.h"
#include "itkElectronPixelatedDetector.h"
#include "itkElectronSegmentedDetector.h"
#include "itkElectronSensitivityMapDetector.h"
#include "itkMetaDataObject.h"

using test::Contains;
using test::Describe;
using test::ErrorText;
using test::MakeFilter;
using test::MakeScan;
using test::MakeSource;
using test::MakeStructure;
using test::Pixels;
using test::RunTwinDetectors;

namespace
{
template <typename T>
class ScanningDetectorTyped : public testing::Test
{};
using PixelTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(ScanningDetectorTyped, PixelTypes);
} // namespace

TYPED_TEST(ScanningDetectorTyped, HasTheBitsOfTheEngine)
{
  auto source = MakeSource<TypeParam>(MakeStructure());
  auto filter = MakeFilter<TypeParam>(source->GetOutput());
  filter->SetDefocus(35.0);
  filter->SetAberration("Cs", 1e4);
  filter->SetAberration("C12", 12.0);
  filter->SetAberration("phi12", 0.4);
  filter->Update();
  auto description = Describe();
  description.lens.aberrations.Set("defocus", 35.0);
  description.lens.aberrations.Set("Cs", 1e4);
  description.lens.aberrations.Set("C12", 12.0);
  description.lens.aberrations.Set("phi12", 0.4);
  const auto expected = RunTwinDetectors<TypeParam>(description);
  EXPECT_EQ(Pixels(filter->GetOutput("bf")), expected[0]);
  EXPECT_EQ(Pixels(filter->GetOutput("adf")), expected[1]);
}

TYPED_TEST(ScanningDetectorTyped, AveragesAllConfigurationsOfTheSource)
{
  auto source = MakeSource<TypeParam>(MakeStructure());
  source->SetThermalModel(itk::ElectronMultisliceEnums::ThermalModel::FrozenPhonons);
  source->SetNumberOfConfigurations(3);
  source->SetSeed(5);
  auto filter = MakeFilter<TypeParam>(source->GetOutput());
  filter->Update();
  auto description = Describe();
  description.thermal.model = ElectronMultislice::ThermalModel::FrozenPhonons;
  description.thermal.configurations = 3;
  description.thermal.seed = 5;
  const auto expected = RunTwinDetectors<TypeParam>(description);
  EXPECT_EQ(Pixels(filter->GetOutput(0)), expected[0]);
  EXPECT_EQ(Pixels(filter->GetOutput(1)), expected[1]);
}

TYPED_TEST(ScanningDetectorTyped, AnImageFromElsewhereGivesTheSame)
{
  auto source = MakeSource<TypeParam>(MakeStructure());
  auto direct = MakeFilter<TypeParam>(source->GetOutput());
  direct->Update();
  auto another = MakeSource<TypeParam>(MakeStructure());
  another->Update();
  typename test::Potential<TypeParam>::Pointer image = another->GetOutput();
  image->DisconnectPipeline();
  auto filter = MakeFilter<TypeParam>(image.GetPointer());
  filter->Update();
  for (unsigned int i = 0; i < 2; ++i)
  {
    const auto expected = Pixels(direct->GetOutput(i));
    const auto values = Pixels(filter->GetOutput(i));
    ASSERT_EQ(values.size(), expected.size());
    for (std::size_t p = 0; p < values.size(); ++p)
    {
      // float: the potential is rounded to float once more on its way through the image
      EXPECT_NEAR(values[p], expected[p], sizeof(TypeParam) == sizeof(float) ? 2e-6 : 1e-13);
    }
  }
  // the same potential somewhere else in space: the scan moves with it
  auto origin = image->GetOrigin();
  origin[0] += 10.0;
  origin[1] -= 3.0;
  image->SetOrigin(origin);
  auto scan = MakeScan(5, 4);
  scan->SetStart(10.25, -2.5);
  auto moved = MakeFilter<TypeParam>(image.GetPointer(), scan);
  moved->Update();
  for (std::size_t p = 0; p < 20; ++p)
  {
    EXPECT_NEAR(Pixels(moved->GetOutput(1))[p], Pixels(filter->GetOutput(1))[p], 2e-6);
  }
}

TEST(ScanningDetectorImageFilter, AMapOfOnesIsAnAnnularDetector)
{
  // 1 between 30 and 60 mrad at the places of the diffraction pixels, spacing lambda/L along each axis
  auto       source = MakeSource<float>(MakeStructure());
  const auto make = [&] {
    auto filter = MakeFilter<float>(source->GetOutput());
    filter->ClearDetectors();
    filter->AddDetector(test::MakeAnnularDetector("adf", 30.0, 60.0));
    return filter;
  };
  const double wavelength = 0.0370143661378181; // Å at 100 kV, CODATA 2018: test/data/oracle/01_scattering.json
  auto         map = test::MakeAngleImage<float>(
    itk::Size<2>{ { 41, 41 } }, wavelength / 8.0, wavelength / 10.0, -20 * wavelength / 8.0, -20 * wavelength / 10.0);
  for (itk::IndexValueType y = 0; y < 41; ++y)
  {
    for (itk::IndexValueType x = 0; x < 41; ++x)
    {
      const double alpha = std::hypot(static_cast<double>(x - 20) * wavelength / 8.0, static_cast<double>(y - 20) * wavelength / 10.0);
      map->SetPixel({ { x, y } }, alpha >= 0.03 && alpha < 0.06 ? 1.0f : 0.0f);
    }
  }
  auto filter = make();
  auto detector = itk::ElectronSensitivityMapDetector::New();
  detector->SetName("map");
  detector->SetSensitivityMap(map);
  filter->AddDetector(detector);
  filter->Update();
  const auto adf = Pixels(filter->GetOutput("adf"));
  const auto weighed = Pixels(filter->GetOutput("map"));
  for (std::size_t i = 0; i < adf.size(); ++i)
  {
    EXPECT_GT(adf[i], 1e-3f);
    EXPECT_NEAR(weighed[i], adf[i], 1e-6f * adf[i]); // both are rounded to float
  }
  // such a run is no job
  std::string text;
  EXPECT_TRUE(Contains(ErrorText([&] { filter->GetJobText(); }), "'map' has a measured sensitivity map"));
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(filter->GetOutput("adf")->GetMetaDataDictionary(), "ElectronMultislice.job_omitted", text));
  EXPECT_TRUE(Contains(text, "sensitivity map"));
  EXPECT_FALSE(filter->GetOutput("adf")->GetMetaDataDictionary().HasKey("ElectronMultislice.job"));
}

TEST(ScanningDetectorImageFilter, OutputsHaveTheGeometryOfTheScan)
{
  auto source = MakeSource<float>(MakeStructure());
  auto scan = MakeScan(5, 4);
  scan->SetRotation(0.3);
  auto filter = MakeFilter<float>(source->GetOutput(), scan);
  filter->UpdateOutputInformation();
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 2u);
  for (unsigned int i = 0; i < 2; ++i)
  {
    const auto * image = filter->GetOutput(i);
    EXPECT_EQ(image->GetLargestPossibleRegion().GetSize(0), 5u);
    EXPECT_EQ(image->GetLargestPossibleRegion().GetSize(1), 4u);
    EXPECT_EQ(image->GetOrigin()[0], 0.25);
    EXPECT_EQ(image->GetOrigin()[1], 0.5);
    EXPECT_EQ(image->GetSpacing()[0], 0.5);
    EXPECT_EQ(image->GetSpacing()[1], 0.625);
    EXPECT_NEAR(image->GetDirection()(1, 0), std::sin(0.3), 1e-15);
  }
  double       energy = 0.0;
  std::string  text;
  const auto & dictionary = filter->GetOutput("adf")->GetMetaDataDictionary();
  EXPECT_TRUE(itk::ExposeMetaData<double>(dictionary, "energy_eV", energy));
  EXPECT_EQ(energy, 100e3);
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(dictionary, "units", text));
  EXPECT_EQ(text, "[Å, Å]");
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(dictionary, "ElectronMultislice.output", text));
  EXPECT_EQ(text, "adf");
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(dictionary, "ElectronMultislice.version", text));
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(dictionary, "ElectronMultislice.seed", text));
  EXPECT_EQ(text, "0");
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(dictionary, "ElectronMultislice.job", text));
  EXPECT_TRUE(Contains(text, "100 keV"));
}

TEST(ScanningDetectorImageFilter, ImagesAreNotFlipped)
{
  // one heavy atom off the centre of a cell that is not square, a scan that is not square either
  auto structure = itk::AtomicStructure::New();
  structure->SetPositions({ 1.5, 4.0, 1.0 });
  structure->SetAtomicNumbers({ 79 });
  structure->SetCell({ 6.0, 9.0, 2.0 });
  auto source = test::Source<float>::New();
  source->SetStructure(structure);
  source->SetGridSize(64, 96);
  auto scan = itk::RasterScanPattern::New();
  scan->SetStep(0.5, 0.5);
  scan->SetCount(12, 18);
  auto filter = MakeFilter<float>(source->GetOutput(), scan);
  filter->Update();
  const auto pixels = Pixels(filter->GetOutput("adf"));
  const auto brightest = std::max_element(pixels.begin(), pixels.end()) - pixels.begin();
  EXPECT_EQ(brightest % 12, 3); // x = 1.5 Å
  EXPECT_EQ(brightest / 12, 8); // y = 4.0 Å
}

TEST(ScanningDetectorImageFilter, VacuumReadsOne)
{
  auto image = test::Potential<float>::New();
  image->SetRegions(test::Potential<float>::SizeType{ { 96, 120, 5 } });
  const double spacing[3] = { 8.0 / 96, 10.0 / 120, 2.0 };
  image->SetSpacing(spacing);
  image->Allocate(true);
  auto filter = MakeFilter<float>(image.GetPointer());
  filter->AddDetector(test::MakeAnnularDetector("all", 0.0, 60.0));
  filter->Update();
  for (float value : Pixels(filter->GetOutput("all")))
  {
    EXPECT_NEAR(value, 1.0, 1e-6);
  }
}

TEST(ScanningDetectorImageFilter, AListOfPositionsGivesTheSameValues)
{
  auto source = MakeSource<float>(MakeStructure());
  auto raster = MakeFilter<float>(source->GetOutput());
  raster->Update();
  std::vector<double> positions;
  for (int j = 3; j >= 0; --j) // in another order
  {
    for (int i = 0; i < 5; ++i)
    {
      positions.push_back(0.25 + 0.5 * i);
      positions.push_back(0.5 + 0.625 * j);
    }
  }
  auto list = itk::RasterScanPattern::New();
  list->SetPositions(positions);
  auto filter = MakeFilter<float>(source->GetOutput(), list);
  filter->Update();
  const auto expected = Pixels(raster->GetOutput("adf"));
  const auto values = Pixels(filter->GetOutput("adf"));
  ASSERT_EQ(values.size(), 20u);
  for (std::size_t p = 0; p < 20; ++p)
  {
    EXPECT_EQ(values[p], expected[(3 - p / 5) * 5 + p % 5]);
  }
}

TEST(ScanningDetectorImageFilter, NamesEveryComponentAndExitPlane)
{
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  auto quadrant = itk::ElectronSegmentedDetector::New();
  quadrant->SetName("q");
  quadrant->SetInnerAngleInMilliradians(10.0);
  quadrant->SetOuterAngleInMilliradians(50.0);
  filter->AddDetector(quadrant);
  filter->AddDetector(itk::ElectronCenterOfMassDetector::New());
  EXPECT_EQ(filter->GetOutputNames(),
            (std::vector<std::string>{ "bf", "adf", "q-r0-a0", "q-r0-a1", "q-r0-a2", "q-r0-a3", "center-of-mass-x", "center-of-mass-y" }));
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 8u);
  auto * const adf = filter->GetOutput("adf");

  filter->SetExitPlaneDepths({ 4.0, 8.0 });
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 16u);
  EXPECT_EQ(filter->GetOutputName(0), "bf@4");
  EXPECT_EQ(filter->GetOutputName(3), "adf@8");
  filter->Update();
  filter->ClearDetectors();
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 1u); // an ITK source always has one
  EXPECT_NE(adf, nullptr);
}

TEST(ScanningDetectorImageFilter, ExitPlanesAreThicknesses)
{
  auto source = MakeSource<float>(MakeStructure());
  auto series = MakeFilter<float>(source->GetOutput());
  series->SetExitPlaneDepths({ 4.0, 8.0 });
  series->Update();
  auto thick = MakeFilter<float>(source->GetOutput());
  thick->Update();
  EXPECT_EQ(Pixels(series->GetOutput("adf@8")), Pixels(thick->GetOutput("adf")));
  auto half = MakeSource<float>(MakeStructure());
  half->SetRepetitions(2, 2, 1);
  auto thin = MakeFilter<float>(half->GetOutput());
  thin->Update();
  EXPECT_EQ(Pixels(series->GetOutput("adf@4")), Pixels(thin->GetOutput("adf")));
  double depth = 0.0;
  EXPECT_TRUE(itk::ExposeMetaData<double>(series->GetOutput("adf@4")->GetMetaDataDictionary(), "exit_plane_depth_A", depth));
  EXPECT_EQ(depth, 4.0);
  series->SetExitPlaneDepths({ 5.0 });
  EXPECT_TRUE(Contains(ErrorText([&] { series->Update(); }), "4")); // names the neighbours
}

TEST(ScanningDetectorImageFilter, FollowsADetectorThatChanges)
{
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  auto quadrant = itk::ElectronSegmentedDetector::New();
  quadrant->SetName("q");
  quadrant->SetOuterAngleInMilliradians(50.0);
  filter->AddDetector(quadrant);
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 6u);
  quadrant->SetNumberOfAzimuthalBins(2);
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 4u);
  quadrant->SetNumberOfAzimuthalBins(6);
  filter->Update();
  EXPECT_EQ(filter->GetNumberOfIndexedOutputs(), 8u);
  EXPECT_EQ(Pixels(filter->GetOutput("q-r0-a5")).size(), 20u);
}

TEST(ScanningDetectorImageFilter, UnderstandsAliasesOfAberrations)
{
  auto filter = test::Filter<float>::New();
  filter->SetAberration("C10", -40.0);
  EXPECT_EQ(filter->GetDefocus(), 40.0);
  filter->SetDefocus(15.0);
  EXPECT_EQ(filter->GetAberration("C10"), -15.0);
  filter->SetAberration("Cs", 1.2e7);
  EXPECT_EQ(filter->GetAberration("C30"), 1.2e7);
  filter->SetAberration("phi23", 0.5);
  EXPECT_EQ(filter->GetAberration("phi23"), 0.5);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->SetAberration("defokus", 1.0); }), "did you mean \"defocus\""));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->GetAberration("C99"); }), "C10"));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->SetAberration("C10", std::nan("")); }), "finite"));
  filter->ClearAberrations();
  EXPECT_EQ(filter->GetDefocus(), 0.0);
}

TEST(ScanningDetectorImageFilter, NamesWhatIsMissing)
{
  auto filter = test::Filter<float>::New();
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "no potential"));
  auto source = MakeSource<float>(MakeStructure());
  filter->SetInput(source->GetOutput());
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "no scan"));
  filter->SetScanPattern(MakeScan(2, 2));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "no detector"));
  filter->AddDetector(test::MakeAnnularDetector("bf", 0, 20));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "keV")); // the energy
  filter->SetEnergy(300.0);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "300")); // looks like keV
  filter->SetEnergy(300e3);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "semiangle"));
  filter->SetSemiangle(20.0); // mrad taken for rad
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "mrad"));
  filter->SetSemiangleInMilliradians(20.0);
  filter->Update(); // all repaired
}

TEST(ScanningDetectorImageFilter, NamesWhatIsWrong)
{
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  EXPECT_TRUE(Contains(ErrorText([&] { filter->AddDetector(nullptr); }), "null"));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->AddDetector(test::MakeAnnularDetector("bf", 0, 10)); }), "\"bf\" already"));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->AddDetector(itk::ElectronPixelatedDetector::New()); }), "ElectronMultisliceSimulation"));
  EXPECT_EQ(filter->GetNumberOfDetectors(), 2u);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->GetOutput("haadf"); }), "bf or adf"));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->GetOutputName(2); }), "there are 2"));
  filter->AddDetector(test::MakeAnnularDetector("far", 100, 900));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "beyond the band limit"));
  filter->GetDetector(2)->SetName("bf");
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "'bf'"));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->GetDetector(7); }), "there are 3"));

  auto oblique = MakeStructure();
  oblique->SetCellParameters(4.0, 4.0, 5.0, 90.0, 90.0, 60.0);
  auto obliqueSource = MakeSource<float>(oblique);
  auto onOblique = MakeFilter<float>(obliqueSource->GetOutput());
  EXPECT_TRUE(Contains(ErrorText([&] { onOblique->Update(); }), "60"));

  auto limited = MakeFilter<float>(source->GetOutput());
  limited->SetBandLimit(itk::ElectronMultisliceEnums::BandLimit::Radial);
  EXPECT_TRUE(Contains(ErrorText([&] { limited->Update(); }), "taper and this filter radial"));
  auto radial = MakeSource<float>(MakeStructure());
  radial->SetBandLimit(itk::ElectronMultisliceEnums::BandLimit::Radial);
  limited->SetInput(radial->GetOutput());
  limited->Update();
}

TEST(ScanningDetectorImageFilter, NamesWhatIsWrongWithAnImage)
{
  auto image = test::Potential<float>::New();
  image->SetRegions(test::Potential<float>::SizeType{ { 63, 64, 2 } });
  const double spacing[3] = { 0.1, 0.1, 2.0 };
  image->SetSpacing(spacing);
  image->Allocate(true);
  auto filter = MakeFilter<float>(image.GetPointer());
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "63 x 64"));
  filter->SetTransmissionOversampling(1);
  filter->Update();
  image->SetPixel({ { 5, 6, 1 } }, std::nanf(""));
  image->Modified();
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "pixel (5, 6) of slice 1"));
  auto direction = image->GetDirection();
  direction.Fill(0.0);
  direction(0, 1) = direction(1, 0) = direction(2, 2) = 1.0;
  image->SetDirection(direction);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "direction"));
}

TEST(ScanningDetectorImageFilter, RefusesSeveralConfigurationsBehindAnotherFilter)
{
  auto source = MakeSource<float>(MakeStructure());
  source->SetThermalModel(itk::ElectronMultisliceEnums::ThermalModel::FrozenPhonons);
  source->SetNumberOfConfigurations(2);
  auto cast = itk::CastImageFilter<test::Potential<float>, test::Potential<float>>::New();
  cast->SetInput(source->GetOutput());
  auto filter = MakeFilter<float>(cast->GetOutput());
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "2 thermal configurations"));
  source->SetNumberOfConfigurations(1);
  filter->Update();
}

TEST(ScanningDetectorImageFilter, Prints)
{
  auto source = MakeSource<float>(MakeStructure());
  auto filter = MakeFilter<float>(source->GetOutput());
  filter->SetAberration("C12", 3.5);
  filter->SetAberration("phi12", 0.25);
  filter->SetTilt(0.001, 0.0);
  filter->SetExitPlaneDepths({ 4.0 });
  const std::string text = test::Printed(filter.GetPointer());
  EXPECT_TRUE(Contains(text, "Energy: 100000 eV"));
  EXPECT_TRUE(Contains(text, "Semiangle: 0.025 rad"));
  EXPECT_TRUE(Contains(text, "C12 3.5 Å at 0.25 rad"));
  EXPECT_TRUE(Contains(text, "Tilt: 0.001, 0 rad"));
  EXPECT_TRUE(Contains(text, "Propagator: exact"));
  EXPECT_TRUE(Contains(text, "ExitPlaneDepths: 4 Å"));
  EXPECT_TRUE(Contains(text, "Detector: adf"));
}
