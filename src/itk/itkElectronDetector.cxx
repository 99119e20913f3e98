#include "itkElectronDetector.h"
#include "itkElectronDetectorAccess.h"
#include "itkElectronMultisliceErrors.h"

namespace itk
{
ElectronDetector::ElectronDetector(const char * defaultName)
  : m_Name(defaultName)
{}

ElectronDetector::~ElectronDetector() = default;

::ElectronMultislice::Detector
ElectronDetectorAccess::GetCoreDetector(const ElectronDetector & detector)
{
  auto core = detector.MakeCoreDetector();
  core.name = detector.m_Name;
  return core;
}

unsigned int
ElectronDetector::GetNumberOfComponents() const
{
  return static_cast<unsigned int>(ElectronDetectorAccess::GetCoreDetector(*this).GetNumberOfComponents());
}

std::string
ElectronDetector::GetComponentName(unsigned int component) const
{
  return ElectronMultisliceTranslateErrors(
    [&] { return ElectronDetectorAccess::GetCoreDetector(*this).GetComponentName(static_cast<int>(component)); });
}

std::string
ElectronDetector::GetQuantity() const
{
  return "intensity / fraction of the beam";
}

void
ElectronDetector::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Name: " << m_Name << "\n" << indent << "NumberOfComponents: " << this->GetNumberOfComponents() << "\n";
}
} // namespace itk
