#include "OracleProblem.h"
#include "VacuumPotential.h"
#include "physics/Elements.h"

namespace OracleTest
{
using namespace ElectronMultislice;

namespace
{
Parametrization
ParametrizationOf(const std::string & name)
{
  for (const auto parametrization : { Parametrization::Lobato, Parametrization::Kirkland, Parametrization::Peng })
  {
    if (ParametrizationName(parametrization) == name)
    {
      return parametrization;
    }
  }
  throw std::runtime_error("no parametrization " + name);
}

/** Rows [species, x, y, z, occupancy, u] in the case's cell. */
Supercell
SupercellOf(const Json & inputs, const Json & rows, bool & smeared)
{
  Supercell supercell;
  supercell.lengths = { inputs.at("cell_A").at(0), inputs.at("cell_A").at(1), inputs.at("cell_A").at(2) };
  for (const Json & row : rows)
  {
    Atom atom;
    atom.atomicNumber = AtomicNumberOfSymbol(row.at(0).get<std::string>());
    atom.position = { row.at(1), row.at(2), row.at(3) };
    atom.occupancy = row.at(4);
    const double u = row.at(5);
    atom.displacement = IsotropicDisplacement(u * u);
    smeared = smeared || u != 0.0;
    supercell.atoms.push_back(atom);
  }
  return supercell;
}

std::shared_ptr<const Specimen>
SpecimenOf(const Json & inputs)
{
  SlicingOptions slicing;
  if (inputs.at("slices").contains("thicknesses_A"))
  {
    slicing.thicknesses = Numbers(inputs.at("slices").at("thicknesses_A"));
  }
  else
  {
    slicing.thickness = inputs.at("slices").at("thickness_A");
  }
  bool smeared = false;
  if (inputs.contains("configurations"))
  {
    std::vector<Supercell> frames;
    for (const Json & rows : inputs.at("configurations"))
    {
      frames.push_back(SupercellOf(inputs, rows, smeared));
    }
    return std::make_shared<Specimen>(std::move(frames), slicing);
  }
  Supercell supercell = SupercellOf(inputs, inputs.at("atoms"), smeared);
  return std::make_shared<Specimen>(std::move(supercell), slicing, smeared ? ThermalModel::DebyeWaller : ThermalModel::None, 1, 0);
}

Detector
DetectorOf(const Json & entry)
{
  const std::string type = entry.at("type");
  Detector          detector;
  detector.name = entry.at("name");
  detector.inner = entry.value("inner_rad", 0.0);
  detector.outer = entry.value("outer_rad", 0.0);
  if (type == "polar")
  {
    detector.type = DetectorType::Segmented;
    detector.radial = entry.at("n_radial");
    detector.azimuthal = entry.at("n_azimuthal");
    detector.rotation = entry.value("rotation_rad", 0.0);
  }
  else if (type == "com")
  {
    detector.type = DetectorType::CenterOfMass;
  }
  else if (type == "pixels" || type == "pattern")
  {
    detector.type = DetectorType::Pixelated;
  }
  else if (type != "annular")
  {
    throw std::runtime_error("no detector type " + type);
  }
  return detector;
}
} // namespace

std::string
WhyNotCovered(const OracleCase & oracleCase)
{
  const Json & inputs = oracleCase.inputs;
  if (oracleCase.kind == "prism")
  {
    return "PRISM is a later feature";
  }
  if (oracleCase.kind == "ctf")
  {
    return "formulas without a simulation: test/physics";
  }
  if (inputs.at("projection") == "finite")
  {
    return "finite projection is a later feature";
  }
  if (inputs.at("constants") != "CODATA2018" || inputs.at("deposit") != "exact" || inputs.at("tilt_model") != "exact")
  {
    return "abTEM-compatible numerics are a later feature";
  }
  if (oracleCase.kind == "wave" && inputs.at("wave").at("type") == "gaussian")
  {
    return "a start wave that the engine does not make: test/physics";
  }
  return "";
}

MultisliceProblem
MakeProblem(const OracleCase & oracleCase)
{
  const Json &      inputs = oracleCase.inputs;
  MultisliceProblem problem;
  problem.grid = GridOf(inputs);
  problem.oversampling = inputs.at("transmission_oversampling");
  problem.energy = inputs.value("energy_eV", 200e3); // potentials state none
  problem.tilt = TiltOf(inputs);
  problem.propagator = PropagatorOf(inputs);
  problem.bandLimit = BandLimitOf(inputs.at("antialias"));
  problem.potentialBandLimited = inputs.at("potential_band") == "antialias";
  problem.illumination = Illumination::PlaneWave;

  if (oracleCase.kind == "wave")
  {
    // one slice of vacuum; where the incident wave itself is asked for, too thin to change it by 1e-10
    problem.potential = std::make_shared<VacuumPotential>(problem.grid.GetNumberOfPixels());
    problem.sliceEdges = { 0.0, inputs.value("propagate", false) ? inputs.at("cell_A").at(2).get<double>() : 1e-12 };
    if (inputs.at("wave").at("type") == "probe")
    {
      problem.illumination = Illumination::Probe;
      problem.positions = { { inputs.at("wave").at("position_A").at(0), inputs.at("wave").at("position_A").at(1) } };
      problem.lens = LensOf(inputs.at("optics"));
    }
  }
  else
  {
    problem.parametrization = ParametrizationOf(inputs.at("parametrization"));
    problem.specimen = SpecimenOf(inputs);
    problem.sliceEdges = problem.specimen->GetSliceEdges();
  }
  if (oracleCase.kind == "stem")
  {
    problem.illumination = Illumination::Probe;
    problem.lens = LensOf(inputs.at("optics"));
    for (const Json & position : inputs.at("positions_A"))
    {
      problem.positions.push_back({ position.at(0), position.at(1) });
    }
    for (const Json & detector : inputs.at("detectors"))
    {
      problem.detectors.push_back(DetectorOf(detector));
    }
  }
  else if (oracleCase.kind == "plane")
  {
    Detector pattern;
    pattern.name = "spots";
    pattern.type = DetectorType::Pixelated;
    problem.detectors.push_back(pattern);
    if (inputs.contains("optics"))
    {
      problem.images.push_back(LensOf(inputs.at("optics")));
    }
  }
  Detector everything;
  everything.name = "everything";
  everything.type = DetectorType::CenterOfMass;
  problem.detectors.push_back(everything);

  problem.exitWaves = oracleCase.kind != "stem";
  problem.exitPlanes = inputs.value("exit_planes", std::vector<std::size_t>{ problem.GetNumberOfSlices() });
  return problem;
}
} // namespace OracleTest
