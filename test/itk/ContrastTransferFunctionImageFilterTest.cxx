#include "OracleOptics.h"
#include "WaveTestTools.h"
#include "itkContrastTransferFunctionImageFilter.h"
#include "itkPipelineMonitorImageFilter.h"
#include "itkStreamingImageFilter.h"
#include "physics/Constants.h"

using OracleTest::OracleCase;
using test::Contains;
using test::ErrorText;
using test::Pixels;

namespace
{
template <typename T>
using Filter = itk::ContrastTransferFunctionImageFilter<test::Waves<T>>;

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
  filter->SetDefocus(80.0);
  filter->SetFocalSpread(30.0);
  filter->SetAngularSpreadInMilliradians(0.3);
  return filter;
}

template <typename T>
class TransferTyped : public testing::Test
{};
using PixelTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(TransferTyped, PixelTypes);

class TransferOracle : public testing::TestWithParam<OracleCase>
{};
} // namespace

// A wave exp(2 pi i k.r) leaves the lens as H(k) times itself: every angle and azimuth of a case by a wave that repeats once in its image.
TEST_P(TransferOracle, PlaneWavesReadTheTransferFunction)
{
  const OracleCase & oracleCase = GetParam();
  const auto &       inputs = oracleCase.inputs;
  const auto         alphas = OracleTest::Numbers(inputs.at("alpha_rad"));
  const auto         phis = OracleTest::Numbers(inputs.at("phi_rad"));
  const auto         kernel = OracleTest::Numbers(oracleCase.outputs.at("kernel"));
  const double       wavelength = ElectronMultislice::Wavelength(inputs.at("energy_eV"));
  constexpr int      n = 16;
  ASSERT_EQ(kernel.size(), 2 * alphas.size());
  ASSERT_EQ(phis.size(), alphas.size());
  for (std::size_t i = 0; i < alphas.size(); ++i)
  {
    const double k[2] = { alphas[i] * std::cos(phis[i]) / wavelength, alphas[i] * std::sin(phis[i]) / wavelength };
    double       spacing[3] = { 1.0, 1.0, 1.0 }, turns[2] = { 0.0, 0.0 };
    for (unsigned int d = 0; d < 2; ++d)
    {
      if (k[d] != 0.0)
      {
        spacing[d] = 1.0 / std::fabs(k[d]) / n;
        turns[d] = k[d] > 0.0 ? 1.0 / n : -1.0 / n;
      }
    }
    auto waves = test::MakeVacuumWaves<double>(n, n, 1);
    waves->SetSpacing(spacing);
    for (int pixel = 0; pixel < n * n; ++pixel)
    {
      waves->GetBufferPointer()[pixel] = std::polar(1.0, 2.0 * ElectronMultislice::Pi * (turns[0] * (pixel % n) + turns[1] * (pixel / n)));
    }
    auto filter = Filter<double>::New();
    filter->SetInput(waves);
    OracleTest::SetObjectiveLens(*filter, inputs);
    filter->Update();
    const std::complex<double> expected{ kernel[2 * i], kernel[2 * i + 1] };
    for (int pixel = 0; pixel < n * n; ++pixel)
    {
      const auto factor = filter->GetOutput()->GetBufferPointer()[pixel] / waves->GetBufferPointer()[pixel];
      ASSERT_LE(std::abs(factor - expected), oracleCase.doubleTolerance) << "angle " << alphas[i] << ", azimuth " << phis[i];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Transfer,
                         TransferOracle,
                         testing::ValuesIn(OracleTest::ReadOracle("03_probe.json", [](const OracleCase & c) { return c.kind == "ctf"; })),
                         OracleTest::CaseName);

TYPED_TEST(TransferTyped, PiecesAndThreadsHaveTheSameBits)
{
  auto exit = test::MakeExitWaves<TypeParam>(2);
  auto filter = MakeFilter<TypeParam>(exit->GetOutput());
  filter->SetExecutionContext(test::MakeContext("1"));
  filter->Update();
  const auto whole = Pixels(filter->GetOutput());
  ASSERT_EQ(whole.size(), 4u * 48 * 60);
  EXPECT_NE(whole, Pixels(exit->GetOutput()));
  filter->SetExecutionContext(test::MakeContext("3"));
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput()), whole);
  EXPECT_EQ(test::PixelsOfPlanes(filter.GetPointer(), 1, 2), test::Planes(whole, 48 * 60, 1, 2));

  // one plane is asked for where one plane is made
  auto monitor = itk::PipelineMonitorImageFilter<test::Waves<TypeParam>>::New();
  auto fresh = test::MakeExitWaves<TypeParam>(2); // nothing of it is in memory
  monitor->SetInput(fresh->GetOutput());
  auto part = MakeFilter<TypeParam>(monitor->GetOutput());
  part->SetEnergy(100e3); // the monitor passes no metadata on
  auto streamer = itk::StreamingImageFilter<test::Waves<TypeParam>, test::Waves<TypeParam>>::New();
  streamer->SetInput(part->GetOutput());
  streamer->SetNumberOfStreamDivisions(4);
  streamer->Update();
  EXPECT_EQ(Pixels(streamer->GetOutput()), whole);
  EXPECT_TRUE(monitor->VerifyInputFilterExecutedStreaming(4));
  EXPECT_TRUE(monitor->VerifyInputFilterMatchedRequestedRegions());
}

