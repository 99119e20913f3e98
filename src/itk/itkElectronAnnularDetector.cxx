#include "itkElectronAnnularDetector.h"
#include "physics/Detector.h"

namespace itk
{
ElectronAnnularDetector::ElectronAnnularDetector()
  : Superclass("annular")
{}

ElectronAnnularDetector::~ElectronAnnularDetector() = default;

::ElectronMultislice::Detector
ElectronAnnularDetector::MakeCoreDetector() const
{
  ::ElectronMultislice::Detector detector;
  detector.type = ::ElectronMultislice::DetectorType::Annular;
  detector.inner = m_InnerAngle;
  detector.outer = m_OuterAngle;
  return detector;
}

void
ElectronAnnularDetector::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "InnerAngle: " << m_InnerAngle << " rad\n" << indent << "OuterAngle: " << m_OuterAngle << " rad\n";
}
} // namespace itk
