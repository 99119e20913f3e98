#include "physics/Constants.h"
#include "common/Error.h"
#include "common/Text.h"
#include <cmath>

namespace ElectronMultislice
{
namespace
{
// CODATA 2018, SI
constexpr double Planck = 6.62607015e-34;
constexpr double SpeedOfLight = 299792458.0;
constexpr double ElementaryCharge = 1.602176634e-19;
constexpr double ElectronMass = 9.1093837015e-31;
constexpr double AngstromPerMetre = 1e10;

constexpr double RestEnergy = ElectronMass * SpeedOfLight * SpeedOfLight / ElementaryCharge; // eV
constexpr double SmallestEnergy = 1e3;
constexpr double LargestEnergy = 1e7;
} // namespace

void
CheckEnergy(double energy)
{
  if (energy >= SmallestEnergy && energy <= LargestEnergy)
  {
    return;
  }
  std::string text = "The beam energy " + FormatNumber(energy) + " eV is outside 1 keV to 10 MeV.";
  if (energy >= 1.0 && energy < SmallestEnergy)
  {
    text += " It looks like keV: " + FormatNumber(energy) + " keV is " + FormatNumber(energy * 1e3) + " eV.";
  }
  else if (energy > LargestEnergy && energy <= LargestEnergy * 1e3)
  {
    text += " It looks like keV taken for eV and multiplied by 1000 once more: " + FormatNumber(energy / 1e6) + " keV is " +
            FormatNumber(energy / 1e3) + " eV.";
  }
  throw InputError(text);
}

double
Wavelength(double energy)
{
  CheckEnergy(energy);
  return Planck * SpeedOfLight / std::sqrt(energy * (2.0 * RestEnergy + energy)) / ElementaryCharge * AngstromPerMetre;
}

double
InteractionConstant(double energy)
{
  const double relativisticMass = ElectronMass * (1.0 + energy / RestEnergy);
  // the wavelength in m; the result per V and m, then per V and Å
  return 2.0 * Pi * relativisticMass * ElementaryCharge * (Wavelength(energy) / AngstromPerMetre) / (Planck * Planck) / AngstromPerMetre;
}

double
InverseKappa()
{
  return Planck * Planck / (2.0 * Pi * ElectronMass * ElementaryCharge) * AngstromPerMetre * AngstromPerMetre;
}
} // namespace ElectronMultislice
