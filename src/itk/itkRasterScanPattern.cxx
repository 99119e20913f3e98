#include "itkRasterScanPattern.h"
#include "itkElectronMultisliceErrors.h"
#include "common/Error.h"
#include "common/Text.h"
#include <cmath>

namespace itk
{
using ::ElectronMultislice::FormatNumber;
using ::ElectronMultislice::InputError;

RasterScanPattern::RasterScanPattern()
{
  m_Start.Fill(0.0);
  m_Step.Fill(0.2);
  m_Count.Fill(1);
}

RasterScanPattern::~RasterScanPattern() = default;

void
RasterScanPattern::SetStart(double x, double y)
{
  PointType start;
  start[0] = x;
  start[1] = y;
  this->SetStart(start);
}

void
RasterScanPattern::SetStep(double x, double y)
{
  SpacingType step;
  step[0] = x;
  step[1] = y;
  this->SetStep(step);
}

void
RasterScanPattern::SetCount(SizeValueType x, SizeValueType y)
{
  this->SetCount(SizeType{ { x, y } });
}

void
RasterScanPattern::SetPositions(const std::vector<double> & positions)
{
  ElectronMultisliceTranslateErrors([&] {
    if (positions.size() % 2 != 0)
    {
      throw InputError("Scan positions need two numbers each (x, y in Å); " + std::to_string(positions.size()) + " numbers were given.");
    }
    for (std::size_t i = 0; i < positions.size(); ++i)
    {
      if (!std::isfinite(positions[i]))
      {
        throw InputError("Scan position " + std::to_string(i / 2) + " has the " + (i % 2 ? "y" : "x") + " coordinate " +
                         FormatNumber(positions[i]) + "; every coordinate must be a finite number.");
      }
    }
  });
  if (m_Positions != positions)
  {
    m_Positions = positions;
    this->Modified();
  }
}

SizeValueType
RasterScanPattern::GetNumberOfPositions() const
{
  return this->IsRaster() ? m_Count[0] * m_Count[1] : m_Positions.size() / 2;
}

void
RasterScanPattern::GetImageGeometry(SizeType & size, PointType & origin, SpacingType & spacing, DirectionType & direction) const
{
  direction.SetIdentity();
  if (!this->IsRaster())
  {
    size = { { m_Positions.size() / 2, 1 } };
    origin.Fill(0.0);
    spacing.Fill(1.0);
    return;
  }
  ElectronMultisliceTranslateErrors([&] {
    for (unsigned int d = 0; d < 2; ++d)
    {
      const std::string axis = d == 0 ? "x" : "y";
      if (m_Count[d] == 0)
      {
        throw InputError("The scan is empty: 0 positions along " + axis + "; the count must be at least 1.");
      }
      if (!std::isfinite(m_Start[d]))
      {
        throw InputError("The scan starts at " + axis + " = " + FormatNumber(m_Start[d]) + "; it must be a finite number in Å.");
      }
      if (!(m_Step[d] > 0.0) || !std::isfinite(m_Step[d]))
      {
        throw InputError(
          "The scan step along " + axis + " is " + FormatNumber(m_Step[d]) +
          " Å; it must be above 0 (it is the spacing of the image). To scan the other way, start at the other end or rotate.");
      }
    }
    if (!std::isfinite(m_Rotation))
    {
      throw InputError("The rotation of the scan is " + FormatNumber(m_Rotation) + "; it must be a finite number in rad.");
    }
  });
  size = m_Count;
  origin = m_Start;
  spacing = m_Step;
  if (m_Rotation != 0.0)
  {
    direction[0][0] = direction[1][1] = std::cos(m_Rotation);
    direction[1][0] = std::sin(m_Rotation);
    direction[0][1] = -direction[1][0];
  }
}

void
RasterScanPattern::Initialize()
{
  Superclass::Initialize();
  m_Start.Fill(0.0);
  m_Step.Fill(0.2);
  m_Count.Fill(1);
  m_Rotation = 0.0;
  m_Positions.clear();
}

void
RasterScanPattern::Graft(const DataObject * data)
{
  Superclass::Graft(data);
  if (const auto * other = dynamic_cast<const RasterScanPattern *>(data))
  {
    m_Start = other->m_Start;
    m_Step = other->m_Step;
    m_Count = other->m_Count;
    m_Rotation = other->m_Rotation;
    m_Positions = other->m_Positions;
    this->Modified();
  }
}

void
RasterScanPattern::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  if (this->IsRaster())
  {
    os << indent << "Start: " << m_Start << " Å\n"
       << indent << "Step: " << m_Step << " Å\n"
       << indent << "Count: " << m_Count << "\n"
       << indent << "Rotation: " << m_Rotation << " rad\n";
  }
  else
  {
    os << indent << "Positions: a list of " << this->GetNumberOfPositions() << "\n";
  }
}
} // namespace itk
