#include "physics/Propagator.h"
#include "OracleWave.h"
#include "fourier/FourierTransform.h"
#include "physics/Constants.h"

using namespace ElectronMultislice;
using Complex = std::complex<double>;

namespace
{
class PropagatorOracle : public testing::TestWithParam<OracleTest::OracleCase>
{};

std::vector<Complex>
StartWave(const OracleTest::Json & inputs, double wavelength)
{
  const Grid           grid = OracleTest::GridOf(inputs);
  const auto &         wave = inputs.at("wave");
  std::vector<Complex> psi(grid.GetNumberOfPixels(), 1.0);
  if (wave.at("type") == "gaussian")
  {
    // exp(-pi ((x-x0)²/wx² + (y-y0)²/wy²)) exp(2 pi i (px x + py y))
    const auto centre = OracleTest::Numbers(wave.at("centre_A"));
    const auto width = OracleTest::Numbers(wave.at("width_A"));
    const auto momentum = OracleTest::Numbers(wave.at("momentum_per_A"));
    for (std::size_t iy = 0; iy < grid.ny; ++iy)
    {
      for (std::size_t ix = 0; ix < grid.nx; ++ix)
      {
        const double x = static_cast<double>(ix) * grid.GetSpacingX(), y = static_cast<double>(iy) * grid.GetSpacingY();
        const double u = (x - centre[0]) / width[0], v = (y - centre[1]) / width[1];
        psi[iy * grid.nx + ix] = std::polar(std::exp(-Pi * (u * u + v * v)), 2.0 * Pi * (momentum[0] * x + momentum[1] * y));
      }
    }
  }
  else if (wave.at("type") == "probe")
  {
    const Lens lens = OracleTest::LensOf(inputs.at("optics"));
    const auto position = OracleTest::Numbers(wave.at("position_A"));
    double     norm = 0.0;
    for (std::size_t iy = 0; iy < grid.ny; ++iy)
    {
      for (std::size_t ix = 0; ix < grid.nx; ++ix)
      {
        const double kx = grid.GetFrequencyX(ix), ky = grid.GetFrequencyY(iy);
        Complex &    value = psi[iy * grid.nx + ix];
        value = TransferFunction(lens, kx, ky, wavelength, grid.lengthX, grid.lengthY) *
                std::polar(1.0, -2.0 * Pi * (kx * position[0] + ky * position[1]));
        norm += std::norm(value);
      }
    }
    for (Complex & value : psi)
    {
      value /= std::sqrt(norm);
    }
    InverseTransform2D(psi.data(), grid.nx, grid.ny);
  }
  return psi;
}
} // namespace

TEST_P(PropagatorOracle, WaveInVacuum)
{
  const auto &           inputs = GetParam().inputs;
  OracleTest::Comparison compare(GetParam(), GetParam().doubleTolerance);
  const Grid             grid = OracleTest::GridOf(inputs);
  const double           wavelength = Wavelength(inputs.at("energy_eV"));
  std::vector<Complex>   psi = StartWave(inputs, wavelength);
  if (inputs.value("propagate", false))
  {
    const auto bandLimit = OracleTest::BandLimitOf(inputs.at("antialias"));
    ForwardTransform2D(psi.data(), grid.nx, grid.ny);
    for (std::size_t iy = 0; iy < grid.ny; ++iy)
    {
      for (std::size_t ix = 0; ix < grid.nx; ++ix)
      {
        const double kx = grid.GetFrequencyX(ix), ky = grid.GetFrequencyY(iy);
        psi[iy * grid.nx + ix] *=
          FreeSpacePropagator(OracleTest::PropagatorOf(inputs), kx, ky, wavelength, inputs.at("cell_A").at(2), OracleTest::TiltOf(inputs)) *
          BandLimitValue(bandLimit, kx, ky, grid.GetSpacingX(), grid.GetSpacingY());
      }
    }
    InverseTransform2D(psi.data(), grid.nx, grid.ny);
  }
  OracleTest::CompareWave(compare, inputs, GetParam().outputs, psi);
  if (inputs.at("wave").at("type") == "probe")
  {
    const Lens          lens = OracleTest::LensOf(inputs.at("optics"));
    std::vector<double> chi, aperture;
    for (const auto & index : inputs.at("report").at("k_indices"))
    {
      const double kx = index.at(0).get<double>() / grid.lengthX, ky = index.at(1).get<double>() / grid.lengthY;
      chi.push_back(lens.aberrations.Phase(wavelength * std::hypot(kx, ky), std::atan2(ky, kx), wavelength));
      aperture.push_back(ApertureValue(lens, kx, ky, wavelength, grid.lengthX, grid.lengthY));
    }
    compare.Expect("chi_pixels", chi);
    compare.Expect("aperture_pixels", aperture);
  }
  compare.ExpectComplete();
}

INSTANTIATE_TEST_SUITE_P(Oracle,
                         PropagatorOracle,
                         testing::ValuesIn(OracleTest::ReadOracle("03_probe.json", [](const auto & c) { return c.kind == "wave"; })),
                         OracleTest::CaseName);

