#include "physics/Optics.h"
#include "OracleWave.h"
#include "physics/Constants.h"

using namespace ElectronMultislice;

namespace
{
class OpticsOracle : public testing::TestWithParam<OracleTest::OracleCase>
{};
} // namespace

TEST_P(OpticsOracle, ContrastTransfer)
{
  const auto &           inputs = GetParam().inputs;
  OracleTest::Comparison compare(GetParam(), GetParam().doubleTolerance);
  const double           wavelength = Wavelength(inputs.at("energy_eV"));
  const Lens             lens = OracleTest::LensOf(inputs.at("optics"));
  Lens                   stillSource = lens;
  stillSource.angularSpread = 0.0;
  Lens steadyFocus = lens;
  steadyFocus.focalSpread = 0.0;

  const auto                        alphas = OracleTest::Numbers(inputs.at("alpha_rad"));
  const auto                        azimuths = OracleTest::Numbers(inputs.at("phi_rad"));
  std::vector<double>               chi, temporal, spatial;
  std::vector<std::complex<double>> kernel;
  for (std::size_t i = 0; i < alphas.size(); ++i)
  {
    chi.push_back(lens.aberrations.Phase(alphas[i], azimuths[i], wavelength));
    temporal.push_back(CoherenceEnvelope(stillSource, alphas[i], azimuths[i], wavelength));
    spatial.push_back(CoherenceEnvelope(steadyFocus, alphas[i], azimuths[i], wavelength));
    const double k = alphas[i] / wavelength;
    kernel.push_back(TransferFunction(lens, k * std::cos(azimuths[i]), k * std::sin(azimuths[i]), wavelength, 10.0, 10.0));
  }
  compare.Expect("chi", chi);
  compare.Expect("temporal_envelope", temporal);
  compare.Expect("spatial_envelope", spatial);
  compare.Expect("kernel", kernel);
  compare.ExpectComplete();
}

INSTANTIATE_TEST_SUITE_P(Oracle,
                         OpticsOracle,
                         testing::ValuesIn(OracleTest::ReadOracle("03_probe.json", [](const auto & c) { return c.kind == "ctf"; })),
                         OracleTest::CaseName);

TEST(Optics, SoftEdgeIsOneReciprocalPixelWide)
{
  Lens lens;
  lens.semiangle = 0.02;
  const double wavelength = 0.025, lengthX = 10.0, lengthY = 20.0;
  const double pixelX = wavelength / lengthX, pixelY = wavelength / lengthY;
  const auto   alongX = [&](double alpha) { return ApertureValue(lens, alpha / wavelength, 0.0, wavelength, lengthX, lengthY); };
  const auto   alongY = [&](double alpha) { return ApertureValue(lens, 0.0, -alpha / wavelength, wavelength, lengthX, lengthY); };
  EXPECT_NEAR(alongX(0.02), 0.5, 1e-12);
  EXPECT_NEAR(alongX(0.02 + 0.25 * pixelX), 0.25, 1e-12);
  EXPECT_NEAR(alongX(0.02 - 0.25 * pixelX), 0.75, 1e-12);
  EXPECT_EQ(alongX(0.02 + 0.51 * pixelX), 0.0);
  EXPECT_EQ(alongX(0.02 - 0.51 * pixelX), 1.0);
  EXPECT_NEAR(alongY(0.02 + 0.25 * pixelY), 0.25, 1e-12);
  EXPECT_EQ(alongY(0.02 + 0.51 * pixelY), 0.0);
}

TEST(Optics, TheCentralPixelAlwaysPasses)
{
  Lens lens;
  lens.semiangle = 1e-5; // far smaller than a pixel
  EXPECT_EQ(ApertureValue(lens, 0.0, 0.0, 0.025, 10.0, 10.0), 1.0);
  lens.edge = ApertureEdge::Hard;
  EXPECT_EQ(ApertureValue(lens, 0.0, 0.0, 0.025, 10.0, 10.0), 1.0);
}

TEST(Optics, HardEdgeAndNoAperture)
{
  Lens lens;
  EXPECT_EQ(ApertureValue(lens, 100.0, 100.0, 0.025, 10.0, 10.0), 1.0); // 0: no aperture
  lens.semiangle = 0.02;
  lens.edge = ApertureEdge::Hard;
  EXPECT_EQ(ApertureValue(lens, 0.5, 0.0, 0.04, 10.0, 10.0), 1.0); // exactly on the edge: inside
  EXPECT_EQ(ApertureValue(lens, 0.5001, 0.0, 0.04, 10.0, 10.0), 0.0);
}

TEST(Optics, AstigmatismTurnsFromPlusXTowardsPlusY)
{
  // C12 at azimuth 0: like overfocus along x, like underfocus along y; also on a grid that is not square
  Lens lens;
  lens.aberrations.SetCoefficient(1, 2, 100.0, 0.0);
  Lens over;
  over.aberrations.SetCoefficient(1, 0, 100.0);
  Lens under;
  under.aberrations.SetCoefficient(1, 0, -100.0);
  const auto value = [](const Lens & l, double kx, double ky) { return TransferFunction(l, kx, ky, 0.025, 10.0, 17.0); };
  EXPECT_LT(std::abs(value(lens, 0.7, 0.0) - value(over, 0.7, 0.0)), 1e-12);
  EXPECT_LT(std::abs(value(lens, 0.0, 0.7) - value(under, 0.0, 0.7)), 1e-12);
  lens.aberrations.SetCoefficient(1, 2, 100.0, Pi / 4.0); // now along the diagonal x = y
  EXPECT_LT(std::abs(value(lens, 0.5, 0.5) - value(over, 0.5, 0.5)), 1e-12);
  EXPECT_LT(std::abs(value(lens, -0.5, 0.5) - value(under, -0.5, 0.5)), 1e-12);
}

TEST(Optics, EnvelopesAreAveragesOverFocusAndSource)
{
  // temporal: Gaussian focus of standard deviation s, focalSpread = sqrt(2) s; exact. Spatial: first order in the source angle; small here
  Lens lens;
  lens.aberrations.SetCoefficient(1, 0, -300.0);
  lens.aberrations.SetCoefficient(3, 0, 1e7);
  const double         wavelength = 0.0250793, alpha = 0.009;
  const double         sigmaFocus = 40.0, sigmaAngle = 1e-4;
  double               weight = 0.0;
  std::complex<double> overFocus = 0.0, overSource = 0.0;
  for (int i = -800; i <= 800; ++i)
  {
    const double t = i * 0.01, w = std::exp(-0.5 * t * t);
    Aberrations  shifted = lens.aberrations;
    shifted.SetCoefficient(1, 0, -300.0 + t * sigmaFocus);
    weight += w;
    overFocus += w * std::polar(1.0, -shifted.Phase(alpha, 0.0, wavelength));
    overSource += w * std::polar(1.0, -lens.aberrations.Phase(alpha + t * sigmaAngle, 0.0, wavelength));
  }
  lens.focalSpread = std::sqrt(2.0) * sigmaFocus;
  EXPECT_NEAR(CoherenceEnvelope(lens, alpha, 0.0, wavelength), std::abs(overFocus) / weight, 1e-9);
  lens.focalSpread = 0.0;
  lens.angularSpread = std::sqrt(2.0) * sigmaAngle;
  EXPECT_NEAR(CoherenceEnvelope(lens, alpha, 0.0, wavelength), std::abs(overSource) / weight, 2e-5);
  EXPECT_LT(CoherenceEnvelope(lens, alpha, 0.0, wavelength), 0.995); // it does something
}
