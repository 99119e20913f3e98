#include "itkDiffractionDetectorImageFilter.h"
#include "ItkTestTools.h"
#include "PatternSource.h"
#include "itkElectronCenterOfMassDetector.h"
#include "itkElectronMultisliceSimulation.h"
#include "itkElectronPixelatedDetector.h"
#include "itkElectronSegmentedDetector.h"
#include "itkElectronSensitivityMapDetector.h"
#include "itkMetaDataObject.h"
#include "itkPipelineMonitorImageFilter.h"
#include "itkStreamingImageFilter.h"
#include <cmath>
#include <limits>

using test::Contains;
using test::ErrorText;
using test::MakeAnnularDetector;
using test::Pixels;

namespace
{
template <typename T>
using Patterns = itk::Image<T, 4>;
template <typename T>
using Virtual = itk::DiffractionDetectorImageFilter<Patterns<T>, test::Scan<T>>;

constexpr double Energy = 100e3;
constexpr double Wavelength = 0.0370143661378181; // Å at 100 kV, CODATA 2018: test/data/oracle/01_scattering.json

template <typename T>
typename Virtual<T>::Pointer
MakeVirtual(const Patterns<T> * patterns)
{
  auto filter = Virtual<T>::New();
  filter->SetInput(patterns);
  filter->SetEnergy(Energy);
  return filter;
}

/** One bright pixel on 9 x 7 pixels of 0.1 1/Å, two by three positions. */
test::PatternSource<float>::Pointer
MakeSpot(itk::IndexValueType x, itk::IndexValueType y)
{
  auto source = test::PatternSource<float>::New();
  source->Set({ { 9, 7, 2, 3 } },
              [x, y](const Patterns<float>::IndexType & index) { return index[0] == x && index[1] == y ? 2.0f : 0.0f; });
  return source;
}

/** Different everywhere, positive; deterministic. */
template <typename T>
T
Texture(const typename Patterns<T>::IndexType & index)
{
  return static_cast<T>(1.0 + std::sin(1.0 + 0.7 * index[0] + 1.3 * index[1] + 2.1 * index[2] + 3.7 * index[3]));
}

template <typename T>
typename test::PatternSource<T>::Pointer
MakeTexture()
{
  auto source = test::PatternSource<T>::New();
  source->Set({ { 9, 7, 5, 6 } }, Texture<T>);
  return source;
}

itk::ElectronSegmentedDetector::Pointer
MakeQuadrants(double inner, double outer)
{
  auto detector = itk::ElectronSegmentedDetector::New();
  detector->SetName("quadrant");
  detector->SetInnerAngleInMilliradians(inner);
  detector->SetOuterAngleInMilliradians(outer);
  return detector;
}

template <typename T>
class DiffractionDetectorTyped : public testing::Test
{};
using PixelTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(DiffractionDetectorTyped, PixelTypes);
} // namespace

