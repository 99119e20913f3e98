#include "common/Error.h"
#include "io/InlineStructure.h"
#include "io/JobChoices.h"
#include "io/JobFile.h"
#include "io/Units.h"
#include "io/YamlWriter.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
template <typename TValue>
void
Write(YAML::Emitter & emitter, const std::string & key, const TValue & value)
{
  emitter << YAML::Key << key << YAML::Value << value;
}

template <typename TNumbers>
void
WriteList(YAML::Emitter & emitter, const std::string & key, const TNumbers & numbers)
{
  emitter << YAML::Key << key << YAML::Value;
  WriteNumbers(emitter, numbers);
}

void
WriteWords(YAML::Emitter & emitter, const std::string & key, const std::vector<std::string> & words)
{
  emitter << YAML::Key << key << YAML::Value << YAML::Flow << YAML::BeginSeq;
  for (const std::string & word : words)
  {
    emitter << word;
  }
  emitter << YAML::EndSeq;
}

std::string
Angle(double value)
{
  return FormatQuantity(value, Dimension::Angle);
}

void
BeginSection(YAML::Emitter & emitter, const std::string & key)
{
  emitter << YAML::Key << key << YAML::Value << YAML::BeginMap;
}

void
WriteSpecimen(YAML::Emitter & emitter, const SpecimenDescription & specimen)
{
  BeginSection(emitter, "specimen");
  if (!specimen.structures)
  {
    Write(emitter, "structure", specimen.structureFile);
    if (!specimen.block.empty())
    {
      Write(emitter, "block", specimen.block);
    }
  }
  else if (!specimen.structureFile.empty())
  {
    Write(emitter, "name", specimen.structureFile);
  }
  WriteList(emitter, "repetitions", specimen.repetitions);
  Write(emitter, "beam-axis", ChoiceName(specimen.beamAxis));
  WriteList(emitter, "padding", specimen.padding);
  if (specimen.structures && specimen.structures->size() == 1)
  {
    WriteInlineStructure(emitter, specimen.structures->front());
  }
  else if (specimen.structures)
  {
    emitter << YAML::Key << "frames" << YAML::Value << YAML::BeginSeq;
    for (const Structure & frame : *specimen.structures)
    {
      emitter << YAML::BeginMap;
      WriteInlineStructure(emitter, frame);
      emitter << YAML::EndMap;
    }
    emitter << YAML::EndSeq;
  }
  emitter << YAML::EndMap;
}

void
WritePotential(YAML::Emitter & emitter, const PotentialDescription & potential)
{
  BeginSection(emitter, "potential");
  if (potential.grid)
  {
    WriteList(emitter, "grid", *potential.grid);
  }
  else
  {
    Write(emitter, "sampling", FormatNumber(potential.sampling));
  }
  const SlicingOptions & slicing = potential.slicing;
  if (!slicing.thicknesses.empty())
  {
    WriteList(emitter, "slice-thicknesses", slicing.thicknesses);
  }
  else if (slicing.count > 0)
  {
    Write(emitter, "slices", std::to_string(slicing.count));
  }
  else
  {
    Write(emitter, "slice-thickness", FormatNumber(slicing.thickness));
  }
  Write(emitter, "parametrization", ParametrizationName(potential.parametrization));
  Write(emitter, "projection", "infinite");
  Write(emitter, "transmission-oversampling", std::to_string(potential.oversampling));
  emitter << YAML::EndMap;
}

void
WriteThermal(YAML::Emitter & emitter, const ThermalDescription & thermal)
{
  BeginSection(emitter, "thermal");
  Write(emitter, "model", ChoiceName(thermal.model));
  Write(emitter, "configurations", std::to_string(thermal.configurations));
  Write(emitter, "seed", std::to_string(thermal.seed));
  if (!thermal.meanSquareDisplacement.empty())
  {
    emitter << YAML::Key << "mean-square-displacement" << YAML::Value << YAML::Flow << YAML::BeginMap;
    for (const auto & [element, value] : thermal.meanSquareDisplacement)
    {
      Write(emitter, element, FormatNumber(value));
    }
    emitter << YAML::EndMap;
  }
  emitter << YAML::EndMap;
}

