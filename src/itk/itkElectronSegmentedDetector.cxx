#include "itkElectronSegmentedDetector.h"
#include "physics/Detector.h"

namespace itk
{
ElectronSegmentedDetector::ElectronSegmentedDetector()
  : Superclass("segmented")
{}

ElectronSegmentedDetector::~ElectronSegmentedDetector() = default;

::ElectronMultislice::Detector
ElectronSegmentedDetector::MakeCoreDetector() const
{
  ::ElectronMultislice::Detector detector;
  detector.type = ::ElectronMultislice::DetectorType::Segmented;
  detector.inner = m_InnerAngle;
  detector.outer = m_OuterAngle;
  detector.radial = static_cast<int>(m_NumberOfRadialBins);
  detector.azimuthal = static_cast<int>(m_NumberOfAzimuthalBins);
  detector.rotation = m_Rotation;
  return detector;
}

void
ElectronSegmentedDetector::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "InnerAngle: " << m_InnerAngle << " rad\n"
     << indent << "OuterAngle: " << m_OuterAngle << " rad\n"
     << indent << "NumberOfRadialBins: " << m_NumberOfRadialBins << "\n"
     << indent << "NumberOfAzimuthalBins: " << m_NumberOfAzimuthalBins << "\n"
     << indent << "Rotation: " << m_Rotation << " rad\n";
}
} // namespace itk
