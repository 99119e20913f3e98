#include "ItkTestTools.h"
#include "itkAtomicStructureFileReader.h"
#include "itkCommand.h"
#include "itkMetaDataObject.h"
#include "itkStreamingImageFilter.h"
#include "physics/Constants.h"
#include "physics/ScatteringFactors.h"
#include <numeric>

using test::Contains;
using test::ErrorText;
using test::MakeSource;
using test::MakeStructure;
using test::Pixels;

TEST(ElectronPotentialImageSource, HasTheGeometryOfTheSupercell)
{
  auto source = MakeSource<float>(MakeStructure());
  source->UpdateOutputInformation();
  const auto * image = source->GetOutput();
  const auto   size = image->GetLargestPossibleRegion().GetSize();
  EXPECT_EQ(size[0], 96u); // 48 waves x oversampling 2
  EXPECT_EQ(size[1], 120u);
  EXPECT_EQ(size[2], 4u);
  EXPECT_DOUBLE_EQ(image->GetSpacing()[0], 8.0 / 96);
  EXPECT_DOUBLE_EQ(image->GetSpacing()[1], 10.0 / 120);
  EXPECT_DOUBLE_EQ(image->GetSpacing()[2], 2.0);
  EXPECT_DOUBLE_EQ(image->GetOrigin()[0], 0.0);
  EXPECT_DOUBLE_EQ(image->GetOrigin()[1], 0.0);
  EXPECT_DOUBLE_EQ(image->GetOrigin()[2], 1.0);
  EXPECT_EQ(image->GetBufferedRegion().GetNumberOfPixels(), 0u); // nothing computed yet
  std::string text;
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(image->GetMetaDataDictionary(), "quantity", text));
  EXPECT_EQ(text, "projected potential / (V Å)");
  EXPECT_TRUE(itk::ExposeMetaData<std::string>(image->GetMetaDataDictionary(), "units", text));
  EXPECT_EQ(text, "[Å, Å, Å]");
}

TEST(ElectronPotentialImageSource, TurnsAndPadsTheCell)
{
  auto structure = MakeStructure();
  structure->SetCell({ 4.0, 5.0, 6.0 });
  auto source = MakeSource<float>(structure);
  source->SetRepetitions(1, 1, 1);
  source->SetBeamAxis(itk::ElectronMultisliceEnums::BeamAxis::A);
  source->SetPadding(0.5, 1.0, 0.0);
  source->UpdateOutputInformation();
  const auto * image = source->GetOutput();
  const auto   size = image->GetLargestPossibleRegion().GetSize();
  EXPECT_NEAR(size[0] * image->GetSpacing()[0], 5.0 + 1.0, 1e-12); // (x, y, z) = (b, c, a)
  EXPECT_NEAR(size[1] * image->GetSpacing()[1], 6.0 + 2.0, 1e-12);
  EXPECT_NEAR(size[2] * image->GetSpacing()[2], 4.0, 1e-12);
}

TEST(ElectronPotentialImageSource, IntegratesToTheScatteringFactorsAtZero)
{
  auto source = MakeSource<double>(MakeStructure());
  source->Update();
  const auto   pixels = Pixels(source->GetOutput());
  const auto & spacing = source->GetOutput()->GetSpacing();
  const double integral = std::accumulate(pixels.begin(), pixels.end(), 0.0) * spacing[0] * spacing[1];
  double       expected = 0.0; // V(k = 0) area = sum of f_e(0)/kappa; 2 x 2 x 2 cells
  for (int element : { 79, 14, 8 })
  {
    const auto & terms = ElectronMultislice::GetScatteringTerms(ElectronMultislice::Parametrization::Lobato, element);
    expected += 8.0 * ElectronMultislice::ElectronScatteringFactor(terms, 0.0) * ElectronMultislice::InverseKappa();
  }
  EXPECT_NEAR(integral / expected, 1.0, 1e-9);
}

TEST(ElectronPotentialImageSource, PutsAtomsWhereTheyAre)
{
  auto source = MakeSource<float>(MakeStructure());
  source->Update();
  const auto * image = source->GetOutput();
  // gold at (1, 1.5, 0.5) Å: 12 pixels per Å, first slice; its mirror images hold no atom
  const float peak = image->GetPixel({ { 12, 18, 0 } });
  const auto  pixels = Pixels(image);
  EXPECT_FLOAT_EQ(peak, *std::max_element(pixels.begin(), pixels.end()));
  EXPECT_LT(image->GetPixel({ { 12, 18, 1 } }), 0.2f * peak);
  EXPECT_LT(image->GetPixel({ { 18, 12, 0 } }), 0.2f * peak);
  EXPECT_LT(image->GetPixel({ { 96 - 12, 18, 0 } }), 0.2f * peak);
  EXPECT_LT(image->GetPixel({ { 12, 120 - 18, 0 } }), 0.2f * peak);
  EXPECT_NEAR(image->GetPixel({ { 12 + 48, 18 + 60, 2 } }), peak, 1e-5 * peak); // the next cell in x, y and z
}

