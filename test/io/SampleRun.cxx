#include "io/SampleRun.h"
#include "execution/Settings.h"
#include <filesystem>
#include <stdexcept>
#include <stdlib.h>

namespace ElectronMultislice
{
namespace
{
Detector
MakeDetector(const std::string & name, DetectorType type, double inner, double outer)
{
  Detector detector;
  detector.name = name;
  detector.type = type;
  detector.inner = inner;
  detector.outer = outer;
  return detector;
}

/** Everything but the beam's sampling. */
SampleRun
MakeRun()
{
  SampleRun               run;
  MultisliceProblem &     problem = run.plan.problem;
  SimulationDescription & description = run.description;
  constexpr std::size_t   configurations = 2;
  constexpr std::uint64_t seed = 12345678901234567890U;
  Supercell               cell;
  cell.lengths = { 4.0, 4.5, 7.0 };
  Atom atom;
  atom.atomicNumber = 14;
  atom.position = { 1.0, 2.0, 3.5 };
  atom.displacement = IsotropicDisplacement(0.01);
  cell.atoms.push_back(atom);
  SlicingOptions slicing;
  slicing.thicknesses = { 1.0, 2.0, 4.0 };
  problem.specimen = std::make_shared<Specimen>(cell, slicing, ThermalModel::FrozenPhonons, configurations, seed);
  problem.sliceEdges = problem.specimen->GetSliceEdges();
  problem.grid = { 8, 6, 4.0, 4.5 };
  problem.oversampling = 2;
  problem.energy = 200e3;
  problem.exitPlanes = { 2, 3 };
  problem.exitWaves = true;
  problem.detectors = {
    MakeDetector("haadf", DetectorType::Annular, 0.05, 0.15),  MakeDetector("bf", DetectorType::Annular, 0.0, 0.01),
    MakeDetector("bf-wide", DetectorType::Annular, 0.0, 0.02), MakeDetector("quadrant", DetectorType::Segmented, 0.02, 0.08),
    MakeDetector("com", DetectorType::CenterOfMass, 0.0, 0.0), MakeDetector("patterns", DetectorType::Pixelated, 0.0, 0.06)
  };
  problem.detectors[3].radial = 2;
  problem.detectors[3].azimuthal = 3;
  problem.detectors[3].rotation = 0.5235987755982988; // 30 degrees
  run.plan.layout.patterns = { { 5, 5, 4 } };
  run.plan.report.Add(Report::Kind::Note, "sample", "a made-up run");

  description.specimen.structureFile = "made-up.cif";
  description.potential.grid = std::array<std::size_t, 2>{ problem.grid.nx, problem.grid.ny };
  description.potential.slicing = slicing;
  description.thermal.model = ThermalModel::FrozenPhonons;
  description.thermal.configurations = configurations;
  description.thermal.seed = seed;
  description.energy = problem.energy;
  description.lens.semiangle = 0.02;
  description.detectors = problem.detectors;
  description.exitPlaneDepths = { 3.0, 7.0 };
  description.output.file = "sample.h5";
  description.output.keep = { "exit-waves", "potential" };
  return run;
}
} // namespace

SampleRun
MakeRasterRun()
{
  SampleRun run = MakeRun();
  run.description.scan.start = { 2.0, 1.0 };
  run.description.scan.step = { 0.2, 0.25 };
  run.description.scan.count = { 7, 5 };
  run.plan.problem.positions = run.description.scan.GetPositions();
  return run;
}

SampleRun
MakeSinglePositionRun()
{
  SampleRun run = MakeRun();
  run.description.scan.start = { 2.0, 1.0 };
  run.description.scan.step = { 0.2, 0.25 };
  run.description.scan.count = { 1, 1 };
  run.description.exitPlaneDepths = { 7.0 };
  run.plan.problem.positions = run.description.scan.GetPositions();
  run.plan.problem.exitPlanes = { 3 };
  return run;
}

SampleRun
MakePositionListRun()
{
  SampleRun run = MakeRun();
  for (int i = 0; i < 9; ++i)
  {
    run.description.scan.positions.push_back({ 0.25 * i, 4.0 - 0.125 * i });
  }
  run.plan.problem.positions = run.description.scan.positions;
  return run;
}

SampleRun
MakePlaneWaveRun()
{
  SampleRun run = MakeRun();
  run.description.illumination = Illumination::PlaneWave;
  run.description.exitPlaneDepths = { 7.0 };
  run.plan.problem.illumination = Illumination::PlaneWave;
  run.plan.problem.exitPlanes = { 3 };
  return run;
}

template <typename T>
BlockResult<T>
MakeSampleBlock(const Plan & plan, Range waves)
{
  BlockResult<T> block;
  block.waves = waves;
  std::size_t components = 0;
  for (const Detector & detector : plan.problem.detectors)
  {
    components += static_cast<std::size_t>(detector.GetNumberOfComponents());
  }
  block.patterns.resize(plan.layout.patterns.size());
  for (std::size_t plane = 0; plane < plan.problem.exitPlanes.size(); ++plane)
  {
    for (std::size_t wave = waves.first; wave < waves.End(); ++wave)
    {
      for (std::size_t component = 0; component < components; ++component)
      {
        block.values.push_back(SampleScalar(plane, wave, component));
      }
      for (std::size_t p = 0; p < plan.layout.patterns.size(); ++p)
      {
        for (std::size_t pixel = 0; pixel < plan.layout.patterns[p].nx * plan.layout.patterns[p].ny; ++pixel)
        {
          block.patterns[p].push_back(static_cast<T>(SamplePixel(plane, wave, pixel)));
        }
      }
    }
  }
  return block;
}

template <typename T>
std::vector<std::complex<T>>
MakeSampleExitWaves(const Plan & plan, std::size_t configuration, Range waves)
{
  std::vector<std::complex<T>> values;
  for (std::size_t plane = 0; plane < plan.problem.exitPlanes.size(); ++plane)
  {
    for (std::size_t wave = waves.first; wave < waves.End(); ++wave)
    {
      for (std::size_t pixel = 0; pixel < plan.problem.grid.GetNumberOfPixels(); ++pixel)
      {
        values.push_back(static_cast<std::complex<T>>(SampleExitWave(configuration, plane, wave, pixel)));
      }
    }
  }
  return values;
}

template <typename T>
std::vector<T>
MakeSamplePotential(const Plan & plan, std::size_t configuration, std::size_t slice)
{
  std::vector<T> values;
  for (std::size_t pixel = 0; pixel < plan.problem.grid.Refined(plan.problem.oversampling).GetNumberOfPixels(); ++pixel)
  {
    values.push_back(static_cast<T>(SamplePotential(configuration, slice, pixel)));
  }
  return values;
}

template <typename T>
void
WriteWholeSample(ResultFile<T> & file, const SampleRun & run, const std::vector<std::size_t> & blockSizes)
{
  const MultisliceProblem & problem = run.plan.problem;
  Range                     waves;
  for (std::size_t i = 0; waves.End() < problem.GetNumberOfWaves(); ++i)
  {
    waves.first = waves.End();
    waves.count = std::min(blockSizes[i % blockSizes.size()], problem.GetNumberOfWaves() - waves.first);
    for (std::size_t configuration = 0; configuration < problem.GetNumberOfConfigurations(); ++configuration)
    {
      file.WriteExitWaves(configuration, waves, MakeSampleExitWaves<T>(run.plan, configuration, waves));
    }
    file.WriteBlock(MakeSampleBlock<T>(run.plan, waves));
  }
  for (std::size_t configuration = 0; configuration < problem.GetNumberOfConfigurations(); ++configuration)
  {
    for (std::size_t slice = 0; slice < problem.GetNumberOfSlices(); ++slice)
    {
      file.WritePotential(configuration, slice, MakeSamplePotential<T>(run.plan, configuration, slice));
    }
  }
}

template BlockResult<float>
MakeSampleBlock(const Plan &, Range);
template BlockResult<double>
MakeSampleBlock(const Plan &, Range);
template std::vector<std::complex<float>>
MakeSampleExitWaves(const Plan &, std::size_t, Range);
template std::vector<std::complex<double>>
MakeSampleExitWaves(const Plan &, std::size_t, Range);
template std::vector<float>
MakeSamplePotential(const Plan &, std::size_t, std::size_t);
template std::vector<double>
MakeSamplePotential(const Plan &, std::size_t, std::size_t);
template void
WriteWholeSample(ResultFile<float> &, const SampleRun &, const std::vector<std::size_t> &);
template void
WriteWholeSample(ResultFile<double> &, const SampleRun &, const std::vector<std::size_t> &);

TemporaryFolder::TemporaryFolder()
{
  std::string name = (std::filesystem::temp_directory_path() / "electron-multislice-XXXXXX").string();
  if (!mkdtemp(name.data()))
  {
    throw std::runtime_error("cannot make a temporary folder");
  }
  m_Path = name;
}

TemporaryFolder::~TemporaryFolder()
{
  std::error_code ignored;
  std::filesystem::remove_all(m_Path, ignored);
}
} // namespace ElectronMultislice