TYPED_TEST(DiffractionDetectorTyped, GivesWhatTheEnginesDetectorsGive)
{
  constexpr bool              isDouble = sizeof(TypeParam) == sizeof(double);
  const test::TemporaryFolder folder;
  folder.Write("two.xyz", "2\nLattice=\"5 0 0 0 6 0 0 0 4\" Properties=species:S:1:pos:R:3\nAu 1 2 0\nSi 3.5 4 2\n");
  auto context = itk::ElectronMultisliceExecutionContext::New();
  context->SetSetting("precision", isDouble ? "float64" : "float32");
  auto simulation = itk::ElectronMultisliceSimulation::New();
  simulation->SetExecutionContext(context);
  simulation->SetJobText(R"(specimen: {structure: two.xyz, repetitions: [2, 2, 2]}
potential: {grid: [80, 96], slice-thickness: 2}
thermal: {model: frozen-phonons, configurations: 2, mean-square-displacement: {Au: 0.006, Si: 0.007}}
beam: {energy: 100 keV}
illumination: {type: probe, semiangle: 25 mrad}
scan: {start: [0.25, 0.5], step: [0.5, 0.75], count: [3, 2], rotation: 20 deg}
detectors:
  bf: {type: annular, inner: 0 mrad, outer: 25 mrad}
  adf: {type: annular, inner: 40 mrad, outer: 90 mrad}
  quadrant: {type: segmented, inner: 10 mrad, outer: 60 mrad, radial: 2, azimuthal: 4, rotation: 10 deg}
  com: {type: center-of-mass}
  moment: {type: center-of-mass, outer: 50 mrad, divided: false}
  patterns: {type: pixelated}
)",
                         folder.Path(""));
  simulation->RunToMemory();
  auto filter = Virtual<TypeParam>::New();
  filter->SetInput(dynamic_cast<const Patterns<TypeParam> *>(simulation->GetOutput("patterns")));
  ASSERT_NE(filter->GetInput(), nullptr);
  filter->AddDetector(MakeAnnularDetector("bf", 0, 25));
  filter->AddDetector(MakeAnnularDetector("adf", 40, 90));
  auto quadrant = MakeQuadrants(10, 60);
  quadrant->SetNumberOfRadialBins(2);
  quadrant->SetRotation(10.0 * itk::Math::pi / 180.0);
  filter->AddDetector(quadrant);
  auto com = itk::ElectronCenterOfMassDetector::New();
  com->SetName("com");
  filter->AddDetector(com);
  auto moment = itk::ElectronCenterOfMassDetector::New();
  moment->SetName("moment");
  moment->SetMaximumAngleInMilliradians(50.0);
  moment->DividedByIntensityOff();
  filter->AddDetector(moment);
  filter->Update(); // the energy is in the metadata
  const auto names = filter->GetOutputNames();
  ASSERT_EQ(names.size(), 14u);
  for (const auto & name : names)
  {
    const auto * expected = dynamic_cast<const test::Scan<TypeParam> *>(simulation->GetOutput(name));
    const auto * image = filter->GetOutput(name);
    ASSERT_NE(expected, nullptr) << name;
    EXPECT_EQ(image->GetOrigin(), expected->GetOrigin());
    EXPECT_EQ(image->GetSpacing(), expected->GetSpacing());
    EXPECT_EQ(image->GetDirection(), expected->GetDirection());
    for (const char * key : { "units", "quantity", "ElectronMultislice.output" })
    {
      std::string text, expectedText;
      EXPECT_TRUE(itk::ExposeMetaData<std::string>(image->GetMetaDataDictionary(), key, text));
      itk::ExposeMetaData<std::string>(expected->GetMetaDataDictionary(), key, expectedText);
      EXPECT_EQ(text, expectedText) << name;
    }
    const auto values = Pixels(image);
    const auto expectedValues = Pixels(expected);
    for (std::size_t i = 0; i < values.size(); ++i)
    {
      // Every pixel of a pattern is rounded once (6e-8 relative in float), the engine adds up before rounding. Fractions are below 1; k is
      // below 2.7 1/Å.
      EXPECT_NEAR(values[i], expectedValues[i], isDouble ? 1e-14 : 2.5e-7) << name;
      EXPECT_TRUE(name == "com-x" || name == "com-y" || name == "moment-x" || name == "moment-y" || values[i] > 1e-6) << name;
    }
  }
}

TYPED_TEST(DiffractionDetectorTyped, StreamedIsTheWholeWithAnyNumberOfThreads)
{
  const auto make = [](const Patterns<TypeParam> * patterns) {
    auto filter = MakeVirtual<TypeParam>(patterns);
    filter->AddDetector(MakeAnnularDetector("adf", 4, 11));
    filter->AddDetector(itk::ElectronCenterOfMassDetector::New());
    return filter;
  };
  auto source = MakeTexture<TypeParam>();
  auto whole = make(source->GetOutput());
  whole->Update();
  EXPECT_EQ(source->GetNumberOfRuns(), 1);
  for (const unsigned int threads : { 1u, 3u, 16u })
  {
    auto another = MakeTexture<TypeParam>();
    auto monitor = itk::PipelineMonitorImageFilter<Patterns<TypeParam>>::New();
    monitor->SetInput(another->GetOutput());
    auto filter = make(monitor->GetOutput());
    filter->SetNumberOfWorkUnits(threads);
    auto streamer = itk::StreamingImageFilter<test::Scan<TypeParam>, test::Scan<TypeParam>>::New();
    streamer->SetInput(filter->GetOutput("center-of-mass-y"));
    streamer->SetNumberOfStreamDivisions(3);
    streamer->Update();
    EXPECT_EQ(Pixels(streamer->GetOutput()), Pixels(whole->GetOutput("center-of-mass-y")));
    EXPECT_TRUE(monitor->VerifyAllInputCanStream(3));
    EXPECT_EQ(another->GetNumberOfRuns(), 3);
    for (const auto & region : monitor->GetUpdatedBufferedRegions())
    {
      EXPECT_EQ(region.GetSize(), (itk::Size<4>{ { 9, 7, 5, 2 } })); // whole patterns of two rows
    }
  }
}

