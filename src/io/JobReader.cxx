#include "io/JobFile.h"
#include "io/JobKeys.h"
#include "io/JobSections.h"
#include "io/JobValues.h"
#include "io/SettingsReader.h"
#include "io/TextFile.h"
#include <algorithm>
#include <filesystem>

namespace ElectronMultislice
{
namespace
{
/** Items of a list that are all allowed, each once. */
std::vector<std::string>
ReadWords(const YamlNode & list, const std::vector<std::string> & allowed)
{
  std::vector<std::string> words;
  for (const YamlNode & item : list.GetItems())
  {
    if (std::find(allowed.begin(), allowed.end(), item.GetText()) == allowed.end())
    {
      const std::string nearest = NearestName(item.GetText(), allowed);
      throw item.Failure("\"" + item.GetText() + "\" is not allowed here; use " + JoinAlternatives(allowed) +
                         (nearest.empty() ? "" : " (did you mean \"" + nearest + "\"?)"));
    }
    if (std::find(words.begin(), words.end(), item.GetText()) != words.end())
    {
      throw item.Failure("\"" + item.GetText() + "\" is given twice");
    }
    words.push_back(item.GetText());
  }
  return words;
}

bool
Keeps(const SimulationDescription & description, const std::string & what)
{
  const auto & keep = description.output.keep;
  return std::find(keep.begin(), keep.end(), what) != keep.end();
}

void
ReadScan(const YamlNode & root, SimulationDescription & description)
{
  const auto scan = root.Find("scan");
  if (description.illumination == Illumination::PlaneWave)
  {
    if (scan)
    {
      throw scan->Failure("a plane wave has no scan; remove this section, or write illumination: {type: probe, ...}");
    }
    return;
  }
  ReadScanSection(root.Require("scan"), description);
}
} // namespace

void
ReadExitPlanes(const YamlNode & node, SimulationDescription & description)
{
  if (node.IsMap())
  {
    node.AllowKeys(GetJobKeyNames("exit-planes"));
    description.exitPlaneEvery = node.Require("every").GetCount(1, 1000000);
    return;
  }
  for (const YamlNode & item : node.GetItems())
  {
    const double depth = ReadPositiveLength(item);
    if (!description.exitPlaneDepths.empty() && !(depth > description.exitPlaneDepths.back()))
    {
      throw item.Failure("the thicknesses must ascend, and " + item.GetText() + " does not follow " +
                         FormatNumber(description.exitPlaneDepths.back()));
    }
    description.exitPlaneDepths.push_back(depth);
  }
  if (description.exitPlaneDepths.empty())
  {
    throw node.Failure("the list is empty; remove the key to detect at the exit face only");
  }
}

void
ReadNumericsSection(const YamlNode & section, SimulationDescription & description)
{
  section.AllowKeys(GetJobKeyNames("numerics"));
  ReadIfPresent(section, "propagator", description.numerics.propagator, ReadChoice<PropagatorModel>);
  ReadIfPresent(section, "antialias", description.numerics.bandLimit, ReadChoice<BandLimit>);
  ReadIfPresent(section, "aperture-edge", description.lens.edge, ReadChoice<ApertureEdge>);
  if (description.imaging)
  {
    description.imaging->lens.edge = description.lens.edge;
  }
  if (const auto band = section.Find("potential-band"))
  {
    if (band->GetText() != "antialias" && band->GetText() != "none")
    {
      throw band->Failure("\"" + band->GetText() + "\" is not allowed here; use antialias or none");
    }
    description.numerics.potentialBandLimited = band->GetText() == "antialias";
  }
}

void
ReadOutputSection(const YamlNode & section, SimulationDescription & description)
{
  section.AllowKeys(GetJobKeyNames("output"));
  OutputDescription & output = description.output;
  if (const auto file = section.Find("file"))
  {
    output.file = file->GetText();
    if (output.file.compare(0, 2, "~/") == 0)
    {
      throw file->Failure("\"" + output.file + "\": \"~\" means the home folder only on a command line; write the folder out");
    }
    const std::string ending = std::filesystem::u8path(output.file).extension().u8string();
    if (ending != ".h5" && ending != ".hdf5" && ending != ".emd")
    {
      throw file->Failure("\"" + output.file + "\" does not end in .h5, .hdf5 or .emd (the result is an HDF5 file)");
    }
  }
  ReadIfPresent(section, "images", output.images, [](const YamlNode & list) { return ReadWords(list, { "tiff", "png" }); });
  ReadIfPresent(section, "keep", output.keep, [](const YamlNode & list) { return ReadWords(list, { "exit-waves", "potential" }); });
}

SimulationDescription
ReadJobText(const std::string & text, const std::string & name, const std::string & baseDirectory)
{
  const YamlNode        root = YamlNode::Parse(text, name);
  SimulationDescription description;
  description.baseDirectory = baseDirectory;
  description.output.file = std::filesystem::u8path(name).stem().u8string() + ".h5";

  root.AllowKeys(GetJobKeyNames(""));
  ReadSpecimenSection(root.Require("specimen"), description);
  ReadPotentialSection(root.Require("potential"), description);
  const auto readSection = [&](const std::string & key, auto read) {
    if (const auto section = root.Find(key))
    {
      read(*section, description);
    }
  };
  readSection("thermal", ReadThermalSection);
  ReadBeamSection(root.Require("beam"), description);
  ReadIlluminationSection(root.Require("illumination"), description);
  ReadScan(root, description);
  readSection("detectors", ReadDetectorsSection);
  readSection("imaging", ReadImagingSection);
  readSection("exit-planes", ReadExitPlanes);
  readSection("numerics", ReadNumericsSection);
  readSection("output", ReadOutputSection);
  if (const auto execution = root.Find("execution"))
  {
    for (const ReadSetting & setting : ReadSettings(*execution))
    {
      description.execution.emplace_back(setting.name, setting.value);
    }
  }
  if (description.detectors.empty() && !description.imaging && !Keeps(description, "exit-waves") && !Keeps(description, "potential"))
  {
    throw root.Failure("nothing would be computed; add detectors, imaging (of a plane wave), or output: {keep: [exit-waves]}");
  }
  return description;
}

SimulationDescription
ReadJobFile(const std::string & path)
{
  const std::string text = ReadTextFile(path, "job file");
  if (text.compare(0, 4, "\x89HDF") == 0)
  {
    throw InputError(path + ": this is an HDF5 file, not a job. The job of a result is the text in its dataset /root/job: save that in the "
                            "folder of the first job file, where its structure is looked for, and run it.");
  }
  return ReadJobText(text, path, std::filesystem::u8path(path).parent_path().u8string());
}
} // namespace ElectronMultislice
