#ifndef itkElectronCenterOfMassDetector_h
#define itkElectronCenterOfMassDetector_h
#include "itkElectronDetector.h"

namespace itk
{
/** \class ElectronCenterOfMassDetector
 * \brief Centre of mass of the diffraction pattern: sum I k / sum I, x and y, in 1/Å.
 *
 * Two numbers per position. Averages over configurations are taken of the sums, and the division is done last.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT ElectronCenterOfMassDetector : public ElectronDetector
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronCenterOfMassDetector);

  using Self = ElectronCenterOfMassDetector;
  using Superclass = ElectronDetector;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(ElectronCenterOfMassDetector, ElectronDetector);

  /** Only alpha below this angle in rad counts. Default 0: the whole band-limited plane. */
  itkSetMacro(MaximumAngle, double);
  itkGetConstMacro(MaximumAngle, double);

  void
  SetMaximumAngleInMilliradians(double angle)
  {
    this->SetMaximumAngle(1e-3 * angle);
  }

  /** Divide by the collected intensity. Default on; off gives sum I k. */
  itkSetMacro(DividedByIntensity, bool);
  itkGetConstMacro(DividedByIntensity, bool);
  itkBooleanMacro(DividedByIntensity);

  std::string
  GetQuantity() const override;

protected:
  ElectronCenterOfMassDetector();
  ~ElectronCenterOfMassDetector() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;
  ::ElectronMultislice::Detector
  MakeCoreDetector() const override;

private:
  double m_MaximumAngle{ 0.0 };
  bool   m_DividedByIntensity{ true };
};
} // namespace itk
#endif
