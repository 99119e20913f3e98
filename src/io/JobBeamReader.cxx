#include "io/JobKeys.h"
#include "io/JobSections.h"
#include "io/JobValues.h"
#include "physics/Constants.h"
#include <cmath>
#include <algorithm>
#include <map>

namespace ElectronMultislice
{
namespace
{
constexpr double        LargestSemiangle = 0.3;
constexpr double        LargestTilt = 0.3;
constexpr std::uint64_t LargestScan = 100000000;

/** The coefficient or azimuth that a name sets: two names of one thing give the same text. */
std::string
AberrationTarget(const std::string & name)
{
  Aberrations trial;
  trial.Set(name, 1.0);
  for (const Aberrations::Order & order : Aberrations::Orders)
  {
    if (trial.GetCoefficient(order.n, order.m) != 0.0 || trial.GetAngle(order.n, order.m) != 0.0)
    {
      return (Aberrations::IsAngle(name) ? "phi" : "C") + std::to_string(order.n) + std::to_string(order.m);
    }
  }
  return name;
}

/** `keys` is the section of the table of keys that lists the aberrations. */
Aberrations
ReadAberrations(const YamlNode & section, const std::string & keys)
{
  section.AllowKeys(GetJobKeyNames(keys));
  Aberrations                        aberrations;
  std::map<std::string, std::string> given;
  for (const auto & [name, node] : section.GetEntries())
  {
    const std::string target = AberrationTarget(name);
    const auto        earlier = given.emplace(target, name);
    if (!earlier.second)
    {
      throw node.Failure("this is another name of \"" + earlier.first->second + "\", which is given too (both are " + target + ")");
    }
    aberrations.Set(name, Aberrations::IsAngle(name) ? ReadAngle(node) : ReadLength(node));
  }
  return aberrations;
}

double
ReadSpread(const YamlNode & node, Dimension dimension)
{
  const double spread = ReadQuantity(node, dimension);
  if (spread < 0.0)
  {
    throw node.Failure("a spread is zero or more, not " + node.GetText());
  }
  return spread;
}

void
ReadSpreads(const YamlNode & section, Lens & lens)
{
  ReadIfPresent(section, "focal-spread", lens.focalSpread, [](const YamlNode & node) { return ReadSpread(node, Dimension::Length); });
  ReadIfPresent(section, "angular-spread", lens.angularSpread, [](const YamlNode & node) { return ReadSpread(node, Dimension::Angle); });
}

/** Radius of an aperture. */
double
ReadSemiangle(const YamlNode & node)
{
  const double semiangle = ReadAngle(node);
  if (!(semiangle > 0.0 && semiangle < LargestSemiangle))
  {
    throw node.Failure(node.GetText() + " is outside the allowed range: above 0 and below " +
                       FormatQuantity(LargestSemiangle, Dimension::Angle));
  }
  return semiangle;
}

/** One length, or a list of different ones. */
std::vector<double>
ReadDefoci(const YamlNode & node)
{
  if (!node.IsList())
  {
    return { ReadLength(node) };
  }
  std::vector<double> defoci;
  for (const YamlNode & item : node.GetItems())
  {
    const double defocus = ReadLength(item);
    if (std::find(defoci.begin(), defoci.end(), defocus) != defoci.end())
    {
      throw item.Failure("the defocus " + item.GetText() + " is given twice; every image has another one");
    }
    defoci.push_back(defocus);
  }
  if (defoci.empty())
  {
    throw node.Failure("the list is empty; give one defocus at least, 0 for an image in focus");
  }
  return defoci;
}

void
ReadNoise(const YamlNode & section, ImageNoise & noise)
{
  const auto dose = section.Find("dose");
  if (dose)
  {
    noise.dose = dose->GetNumber();
    if (!(noise.dose > 0.0))
    {
      throw dose->Failure("a dose is above zero, in electrons per Å², not " + dose->GetText() + "; remove it for images without noise");
    }
  }
  if (const auto seed = section.Find("noise-seed"))
  {
    if (!dose)
    {
      throw seed->Failure("without a dose there is no noise; give the dose too, or remove this");
    }
    noise.seed = seed->GetCount(0, UINT64_MAX);
  }
}

double
ReadTiltAngle(const YamlNode & node)
{
  const double tilt = ReadAngle(node);
  if (std::fabs(tilt) > LargestTilt)
  {
    throw node.Failure(node.GetText() + " is too large a tilt; at most " + FormatQuantity(LargestTilt, Dimension::Angle) + " is allowed");
  }
  return tilt;
}
} // namespace

void
ReadBeamSection(const YamlNode & section, SimulationDescription & description)
{
  section.AllowKeys(GetJobKeyNames("beam"));
  const YamlNode energy = section.Require("energy");
  description.energy = ReadQuantity(energy, Dimension::Energy);
  energy.Located([&] { CheckEnergy(description.energy); });
  if (const auto tilt = section.Find("tilt"))
  {
    const auto items = tilt->GetItems(2, "[1 mrad, 0 mrad]");
    description.tilt = { ReadTiltAngle(items[0]), ReadTiltAngle(items[1]) };
  }
}

void
ReadIlluminationSection(const YamlNode & section, SimulationDescription & description)
{
  section.AllowKeys(GetJobKeyNames("illumination"));
  description.illumination = ReadChoice<Illumination>(section.Require("type"));
  if (description.illumination == Illumination::PlaneWave)
  {
    for (const auto & [name, node] : section.GetEntries())
    {
      if (name != "type")
      {
        throw node.Failure("only a probe has this; remove it, or write type: probe");
      }
    }
    return;
  }
  Lens & lens = description.lens;
  lens.semiangle = ReadSemiangle(section.Require("semiangle"));
  ReadIfPresent(
    section, "aberrations", lens.aberrations, [](const YamlNode & node) { return ReadAberrations(node, "illumination.aberrations"); });
  ReadSpreads(section, lens);
}

void
ReadImagingSection(const YamlNode & section, SimulationDescription & description)
{
  if (description.illumination != Illumination::PlaneWave)
  {
    throw section.Failure("an objective lens images a plane wave; remove this section, or write illumination: {type: plane-wave}");
  }
  section.AllowKeys(GetJobKeyNames("imaging"));
  ImagingDescription imaging;
  ReadIfPresent(section, "aperture", imaging.lens.semiangle, ReadSemiangle);
  if (const auto aberrations = section.Find("aberrations"))
  {
    for (const char * name : { "defocus", "C10" })
    {
      if (const auto node = aberrations->Find(name))
      {
        throw node->Failure("the defocus of an image stands beside the aberrations: imaging: {defocus: 500, ...}, one or a list (positive "
                            "is underfocus, C10 = -defocus)");
      }
    }
    imaging.lens.aberrations = ReadAberrations(*aberrations, "imaging.aberrations");
  }
  ReadIfPresent(section, "defocus", imaging.defoci, ReadDefoci);
  ReadSpreads(section, imaging.lens);
  ReadNoise(section, imaging.noise);
  description.imaging = imaging;
}

void
ReadScanSection(const YamlNode & section, SimulationDescription & description)
{
  section.AllowKeys(GetJobKeyNames("scan"));
  ScanDescription & scan = description.scan;
  if (const auto positions = section.Find("positions"))
  {
    RefuseBeside(section, "positions", { "start", "step", "count", "rotation" });
    for (const YamlNode & item : positions->GetItems())
    {
      scan.positions.push_back(ReadLengthPair(item, "[1.5, 2]"));
    }
    if (scan.positions.empty())
    {
      throw positions->Failure("the scan is empty; give at least one position");
    }
    return;
  }

  const YamlNode count = section.Require("count");
  const auto     counts = count.GetItems(2, "[32, 32]");
  for (std::size_t axis = 0; axis < 2; ++axis)
  {
    scan.count[axis] = counts[axis].GetCount(1, LargestScan);
  }
  if (scan.count[0] * scan.count[1] > LargestScan)
  {
    throw count.Failure("more than " + std::to_string(LargestScan) + " positions are not allowed");
  }
  ReadIfPresent(section, "start", scan.start, [](const YamlNode & node) { return ReadLengthPair(node, "[0, 0]"); });
  if (const auto step = section.Find("step"))
  {
    const auto items = step->GetItems(2, "[0.2, 0.2]");
    for (std::size_t axis = 0; axis < 2; ++axis)
    {
      scan.step[axis] = ReadLength(items[axis]);
      if (scan.step[axis] < 0.0 || (scan.step[axis] == 0.0 && scan.count[axis] > 1))
      {
        throw items[axis].Failure("a step is above zero, not " + items[axis].GetText());
      }
    }
  }
  else if (scan.count[0] > 1 || scan.count[1] > 1)
  {
    section.Require("step");
  }
  ReadIfPresent(section, "rotation", scan.rotation, ReadAngle);
}
} // namespace ElectronMultislice
