#ifndef itkElectronObjectiveLensParameters_h
#define itkElectronObjectiveLensParameters_h
#include "itkElectronLensParameters.h"

namespace itk
{
/** \class ElectronObjectiveLensParameters
 * \brief Mixin: the parameters of an objective lens, which are those of a lens and its partial coherence.
 *
 * Both spreads are 1/e half widths, sqrt(2) times the standard deviation. With alpha the angle and chi the aberration function they damp
 * the transfer of the lens by the temporal envelope exp(-(pi FocalSpread alpha²/(2 lambda))²) and the spatial envelope
 * exp(-(AngularSpread/2)² |grad chi|²); R. H. Wade and J. Frank, Optik 49 (1977) 81.
 *
 * \ingroup ElectronMultislice
 */
template <typename TSuperclass>
class ITK_TEMPLATE_EXPORT ElectronObjectiveLensParameters : public ElectronLensParameters<TSuperclass>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronObjectiveLensParameters);

  using Self = ElectronObjectiveLensParameters;
  using Superclass = ElectronLensParameters<TSuperclass>;

  /** 1/e half width of the focus in Å, at least 0. Default 0: one focus. */
  itkSetMacro(FocalSpread, double);
  itkGetConstMacro(FocalSpread, double);

  /** 1/e half width of the source's angles in rad, at least 0. Default 0: parallel illumination. */
  itkSetMacro(AngularSpread, double);
  itkGetConstMacro(AngularSpread, double);
  void
  SetAngularSpreadInMilliradians(double spread)
  {
    this->SetAngularSpread(1e-3 * spread);
  }

protected:
  ElectronObjectiveLensParameters() = default;
  ~ElectronObjectiveLensParameters() override = default;

  void
  PrintSelf(std::ostream & os, Indent indent) const override
  {
    Superclass::PrintSelf(os, indent);
    os << indent << "FocalSpread: " << m_FocalSpread << " Å\n" << indent << "AngularSpread: " << m_AngularSpread << " rad\n";
  }

private:
  friend struct ElectronLensAccess;
  double m_FocalSpread{ 0.0 };
  double m_AngularSpread{ 0.0 };
};
} // namespace itk
#endif
