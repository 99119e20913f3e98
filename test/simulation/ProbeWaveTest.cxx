#include "simulation/ProbeWave.h"
#include "OracleWave.h"
#include "physics/Constants.h"

using namespace ElectronMultislice;
using OracleTest::OracleCase;

class ProbeWaveOracle : public testing::TestWithParam<OracleCase>
{};

TEST_P(ProbeWaveOracle, GivesTheWave)
{
  const OracleCase &                oracleCase = GetParam();
  const auto &                      inputs = oracleCase.inputs;
  const Grid                        grid = OracleTest::GridOf(inputs);
  const auto &                      position = inputs.at("wave").at("position_A");
  std::vector<std::complex<double>> wave(grid.GetNumberOfPixels());
  ProbeWave(OracleTest::LensOf(inputs.at("optics")), grid, Wavelength(inputs.at("energy_eV")))
    .Fill<double>({ position.at(0), position.at(1) }, wave.data());
  OracleTest::Comparison compare(oracleCase, oracleCase.doubleTolerance);
  OracleTest::CompareWave(compare, inputs, oracleCase.outputs, wave);
  compare.NotCovered("chi_pixels");      // test/physics compares it
  compare.NotCovered("aperture_pixels"); // as well
  compare.ExpectComplete();
}

INSTANTIATE_TEST_SUITE_P(Probe,
                         ProbeWaveOracle,
                         testing::ValuesIn(OracleTest::ReadOracle("03_probe.json",
                                                                  [](const OracleCase & c) {
                                                                    return c.inputs.contains("optics") && c.kind == "wave" &&
                                                                           !c.inputs.contains("propagate");
                                                                  })),
                         OracleTest::CaseName);
