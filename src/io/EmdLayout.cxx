#include "io/EmdLayout.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Constants.h"
#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace ElectronMultislice
{
std::size_t
EmdArray::GetNumberOfValues() const
{
  std::size_t count = 1;
  for (const EmdDimension & dimension : dimensions)
  {
    count *= dimension.GetSize();
  }
  return count;
}

std::size_t
EmdArray::GetNumberOfPixels() const
{
  std::size_t count = 1;
  for (std::size_t i = dimensions.size() - pixelAxes; i < dimensions.size(); ++i)
  {
    count *= dimensions[i].GetSize();
  }
  return count;
}

std::vector<double>
GetExitPlaneDepths(const MultisliceProblem & problem)
{
  std::vector<double> depths;
  for (const std::size_t plane : problem.exitPlanes)
  {
    depths.push_back(problem.sliceEdges.at(plane));
  }
  return depths;
}

bool
KeepsPotential(const SimulationDescription & description)
{
  const auto & keep = description.output.keep;
  return std::find(keep.begin(), keep.end(), "potential") != keep.end();
}

void
CheckDetectorNames(const std::vector<Detector> & detectors)
{
  static const std::set<std::string> reserved{ "exit-waves", "image",    "potential",      "positions", "job",
                                               "report",     "finished", "metadatabundle", "provenance" };
  std::set<std::string>              seen;
  for (const Detector & detector : detectors)
  {
    const std::string & name = detector.name;
    const bool          control = std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; });
    if (name.empty() || name.size() > 100 || name.front() == '.' || name.find('/') != std::string::npos || control)
    {
      throw InputError("The detector name '" + name +
                       "' cannot name a group and an image file. Use 1 to 100 characters, no '/', no control character, no dot in front.");
    }
    if (reserved.count(name))
    {
      throw InputError("The detector name '" + name + "' is what the result file calls something of its own. Choose another, '" + name +
                       "-detector' say.");
    }
    if (!seen.insert(name).second)
    {
      throw InputError("Two detectors are named '" + name + "'. Every detector needs a name of its own.");
    }
  }
}

namespace
{
EmdDimension
Regular(const std::string & name, const std::string & units, double origin, double spacing, std::size_t count)
{
  EmdDimension dimension{ name, units, {}, {}, spacing };
  for (std::size_t i = 0; i < count; ++i)
  {
    dimension.values.push_back(origin + spacing * static_cast<double>(i));
  }
  return dimension;
}

/** Zero frequency at n/2 (integer division). */
EmdDimension
Frequencies(const std::string & name, double length, std::size_t count)
{
  EmdDimension dimension{ name, "1/Å", {}, {}, 1.0 / length };
  for (std::size_t i = 0; i < count; ++i)
  {
    dimension.values.push_back((static_cast<double>(i) - static_cast<double>(count / 2)) / length);
  }
  return dimension;
}

/** Adds the axes one after the other, so that every array gets them in the same order. */
class Builder
{
public:
  Builder(const SimulationDescription & description, const MultisliceProblem & problem)
    : m_Description(description)
    , m_Problem(problem)
  {}

  EmdArray
  Begin(EmdArray::Source source, const std::string & name, const std::string & quantity, const std::string & units) const
  {
    EmdArray array;
    array.source = source;
    array.name = name;
    array.quantity = quantity;
    array.units = units;
    return array;
  }

  void
  AddConfigurations(EmdArray & array) const
  {
    if (m_Problem.GetNumberOfConfigurations() > 1)
    {
      array.dimensions.push_back(Regular("configuration", "", 0.0, 1.0, m_Problem.GetNumberOfConfigurations()));
      array.configurationAxes = 1;
    }
  }

  void
  AddDepth(EmdArray & array, bool always) const
  {
    const auto depths = GetExitPlaneDepths(m_Problem);
    array.depth = depths.front();
    if (depths.size() > 1 || always)
    {
      array.dimensions.push_back({ "depth", "Å", depths, {}, m_Problem.sliceEdges.back() });
      array.depthAxes = 1;
    }
  }

