#include "itkElectronCenterOfMassDetector.h"
#include "physics/Detector.h"

namespace itk
{
ElectronCenterOfMassDetector::ElectronCenterOfMassDetector()
  : Superclass("center-of-mass")
{}

ElectronCenterOfMassDetector::~ElectronCenterOfMassDetector() = default;

std::string
ElectronCenterOfMassDetector::GetQuantity() const
{
  return m_DividedByIntensity ? "centre of mass / (1/Å)" : "intensity times spatial frequency / (1/Å)";
}

::ElectronMultislice::Detector
ElectronCenterOfMassDetector::MakeCoreDetector() const
{
  ::ElectronMultislice::Detector detector;
  detector.type = ::ElectronMultislice::DetectorType::CenterOfMass;
  detector.outer = m_MaximumAngle;
  detector.divided = m_DividedByIntensity;
  return detector;
}

void
ElectronCenterOfMassDetector::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "MaximumAngle: " << m_MaximumAngle << " rad\n"
     << indent << "DividedByIntensity: " << (m_DividedByIntensity ? "On" : "Off") << "\n";
}
} // namespace itk
