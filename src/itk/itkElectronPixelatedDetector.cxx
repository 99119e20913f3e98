#include "itkElectronPixelatedDetector.h"
#include "physics/Detector.h"

namespace itk
{
ElectronPixelatedDetector::ElectronPixelatedDetector()
  : Superclass("pixelated")
{}

ElectronPixelatedDetector::~ElectronPixelatedDetector() = default;

::ElectronMultislice::Detector
ElectronPixelatedDetector::MakeCoreDetector() const
{
  ::ElectronMultislice::Detector detector;
  detector.type = ::ElectronMultislice::DetectorType::Pixelated;
  detector.outer = m_MaximumAngle;
  return detector;
}

void
ElectronPixelatedDetector::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "MaximumAngle: " << m_MaximumAngle << " rad\n";
}
} // namespace itk