  void
  AddDefoci(EmdArray & array) const
  {
    for (const Lens & lens : m_Problem.images)
    {
      array.defoci.push_back(lens.aberrations.GetDefocus() + 0.0); // + 0 makes -0 a 0
    }
    if (array.defoci.size() > 1)
    {
      array.dimensions.push_back({ "defocus", "Å", array.defoci, {}, 1.0 });
      array.defocusAxes = 1;
    }
  }

  void
  AddComponents(EmdArray & array, const Detector & detector) const
  {
    array.components = static_cast<std::size_t>(detector.GetNumberOfComponents());
    if (detector.type == DetectorType::CenterOfMass)
    {
      array.dimensions.push_back({ "component", "", {}, { "kx", "ky" }, 1.0 });
      array.componentAxes = 1;
      return;
    }
    if (detector.type != DetectorType::Segmented)
    {
      return;
    }
    // bin centres
    if (detector.radial > 1)
    {
      const double step = (detector.outer - detector.inner) / detector.radial;
      array.dimensions.push_back(Regular("radial", "mrad", 1e3 * (detector.inner + 0.5 * step), 1e3 * step, detector.radial));
      ++array.componentAxes;
    }
    if (detector.azimuthal > 1)
    {
      const double step = 360.0 / detector.azimuthal;
      array.dimensions.push_back(
        Regular("azimuthal", "deg", detector.rotation * 180.0 / Pi + 0.5 * step, step, static_cast<std::size_t>(detector.azimuthal)));
      ++array.componentAxes;
    }
  }

  /** `prefix` tells the scan's axes from those of an image of each position. */
  void
  AddScan(EmdArray & array, const std::string & prefix) const
  {
    if (m_Problem.illumination == Illumination::PlaneWave)
    {
      return;
    }
    const ScanDescription & scan = m_Description.scan;
    if (!scan.IsRaster())
    {
      array.dimensions.push_back(Regular("position", "", 0.0, 1.0, m_Problem.positions.size()));
      array.scanAxes = 1;
      return;
    }
    // one row or column may have no step; readers need a scale all the same
    const auto step = [&scan](std::size_t axis) { return scan.step[axis] == 0.0 ? 1.0 : scan.step[axis]; };
    array.dimensions.push_back(Regular(prefix + "y", "Å", scan.start[1], step(1), scan.count[1]));
    array.dimensions.push_back(Regular(prefix + "x", "Å", scan.start[0], step(0), scan.count[0]));
    array.scanAxes = 2;
    array.scanRotation = scan.rotation;
  }

  void
  AddPixels(EmdArray & array, const Grid & grid) const
  {
    array.dimensions.push_back(Regular("y", "Å", 0.0, grid.GetSpacingY(), grid.ny));
    array.dimensions.push_back(Regular("x", "Å", 0.0, grid.GetSpacingX(), grid.nx));
    array.pixelAxes = 2;
  }

private:
  const SimulationDescription & m_Description;
  const MultisliceProblem &     m_Problem;
};

EmdArray
MakeScalars(const Builder & builder, const MultisliceProblem & problem, const Detector & detector)
{
  const bool isCenter = detector.type == DetectorType::CenterOfMass;
  EmdArray   array = builder.Begin(EmdArray::Source::Scalars,
                                 detector.name,
                                 !isCenter          ? "fraction of the incident beam"
                                   : detector.divided ? "centre of mass of the pattern"
                                                      : "first moment of the pattern, in fractions of the incident beam",
                                 isCenter ? "1/Å" : "1");
  // a plane wave has no scan, and an array needs one axis at least
  const bool alone = problem.illumination == Illumination::PlaneWave && detector.GetNumberOfComponents() == 1;
  builder.AddDepth(array, alone);
  builder.AddComponents(array, detector);
  builder.AddScan(array, "");
  for (std::size_t component = 0; component < array.components; ++component)
  {
    array.componentNames.push_back(detector.GetComponentName(static_cast<int>(component)));
  }
  return array;
}
} // namespace