TYPED_TEST(TransferTyped, APerfectLensChangesNothing)
{
  auto exit = test::MakeExitWaves<TypeParam>();
  auto filter = Filter<TypeParam>::New();
  filter->SetInput(exit->GetOutput());
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput()), Pixels(exit->GetOutput()));
}

TEST(ContrastTransferFunctionImageFilter, ChangedOpticsRunOnlyTheLens)
{
  auto             exit = test::MakeExitWaves<float>();
  auto             filter = MakeFilter<float>(exit->GetOutput());
  test::RunCounter exitRuns(exit.filter), runs(filter);
  filter->Update();
  const auto before = Pixels(filter->GetOutput());
  filter->SetDefocus(-50.0);
  filter->Update();
  filter->Update();
  EXPECT_EQ(exitRuns.Get(), 1);
  EXPECT_EQ(runs.Get(), 2);
  EXPECT_NE(Pixels(filter->GetOutput()), before);
}

TEST(ContrastTransferFunctionImageFilter, PassesGeometryAndMetadataOn)
{
  auto exit = test::MakeExitWaves<float>(2);
  auto filter = MakeFilter<float>(exit->GetOutput());
  filter->UpdateOutputInformation();
  const auto * output = filter->GetOutput();
  EXPECT_EQ(output->GetLargestPossibleRegion(), exit->GetOutput()->GetLargestPossibleRegion());
  EXPECT_EQ(output->GetSpacing(), exit->GetOutput()->GetSpacing());
  EXPECT_EQ(output->GetOrigin(), exit->GetOutput()->GetOrigin());
  EXPECT_EQ(test::MetaDataOf<double>(output, "energy_eV"), 100e3);
  EXPECT_EQ(test::MetaDataOf<int>(output, "number_of_configurations"), 2);
  EXPECT_EQ(test::MetaDataOf<std::vector<double>>(output, "exit_plane_depths_A"), (std::vector<double>{ 4.0, 8.0 }));
  EXPECT_EQ(test::MetaDataOf<std::string>(output, "quantity"), "wave function");
  // the job is that of the waves before the lens
  EXPECT_FALSE(output->GetMetaDataDictionary().HasKey("ElectronMultislice.job"));
  EXPECT_EQ(test::MetaDataOf<std::string>(output, "ElectronMultislice.wave_job"),
            test::MetaDataOf<std::string>(exit->GetOutput(), "ElectronMultislice.job"));
}

