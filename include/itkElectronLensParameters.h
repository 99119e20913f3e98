#ifndef itkElectronLensParameters_h
#define itkElectronLensParameters_h
#include "itkElectronAberrations.h"
#include "itkElectronMultisliceEnums.h"
#include "itkObject.h"
#include <string>

namespace itk
{
/** \class ElectronLensParameters
 * \brief Mixin: the parameters of an electron lens, its aperture and its aberrations, for an object with a superclass of its own.
 *
 * Changes count as Modified(). Angles and aberrations out of range are refused by the object's Update(); unknown names at once.
 *
 * \ingroup ElectronMultislice
 */
template <typename TSuperclass>
class ITK_TEMPLATE_EXPORT ElectronLensParameters : public TSuperclass
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronLensParameters);

  using Self = ElectronLensParameters;
  using Superclass = TSuperclass;

  /** Semiangle of the aperture in rad. Default 0: of an objective lens, no aperture; a probe-forming lens needs one above 0. */
  itkSetMacro(Semiangle, double);
  itkGetConstMacro(Semiangle, double);
  void
  SetSemiangleInMilliradians(double semiangle)
  {
    this->SetSemiangle(1e-3 * semiangle);
  }

  /** Default Soft. */
  itkSetEnumMacro(ApertureEdge, ElectronMultisliceEnums::ApertureEdge);
  itkGetEnumMacro(ApertureEdge, ElectronMultisliceEnums::ApertureEdge);

  /** Aberrations by name: "C10", "C12", "phi12", ... "C56", "phi56", or defocus (= -C10), astigmatism (C12), coma (C21), trefoil (C23), Cs
   * (C30), C5 (C50). Coefficients in Å, angles in rad. Default 0. \sa ElectronAberrations */
  void
  SetAberration(const std::string & name, double value)
  {
    if (m_Aberrations.Set(name, value))
    {
      this->Modified();
    }
  }
  double
  GetAberration(const std::string & name) const
  {
    return m_Aberrations.Get(name);
  }
  void
  ClearAberrations()
  {
    if (m_Aberrations != ElectronAberrations())
    {
      m_Aberrations = ElectronAberrations();
      this->Modified();
    }
  }

  /** Defocus in Å, the same as the aberration of this name. Positive is underfocus: a probe focuses inside the specimen, behind its
   * entrance face; an objective lens shows a plane before the exit face. Default 0. */
  void
  SetDefocus(double defocus)
  {
    this->SetAberration("defocus", defocus);
  }
  double
  GetDefocus() const
  {
    return this->GetAberration("defocus");
  }

protected:
  ElectronLensParameters() = default;
  ~ElectronLensParameters() override = default;

  void
  PrintSelf(std::ostream & os, Indent indent) const override
  {
    Superclass::PrintSelf(os, indent);
    os << indent << "Semiangle: " << m_Semiangle << " rad\n"
       << indent << "ApertureEdge: " << m_ApertureEdge << "\n"
       << indent << "Aberrations:";
    m_Aberrations.Print(os);
    os << "\n";
  }

private:
  friend struct ElectronLensAccess;
  double                                m_Semiangle{ 0.0 };
  ElectronMultisliceEnums::ApertureEdge m_ApertureEdge{ ElectronMultisliceEnums::ApertureEdge::Soft };
  ElectronAberrations                   m_Aberrations;
};
} // namespace itk
#endif
