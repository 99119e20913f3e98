#ifndef SmallProblem_h
#define SmallProblem_h
#include "backends/MultisliceProblem.h"

namespace ElectronMultislice
{
/** A small asymmetric specimen (Au, Si, O in a 9.6 x 7.2 x 8 Å box, thermal displacements 0.006 Å²) on an nx x ny grid, four slices, six
 * probes, one detector of each kind, exit planes behind slices 2 and 4. */
inline Supercell
MakeSmallSupercell()
{
  Supercell cell;
  cell.lengths = { 9.6, 7.2, 8.0 };
  const auto add = [&](int element, double x, double y, double z) {
    Atom atom;
    atom.atomicNumber = element;
    atom.position = { x, y, z };
    atom.displacement = IsotropicDisplacement(0.006);
    cell.atoms.push_back(atom);
  };
  add(79, 2.31, 5.13, 0.5);
  add(14, 7.07, 1.9, 1.1);
  add(8, 4.4, 3.3, 2.7);
  add(14, 6.2, 6.6, 4.9);
  add(79, 8.8, 4.05, 5.0);
  add(8, 1.0, 0.35, 7.3);
  return cell;
}

inline MultisliceProblem
MakeSmallProblem(std::size_t nx = 64, std::size_t ny = 48, ThermalModel model = ThermalModel::None, std::size_t configurations = 1)
{
  MultisliceProblem problem;
  SlicingOptions    slicing;
  slicing.count = 4;
  problem.specimen = std::make_shared<const Specimen>(MakeSmallSupercell(), slicing, model, configurations, 7);
  problem.sliceEdges = problem.specimen->GetSliceEdges();
  problem.grid = { nx, ny, 9.6, 7.2 };
  problem.energy = 200e3;
  problem.tilt = { 2e-3, -1e-3 };
  problem.lens.semiangle = 0.02;
  problem.lens.aberrations.Set("defocus", 30.0);
  problem.lens.aberrations.Set("C12", 15.0);
  problem.lens.aberrations.Set("phi12", 0.4);
  for (int i = 0; i < 6; ++i)
  {
    problem.positions.push_back({ 0.7 + 1.3 * i, 0.4 + 1.05 * i });
  }
  Detector annular;
  annular.name = "annular";
  annular.inner = 0.015;
  annular.outer = 0.045;
  Detector segmented = annular;
  segmented.name = "segmented";
  segmented.type = DetectorType::Segmented;
  segmented.radial = 2;
  segmented.azimuthal = 4;
  segmented.rotation = 0.3;
  Detector centre;
  centre.name = "com";
  centre.type = DetectorType::CenterOfMass;
  Detector pattern;
  pattern.name = "pattern";
  pattern.type = DetectorType::Pixelated;
  pattern.outer = 0.04;
  problem.detectors = { annular, segmented, centre, pattern };
  problem.exitPlanes = { 2, 4 };
  problem.exitWaves = true;
  return problem;
}
} // namespace ElectronMultislice
#endif