TEST(ElectronPotentialImageSource, StreamsAlongZWithTheSameBits)
{
  auto whole = MakeSource<float>(MakeStructure());
  whole->Update();
  auto source = MakeSource<float>(MakeStructure());
  auto streamer = itk::StreamingImageFilter<test::Potential<float>, test::Potential<float>>::New();
  streamer->SetInput(source->GetOutput());
  streamer->SetNumberOfStreamDivisions(4);
  streamer->Update();
  EXPECT_EQ(source->GetOutput()->GetBufferedRegion().GetSize(2), 1u);
  EXPECT_EQ(Pixels(streamer->GetOutput()), Pixels(whole->GetOutput()));
}

TEST(ElectronPotentialImageSource, BuildsEqualSlicesOnceAndKeepsEach)
{
  auto context = itk::ElectronMultisliceExecutionContext::New();
  auto source = MakeSource<float>(MakeStructure());
  source->SetExecutionContext(context);
  source->Update();
  EXPECT_EQ(context->GetNumberOfSlicesBuilt(), 2u); // two cells along the beam, two slices each
  const auto pixels = Pixels(source->GetOutput());
  EXPECT_TRUE(std::equal(pixels.begin(), pixels.begin() + pixels.size() / 2, pixels.begin() + pixels.size() / 2));
  auto again = MakeSource<float>(MakeStructure());
  again->SetExecutionContext(context);
  auto streamer = itk::StreamingImageFilter<test::Potential<float>, test::Potential<float>>::New();
  streamer->SetInput(again->GetOutput());
  streamer->SetNumberOfStreamDivisions(4);
  streamer->Update();
  EXPECT_EQ(context->GetNumberOfSlicesBuilt(), 2u);
  EXPECT_EQ(Pixels(streamer->GetOutput()), pixels);
}

TEST(ElectronPotentialImageSource, EnlargesRegionsInXAndY)
{
  auto source = MakeSource<float>(MakeStructure());
  source->UpdateOutputInformation();
  source->GetOutput()->SetRequestedRegion(test::Potential<float>::RegionType({ { 5, 5, 1 } }, { { 3, 3, 2 } }));
  source->GetOutput()->PropagateRequestedRegion();
  source->GetOutput()->UpdateOutputData();
  const auto region = source->GetOutput()->GetBufferedRegion();
  EXPECT_EQ(region.GetIndex(0), 0);
  EXPECT_EQ(region.GetSize(0), 96u);
  EXPECT_EQ(region.GetSize(1), 120u);
  EXPECT_EQ(region.GetIndex(2), 1);
  EXPECT_EQ(region.GetSize(2), 2u);
}

TEST(ElectronPotentialImageSource, DrawsThermalConfigurationsByTheirNumber)
{
  using Model = itk::ElectronMultisliceEnums::ThermalModel;
  auto source = MakeSource<float>(MakeStructure());
  source->SetThermalModel(Model::FrozenPhonons);
  source->SetNumberOfConfigurations(3);
  source->SetSeed(7);
  const auto pixelsOf = [&](unsigned int configuration) {
    source->SetConfigurationIndex(configuration);
    source->Update();
    return Pixels(source->GetOutput());
  };
  const auto first = pixelsOf(0);
  const auto second = pixelsOf(1);
  EXPECT_NE(first, second);
  EXPECT_EQ(first, pixelsOf(0));
  source->SetSeed(8);
  EXPECT_NE(first, pixelsOf(0));
  source->SetConfigurationIndex(3);
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "there are 3"));
}

TEST(ElectronPotentialImageSource, PixelTypeIsThePrecision)
{
  auto single = MakeSource<float>(MakeStructure());
  auto both = MakeSource<double>(MakeStructure());
  single->Update();
  both->Update();
  const auto   floats = Pixels(single->GetOutput());
  const auto   doubles = Pixels(both->GetOutput());
  const double peak = *std::max_element(doubles.begin(), doubles.end());
  double       largest = 0.0;
  for (std::size_t i = 0; i < floats.size(); ++i)
  {
    largest = std::max(largest, std::abs(floats[i] - doubles[i]));
  }
  EXPECT_GT(largest, 0.0);
  EXPECT_LT(largest, 1e-5 * peak);
}