TEST(DiffractionDetector, ARegionAsksForItsPatternsOnly)
{
  auto source = MakeTexture<float>();
  auto filter = MakeVirtual<float>(source->GetOutput());
  filter->AddDetector(MakeAnnularDetector("bf", 0, 11));
  filter->Update();
  auto another = MakeTexture<float>();
  auto part = MakeVirtual<float>(another->GetOutput());
  part->AddDetector(MakeAnnularDetector("bf", 0, 11));
  part->UpdateOutputInformation();
  const test::Scan<float>::RegionType region({ { 1, 2 } }, { { 3, 2 } });
  part->GetOutput()->SetRequestedRegion(region);
  part->GetOutput()->Update();
  EXPECT_EQ(part->GetOutput()->GetBufferedRegion(), region);
  EXPECT_EQ(another->GetOutput()->GetBufferedRegion().GetSize(), (itk::Size<4>{ { 9, 7, 3, 2 } }));
  EXPECT_EQ(part->GetOutput()->GetPixel({ { 2, 3 } }), filter->GetOutput()->GetPixel({ { 2, 3 } }));
}

TEST(DiffractionDetector, PixelsBelongToTheirPlaceSeenFromTheBeam)
{
  // a spot at +0.2 1/Å along x, +0.1 along y: 8.28 mrad at an azimuth of 26.6 degrees
  auto         source = MakeSpot(4 + 2, 3 + 1);
  auto         filter = MakeVirtual<float>(source->GetOutput());
  const double angle = 1e3 * Wavelength * std::hypot(0.2, 0.1);
  filter->AddDetector(MakeAnnularDetector("below", 0, angle - 1e-3));
  filter->AddDetector(MakeAnnularDetector("above", angle - 1e-3, angle + 1e-3));
  filter->AddDetector(MakeQuadrants(2, 10));
  filter->AddDetector(itk::ElectronCenterOfMassDetector::New());
  filter->Update();
  EXPECT_EQ(filter->GetOutput("below")->GetPixel({ { 1, 2 } }), 0.0f);
  EXPECT_EQ(filter->GetOutput("above")->GetPixel({ { 1, 2 } }), 2.0f);
  EXPECT_EQ(filter->GetOutput("quadrant-r0-a0")->GetPixel({ { 0, 0 } }), 2.0f);
  EXPECT_EQ(filter->GetOutput("quadrant-r0-a1")->GetPixel({ { 0, 0 } }), 0.0f);
  EXPECT_FLOAT_EQ(filter->GetOutput("center-of-mass-x")->GetPixel({ { 0, 0 } }), 0.2f);
  EXPECT_FLOAT_EQ(filter->GetOutput("center-of-mass-y")->GetPixel({ { 0, 0 } }), 0.1f);

  // the beam elsewhere: at (+0.1, +0.2), so that the spot is at (+0.1, -0.1)
  filter->SetBeamCenter(0.1, 0.2);
  dynamic_cast<itk::ElectronAnnularDetector *>(filter->GetDetector(0))->SetOuterAngleInMilliradians(3.0);
  filter->GetDetector(1)->SetName("disc");
  dynamic_cast<itk::ElectronAnnularDetector *>(filter->GetDetector(1))->SetInnerAngle(0.0);
  dynamic_cast<itk::ElectronAnnularDetector *>(filter->GetDetector(1))->SetOuterAngleInMilliradians(7.0);
  dynamic_cast<itk::ElectronSegmentedDetector *>(filter->GetDetector(2))->SetOuterAngleInMilliradians(7.0);
  filter->Update();
  EXPECT_EQ(filter->GetOutput("disc")->GetPixel({ { 1, 2 } }), 2.0f);
  EXPECT_EQ(filter->GetOutput("quadrant-r0-a3")->GetPixel({ { 0, 0 } }), 2.0f);
  EXPECT_FLOAT_EQ(filter->GetOutput("center-of-mass-x")->GetPixel({ { 0, 0 } }), 0.1f);
  EXPECT_FLOAT_EQ(filter->GetOutput("center-of-mass-y")->GetPixel({ { 0, 0 } }), -0.1f);
}

