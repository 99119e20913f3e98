#ifndef itkElectronAberrations_h
#define itkElectronAberrations_h
#include "itkMacro.h"
#include "ElectronMultisliceExport.h"
#include <iosfwd>
#include <memory>
#include <string>

namespace ElectronMultislice
{
class Aberrations;
}

namespace itk
{
/** \class ElectronAberrations
 * \brief Aberration coefficients of a lens to fifth order, by name.
 *
 * The names are "C10", "C12", "phi12", ... "C56", "phi56", and defocus (= -C10), astigmatism (C12), coma (C21), trefoil (C23), Cs (C30),
 * C5 (C50). Coefficients in Å, angles in rad; all are 0 at first.
 *
 * chi(alpha, phi) = (2 pi/lambda) sum alpha^(n+1)/(n+1) C_nm cos(m (phi - phi_nm)), phi from +x towards +y; the lens multiplies the wave by
 * exp(-i chi) in the diffraction plane. E. J. Kirkland, Advanced Computing in Electron Microscopy, 2nd ed. (2010), section 2.8.
 *
 * A value: copied and compared as one. \sa ElectronLensParameters
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT ElectronAberrations
{
public:
  ElectronAberrations();
  ElectronAberrations(const ElectronAberrations & other);
  ElectronAberrations &
  operator=(const ElectronAberrations & other);
  ~ElectronAberrations();

  /** Throws for a name that is none, with the names there are, and for a value that is not finite. True if this changed anything. */
  bool
  Set(const std::string & name, double value);
  /** Throws for a name that is none, with the names there are. */
  double
  Get(const std::string & name) const;

  bool
  operator==(const ElectronAberrations & other) const;
  bool
  operator!=(const ElectronAberrations & other) const
  {
    return !(*this == other);
  }

  /** All coefficients that are not 0, on one line: " C12 20 Å at 0.3 rad C30 -20000 Å". */
  void
  Print(std::ostream & os) const;

private:
  friend struct ElectronAberrationsAccess;
  std::unique_ptr<::ElectronMultislice::Aberrations> m_Coefficients;
};
} // namespace itk
#endif
