#ifndef test_itk_EngineTwin_h
#define test_itk_EngineTwin_h
#include "execution/Settings.h"
#include "simulation/Description.h"
#include "simulation/Plan.h"
#include "simulation/Run.h"
#include "simulation/Sink.h"

namespace test
{
/** The problem of MakeStructure, MakeSource, MakeFilter in the core's own words. */
inline ElectronMultislice::SimulationDescription
Describe()
{
  using namespace ElectronMultislice;
  Structure structure;
  structure.cell = { Vector3{ 4, 0, 0 }, Vector3{ 0, 5, 0 }, Vector3{ 0, 0, 4 } };
  structure.hasDisplacements = true;
  structure.atoms.resize(3);
  const double positions[3][3] = { { 1.0, 1.5, 0.5 }, { 2.5, 0.75, 2.0 }, { 3.0, 4.0, 3.5 } };
  const int    numbers[3] = { 79, 14, 8 };
  for (std::size_t i = 0; i < 3; ++i)
  {
    structure.atoms[i].position = { positions[i][0], positions[i][1], positions[i][2] };
    structure.atoms[i].atomicNumber = numbers[i];
    structure.atoms[i].displacement = IsotropicDisplacement(0.006 + 0.001 * static_cast<double>(i));
  }
  SimulationDescription description;
  description.specimen.structures = std::make_shared<const std::vector<Structure>>(1, structure);
  description.specimen.repetitions = { 2, 2, 2 };
  description.potential.grid = std::array<std::size_t, 2>{ 48, 60 };
  description.potential.slicing.thickness = 2.0;
  description.energy = 100e3;
  description.lens.semiangle = 0.025;
  description.scan.start = { 0.25, 0.5 };
  description.scan.step = { 0.5, 0.625 };
  description.scan.count = { 5, 4 };
  Detector bf;
  bf.name = "bf";
  bf.outer = 0.025;
  Detector adf;
  adf.name = "adf";
  adf.inner = 0.03;
  adf.outer = 0.06;
  description.detectors = { bf, adf };
  return description;
}

/** The same as a plane wave whose exit waves are kept. */
inline ElectronMultislice::SimulationDescription
DescribePlaneWave()
{
  auto description = Describe();
  description.illumination = ElectronMultislice::Illumination::PlaneWave;
  description.detectors.clear();
  description.output.keep = { "exit-waves" };
  return description;
}

/** What the engine computes of a description with default settings. */
template <typename T>
ElectronMultislice::MemorySink<T>
RunTwin(const ElectronMultislice::SimulationDescription & description)
{
  const auto                        problem = ElectronMultislice::BuildProblem(description);
  const auto                        plan = ElectronMultislice::MakePlan(problem, sizeof(T) == sizeof(double), {}, true);
  ElectronMultislice::MemorySink<T> sink(problem);
  ElectronMultislice::RunControl    control;
  ElectronMultislice::Run<T>(plan, sink, control);
  return sink;
}

/** Values of the detectors' components as [plane][wave], rounded to the pixel type. */
template <typename T>
std::vector<std::vector<T>>
RunTwinDetectors(const ElectronMultislice::SimulationDescription & description)
{
  std::vector<std::vector<T>> values;
  for (const auto & component : RunTwin<T>(description).values)
  {
    values.emplace_back(component.begin(), component.end());
  }
  return values;
}
} // namespace test
#endif
