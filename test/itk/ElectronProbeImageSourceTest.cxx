#include "OracleOptics.h"
#include "VacuumPotential.h"
#include "WaveTestTools.h"
#include "itkElectronProbeImageSource.h"
#include "itkStreamingImageFilter.h"
#include "simulation/Description.h"
#include "simulation/Plan.h"
#include "simulation/Run.h"
#include "simulation/Sink.h"

using OracleTest::OracleCase;
using test::Contains;
using test::ErrorText;
using test::Pixels;

namespace
{
template <typename T>
using Source = itk::ElectronProbeImageSource<test::Waves<T>>;

/** 200 kV, 20 mrad, a defocus and an astigmatism; 6 x 5.6 Å. */
template <typename T>
typename Source<T>::Pointer
MakeProbe()
{
  auto source = Source<T>::New();
  source->SetSize(40, 32);
  source->SetSpacing(0.15, 0.175);
  source->SetEnergy(200e3);
  source->SetSemiangleInMilliradians(20.0);
  source->SetDefocus(60.0);
  source->SetAberration("C12", 20.0);
  source->SetAberration("phi12", 0.3);
  return source;
}

template <typename T>
class ProbeTyped : public testing::Test
{};
using PixelTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(ProbeTyped, PixelTypes);

class ProbeOracle : public testing::TestWithParam<OracleCase>
{
protected:
  template <typename T>
  void
  Check(double tolerance)
  {
    const OracleCase & oracleCase = GetParam();
    const auto &       inputs = oracleCase.inputs;
    const auto         grid = OracleTest::GridOf(inputs);
    auto               source = Source<T>::New();
    source->SetSize(grid.nx, grid.ny);
    source->SetSpacing(grid.GetSpacingX(), grid.GetSpacingY());
    OracleTest::SetLens(*source, inputs);
    source->SetPosition(inputs.at("wave").at("position_A").at(0), inputs.at("wave").at("position_A").at(1));
    source->Update();
    const auto             pixels = Pixels(source->GetOutput());
    OracleTest::Comparison compare(oracleCase, tolerance);
    OracleTest::CompareWave(compare, inputs, oracleCase.outputs, std::vector<std::complex<double>>(pixels.begin(), pixels.end()));
    compare.NotCovered("chi_pixels");      // test/physics compares it
    compare.NotCovered("aperture_pixels"); // as well
    compare.ExpectComplete();
  }
};
} // namespace

TEST_P(ProbeOracle, Double)
{
  Check<double>(GetParam().doubleTolerance);
}

// rounding of the result to float: 6e-8 of a value, twice that of an intensity
TEST_P(ProbeOracle, Float)
{
  Check<float>(2e-7);
}

INSTANTIATE_TEST_SUITE_P(Probe,
                         ProbeOracle,
                         testing::ValuesIn(OracleTest::ReadOracle("03_probe.json",
                                                                  [](const OracleCase & c) {
                                                                    return c.kind == "wave" && c.inputs.contains("optics") &&
                                                                           !c.inputs.contains("propagate");
                                                                  })),
                         OracleTest::CaseName);

// The engine hands its probe back behind a slice of vacuum that is too thin to change it.
TYPED_TEST(ProbeTyped, IsTheProbeOfTheEngine)
{
  using namespace ElectronMultislice;
  auto scan = itk::RasterScanPattern::New();
  scan->SetStart(0.4, -1.1);
  scan->SetStep(1.3, 0.7);
  scan->SetCount(3, 2);
  scan->SetRotation(0.4);
  auto source = MakeProbe<TypeParam>();
  source->SetScanPattern(scan);
  source->Update();

  MultisliceProblem problem;
  problem.grid = { 40, 32, 6.0, 5.6 };
  problem.oversampling = 1;
  problem.potential = std::make_shared<VacuumPotential>(problem.grid.GetNumberOfPixels());
  problem.sliceEdges = { 0.0, 1e-12 };
  problem.exitPlanes = { 1 };
  problem.exitWaves = true;
  problem.energy = 200e3;
  problem.bandLimit = BandLimit::None;
  problem.lens.semiangle = 0.02;
  problem.lens.aberrations.Set("defocus", 60.0);
  problem.lens.aberrations.SetCoefficient(1, 2, 20.0, 0.3);
  ScanDescription description;
  description.start = { 0.4, -1.1 };
  description.step = { 1.3, 0.7 };
  description.count = { 3, 2 };
  description.rotation = 0.4;
  problem.positions = description.GetPositions();
  const auto            plan = MakePlan(problem, sizeof(TypeParam) == sizeof(double), {}, true);
  MemorySink<TypeParam> sink(problem);
  RunControl            control;
  Run<TypeParam>(plan, sink, control);
  // waves of at most 0.1; the engine transforms in its own precision
  EXPECT_LT(test::LargestDifference(Pixels(source->GetOutput()), sink.exitWaves[0]), sizeof(TypeParam) == sizeof(float) ? 1e-7 : 1e-14);
  EXPECT_EQ(test::MetaDataOf<int>(source->GetOutput(), "number_of_waves"), 6);
}

