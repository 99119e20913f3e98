#ifndef itkElectronPixelatedDetector_h
#define itkElectronPixelatedDetector_h
#include "itkElectronDetector.h"

namespace itk
{
/** \class ElectronPixelatedDetector
 * \brief Whole diffraction patterns up to an angle (4D-STEM).
 *
 * For ElectronMultisliceSimulation; the detector outputs of filters are two-dimensional, and refuse it (ScanningDiffractionImageFilter has
 * patterns as outputs of its own). The zero frequency is at index N/2 (integer division) of the cropped pattern; pixels are never
 * resampled.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT ElectronPixelatedDetector : public ElectronDetector
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronPixelatedDetector);

  using Self = ElectronPixelatedDetector;
  using Superclass = ElectronDetector;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(ElectronPixelatedDetector, ElectronDetector);

  /** Largest angle in rad along kx and ky. Default 0: the whole band-limited plane. */
  itkSetMacro(MaximumAngle, double);
  itkGetConstMacro(MaximumAngle, double);

  void
  SetMaximumAngleInMilliradians(double angle)
  {
    this->SetMaximumAngle(1e-3 * angle);
  }

protected:
  ElectronPixelatedDetector();
  ~ElectronPixelatedDetector() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;
  ::ElectronMultislice::Detector
  MakeCoreDetector() const override;

private:
  double m_MaximumAngle{ 0.0 };
};
} // namespace itk
#endif
