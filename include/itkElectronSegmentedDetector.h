#ifndef itkElectronSegmentedDetector_h
#define itkElectronSegmentedDetector_h
#include "itkElectronDetector.h"

namespace itk
{
/** \class ElectronSegmentedDetector
 * \brief A ring cut into radial and azimuthal bins (quadrants, DPC detectors, flexible bins).
 *
 * NumberOfRadialBins x NumberOfAzimuthalBins numbers per position, radial bin slowest. Radial bins have equal angular width between
 * InnerAngle and OuterAngle; azimuthal bins have equal angles, counted from Rotation from +x towards +y. The pixel k = 0 has azimuth 0.
 * Every bin is a fraction of the incident beam.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT ElectronSegmentedDetector : public ElectronDetector
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronSegmentedDetector);

  using Self = ElectronSegmentedDetector;
  using Superclass = ElectronDetector;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(ElectronSegmentedDetector, ElectronDetector);

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

  /** Default 1. */
  itkSetClampMacro(NumberOfRadialBins, unsigned int, 1, 100000);
  itkGetConstMacro(NumberOfRadialBins, unsigned int);

  /** Default 4. */
  itkSetClampMacro(NumberOfAzimuthalBins, unsigned int, 1, 100000);
  itkGetConstMacro(NumberOfAzimuthalBins, unsigned int);

  /** Azimuth in rad where the first azimuthal bin begins. Default 0. */
  itkSetMacro(Rotation, double);
  itkGetConstMacro(Rotation, double);

protected:
  ElectronSegmentedDetector();
  ~ElectronSegmentedDetector() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;
  ::ElectronMultislice::Detector
  MakeCoreDetector() const override;

private:
  double       m_InnerAngle{ 0.0 };
  double       m_OuterAngle{ 0.0 };
  unsigned int m_NumberOfRadialBins{ 1 };
  unsigned int m_NumberOfAzimuthalBins{ 4 };
  double       m_Rotation{ 0.0 };
};
} // namespace itk
#endif