TEST(DiffractionDetector, SensitivityMapsWeighThePixels)
{
  // one value per pixel of the patterns, twice as fine: the places between do not count
  auto map =
    test::MakeAngleImage<double>(itk::Size<2>{ { 9, 7 } }, 0.05 * Wavelength, 0.05 * Wavelength, -0.2 * Wavelength, -0.15 * Wavelength);
  map->SetPixel({ { 6, 1 } }, 0.75); // +0.1 and -0.1 1/Å
  map->SetPixel({ { 7, 4 } }, 4.0);  // +0.15 and +0.05 1/Å: half a pixel beside four
  auto detector = itk::ElectronSensitivityMapDetector::New();
  auto source = test::PatternSource<double>::New();
  source->Set({ { 9, 7, 2, 1 } }, [](const Patterns<double>::IndexType & i) { return 1.0 * i[0] + 100.0 * i[1] + i[2]; });
  auto filter = MakeVirtual<double>(source->GetOutput());
  filter->AddDetector(detector);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "has no pixels")); // no map yet
  detector->SetSensitivityMap(map);
  filter->Update();
  // the beam is at pixel (4, 3), so the spot at (5, 2)
  EXPECT_NEAR(filter->GetOutput("sensitivity-map")->GetPixel({ { 0, 0 } }), 0.75 * 205.0, 1e-9);
  EXPECT_NEAR(filter->GetOutput("sensitivity-map")->GetPixel({ { 1, 0 } }), 0.75 * 206.0, 1e-9);
  // moved by half a pixel of the patterns, (5, 3) sees the value 4 and the spot is between pixels
  filter->SetBeamCenter(-0.05, -0.05);
  filter->Update();
  EXPECT_NEAR(filter->GetOutput("sensitivity-map")->GetPixel({ { 0, 0 } }), 4.0 * 305.0, 1e-9);
  // beyond the recorded patterns
  filter->SetBeamCenter(0.4, 0.0);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "(sensitivity-map) reaches"));
}

TEST(DiffractionDetector, TheDirectionTurnsDetectorAndScan)
{
  auto source = MakeSpot(4 + 2, 3 + 1);
  source->Update();
  Patterns<float>::Pointer patterns = source->GetOutput();
  patterns->DisconnectPipeline();
  auto direction = patterns->GetDirection();
  direction(0, 0) = direction(1, 1) = 0.0; // the camera is mounted a quarter turn away
  direction(1, 0) = 1.0;
  direction(0, 1) = -1.0;
  direction(2, 2) = direction(3, 3) = std::cos(0.3);
  direction(3, 2) = std::sin(0.3);
  direction(2, 3) = -direction(3, 2);
  patterns->SetDirection(direction);
  auto origin = patterns->GetOrigin();
  origin[0] = 0.3; // so that pixel (4, 3) is the beam again
  origin[1] = -0.4;
  patterns->SetOrigin(origin);
  auto filter = MakeVirtual<float>(patterns);
  filter->AddDetector(itk::ElectronCenterOfMassDetector::New());
  filter->Update();
  EXPECT_FLOAT_EQ(filter->GetOutput(0u)->GetPixel({ { 0, 0 } }), -0.1f);
  EXPECT_FLOAT_EQ(filter->GetOutput(1u)->GetPixel({ { 0, 0 } }), 0.2f);
  EXPECT_EQ(filter->GetOutput(0u)->GetOrigin()[0], 2.0);
  EXPECT_EQ(filter->GetOutput(0u)->GetOrigin()[1], 3.0);
  EXPECT_EQ(filter->GetOutput(0u)->GetSpacing()[1], 0.625);
  EXPECT_EQ(filter->GetOutput(0u)->GetDirection()(1, 0), std::sin(0.3));
  // axes of detector and scan mixed
  direction(2, 0) = 0.01;
  patterns->SetDirection(direction);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "(2, 0) is 0.01"));
}

