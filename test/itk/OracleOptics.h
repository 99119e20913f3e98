#ifndef test_itk_OracleOptics_h
#define test_itk_OracleOptics_h
#include "OracleWave.h"
#include "itkElectronMultisliceEnums.h"

namespace OracleTest
{
/** Energy, aperture and aberrations of a case for an object with lens parameters. */
template <typename TObject>
void
SetLens(TObject & object, const Json & inputs)
{
  using Edge = itk::ElectronMultisliceEnums::ApertureEdge;
  const Json & optics = inputs.at("optics");
  object.SetEnergy(inputs.at("energy_eV"));
  object.SetSemiangle(optics.value("semiangle_rad", 0.0));
  object.SetApertureEdge(optics.value("aperture", "soft") == "soft" ? Edge::Soft : Edge::Hard);
  for (const auto & aberration : optics.at("aberrations").items())
  {
    object.SetAberration(aberration.key(), aberration.value());
  }
}

/** The same for an objective lens. */
template <typename TObject>
void
SetObjectiveLens(TObject & object, const Json & inputs)
{
  SetLens(object, inputs);
  object.SetFocalSpread(inputs.at("optics").value("focal_spread_A", 0.0));
  object.SetAngularSpread(inputs.at("optics").value("angular_spread_rad", 0.0));
}
} // namespace OracleTest
#endif
