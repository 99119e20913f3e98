#ifndef itkElectronAnnularDetector_h
#define itkElectronAnnularDetector_h
#include "itkElectronDetector.h"

namespace itk
{
/** \class ElectronAnnularDetector
 * \brief Everything between two angles: bright field (inner angle 0), annular bright field, annular dark field.
 *
 * One number per position: the fraction of the incident beam with InnerAngle <= alpha < OuterAngle.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT ElectronAnnularDetector : public ElectronDetector
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronAnnularDetector);

  using Self = ElectronAnnularDetector;
  using Superclass = ElectronDetector;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(ElectronAnnularDetector, ElectronDetector);

  /** Inner angle in rad, at least 0 and below the outer one. Default 0. */
  itkSetMacro(InnerAngle, double);
  itkGetConstMacro(InnerAngle, double);

  /** Outer angle in rad. Default 0: must be set. */
  itkSetMacro(OuterAngle, double);
  itkGetConstMacro(OuterAngle, double);

  void
  SetInnerAngleInMilliradians(double angle)
  {
    this->SetInnerAngle(1e-3 * angle);
  }
  void
  SetOuterAngleInMilliradians(double angle)
  {
    this->SetOuterAngle(1e-3 * angle);
  }

protected:
  ElectronAnnularDetector();
  ~ElectronAnnularDetector() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;
  ::ElectronMultislice::Detector
  MakeCoreDetector() const override;

private:
  double m_InnerAngle{ 0.0 };
  double m_OuterAngle{ 0.0 };
};
} // namespace itk
#endif