TEST(DiffractionDetector, RefusesDetectorsBeyondTheRecordedPatterns)
{
  // 9 x 7 pixels of 0.1 1/Å around the beam: the first that are missing along y stand at 0.4 1/Å
  auto source = MakeSpot(4, 3);
  auto filter = MakeVirtual<float>(source->GetOutput());
  auto detector = itk::ElectronAnnularDetector::New();
  detector->SetOuterAngle(0.4 * Wavelength);
  filter->AddDetector(detector);
  filter->Update();
  detector->SetOuterAngle(0.401 * Wavelength);
  const std::string text = ErrorText([&] { filter->Update(); });
  EXPECT_TRUE(Contains(text, "'annular' (annular) reaches 14.84 mrad"));
  EXPECT_TRUE(Contains(text, "whole up to 14.81 mrad"));
  EXPECT_TRUE(Contains(text, "smaller angle"));
  detector->SetOuterAngle(0.3 * Wavelength);
  filter->SetBeamCenter(0.2, 0.0); // one side has 0.3 1/Å left
  filter->Update();
  filter->SetBeamCenter(0.0, -0.15);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "whole up to 9.254 mrad")); // 0.25 1/Å
  filter->SetBeamCenter(5.0, 0.0);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "whole up to 0 mrad"));
  filter->SetBeamCenter(0.0, 0.0);
  filter->ClearDetectors();
  auto com = itk::ElectronCenterOfMassDetector::New();
  com->SetMaximumAngle(0.41 * Wavelength);
  filter->AddDetector(com);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "(center-of-mass) reaches"));
}

TEST(DiffractionDetector, RefusesWhatItCannotUse)
{
  auto source = MakeSpot(4, 3);
  auto filter = Virtual<float>::New();
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "no patterns"));
  filter->SetInput(source->GetOutput());
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "no detector"));
  EXPECT_TRUE(Contains(ErrorText([&] { filter->AddDetector(itk::ElectronPixelatedDetector::New()); }), "two-dimensional"));
  auto detector = MakeAnnularDetector("bf", 0, 10);
  filter->AddDetector(detector);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "SetEnergy()"));
  filter->SetEnergy(200);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "looks like keV"));
  filter->SetEnergy(Energy);
  detector->SetInnerAngleInMilliradians(10);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "the inner one must be smaller"));
  detector->SetInnerAngleInMilliradians(9.5);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "holds no pixel of the recorded patterns in its segment 0"));
  detector->SetOuterAngle(std::numeric_limits<double>::infinity());
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "finite"));
  detector->SetInnerAngle(0.0);
  detector->SetOuterAngleInMilliradians(10);
  filter->SetBeamCenter(std::numeric_limits<double>::quiet_NaN(), 0.0);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "beam center"));
  EXPECT_EQ(source->GetNumberOfRuns(), 0); // all of it before anything is computed
  filter->SetBeamCenter(0.0, 0.0);
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput("bf")), std::vector<float>(6, 2.0f));
}

TEST(DiffractionDetector, TakesTheEnergyFromTheMetadataAndPassesTheRestOn)
{
  auto source = MakeSpot(4, 3);
  source->Update();
  auto & dictionary = source->GetOutput()->GetMetaDataDictionary();
  itk::EncapsulateMetaData<std::string>(dictionary, "energy_eV", "100000"); // as text formats keep it
  itk::EncapsulateMetaData<std::string>(dictionary, "units", "[1/Å, 1/Å, nm, index]");
  itk::EncapsulateMetaData<std::string>(dictionary, "quantity", "counts");
  itk::EncapsulateMetaData<std::string>(dictionary, "camera", "own");
  auto filter = Virtual<float>::New();
  filter->SetInput(source->GetOutput());
  auto detector = itk::ElectronAnnularDetector::New();
  detector->SetOuterAngle(0.4 * Wavelength * (1.0 + 1e-5));
  filter->AddDetector(detector);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->UpdateOutputInformation(); }), "14.81 mrad"));
  detector->SetOuterAngle(0.4 * Wavelength);
  filter->UpdateOutputInformation();
  const auto & metaData = filter->GetOutput()->GetMetaDataDictionary();
  double       energy = 0.0;
  std::string  text;
  EXPECT_TRUE(itk::ExposeMetaData<double>(metaData, "energy_eV", energy));
  EXPECT_EQ(energy, 100e3);
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(metaData, "units", text));
  EXPECT_EQ(text, "[nm, index]");
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(metaData, "quantity", text));
  EXPECT_EQ(text, "intensity / fraction of the beam");
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(metaData, "camera", text));
  // the setter wins: shorter waves, smaller angles
  filter->SetEnergy(200e3);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->UpdateOutputInformation(); }), "whole up to 10.03 mrad")); // 0.4 x 0.025079 Å
}

