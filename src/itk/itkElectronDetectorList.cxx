#include "itkElectronDetectorList.h"
#include "common/Text.h"
#include <algorithm>

namespace itk
{
namespace
{
ExceptionObject
ListError(const std::string & text)
{
  return ExceptionObject(__FILE__, __LINE__, text, "ElectronDetectorList");
}
} // namespace

void
ElectronDetectorList::Add(ElectronDetector * detector)
{
  if (!detector)
  {
    throw ListError("The detector to add is null.");
  }
  for (const auto & other : m_Detectors)
  {
    if (std::string(other->GetName()) == detector->GetName())
    {
      throw ListError("There is a detector named \"" + std::string(other->GetName()) +
                      "\" already; give this one another name with SetName().");
    }
  }
  m_Detectors.emplace_back(detector);
}

void
ElectronDetectorList::Clear()
{
  m_Detectors.clear();
}

ElectronDetector *
ElectronDetectorList::Get(unsigned int index) const
{
  if (index >= m_Detectors.size())
  {
    throw ListError("Detector " + std::to_string(index) + " was asked for; there are " + std::to_string(m_Detectors.size()) +
                    ", counted from 0.");
  }
  return m_Detectors[index];
}

ModifiedTimeType
ElectronDetectorList::GetMTime() const
{
  ModifiedTimeType time = 0;
  for (const auto & detector : m_Detectors)
  {
    time = std::max(time, detector->GetMTime());
  }
  return time;
}

std::vector<ElectronDetectorList::Output>
ElectronDetectorList::GetOutputs(const std::vector<double> & exitPlaneDepths) const
{
  std::vector<Output> outputs;
  for (unsigned int d = 0; d < m_Detectors.size(); ++d)
  {
    const ElectronDetector & detector = *m_Detectors[d];
    for (unsigned int component = 0; component < detector.GetNumberOfComponents(); ++component)
    {
      const std::string name = detector.GetComponentName(component);
      if (exitPlaneDepths.empty())
      {
        outputs.push_back({ name, detector.GetQuantity(), d, component, 0 });
      }
      for (std::size_t plane = 0; plane < exitPlaneDepths.size(); ++plane)
      {
        const std::string depth = ::ElectronMultislice::FormatNumber(exitPlaneDepths[plane]);
        outputs.push_back({ name + "@" + depth, detector.GetQuantity(), d, component, plane });
      }
    }
  }
  return outputs;
}

std::size_t
ElectronDetectorList::FindOutput(const std::vector<std::string> & names, const std::string & name)
{
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
  {
    throw ListError("There is no output named \"" + name + "\"; " +
                    (names.empty() ? "add a detector first." : "the names are " + ::ElectronMultislice::JoinAlternatives(names) + "."));
  }
  return static_cast<std::size_t>(found - names.begin());
}

void
ElectronDetectorList::Print(std::ostream & os, Indent indent) const
{
  for (const auto & detector : m_Detectors)
  {
    os << indent << "Detector: " << detector->GetName() << "\n";
    detector->Print(os, indent.GetNextIndent());
  }
}
} // namespace itk
