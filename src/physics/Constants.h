#ifndef physics_Constants_h
#define physics_Constants_h
namespace ElectronMultislice
{
inline constexpr double Pi = 3.14159265358979323846;

/** CODATA 2018 (h, c, e exact; m_e = 9.1093837015e-31 kg). Energies in eV, 1 keV to 10 MeV; others are refused with an Error. */

/** Relativistic electron wavelength in Å: h c / sqrt(E (2 m c² + E)). */
double
Wavelength(double energy);

/** Interaction constant sigma = 2 pi m e lambda / h² in rad/(V Å), m the relativistic mass. */
double
InteractionConstant(double energy);

/** 1/kappa = h²/(2 pi m_e e) in V Å²: a projected potential's Fourier coefficient F [V Å³] = f_e [Å] / kappa. */
double
InverseKappa();

/** Throws an Input error that names the range unless 1 keV <= energy <= 10 MeV; a value that looks like keV is said to be so. */
void
CheckEnergy(double energy);
} // namespace ElectronMultislice
#endif
