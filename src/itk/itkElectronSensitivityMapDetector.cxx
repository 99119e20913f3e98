#include "itkElectronSensitivityMapDetector.h"
#include "itkElectronMultisliceErrors.h"
#include "common/Error.h"
#include "physics/Detector.h"
#include "physics/SensitivityMap.h"

namespace itk
{
ElectronSensitivityMapDetector::ElectronSensitivityMapDetector()
  : Superclass("sensitivity-map")
{}

ElectronSensitivityMapDetector::~ElectronSensitivityMapDetector() = default;

void
ElectronSensitivityMapDetector::SetSensitivityMap(const Image<float, 2> * map)
{
  this->CopyMap(map);
}

void
ElectronSensitivityMapDetector::SetSensitivityMap(const Image<double, 2> * map)
{
  this->CopyMap(map);
}

template <typename TImage>
void
ElectronSensitivityMapDetector::CopyMap(const TImage * map)
{
  ElectronMultisliceTranslateErrors([&] {
    const std::string name = this->GetName();
    if (!map)
    {
      throw ::ElectronMultislice::InputError("The sensitivity map of the detector '" + name + "' is null.");
    }
    const auto & region = map->GetBufferedRegion();
    if (region != map->GetLargestPossibleRegion() || region.GetNumberOfPixels() == 0)
    {
      throw ::ElectronMultislice::InputError("The sensitivity map of the detector '" + name +
                                             "' is not in memory as a whole; call Update() on its source before it is set.");
    }
    ::ElectronMultislice::SensitivityMap core;
    core.nx = region.GetSize(0);
    core.ny = region.GetSize(1);
    core.values.assign(map->GetBufferPointer(), map->GetBufferPointer() + region.GetNumberOfPixels());
    typename TImage::PointType first;
    map->TransformIndexToPhysicalPoint(region.GetIndex(), first);
    for (unsigned int row = 0; row < 2; ++row)
    {
      core.origin[row] = first[row];
      for (unsigned int column = 0; column < 2; ++column)
      {
        core.pixelAxes[2 * row + column] = map->GetDirection()(row, column) * map->GetSpacing()[column];
      }
    }
    core.Check(name);
    m_Map = std::make_shared<const ::ElectronMultislice::SensitivityMap>(std::move(core));
  });
  this->Modified();
}

double
ElectronSensitivityMapDetector::GetMaximumAngle() const
{
  return m_Map ? m_Map->GetReach() : 0.0;
}

std::string
ElectronSensitivityMapDetector::GetQuantity() const
{
  return "intensity times sensitivity / fraction of the beam";
}

::ElectronMultislice::Detector
ElectronSensitivityMapDetector::MakeCoreDetector() const
{
  ::ElectronMultislice::Detector detector;
  detector.type = ::ElectronMultislice::DetectorType::SensitivityMap;
  detector.map = m_Map;
  return detector;
}

void
ElectronSensitivityMapDetector::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "SensitivityMap: ";
  if (m_Map)
  {
    os << m_Map->nx << " x " << m_Map->ny << " pixels, up to " << m_Map->GetReach() << " rad\n";
  }
  else
  {
    os << "none\n";
  }
}
} // namespace itk