TEST(Propagator, IsOneAtTheBeam)
{
  for (const auto model : { PropagatorModel::Exact, PropagatorModel::Paraxial })
  {
    EXPECT_EQ(FreeSpacePropagator(model, 0.0, 0.0, 0.025, 1e4, { 0.02, -0.05 }), Complex(1.0));
  }
}

TEST(Propagator, KeepsTheEnergyOfPropagatingWavesAndDampsEvanescentOnes)
{
  EXPECT_NEAR(std::abs(FreeSpacePropagator(PropagatorModel::Exact, 20.0, -33.0, 0.025, 3.0, {})), 1.0, 1e-15);
  // 1/lambda = 40: beyond it exp(-2 pi dz sqrt(k² - 1600)), also for a step back
  const double decay = std::exp(-2.0 * Pi * 0.1 * std::sqrt(41.0 * 41.0 - 1600.0));
  EXPECT_NEAR(std::abs(FreeSpacePropagator(PropagatorModel::Exact, 41.0, 0.0, 0.025, 0.1, {})), decay, 1e-12);
  EXPECT_NEAR(std::abs(FreeSpacePropagator(PropagatorModel::Exact, 0.0, 41.0, 0.025, -0.1, {})), decay, 1e-12);
  EXPECT_NEAR(std::abs(FreeSpacePropagator(PropagatorModel::Paraxial, 41.0, 0.0, 0.025, 0.1, {})), 1.0, 1e-15);
}

TEST(Propagator, StepsAddUp)
{
  const BeamTilt tilt{ 0.01, 0.03 };
  for (const auto model : { PropagatorModel::Exact, PropagatorModel::Paraxial })
  {
    const auto step = [&](double dz) { return FreeSpacePropagator(model, 2.3, -4.1, 0.0197, dz, tilt); };
    EXPECT_LT(std::abs(step(1.7) * step(0.9) - step(2.6)), 1e-14);
    EXPECT_LT(std::abs(step(5.0) * step(-5.0) - 1.0), 1e-14);
  }
}

TEST(Propagator, DoesNotLoseDigitsNearTheBeam)
{
  // over 1 mm the phase at k = 1e-3 is tiny beside dz/lambda: the difference of two roots would keep 5 digits. Series of the root:
  const double wavelength = 0.025, k = 1e-3, dz = 1e7;
  const double phase = -Pi * wavelength * dz * k * k * (1.0 + 0.25 * wavelength * wavelength * k * k);
  const auto   value = FreeSpacePropagator(PropagatorModel::Exact, k, 0.0, wavelength, dz, {});
  EXPECT_LT(std::abs(value - std::polar(1.0, phase)), 1e-14);
}

TEST(Propagator, ApproachesTheParaxialOneForSmallAngles)
{
  const auto   exact = FreeSpacePropagator(PropagatorModel::Exact, 0.3, 0.1, 0.025, 10.0, {});
  const auto   paraxial = FreeSpacePropagator(PropagatorModel::Paraxial, 0.3, 0.1, 0.025, 10.0, {});
  const double next = Pi * 10.0 * std::pow(0.025, 3) * 0.1 * 0.1 / 4.0; // pi dz lambda³ k⁴/4
  EXPECT_NEAR(std::abs(exact - paraxial), next, 1e-3 * next);
}

TEST(Propagator, PositiveTiltMovesTheWaveTowardsPlusX)
{
  // a shift by s multiplies by exp(-2 pi i k s): to first order in k the phase of a tilted step is that of s = dz tan(tilt)
  const double tilt = 0.03, dz = 20.0, k = 1e-6;
  for (const auto model : { PropagatorModel::Exact, PropagatorModel::Paraxial })
  {
    const double alongX = std::arg(FreeSpacePropagator(model, k, 0.0, 0.025, dz, { tilt, 0.0 }));
    const double alongY = std::arg(FreeSpacePropagator(model, 0.0, k, 0.025, dz, { 0.0, -tilt }));
    const double shift = model == PropagatorModel::Exact ? std::tan(tilt) : std::sin(tilt); // paraxial: q lambda = sin
    EXPECT_NEAR(alongX / (-2.0 * Pi * k * dz * shift), 1.0, 1e-5);
    EXPECT_NEAR(alongY / (2.0 * Pi * k * dz * shift), 1.0, 1e-5);
  }
}

TEST(Propagator, ExactTiltIsAShiftOfTheWaveVector)
{
  // the tilted step of k equals the untilted one of k + q over that of q
  const double   wavelength = 0.025;
  const BeamTilt tilt{ 0.02, -0.013 };
  const double   tx = std::tan(tilt.x), ty = std::tan(tilt.y), n = wavelength * std::sqrt(1.0 + tx * tx + ty * ty);
  const auto     untilted = [&](double kx, double ky) { return FreeSpacePropagator(PropagatorModel::Exact, kx, ky, wavelength, 7.0, {}); };
  const Complex  expected = untilted(1.1 + tx / n, 0.4 + ty / n) / untilted(tx / n, ty / n);
  EXPECT_LT(std::abs(FreeSpacePropagator(PropagatorModel::Exact, 1.1, 0.4, wavelength, 7.0, tilt) - expected), 1e-12);
}