TEST(DiffractionDetector, PixelsThatAreNotFiniteSpoilTheirDetectorsOnly)
{
  auto source = test::PatternSource<float>::New();
  source->Set({ { 9, 7, 2, 1 } }, [](const Patterns<float>::IndexType & index) {
    return index[0] == 6 && index[1] == 3 && index[2] == 1 ? std::numeric_limits<float>::quiet_NaN() : 1.0f;
  });
  auto filter = MakeVirtual<float>(source->GetOutput());
  filter->AddDetector(MakeAnnularDetector("inside", 0, 7)); // the dead pixel is at 7.4 mrad
  filter->AddDetector(MakeAnnularDetector("with", 0, 8));
  filter->Update();
  EXPECT_EQ(filter->GetOutput("inside")->GetPixel({ { 1, 0 } }), 9.0f);
  EXPECT_TRUE(std::isnan(filter->GetOutput("with")->GetPixel({ { 1, 0 } })));
  EXPECT_EQ(filter->GetOutput("with")->GetPixel({ { 0, 0 } }), 13.0f);
}

TEST(DiffractionDetector, AnEmptyPatternHasItsCentreAtTheBeam)
{
  auto source = MakeSpot(100, 100); // nowhere
  auto filter = MakeVirtual<float>(source->GetOutput());
  filter->AddDetector(itk::ElectronCenterOfMassDetector::New());
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput(0u)), std::vector<float>(6, 0.0f));
}

TEST(DiffractionDetector, RunsAgainOnlyAfterAChange)
{
  auto source = MakeTexture<float>();
  auto filter = MakeVirtual<float>(source->GetOutput());
  auto detector = MakeAnnularDetector("bf", 0, 10);
  filter->AddDetector(detector);
  int runs = 0;
  filter->AddObserver(itk::StartEvent(), [&](const itk::EventObject &) { ++runs; });
  filter->Update();
  filter->Update();
  EXPECT_EQ(runs, 1);
  const auto before = Pixels(filter->GetOutput());
  detector->SetOuterAngleInMilliradians(8);
  filter->Update();
  EXPECT_EQ(runs, 2);
  EXPECT_NE(Pixels(filter->GetOutput()), before);
  filter->SetBeamCenter(0.1, 0.0);
  filter->Update();
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(source->GetNumberOfRuns(), 1);
}

TEST(DiffractionDetector, StopsAndStartsAgain)
{
  auto source = MakeTexture<float>();
  auto filter = MakeVirtual<float>(source->GetOutput());
  filter->AddDetector(MakeAnnularDetector("bf", 0, 10));
  const auto tag = filter->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) { filter->AbortGenerateDataOn(); });
  EXPECT_THROW(filter->Update(), itk::ProcessAborted);
  EXPECT_TRUE(filter->GetOutput()->GetDataReleased()); // nothing half computed looks whole
  filter->RemoveObserver(tag);
  filter->UpdateLargestPossibleRegion();
  EXPECT_FLOAT_EQ(filter->GetProgress(), 1.0f);
  auto other = MakeVirtual<float>(source->GetOutput());
  other->AddDetector(MakeAnnularDetector("bf", 0, 10));
  other->Update();
  EXPECT_EQ(Pixels(filter->GetOutput()), Pixels(other->GetOutput()));
}

TEST(DiffractionDetector, Prints)
{
  auto filter = Virtual<double>::New();
  filter->SetEnergy(80e3);
  filter->SetBeamCenter(0.25, -0.5);
  filter->AddDetector(MakeAnnularDetector("bf", 0, 10));
  const std::string text = test::Printed(filter.GetPointer());
  EXPECT_TRUE(Contains(text, "Energy: 80000 eV"));
  EXPECT_TRUE(Contains(text, "BeamCenter: [0.25, -0.5] 1/Å"));
  EXPECT_TRUE(Contains(text, "Detector: bf"));
}