void
WriteBeam(YAML::Emitter & emitter, const SimulationDescription & description)
{
  BeginSection(emitter, "beam");
  Write(emitter, "energy", FormatQuantity(description.energy, Dimension::Energy));
  WriteWords(emitter, "tilt", { Angle(description.tilt.x), Angle(description.tilt.y) });
  emitter << YAML::EndMap;
}

/** Coefficients that are not zero; the defocus always, where it stands among them. */
void
WriteAberrations(YAML::Emitter & emitter, const Aberrations & aberrations, bool withDefocus)
{
  emitter << YAML::Key << "aberrations" << YAML::Value << YAML::Flow << YAML::BeginMap;
  if (withDefocus)
  {
    Write(emitter, "defocus", FormatNumber(aberrations.GetDefocus() + 0.0)); // + 0 makes -0 a 0
  }
  for (const Aberrations::Order & order : Aberrations::Orders)
  {
    const std::string digits = std::to_string(order.n) + std::to_string(order.m);
    const double      coefficient = aberrations.GetCoefficient(order.n, order.m);
    const double      angle = aberrations.GetAngle(order.n, order.m);
    if (coefficient != 0.0 && digits != "10")
    {
      Write(emitter, "C" + digits, FormatNumber(coefficient));
    }
    if (angle != 0.0 && order.m > 0)
    {
      Write(emitter, "phi" + digits, FormatNumber(angle) + " rad");
    }
  }
  emitter << YAML::EndMap;
}

void
WriteIllumination(YAML::Emitter & emitter, const SimulationDescription & description)
{
  BeginSection(emitter, "illumination");
  Write(emitter, "type", ChoiceName(description.illumination));
  if (description.illumination == Illumination::Probe)
  {
    const Lens & lens = description.lens;
    Write(emitter, "semiangle", Angle(lens.semiangle));
    WriteAberrations(emitter, lens.aberrations, true);
    Write(emitter, "focal-spread", FormatNumber(lens.focalSpread));
    Write(emitter, "angular-spread", Angle(lens.angularSpread));
  }
  emitter << YAML::EndMap;
}

void
WriteImaging(YAML::Emitter & emitter, const ImagingDescription & imaging)
{
  BeginSection(emitter, "imaging");
  if (imaging.lens.semiangle > 0.0)
  {
    Write(emitter, "aperture", Angle(imaging.lens.semiangle));
  }
  WriteAberrations(emitter, imaging.lens.aberrations, false);
  WriteList(emitter, "defocus", imaging.defoci);
  Write(emitter, "focal-spread", FormatNumber(imaging.lens.focalSpread));
  Write(emitter, "angular-spread", Angle(imaging.lens.angularSpread));
  if (imaging.noise.dose > 0.0)
  {
    Write(emitter, "dose", FormatNumber(imaging.noise.dose));
    Write(emitter, "noise-seed", std::to_string(imaging.noise.seed));
  }
  emitter << YAML::EndMap;
}

void
WriteScan(YAML::Emitter & emitter, const ScanDescription & scan)
{
  BeginSection(emitter, "scan");
  if (scan.IsRaster())
  {
    WriteList(emitter, "start", scan.start);
    WriteList(emitter, "step", scan.step);
    WriteList(emitter, "count", scan.count);
    Write(emitter, "rotation", Angle(scan.rotation));
  }
  else
  {
    emitter << YAML::Key << "positions" << YAML::Value << YAML::BeginSeq;
    for (const auto & position : scan.positions)
    {
      WriteNumbers(emitter, position);
    }
    emitter << YAML::EndSeq;
  }
  emitter << YAML::EndMap;
}

