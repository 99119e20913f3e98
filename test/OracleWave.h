#ifndef test_OracleWave_h
#define test_OracleWave_h
#include "OracleCase.h"
#include "fourier/Grid.h"
#include "physics/BandLimit.h"
#include "physics/Optics.h"
#include "physics/Propagator.h"

/** The inputs of oracle cases in the types of the library. */
namespace OracleTest
{
inline ElectronMultislice::Grid
GridOf(const Json & inputs)
{
  return { inputs.at("grid").at("nx"), inputs.at("grid").at("ny"), inputs.at("cell_A").at(0), inputs.at("cell_A").at(1) };
}

inline ElectronMultislice::BandLimit
BandLimitOf(const std::string & name)
{
  using ElectronMultislice::BandLimit;
  for (const auto kind : { BandLimit::Taper, BandLimit::Radial, BandLimit::Separable, BandLimit::None })
  {
    if (ElectronMultislice::BandLimitName(kind) == name)
    {
      return kind;
    }
  }
  throw std::runtime_error("no band limit " + name);
}

inline ElectronMultislice::PropagatorModel
PropagatorOf(const Json & inputs)
{
  return inputs.at("propagator") == "exact" ? ElectronMultislice::PropagatorModel::Exact : ElectronMultislice::PropagatorModel::Paraxial;
}

inline ElectronMultislice::BeamTilt
TiltOf(const Json & inputs)
{
  return { inputs.at("tilt_rad").at(0), inputs.at("tilt_rad").at(1) };
}

inline ElectronMultislice::Lens
LensOf(const Json & optics)
{
  ElectronMultislice::Lens lens;
  lens.semiangle = optics.value("semiangle_rad", 0.0);
  lens.edge = optics.value("aperture", "soft") == "soft" ? ElectronMultislice::ApertureEdge::Soft : ElectronMultislice::ApertureEdge::Hard;
  lens.focalSpread = optics.value("focal_spread_A", 0.0);
  lens.angularSpread = optics.value("angular_spread_rad", 0.0);
  for (const auto & aberration : optics.at("aberrations").items())
  {
    if (!lens.aberrations.Set(aberration.key(), aberration.value()))
    {
      throw std::runtime_error("no aberration " + aberration.key());
    }
  }
  return lens;
}

/** Compares a wave [y][x] with the outputs that every wave case states. */
inline void
CompareWave(Comparison & compare, const Json & inputs, const Json & outputs, const std::vector<std::complex<double>> & wave)
{
  const auto          grid = GridOf(inputs);
  std::vector<double> intensity;
  double              sum = 0.0;
  for (const auto & value : wave)
  {
    intensity.push_back(std::norm(value));
    sum += intensity.back();
  }
  const auto & pixels = inputs.at("report").at("pixels");
  const auto   largest = std::max_element(intensity.begin(), intensity.end());
  compare.Expect("psi_pixels", ValuesAt(wave, pixels, grid.nx, grid.ny));
  compare.Expect("intensity_pixels", ValuesAt(intensity, pixels, grid.nx, grid.ny));
  compare.Expect("intensity_sum_times_N", std::vector<double>{ sum * static_cast<double>(grid.GetNumberOfPixels()) });
  compare.Expect("intensity_max", std::vector<double>{ *largest });
  if (inputs.at("wave").at("type") == "plane")
  {
    compare.NotCovered("intensity_argmax_ix_iy"); // every pixel is the largest
  }
  else
  {
    const auto index = static_cast<std::size_t>(largest - intensity.begin());
    compare.Expect("intensity_argmax_ix_iy",
                   std::vector<double>{ static_cast<double>(index % grid.nx), static_cast<double>(index / grid.nx) });
  }
  if (outputs.contains("psi"))
  {
    compare.Expect("psi", wave);
  }
}
} // namespace OracleTest
#endif
