#include "simulation/WaveTransfer.h"
#include "physics/Constants.h"
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

using namespace ElectronMultislice;

namespace
{
using Wave = std::vector<std::complex<double>>;

Wave
ThroughLens(const Lens & lens, const Grid & grid, const Wave & wave)
{
  Wave spectrum(wave.size()), result(wave.size());
  FillTransferFunction(lens, grid, Wavelength(200e3), result.data());
  TransformWave(grid, wave.data(), spectrum.data());
  ApplyTransfer(grid, spectrum.data(), result.data(), result.data());
  return result;
}
} // namespace

// A plane wave exp(2 pi i k.r) is an eigenfunction: the lens multiplies it by H(k), here exp(-i pi lambda k² C10) with C10 = -defocus.
TEST(WaveTransfer, APlaneWaveIsMultipliedByTheTransferFunction)
{
  const Grid grid{ 20, 14, 8.0, 9.0 };
  const long hx = -3, hy = 2;
  Wave       wave;
  for (std::size_t y = 0; y < grid.ny; ++y)
  {
    for (std::size_t x = 0; x < grid.nx; ++x)
    {
      wave.push_back(std::polar(1.0, 2.0 * Pi * (double(hx) * double(x) / 20.0 + double(hy) * double(y) / 14.0)));
    }
  }
  Lens lens;
  lens.aberrations.Set("defocus", 300.0);
  const double kSquared = std::pow(3.0 / 8.0, 2) + std::pow(2.0 / 9.0, 2);
  const auto   factor = std::polar(1.0, Pi * Wavelength(200e3) * 300.0 * kSquared);
  const Wave   result = ThroughLens(lens, grid, wave);
  for (std::size_t i = 0; i < wave.size(); ++i)
  {
    ASSERT_LT(std::abs(result[i] - factor * wave[i]), 1e-12);
  }
  lens.semiangle = 1e-3; // lambda k is 11 mrad
  for (const auto & value : ThroughLens(lens, grid, wave))
  {
    ASSERT_LT(std::abs(value), 1e-14);
  }
}

TEST(WaveTransfer, APerfectLensIsKnownAndTransfersEverything)
{
  Lens lens;
  EXPECT_TRUE(IsPerfect(lens));
  lens.angularSpread = 1e-3;
  lens.aberrations.Set("phi12", 0.4);
  EXPECT_TRUE(IsPerfect(lens)) << "nothing for them to act on";
  const Grid grid{ 8, 6, 4.0, 5.0 };
  Wave       transfer(48);
  FillTransferFunction(lens, grid, 0.025, transfer.data());
  EXPECT_EQ(transfer, Wave(48, 1.0));
  for (const char * name : { "C10", "C12", "C56" })
  {
    Lens aberrated = lens;
    aberrated.aberrations.Set(name, 1.0);
    EXPECT_FALSE(IsPerfect(aberrated)) << name;
  }
  lens.focalSpread = 1.0;
  EXPECT_FALSE(IsPerfect(lens));
  lens.focalSpread = 0.0;
  lens.semiangle = 0.02;
  EXPECT_FALSE(IsPerfect(lens));
}

TEST(WaveTransfer, IntensityIsTheSquaredModulus)
{
  const Grid                             grid{ 2, 1, 1.0, 1.0 };
  const std::vector<std::complex<float>> wave{ { 3.0f, -4.0f }, { 0.0f, 0.5f } };
  std::vector<float>                     intensity(2);
  FormIntensity(grid, wave.data(), intensity.data());
  EXPECT_EQ(intensity, (std::vector<float>{ 25.0f, 0.25f }));
}
