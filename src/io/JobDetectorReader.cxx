#include "io/JobKeys.h"
#include "io/JobSections.h"
#include "io/JobValues.h"
#include "physics/Constants.h"
#include <algorithm>
#include <map>

namespace ElectronMultislice
{
namespace
{
constexpr std::size_t   LongestName = 64;
constexpr std::uint64_t LargestBins = 4096;

/** Names of groups, data sets and attributes of the result file beside the detectors. */
const std::vector<std::string> &
ReservedNames()
{
  static const std::vector<std::string> names{ "exit-waves", "image",    "potential", "job",  "report", "provenance",
                                               "finished",   "complete", "version",   "seed", "root",   "metadatabundle" };
  return names;
}

/** Detector names become groups of the result file and parts of file names. */
void
CheckName(const std::string & name, const YamlNode & node)
{
  const auto isPlain = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const bool isAllowed = !name.empty() && name.size() <= LongestName && isPlain(name.front()) &&
                         std::all_of(name.begin(), name.end(), [&](char c) { return isPlain(c) || c == '-' || c == '_'; });
  if (!isAllowed)
  {
    throw node.Failure("\"" + name + "\" cannot be a detector's name; letters, digits, - and _ are allowed, the first a letter or digit, " +
                       std::to_string(LongestName) + " at most");
  }
  const std::vector<std::string> & reserved = ReservedNames();
  if (std::find(reserved.begin(), reserved.end(), name) != reserved.end())
  {
    throw node.Failure("\"" + name + "\" cannot be a detector's name, the result file uses it; add something, such as " + name + "-1");
  }
}

/** An angle of a detector: 0 to below 90 degrees. */
double
ReadDetectorAngle(const YamlNode & node)
{
  const double angle = ReadAngle(node);
  if (!(angle >= 0.0 && angle < Pi / 2.0))
  {
    throw node.Failure(node.GetText() + " is outside the allowed range: 0 mrad to below 90 deg");
  }
  return angle;
}

double
ReadPositiveAngle(const YamlNode & node)
{
  const double angle = ReadDetectorAngle(node);
  if (angle == 0.0)
  {
    throw node.Failure("this angle must be above zero");
  }
  return angle;
}

void
ReadRing(const YamlNode & section, Detector & detector)
{
  const YamlNode inner = section.Require("inner");
  const YamlNode outer = section.Require("outer");
  detector.inner = ReadDetectorAngle(inner);
  detector.outer = ReadDetectorAngle(outer);
  if (!(detector.inner < detector.outer))
  {
    throw outer.Failure("the outer angle (" + outer.GetText() + ") must be larger than the inner one (" + inner.GetText() + ")");
  }
}

Detector
ReadDetector(const std::string & name, const YamlNode & section)
{
  const auto readBins = [](const YamlNode & node) { return static_cast<int>(node.GetCount(1, LargestBins)); };
  Detector   detector;
  detector.name = name;
  CheckName(name, section);
  detector.type = ReadChoice<DetectorType>(section.Require("type"));
  section.AllowKeys(GetJobKeyNames("detectors.NAME (" + DetectorTypeName(detector.type) + ")"));
  switch (detector.type)
  {
    case DetectorType::Annular:
      ReadRing(section, detector);
      break;
    case DetectorType::Segmented:
      ReadRing(section, detector);
      ReadIfPresent(section, "radial", detector.radial, readBins);
      ReadIfPresent(section, "azimuthal", detector.azimuthal, readBins);
      ReadIfPresent(section, "rotation", detector.rotation, ReadAngle);
      if (static_cast<std::uint64_t>(detector.radial) * static_cast<std::uint64_t>(detector.azimuthal) > LargestBins)
      {
        throw section.Failure("more than " + std::to_string(LargestBins) + " segments are not allowed");
      }
      break;
    case DetectorType::CenterOfMass:
      ReadIfPresent(section, "outer", detector.outer, ReadPositiveAngle);
      ReadIfPresent(section, "divided", detector.divided, [](const YamlNode & node) { return node.GetBoolean(); });
      break;
    case DetectorType::Pixelated:
      ReadIfPresent(section, "maximum-angle", detector.outer, ReadPositiveAngle);
      break;
    case DetectorType::SensitivityMap: // no choice in a job
      break;
  }
  return detector;
}
} // namespace

void
ReadDetectorsSection(const YamlNode & section, SimulationDescription & description)
{
  std::map<std::string, std::string> outputs; // name of each output -> its detector
  for (const auto & [name, node] : section.GetEntries())
  {
    const Detector detector = ReadDetector(name, node);
    const int      components = std::max(detector.GetNumberOfComponents(), 1); // a pixelated detector has its own name
    for (int component = 0; component < components; ++component)
    {
      const std::string output = detector.GetComponentName(component);
      const auto        taken = outputs.emplace(output, name);
      if (!taken.second)
      {
        throw node.Failure("its output \"" + output + "\" has the same name as one of the detector \"" + taken.first->second +
                           "\"; rename one of the two");
      }
    }
    description.detectors.push_back(detector);
  }
}
} // namespace ElectronMultislice
