#include "physics/Constants.h"
#include "OracleCase.h"
#include "common/Error.h"

using namespace ElectronMultislice;

namespace
{
std::string
EnergyMessage(double energy)
{
  try
  {
    CheckEnergy(energy);
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Input);
    return error.what();
  }
  return "";
}
} // namespace

TEST(Constants, Oracle)
{
  for (const auto & oracleCase : OracleTest::ReadOracle("01_scattering.json"))
  {
    if (oracleCase.kind != "constants")
    {
      continue;
    }
    OracleTest::Comparison compare(oracleCase, oracleCase.doubleTolerance);
    std::vector<double>    wavelengths, interactions;
    for (const double energy : OracleTest::Numbers(oracleCase.inputs.at("energies_eV")))
    {
      wavelengths.push_back(Wavelength(energy));
      interactions.push_back(InteractionConstant(energy));
    }
    compare.Expect("inv_kappa_V_A2", std::vector<double>{ InverseKappa() });
    compare.Expect("wavelength_A", wavelengths);
    compare.Expect("sigma_rad_per_V_A", interactions);
    // CODATA 2014 belongs to the abTEM-compatible numerics, a later feature
    for (const char * later : { "inv_kappa_2014",
                                "wavelength_A_2014",
                                "wavelength_A_relative_change_2014_to_2018",
                                "sigma_rad_per_V_A_2014",
                                "sigma_rad_per_V_A_relative_change_2014_to_2018" })
    {
      compare.NotCovered(later);
    }
    compare.ExpectComplete();
  }
}

TEST(Constants, WavelengthIsThatOfTheCODATA2018Set)
{
  // the 2014 set would differ by 5e-9: tighter than the oracle's tolerance. Values from the oracle, 15 digits
  EXPECT_NEAR(Wavelength(200e3) / 0.025079340450548, 1.0, 1e-13);
  EXPECT_NEAR(InteractionConstant(200e3) / 0.00072884010409586, 1.0, 1e-13);
  EXPECT_NEAR(InverseKappa() / 47.8776473056824, 1.0, 1e-13);
}

TEST(Constants, EnergyRange)
{
  EXPECT_NO_THROW(CheckEnergy(1e3));
  EXPECT_NO_THROW(CheckEnergy(300e3));
  EXPECT_NO_THROW(CheckEnergy(1e7));
  for (const double bad : { 0.0, -200e3, 999.9, 1.0000001e7, std::nan(""), HUGE_VAL })
  {
    EXPECT_THROW(CheckEnergy(bad), Error) << bad;
    EXPECT_THROW(Wavelength(bad), Error) << bad;
    EXPECT_THROW(InteractionConstant(bad), Error) << bad;
  }
}

TEST(Constants, EnergyMessageGuessesTheMistake)
{
  EXPECT_NE(EnergyMessage(300.0).find("1 keV to 10 MeV"), std::string::npos);
  EXPECT_NE(EnergyMessage(300.0).find("300 keV is 300000 eV"), std::string::npos) << EnergyMessage(300.0);
  EXPECT_NE(EnergyMessage(300e6).find("300 keV is 300000 eV"), std::string::npos) << EnergyMessage(300e6);
  EXPECT_EQ(EnergyMessage(-5.0).find("keV is"), std::string::npos);
}
