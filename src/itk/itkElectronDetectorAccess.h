#ifndef itk_itkElectronDetectorAccess_h
#define itk_itkElectronDetectorAccess_h
#include "itkElectronDetector.h"
#include "physics/Detector.h"

namespace itk
{
/** The core's view of a detector. */
struct ElectronDetectorAccess
{
  static ::ElectronMultislice::Detector
  GetCoreDetector(const ElectronDetector & detector);
};
} // namespace itk
#endif
