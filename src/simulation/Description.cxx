#include "simulation/Description.h"
#include "common/Error.h"
#include "common/Text.h"
#include "fourier/FastSizes.h"
#include "physics/Constants.h"
#include "physics/Elements.h"
#include "simulation/ExitPlanes.h"
#include "specimen/StructureReader.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace ElectronMultislice
{
namespace
{
/** u² by atomic number; every named element must be in the specimen, since nothing is ignored silently. */
std::map<int, double>
DisplacementOverride(const ThermalDescription & thermal, const std::vector<Structure> & frames)
{
  std::map<int, double> result;
  for (const auto & [symbol, displacement] : thermal.meanSquareDisplacement)
  {
    const int element = AtomicNumberOfSymbol(symbol);
    if (element == 0)
    {
      throw InputError("The mean-square displacement names '" + symbol + "', which is no element.");
    }
    const auto & atoms = frames.front().atoms;
    if (std::none_of(atoms.begin(), atoms.end(), [element](const Atom & atom) { return atom.atomicNumber == element; }))
    {
      throw InputError("The mean-square displacement names " + symbol + ", but the specimen has no such atom.");
    }
    if (!(displacement >= 0.0) || displacement > 1.0)
    {
      throw InputError("The mean-square displacement of " + symbol + " is " + FormatNumber(displacement) +
                       " Å²; allowed are 0 to 1 Å². Is it a B value? Then divide it by 8 pi² = 78.96.");
    }
    result[element] = displacement;
  }
  return result;
}

void
CheckThermal(const ThermalDescription & thermal, const std::vector<Supercell> & cells)
{
  const bool drawn = thermal.model == ThermalModel::FrozenPhonons;
  if (thermal.configurations < 1)
  {
    throw InputError("The number of thermal configurations is 0; at least 1 is needed.");
  }
  if (thermal.configurations > 1 && !drawn && thermal.model != ThermalModel::Frames)
  {
    throw InputError("There are " + std::to_string(thermal.configurations) +
                     " thermal configurations, but the thermal model draws none: the same image would be computed again. Set the model to "
                     "frozen-phonons, or configurations to 1.");
  }
  if (thermal.model == ThermalModel::Frames && thermal.configurations > 1 && thermal.configurations != cells.size())
  {
    throw InputError("There are " + std::to_string(thermal.configurations) + " thermal configurations, but the file has " +
                     std::to_string(cells.size()) + " frames. Leave the number out: every frame is one configuration.");
  }
  if (drawn || thermal.model == ThermalModel::DebyeWaller)
  {
    const auto moves = [](const Atom & atom) {
      return std::any_of(atom.displacement.begin(), atom.displacement.end(), [](double u) { return u != 0.0; });
    };
    if (std::none_of(cells.front().atoms.begin(), cells.front().atoms.end(), moves))
    {
      throw InputError("The thermal model needs mean-square displacements, but the structure file gives none. Give "
                       "mean-square-displacement: {Sr: 0.008, ...} in Å² per element, or set the thermal model to none.");
    }
  }
}

void
AddRemarks(std::vector<std::string> & remarks, const std::vector<std::string> & more)
{
  for (const std::string & remark : more)
  {
    if (std::find(remarks.begin(), remarks.end(), remark) == remarks.end())
    {
      remarks.push_back(remark);
    }
  }
}

/** Before anything is built: atoms are held twice while the supercell is wrapped and sorted. */
void
CheckSupercellMemory(const std::vector<Structure> & frames, const SupercellOptions & options, std::uint64_t limit)
{
  double atoms = 0.0;
  for (const Structure & frame : frames)
  {
    atoms += static_cast<double>(CountSupercellAtoms(frame, options));
  }
  const double bytes = 2.2 * sizeof(Atom) * atoms;
  if (bytes > static_cast<double>(limit))
  {
    throw Error(ErrorKind::Memory,
                "The supercell has " + FormatNumber(atoms, 4) + " atoms, which take about " +
                  FormatBytes(static_cast<std::uint64_t>(bytes)) + " of host memory, more than the limit of " + FormatBytes(limit) +
                  " (memory-limit.host). Take fewer repetitions, or raise memory-limit.host.");
  }
}

/** Rays at the aperture's edge miss the axis by |grad chi| lambda/(2 pi); beyond half the area the probe overlaps its periodic images. */
void
AddWideProbeRemark(MultisliceProblem & problem)
{
  if (problem.illumination != Illumination::Probe)
  {
    return;
  }
  const double wavelength = Wavelength(problem.energy);
  double       radius = 0.0;
  for (int i = 0; i < 24; ++i)
  {
    const auto gradient = problem.lens.aberrations.PhaseGradient(problem.lens.semiangle, i * Pi / 12.0, wavelength);
    radius = std::max(radius, std::hypot(gradient[0], gradient[1]) * wavelength / (2.0 * Pi));
  }
  if (radius > 0.5 * std::min(problem.grid.lengthX, problem.grid.lengthY))
  {
    problem.remarks.push_back("The aberrations spread the probe over a radius of about " + FormatNumber(radius, 3) +
                              " Å, more than half of the simulated area: it overlaps its own periodic images. Take a larger area (more "
                              "repetitions or padding), or check the aberrations.");
  }
}

void
AddSlowSizeRemark(std::vector<std::string> & remarks, const char * axis, std::size_t n)
{
  if (!IsFastFFTSize(n))
  {
    remarks.push_back("The grid's " + std::string(axis) + " size " + std::to_string(n) + " is slow to transform (about " +
                      FormatNumber(FFTSizeCost(n), 2) + " times the time per pixel of the next fast size, " +
                      std::to_string(NextFastFFTSize(n)) + "). It is computed as asked.");
  }
}

/** All but the specimen and the grid. */
MultisliceProblem
CompleteProblem(MultisliceProblem && problem, const SimulationDescription & description, const std::array<double, 2> & corner)
{
  problem.energy = description.energy;
  problem.oversampling = description.potential.oversampling;
  problem.tilt = description.tilt;
  problem.propagator = description.numerics.propagator;
  problem.bandLimit = description.numerics.bandLimit;
  problem.potentialBandLimited = description.numerics.potentialBandLimited;
  problem.parametrization = description.potential.parametrization;
  problem.illumination = description.illumination;
  problem.lens = description.lens;
  problem.waves = description.waves;
  if (problem.illumination == Illumination::Probe)
  {
    const auto & count = description.scan.count;
    if (description.scan.IsRaster() && (count[0] == 0 || count[1] == 0))
    {
      throw InputError("The scan has " + std::to_string(count[0]) + " x " + std::to_string(count[1]) +
                       " positions; at least 1 x 1 are needed.");
    }
    problem.positions = description.scan.GetPositions();
    for (auto & position : problem.positions)
    {
      position[0] -= corner[0];
      position[1] -= corner[1];
    }
  }
  if (description.imaging)
  {
    problem.images = MakeImagingLenses(*description.imaging);
    problem.imageNoise = description.imaging->noise;
  }
  problem.detectors = description.detectors;
  problem.exitPlanes = ResolveExitPlanes(problem.sliceEdges, description.exitPlaneDepths, description.exitPlaneEvery);
  const auto & keep = description.output.keep;
  problem.exitWaves = std::find(keep.begin(), keep.end(), "exit-waves") != keep.end();
  CheckProblem(problem);
  AddWideProbeRemark(problem);
  AddSlowSizeRemark(problem.remarks, "x", problem.grid.nx);
  AddSlowSizeRemark(problem.remarks, "y", problem.grid.ny);
  return std::move(problem);
}
} // namespace

std::vector<Lens>
MakeImagingLenses(const ImagingDescription & imaging)
{
  if (imaging.lens.aberrations.GetDefocus() != 0.0)
  {
    throw InputError("The objective lens has a defocus among its aberrations (" + FormatNumber(imaging.lens.aberrations.GetDefocus()) +
                     " Å) beside the series of defoci. Give it in the series only.");
  }
  if (imaging.defoci.empty())
  {
    throw InputError("The series of defoci is empty; give at least one, 0 for an image in focus.");
  }
  std::vector<Lens> images;
  std::set<double>  seen;
  for (const double defocus : imaging.defoci)
  {
    if (!seen.insert(defocus).second)
    {
      throw InputError("The defocus " + FormatNumber(defocus) + " Å is given twice: the same image would be computed again.");
    }
    images.push_back(imaging.lens);
    images.back().aberrations.Set("defocus", defocus);
  }
  return images;
}

std::vector<std::array<double, 2>>
ScanDescription::GetPositions() const
{
  if (!IsRaster())
  {
    return positions;
  }
  std::vector<std::array<double, 2>> result;
  result.reserve(count[0] * count[1]);
  const double c = std::cos(rotation), s = std::sin(rotation);
  for (std::size_t j = 0; j < count[1]; ++j)
  {
    for (std::size_t i = 0; i < count[0]; ++i)
    {
      const double x = static_cast<double>(i) * step[0], y = static_cast<double>(j) * step[1];
      result.push_back({ start[0] + c * x - s * y, start[1] + s * x + c * y });
    }
  }
  return result;
}

std::string
ResolvePath(const SimulationDescription & description, const std::string & path)
{
  return path.empty() || path.front() == '/' || description.baseDirectory.empty() ? path : description.baseDirectory + "/" + path;
}

std::shared_ptr<const std::vector<Structure>>
LoadStructures(const SimulationDescription & description)
{
  const SpecimenDescription & specimen = description.specimen;
  if (specimen.structures)
  {
    return specimen.structures;
  }
  if (specimen.structureFile.empty())
  {
    throw InputError("The specimen names no structure file.");
  }
  const std::string path = ResolvePath(description, specimen.structureFile);
  if (description.thermal.model == ThermalModel::Frames)
  {
    return std::make_shared<const std::vector<Structure>>(ReadStructureFrames(path));
  }
  return std::make_shared<const std::vector<Structure>>(1, ReadStructure(path, specimen.block));
}

BuiltSpecimen
BuildSpecimen(const SimulationDescription & description, std::uint64_t hostMemoryLimit)
{
  BuiltSpecimen built;
  const auto    structures = LoadStructures(description);
  if (!structures || structures->empty())
  {
    throw InputError("The specimen has no structure.");
  }
  const ThermalDescription & thermal = description.thermal;
  if (thermal.model != ThermalModel::Frames && structures->size() > 1)
  {
    throw InputError("The structure has " + std::to_string(structures->size()) +
                     " frames. Set the thermal model to frames to average over them, or give one frame.");
  }
  SupercellOptions options;
  options.repetitions = description.specimen.repetitions;
  options.beamAxis = description.specimen.beamAxis;
  options.padding = description.specimen.padding;
  options.displacementOverride = DisplacementOverride(thermal, *structures);
  CheckSupercellMemory(*structures, options, hostMemoryLimit);
  std::vector<Supercell> cells;
  for (const Structure & structure : *structures)
  {
    AddRemarks(built.remarks, structure.remarks);
    cells.push_back(BuildSupercell(structure, options));
  }
  CheckThermal(thermal, cells);
  built.specimen = thermal.model == ThermalModel::Frames
                     ? std::make_shared<const Specimen>(std::move(cells), description.potential.slicing)
                     : std::make_shared<const Specimen>(
                         std::move(cells.front()), description.potential.slicing, thermal.model, thermal.configurations, thermal.seed);
  AddRemarks(built.remarks, built.specimen->GetRemarks());
  return built;
}

Grid
ResolveGrid(const PotentialDescription & potential, double lengthX, double lengthY)
{
  Grid grid{ 0, 0, lengthX, lengthY };
  if (potential.grid)
  {
    grid.nx = (*potential.grid)[0];
    grid.ny = (*potential.grid)[1];
    return grid;
  }
  if (!(potential.sampling > 0.0) || !std::isfinite(potential.sampling))
  {
    throw InputError("The wave grid is not given: set grid: [pixels in x, pixels in y], or sampling: a pixel size in Å such as 0.05.");
  }
  const auto pixels = [&](double length) {
    const double n = std::ceil(length / potential.sampling - 1e-9);
    if (!(n <= 65536.0))
    {
      throw InputError("A sampling of " + FormatNumber(potential.sampling) + " Å needs " + FormatNumber(n, 6) +
                       " pixels along an axis; at most 65536 are possible. Take a larger sampling or a smaller area.");
    }
    return NextFastFFTSize(static_cast<std::size_t>(std::max(n, 4.0)));
  };
  grid.nx = pixels(lengthX);
  grid.ny = pixels(lengthY);
  return grid;
}

MultisliceProblem
BuildProblem(const SimulationDescription & description, std::uint64_t hostMemoryLimit)
{
  CheckEnergy(description.energy); // before a long structure is read
  return BuildProblem(description, BuildSpecimen(description, hostMemoryLimit));
}

MultisliceProblem
BuildProblem(const SimulationDescription & description, const BuiltSpecimen & specimen)
{
  MultisliceProblem problem;
  problem.specimen = specimen.specimen;
  problem.remarks = specimen.remarks;
  problem.sliceEdges = specimen.specimen->GetSliceEdges();
  const Vector3 & lengths = specimen.specimen->GetLengths();
  problem.grid = ResolveGrid(description.potential, lengths[0], lengths[1]);
  return CompleteProblem(std::move(problem), description, {});
}

MultisliceProblem
BuildProblem(const SimulationDescription & description, const PlacedPotential & potential)
{
  MultisliceProblem problem;
  problem.potential = potential.potential;
  problem.grid = potential.grid;
  problem.sliceEdges = potential.sliceEdges;
  return CompleteProblem(std::move(problem), description, potential.corner);
}
} // namespace ElectronMultislice