TEST(ElectronPotentialImageSource, RunsAgainWhenSomethingChangesAndOnlyThen)
{
  auto structure = MakeStructure();
  auto source = MakeSource<float>(structure);
  int  runs = 0;
  source->AddObserver(itk::StartEvent(), [&](const itk::EventObject &) { ++runs; });
  source->Update();
  source->Update();
  EXPECT_EQ(runs, 1);
  const auto before = Pixels(source->GetOutput());
  structure->SetAtomicNumbers({ 79, 14, 9 });
  source->Update();
  EXPECT_EQ(runs, 2);
  EXPECT_NE(Pixels(source->GetOutput()), before);
  source->SetMeanSquareDisplacement("Au", 0.01);
  source->SetThermalModel(itk::ElectronMultisliceEnums::ThermalModel::DebyeWaller);
  source->Update();
  EXPECT_EQ(runs, 3);
  EXPECT_DOUBLE_EQ(source->GetMeanSquareDisplacement("Au"), 0.01);
  EXPECT_LT(source->GetMeanSquareDisplacement("O"), 0.0);
}

TEST(ElectronPotentialImageSource, FollowsANewFileNameWithOneUpdate)
{
  const test::TemporaryFolder folder;
  auto                        reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(folder.Write("one.xyz", test::CubicXyz(4.0, "C")));
  auto source = test::Source<float>::New();
  source->SetStructure(reader->GetOutput());
  source->SetGridSize(32, 32);
  source->Update();
  EXPECT_DOUBLE_EQ(source->GetOutput()->GetSpacing()[0], 4.0 / 64);
  reader->SetFileName(folder.Write("two.xyz", test::CubicXyz(6.0, "Au")));
  source->UpdateLargestPossibleRegion();
  EXPECT_DOUBLE_EQ(source->GetOutput()->GetSpacing()[0], 6.0 / 64);
  EXPECT_EQ(source->GetOutput()->GetBufferedRegion().GetSize(2), 3u);
}

TEST(ElectronPotentialImageSource, StopsAndStartsAgain)
{
  auto source = MakeSource<float>(MakeStructure());
  source->SetNumberOfSlices(40);
  auto       command = itk::SimpleMemberCommand<test::Source<float>>::New();
  const auto tag = source->AddObserver(itk::ProgressEvent(), [&](const itk::EventObject &) {
    if (source->GetProgress() > 0.2f)
    {
      source->AbortGenerateDataOn();
    }
  });
  EXPECT_THROW(source->Update(), itk::ProcessAborted);
  EXPECT_TRUE(source->GetOutput()->GetDataReleased());
  source->RemoveObserver(tag);
  source->Update();
  auto whole = MakeSource<float>(MakeStructure());
  whole->SetNumberOfSlices(40);
  whole->Update();
  EXPECT_EQ(Pixels(source->GetOutput()), Pixels(whole->GetOutput()));
}

TEST(ElectronPotentialImageSource, NamesWhatIsWrong)
{
  auto source = test::Source<float>::New();
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "no structure"));
  source->SetStructure(itk::AtomicStructure::New());
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "no atoms"));
  auto oblique = MakeStructure();
  oblique->SetCellParameters(4.0, 4.0, 5.0, 90.0, 90.0, 120.0);
  source->SetStructure(oblique);
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "120"));
  source->SetStructure(MakeStructure());
  source->SetTransmissionOversampling(5);
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "1 to 4"));
  source->SetTransmissionOversampling(2);
  source->SetSliceThickness(-1.0);
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "-1"));
  source->SetSliceThickness(2.0);
  source->SetNumberOfConfigurations(4);
  EXPECT_TRUE(Contains(ErrorText([&] { source->Update(); }), "4 thermal configurations"));
  source->SetNumberOfConfigurations(1);
  EXPECT_TRUE(Contains(ErrorText([&] { source->SetMeanSquareDisplacement("Xx", 0.01); }), "Xx"));
  auto nameless = MakeStructure();
  nameless->SetPositions({ 0, 0, 0 });
  source->SetStructure(nameless);
  EXPECT_NE(ErrorText([&] { source->Update(); }), "nothing thrown"); // an atom without an element
  source->SetStructure(MakeStructure());
  source->Update(); // all repaired
}

TEST(ElectronPotentialImageSource, Prints)
{
  auto source = MakeSource<float>(MakeStructure());
  source->SetMeanSquareDisplacement("Au", 0.006);
  const std::string text = test::Printed(source.GetPointer());
  EXPECT_TRUE(Contains(text, "Repetitions: [2, 2, 2]"));
  EXPECT_TRUE(Contains(text, "BeamAxis: c"));
  EXPECT_TRUE(Contains(text, "Parametrization: lobato"));
  EXPECT_TRUE(Contains(text, "ThermalModel: none"));
  EXPECT_TRUE(Contains(text, "Au 0.006 Å²"));
}
