#include "io/InlineStructure.h"
#include "io/JobKeys.h"
#include "io/JobSections.h"
#include "io/JobValues.h"
#include "physics/Elements.h"
#include <cstdint>

namespace ElectronMultislice
{
namespace
{
/** Larger values of a crystal are almost surely B factors. */
constexpr double        LargestMeanSquareDisplacement = 0.3;
constexpr std::uint64_t LargestRepetition = 10000;
constexpr std::uint64_t LargestGrid = 65536;
constexpr std::uint64_t LargestCount = 1000000;

std::vector<Structure>
ReadFrames(const YamlNode & list)
{
  std::vector<Structure> frames;
  for (const YamlNode & frame : list.GetItems())
  {
    frame.AllowKeys(GetJobKeyNames("specimen.frames[]"));
    frames.push_back(ReadInlineStructure(frame));
  }
  if (frames.empty())
  {
    throw list.Failure("there are no frames");
  }
  return frames;
}

/** The one of the keys that is there, or empty; two of them are refused. */
std::string
OneOfKeys(const YamlNode & section, const std::vector<std::string> & keys)
{
  std::string present;
  for (const std::string & key : keys)
  {
    if (const auto node = section.Find(key))
    {
      if (!present.empty())
      {
        throw node->Failure("only one of " + JoinAlternatives(keys) + " can be given, and \"" + present + "\" is given too");
      }
      present = key;
    }
  }
  return present;
}
} // namespace

void
ReadSpecimenSection(const YamlNode & section, SimulationDescription & description)
{
  section.AllowKeys(GetJobKeyNames("specimen"));
  SpecimenDescription & specimen = description.specimen;
  if (const auto structure = section.Find("structure"))
  {
    RefuseBeside(section, "structure", { "cell", "atoms", "frames", "name", "source", "remarks" });
    specimen.structureFile = structure->GetText();
    ReadIfPresent(section, "block", specimen.block, [](const YamlNode & node) { return node.GetText(); });
  }
  else if (const auto frames = section.Find("frames"))
  {
    RefuseBeside(section, "frames", { "cell", "atoms", "block", "source", "remarks" });
    specimen.structures = std::make_shared<const std::vector<Structure>>(ReadFrames(*frames));
  }
  else if (section.Find("cell") || section.Find("atoms"))
  {
    RefuseBeside(section, "atoms", { "block" });
    specimen.structures = std::make_shared<const std::vector<Structure>>(1, ReadInlineStructure(section));
  }
  else
  {
    throw section.Failure("the key \"structure\" is missing (a CIF or XYZ file; or give cell and atoms here)");
  }
  ReadIfPresent(section, "name", specimen.structureFile, [](const YamlNode & node) { return node.GetText(); });

  if (const auto repetitions = section.Find("repetitions"))
  {
    const auto items = repetitions->GetItems(3, "[5, 5, 20]");
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      specimen.repetitions[axis] = static_cast<int>(items[axis].GetCount(1, LargestRepetition));
    }
  }
  ReadIfPresent(section, "beam-axis", specimen.beamAxis, ReadChoice<BeamAxis>);
  if (const auto padding = section.Find("padding"))
  {
    const auto items = padding->GetItems(3, "[0, 0, 10]");
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
      specimen.padding[axis] = ReadLength(items[axis]);
      if (specimen.padding[axis] < 0.0)
      {
        throw items[axis].Failure("padding is zero or more, not " + items[axis].GetText());
      }
    }
  }
}

void
ReadPotentialSection(const YamlNode & section, SimulationDescription & description)
{
  section.AllowKeys(GetJobKeyNames("potential"));
  PotentialDescription & potential = description.potential;
  if (OneOfKeys(section, { "grid", "sampling" }).empty())
  {
    throw section.Failure("the key \"grid\" is missing (pixels of the waves, such as [512, 512]); or give \"sampling\" (Å)");
  }
  if (const auto grid = section.Find("grid"))
  {
    const auto items = grid->GetItems(2, "[512, 512]");
    potential.grid = std::array<std::size_t, 2>{ items[0].GetCount(1, LargestGrid), items[1].GetCount(1, LargestGrid) };
  }
  ReadIfPresent(section, "sampling", potential.sampling, ReadPositiveLength);

  OneOfKeys(section, { "slice-thickness", "slices", "slice-thicknesses" });
  ReadIfPresent(section, "slice-thickness", potential.slicing.thickness, ReadPositiveLength);
  ReadIfPresent(section, "slices", potential.slicing.count, [](const YamlNode & node) { return node.GetCount(1, LargestCount); });
  if (const auto list = section.Find("slice-thicknesses"))
  {
    for (const YamlNode & item : list->GetItems())
    {
      potential.slicing.thicknesses.push_back(ReadPositiveLength(item));
    }
    if (potential.slicing.thicknesses.empty())
    {
      throw list->Failure("there are no slices");
    }
  }
  ReadIfPresent(section, "parametrization", potential.parametrization, ReadChoice<Parametrization>);
  if (const auto projection = section.Find("projection"))
  {
    const bool isFinite = projection->GetText() == "finite";
    if (isFinite || projection->GetText() != "infinite")
    {
      throw projection->Failure("\"" + projection->GetText() + "\" is not " + (isFinite ? "available yet" : "allowed here") +
                                "; use infinite");
    }
  }
  ReadIfPresent(section, "transmission-oversampling", potential.oversampling, [](const YamlNode & node) { return node.GetCount(1, 4); });
}

void
ReadThermalSection(const YamlNode & section, SimulationDescription & description)
{
  section.AllowKeys(GetJobKeyNames("thermal"));
  ThermalDescription & thermal = description.thermal;
  ReadIfPresent(section, "model", thermal.model, ReadChoice<ThermalModel>);
  if (const auto configurations = section.Find("configurations"))
  {
    thermal.configurations = configurations->GetCount(1, LargestCount);
    if (thermal.configurations > 1 && thermal.model == ThermalModel::Frames)
    {
      throw configurations->Failure("with model frames every frame of the structure is a configuration; remove this key");
    }
    if (thermal.configurations > 1 && thermal.model != ThermalModel::FrozenPhonons)
    {
      throw configurations->Failure("with model " + ChoiceName(thermal.model) +
                                    " every configuration would be the same; write 1, or model: frozen-phonons");
    }
  }
  ReadIfPresent(section, "seed", thermal.seed, [](const YamlNode & node) { return node.GetCount(0, UINT64_MAX); });
  if (const auto displacements = section.Find("mean-square-displacement"))
  {
    for (const auto & [name, node] : displacements->GetEntries())
    {
      const int atomicNumber = AtomicNumberOfSymbol(name);
      if (atomicNumber == 0)
      {
        throw node.Failure("\"" + name + "\" is no element symbol");
      }
      const double value = ReadMeanSquareDisplacement(node, LargestMeanSquareDisplacement);
      if (!thermal.meanSquareDisplacement.emplace(ElementSymbol(atomicNumber), value).second)
      {
        throw node.Failure(ElementSymbol(atomicNumber) + " is given twice");
      }
    }
  }
}
} // namespace ElectronMultislice