TYPED_TEST(ProbeTyped, PlanesAndThreadsHaveTheSameBits)
{
  auto source = MakeProbe<TypeParam>();
  source->SetScanPattern(test::MakeScan(3, 2));
  source->SetExecutionContext(test::MakeContext("1"));
  source->Update();
  const auto whole = Pixels(source->GetOutput());
  source->SetExecutionContext(test::MakeContext("3"));
  source->Update();
  EXPECT_EQ(Pixels(source->GetOutput()), whole);
  EXPECT_EQ(test::PixelsOfPlanes(source.GetPointer(), 2, 3), test::Planes(whole, 40 * 32, 2, 3));
  auto             streamer = itk::StreamingImageFilter<test::Waves<TypeParam>, test::Waves<TypeParam>>::New();
  test::RunCounter runs(source);
  streamer->SetInput(source->GetOutput());
  streamer->SetNumberOfStreamDivisions(4);
  streamer->Update();
  EXPECT_EQ(Pixels(streamer->GetOutput()), whole);
  EXPECT_GE(runs.Get(), 3);
}

TEST(ElectronProbeImageSource, AScanIsItsPositions)
{
  auto source = MakeProbe<double>();
  auto scan = itk::RasterScanPattern::New();
  scan->SetPositions({ 0.5, 0.75, 2.0, 1.0 });
  source->SetScanPattern(scan);
  source->Update();
  const auto both = Pixels(source->GetOutput());
  source->SetScanPattern(nullptr);
  source->SetPosition(2.0, 1.0);
  source->Update();
  EXPECT_EQ(Pixels(source->GetOutput()), test::Planes(both, 40 * 32, 1, 1));

  // positions are places in the image: the image may lie anywhere
  source->SetOrigin(1.5, 0.25);
  source->SetPosition(3.5, 1.25);
  source->Update();
  EXPECT_EQ(Pixels(source->GetOutput()), test::Planes(both, 40 * 32, 1, 1));

  scan->SetPositions({ 0.5, 0.75 });
  source->SetScanPattern(scan);
  source->Update();
  test::RunCounter runs(source);
  source->Update();
  EXPECT_EQ(runs.Get(), 0);
  scan->SetPositions({ 0.5, 1.75, 1.0, 1.0 });
  source->Update();
  EXPECT_EQ(runs.Get(), 1);
  EXPECT_EQ(source->GetOutput()->GetLargestPossibleRegion().GetSize(2), 2u);
}

TEST(ElectronProbeImageSource, AProbeIsBrightestWhereItStands)
{
  auto source = MakeProbe<float>();
  source->ClearAberrations();
  source->SetPosition(0.15 * 7, 0.175 * 21);
  source->Update();
  const auto  pixels = Pixels(source->GetOutput());
  double      sum = 0.0;
  std::size_t brightest = 0;
  for (std::size_t i = 0; i < pixels.size(); ++i)
  {
    sum += std::norm(pixels[i]);
    brightest = std::norm(pixels[i]) > std::norm(pixels[brightest]) ? i : brightest;
  }
  EXPECT_EQ(brightest % 40, 7u);
  EXPECT_EQ(brightest / 40, 21u);
  EXPECT_NEAR(sum * 40 * 32, 1.0, 1e-6);
}

TEST(ElectronProbeImageSource, RefusesWhatIsNoProbe)
{
  auto       source = MakeProbe<float>();
  const auto refusal = [&] { return ErrorText([&] { source->Update(); }); };
  source->SetSemiangle(0.0);
  EXPECT_TRUE(Contains(refusal(), "semiangle is 0 mrad"));
  source->SetSemiangle(0.1);
  EXPECT_TRUE(Contains(refusal(), "The probe's aperture reaches 100 mrad, beyond the band limit of the 40 x 32 grid"));
  source->SetSemiangle(0.02);
  source->SetEnergy(0.0);
  EXPECT_TRUE(Contains(refusal(), "energy"));
  source->SetEnergy(200e3);
  source->SetPosition(std::nan(""), 0.0);
  EXPECT_TRUE(Contains(refusal(), "The x of a probe position is nan"));
  source->SetPosition(0.0, 0.0);
  auto scan = itk::RasterScanPattern::New();
  scan->SetCount(0, 3);
  source->SetScanPattern(scan);
  EXPECT_TRUE(Contains(refusal(), "positions"));
  scan->SetCount(2, 1);
  source->Update();
  EXPECT_EQ(source->GetOutput()->GetLargestPossibleRegion().GetSize(2), 2u);
}

TEST(ElectronProbeImageSource, StopsAndStartsAgain)
{
  auto source = MakeProbe<float>();
  source->SetScanPattern(test::MakeScan(2, 2));
  test::ExpectStopsAndStartsAgain(source.GetPointer());
}

TEST(ElectronProbeImageSource, Prints)
{
  auto source = MakeProbe<float>();
  source->SetPosition(1.0, 2.5);
  const std::string text = test::Printed(source.GetPointer());
  for (const char * part : { "Size: [40, 32]", "Energy: 200000 eV", "Semiangle: 0.02 rad", "Position: [1, 2.5] Å" })
  {
    EXPECT_TRUE(Contains(text, part));
  }
}

TEST(ElectronProbeImageSource, FindsProbesOfTheSameLensAgain)
{
  auto       context = itk::ElectronMultisliceExecutionContext::New();
  const auto probe = [&](double defocus) {
    auto source = MakeProbe<float>();
    source->SetExecutionContext(context);
    source->SetDefocus(defocus);
    source->Update();
    return Pixels(source->GetOutput());
  };
  const auto first = probe(60.0);
  EXPECT_TRUE(Contains(context->GetCacheReport(), "incident waves: 1 kept, "));
  EXPECT_TRUE(Contains(context->GetCacheReport(), "found 0, not found 1\nexit"));
  EXPECT_EQ(probe(60.0), first);
  EXPECT_TRUE(Contains(context->GetCacheReport(), "found 1, not found 1\nexit"));
  EXPECT_NE(probe(61.0), first);
  EXPECT_TRUE(Contains(context->GetCacheReport(), "found 1, not found 2\nexit"));
}