std::vector<EmdArray>
MakeEmdLayout(const SimulationDescription & description, const MultisliceProblem & problem, const MeasurementLayout & layout)
{
  CheckDetectorNames(problem.detectors);
  const ScanDescription & scan = description.scan;
  if (problem.illumination == Illumination::Probe && scan.IsRaster() && scan.count[0] * scan.count[1] != problem.positions.size())
  {
    throw Error(ErrorKind::Internal, "The problem's positions are not those of the description's scan.");
  }
  const Builder         builder(description, problem);
  const Grid &          grid = problem.grid;
  std::vector<EmdArray> arrays;
  std::size_t           firstComponent = 0;
  for (std::size_t d = 0; d < problem.detectors.size(); ++d)
  {
    const Detector & detector = problem.detectors[d];
    if (detector.type != DetectorType::Pixelated)
    {
      arrays.push_back(MakeScalars(builder, problem, detector));
      arrays.back().firstComponent = firstComponent;
      firstComponent += arrays.back().components;
      continue;
    }
    EmdArray   array = builder.Begin(EmdArray::Source::Pattern, detector.name, "fraction of the incident beam", "1");
    const auto found = std::find_if(layout.patterns.begin(), layout.patterns.end(), [d](const auto & p) { return p.detector == d; });
    if (found == layout.patterns.end())
    {
      throw Error(ErrorKind::Internal, "Detector " + detector.name + " has no place in the measurement layout.");
    }
    array.pattern = static_cast<std::size_t>(found - layout.patterns.begin());
    builder.AddDepth(array, false);
    builder.AddScan(array, "");
    array.dimensions.push_back(Frequencies("ky", grid.lengthY, found->ny));
    array.dimensions.push_back(Frequencies("kx", grid.lengthX, found->nx));
    array.pixelAxes = 2;
    arrays.push_back(array);
  }
  if (!problem.images.empty())
  {
    EmdArray array = builder.Begin(EmdArray::Source::Images, "image", "image intensity, 1 in vacuum", "1");
    builder.AddDefoci(array);
    builder.AddDepth(array, false);
    builder.AddScan(array, "scan ");
    builder.AddPixels(array, grid);
    arrays.push_back(array);
  }
  if (problem.exitWaves)
  {
    EmdArray array = builder.Begin(EmdArray::Source::ExitWaves, "exit-waves", "wave function", "");
    array.isComplex = true;
    builder.AddConfigurations(array);
    builder.AddDepth(array, false);
    builder.AddScan(array, "scan ");
    builder.AddPixels(array, grid);
    arrays.push_back(array);
  }
  if (KeepsPotential(description))
  {
    EmdArray     array = builder.Begin(EmdArray::Source::Potential, "potential", "projected potential of a slice", "V Å");
    EmdDimension slices{ "z", "Å", {}, {}, problem.sliceEdges[1] - problem.sliceEdges[0] };
    for (std::size_t s = 0; s < problem.GetNumberOfSlices(); ++s)
    {
      slices.values.push_back(0.5 * (problem.sliceEdges[s] + problem.sliceEdges[s + 1]));
    }
    builder.AddConfigurations(array);
    array.dimensions.push_back(slices);
    array.depthAxes = 1;
    builder.AddPixels(array, grid.Refined(problem.oversampling));
    arrays.push_back(array);
  }
  if (problem.illumination == Illumination::Probe && !description.scan.IsRaster())
  {
    EmdArray array = builder.Begin(EmdArray::Source::Positions, "positions", "probe position", "Å");
    array.dimensions.push_back(Regular("position", "", 0.0, 1.0, problem.positions.size()));
    array.dimensions.push_back({ "axis", "", {}, { "x", "y" }, 1.0 });
    arrays.push_back(array);
  }
  return arrays;
}

std::uint64_t
GetEmdBytes(const std::vector<EmdArray> & arrays, bool doublePrecision)
{
  const std::uint64_t real = doublePrecision ? sizeof(double) : sizeof(float);
  return std::accumulate(arrays.begin(), arrays.end(), std::uint64_t{ 0 }, [real](std::uint64_t sum, const EmdArray & array) {
    return sum + array.GetNumberOfValues() * (array.isComplex ? 2 : 1) * real;
  });
}
} // namespace ElectronMultislice