void
WriteDetector(YAML::Emitter & emitter, const Detector & detector)
{
  emitter << YAML::Key << detector.name << YAML::Value << YAML::Flow << YAML::BeginMap;
  Write(emitter, "type", DetectorTypeName(detector.type));
  switch (detector.type)
  {
    case DetectorType::Annular:
    case DetectorType::Segmented:
      Write(emitter, "inner", Angle(detector.inner));
      Write(emitter, "outer", Angle(detector.outer));
      if (detector.type == DetectorType::Segmented)
      {
        Write(emitter, "radial", std::to_string(detector.radial));
        Write(emitter, "azimuthal", std::to_string(detector.azimuthal));
        Write(emitter, "rotation", Angle(detector.rotation));
      }
      break;
    case DetectorType::CenterOfMass:
      if (detector.outer != 0.0)
      {
        Write(emitter, "outer", Angle(detector.outer));
      }
      Write(emitter, "divided", detector.divided ? "true" : "false");
      break;
    case DetectorType::SensitivityMap:
      throw InputError(
        "The detector '" + detector.name +
        "' has a measured sensitivity map, which is in no file that a job could name. Such a run cannot be written as a job; "
        "repeat it from the program that made it.");
    case DetectorType::Pixelated:
      if (detector.outer != 0.0)
      {
        Write(emitter, "maximum-angle", Angle(detector.outer));
      }
      break;
  }
  emitter << YAML::EndMap;
}

void
WriteExitPlanes(YAML::Emitter & emitter, const SimulationDescription & description)
{
  if (!description.exitPlaneDepths.empty())
  {
    WriteList(emitter, "exit-planes", description.exitPlaneDepths);
  }
  else if (description.exitPlaneEvery > 0)
  {
    emitter << YAML::Key << "exit-planes" << YAML::Value << YAML::Flow << YAML::BeginMap;
    Write(emitter, "every", std::to_string(description.exitPlaneEvery));
    emitter << YAML::EndMap;
  }
}

void
WriteNumerics(YAML::Emitter & emitter, const SimulationDescription & description)
{
  BeginSection(emitter, "numerics");
  Write(emitter, "propagator", ChoiceName(description.numerics.propagator));
  Write(emitter, "antialias", ChoiceName(description.numerics.bandLimit));
  Write(emitter, "potential-band", description.numerics.potentialBandLimited ? "antialias" : "none");
  Write(emitter, "aperture-edge", ChoiceName(description.imaging ? description.imaging->lens.edge : description.lens.edge));
  emitter << YAML::EndMap;
}

void
WriteOutput(YAML::Emitter & emitter, const OutputDescription & output)
{
  BeginSection(emitter, "output");
  if (!output.file.empty())
  {
    Write(emitter, "file", output.file);
  }
  WriteWords(emitter, "images", output.images);
  WriteWords(emitter, "keep", output.keep);
  emitter << YAML::EndMap;
}

void
WriteExecution(YAML::Emitter & emitter, const std::vector<std::pair<std::string, std::string>> & settings)
{
  if (settings.empty())
  {
    return;
  }
  BeginSection(emitter, "execution");
  for (auto setting = settings.begin(); setting != settings.end(); ++setting)
  {
    // of a setting made twice, the last one counts
    const auto later = std::find_if(setting + 1, settings.end(), [&](const auto & other) { return other.first == setting->first; });
    if (later == settings.end())
    {
      Write(emitter, setting->first, setting->second);
    }
  }
  emitter << YAML::EndMap;
}
} // namespace

std::string
WriteJobText(const SimulationDescription & description)
{
  YAML::Emitter emitter;
  emitter << YAML::BeginMap;
  WriteSpecimen(emitter, description.specimen);
  WritePotential(emitter, description.potential);
  WriteThermal(emitter, description.thermal);
  WriteBeam(emitter, description);
  WriteIllumination(emitter, description);
  if (description.illumination == Illumination::Probe)
  {
    WriteScan(emitter, description.scan);
  }
  if (!description.detectors.empty())
  {
    BeginSection(emitter, "detectors");
    for (const Detector & detector : description.detectors)
    {
      WriteDetector(emitter, detector);
    }
    emitter << YAML::EndMap;
  }
  if (description.imaging)
  {
    WriteImaging(emitter, *description.imaging);
  }
  WriteExitPlanes(emitter, description);
  WriteNumerics(emitter, description);
  WriteOutput(emitter, description.output);
  WriteExecution(emitter, description.execution);
  emitter << YAML::EndMap;
  if (!emitter.good())
  {
    throw Error(ErrorKind::Internal, "the job text cannot be written: " + emitter.GetLastError());
  }
  return std::string(emitter.c_str()) + "\n";
}
} // namespace ElectronMultislice