TEST(ContrastTransferFunctionImageFilter, TheEnergyIsThatOfTheWavesOrTheSet)
{
  auto waves = test::MakeVacuumWaves<double>(32, 16, 1);
  waves->GetBufferPointer()[37] = 2.0;
  auto filter = MakeFilter<double>(waves.GetPointer());
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "The energy of the waves is not known"));
  filter->SetEnergy(300e3);
  filter->Update();
  const auto expected = Pixels(filter->GetOutput());
  EXPECT_EQ(test::MetaDataOf<double>(filter->GetOutput(), "energy_eV"), 300e3);
  filter->SetEnergy(200e3);
  filter->Update();
  EXPECT_NE(Pixels(filter->GetOutput()), expected);
  // files bring numbers back as text
  filter->SetEnergy(0.0);
  itk::EncapsulateMetaData<std::string>(waves->GetMetaDataDictionary(), "energy_eV", "300000");
  waves->Modified();
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput()), expected);
}

TEST(ContrastTransferFunctionImageFilter, RefusesWhatItCannotTransfer)
{
  auto filter = Filter<float>::New();
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "The filter has no waves; call SetInput()"));
  auto waves = test::MakeVacuumWaves<float>(32, 16, 2);
  filter->SetInput(waves);
  filter->SetEnergy(200e3);
  filter->Update();
  const auto refusal = [&] { return ErrorText([&] { filter->Update(); }); };
  filter->SetSemiangle(-0.01);
  EXPECT_TRUE(Contains(refusal(), "it must be between 0 and 300 mrad, or 0 for no aperture"));
  filter->SetSemiangle(0.1);
  EXPECT_TRUE(Contains(refusal(), "The objective aperture reaches 100 mrad"));
  filter->SetSemiangle(0.0);
  filter->SetFocalSpread(-3.0);
  EXPECT_TRUE(Contains(refusal(), "both are at least 0"));
  filter->SetFocalSpread(0.0);
  filter->SetAngularSpread(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(Contains(refusal(), "The angular spread is nan"));
  filter->SetAngularSpread(0.0);
  filter->SetEnergy(20.0);
  EXPECT_TRUE(Contains(refusal(), "energy"));
  filter->SetEnergy(200e3);
  filter->Update();

  auto direction = waves->GetDirection();
  direction[0][0] = direction[1][1] = 0.0;
  direction[0][1] = 1.0;
  direction[1][0] = -1.0;
  waves->SetDirection(direction);
  EXPECT_TRUE(Contains(refusal(), "The waves are turned: the direction is not the identity"));
  direction.SetIdentity();
  waves->SetDirection(direction);
  waves->GetBufferPointer()[32 * 16 + 3 * 32 + 5] = { 0.0f, std::numeric_limits<float>::infinity() };
  waves->Modified();
  EXPECT_TRUE(Contains(refusal(), "The wave in plane 1 holds a value that is not finite at pixel (5, 3)"));
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  waves->FillBuffer(1.0f);
  waves->Modified();
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput()), Pixels(waves.GetPointer()));
}

TEST(ContrastTransferFunctionImageFilter, StopsAndStartsAgain)
{
  auto filter = MakeFilter<float>(test::MakeVacuumWaves<float>(32, 16, 8).GetPointer());
  filter->SetEnergy(100e3);
  test::ExpectStopsAndStartsAgain(filter.GetPointer());
}

TEST(ContrastTransferFunctionImageFilter, AnErrorUpstreamLeavesNothingToReset)
{
  auto exit = test::MakeExitWaves<float>();
  auto filter = MakeFilter<float>(exit->GetOutput());
  exit->SetEnergy(-1.0);
  EXPECT_TRUE(Contains(ErrorText([&] { filter->Update(); }), "energy"));
  exit->SetEnergy(100e3);
  filter->Update();
  EXPECT_EQ(Pixels(filter->GetOutput()).size(), 2u * 48 * 60);
}

TEST(ContrastTransferFunctionImageFilter, Prints)
{
  auto              filter = MakeFilter<float>(test::MakeVacuumWaves<float>(32, 16, 1).GetPointer());
  const std::string text = test::Printed(filter.GetPointer());
  for (const char * part : { "Energy: 0 eV", "Semiangle: 0.025 rad", "C10 -80 Å", "FocalSpread: 30 Å", "AngularSpread: 0.0003 rad" })
  {
    EXPECT_TRUE(Contains(text, part));
  }
}
