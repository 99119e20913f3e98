// FilterBenchmark overhead STRUCTURE: one Update() through ITK filters beside the engine alone, 256 probes on 256 x 256 pixels.
// FilterBenchmark stream STRUCTURE FILE [POSITIONS]: a 4-D result (4.3 GB for 192 x 192 positions) to a MetaImage file, and the memory that
// it takes.
#include "itkAtomicStructureFileReader.h"
#include "itkElectronAnnularDetector.h"
#include "itkElectronPotentialImageSource.h"
#include "itkImageFileWriter.h"
#include "itkScanningDetectorImageFilter.h"
#include "itkScanningDiffractionImageFilter.h"
#include "execution/HostResources.h"
#include "simulation/Description.h"
#include "simulation/Run.h"
#include "specimen/StructureReader.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <functional>
#include <iostream>

namespace
{
using Clock = std::chrono::steady_clock;
using PotentialType = itk::Image<float, 3>;

double
SecondsOf(const std::function<void()> & function)
{
  const auto start = Clock::now();
  function();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

itk::ElectronPotentialImageSource<PotentialType>::Pointer
MakePotential(const std::string & file, unsigned int cellsAlongBeam)
{
  auto reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(file);
  reader->Update();
  itk::AtomicStructure::Pointer structure = reader->GetOutput();
  structure->DisconnectPipeline();
  auto potential = itk::ElectronPotentialImageSource<PotentialType>::New();
  potential->SetStructure(structure);
  potential->SetRepetitions(5, 5, cellsAlongBeam);
  potential->SetGridSize(256, 256);
  potential->SetSliceThickness(1.9525);
  return potential;
}

template <typename TFilter>
void
SetOptics(TFilter & filter, unsigned int positions)
{
  auto scan = itk::RasterScanPattern::New();
  scan->SetStep(0.1, 0.1);
  scan->SetCount(positions, positions);
  filter.SetScanPattern(scan);
  filter.SetEnergy(200e3);
  filter.SetSemiangleInMilliradians(20.0);
}

/** Structure in memory to detector values, without files and images. */
void
RunEngine(const std::vector<ElectronMultislice::Structure> & structures)
{
  using namespace ElectronMultislice;
  SimulationDescription description;
  description.specimen.structures = std::make_shared<const std::vector<Structure>>(structures);
  description.specimen.repetitions = { 5, 5, 25 };
  description.potential.grid = std::array<std::size_t, 2>{ 256, 256 };
  description.potential.slicing.thickness = 1.9525;
  description.energy = 200e3;
  description.lens.semiangle = 0.02;
  description.scan.step = { 0.1, 0.1 };
  description.scan.count = { 16, 16 };
  Detector haadf;
  haadf.name = "haadf";
  haadf.inner = 0.06;
  haadf.outer = 0.1;
  description.detectors = { haadf };
  const auto        problem = BuildProblem(description);
  const auto        plan = MakePlan(problem, false, {}, true);
  MemorySink<float> sink(problem);
  RunControl        control;
  Run<float>(plan, sink, control);
}

void
RunFilters(const std::string & file)
{
  auto potential = MakePotential(file, 25);
  auto haadf = itk::ElectronAnnularDetector::New();
  haadf->SetInnerAngle(0.06);
  haadf->SetOuterAngle(0.1);
  auto filter = itk::ScanningDetectorImageFilter<PotentialType, itk::Image<float, 2>>::New();
  filter->SetInput(potential->GetOutput());
  SetOptics(*filter, 16);
  filter->AddDetector(haadf);
  filter->SetExecutionContext(itk::ElectronMultisliceExecutionContext::New()); // a cache of its own: every slice is built
  filter->Update();
}

void
MeasureOverhead(const std::string & file)
{
  const std::vector<ElectronMultislice::Structure> structures{ ElectronMultislice::ReadStructure(file, "") };
  std::vector<double>                              engine, filters;
  for (int repetition = 0; repetition < 7; ++repetition)
  {
    engine.push_back(SecondsOf([&] { RunEngine(structures); }));
    filters.push_back(SecondsOf([&] { RunFilters(file); })); // reads the file too
  }
  const auto [fastestEngine, fastestFilters] =
    std::make_pair(*std::min_element(engine.begin(), engine.end()), *std::min_element(filters.begin(), filters.end()));
  std::cout << "engine " << fastestEngine << " s, filters " << fastestFilters << " s (minima of 7), ratio "
            << fastestFilters / fastestEngine << "\n";
}

void
MeasureStreaming(const std::string & structure, const std::string & file, unsigned int positions)
{
  using PatternsType = itk::Image<float, 4>;
  const auto idle = ElectronMultislice::GetResidentMemory();
  auto       potential = MakePotential(structure, 1);
  auto       filter = itk::ScanningDiffractionImageFilter<PotentialType, PatternsType>::New();
  filter->SetInput(potential->GetOutput());
  SetOptics(*filter, positions);
  auto writer = itk::ImageFileWriter<PatternsType>::New();
  writer->SetInput(filter->GetOutput());
  writer->SetFileName(file);
  writer->SetNumberOfStreamDivisions(positions / 3);
  const double seconds = SecondsOf([&] { writer->Update(); });
  const auto   pixels = filter->GetOutput()->GetLargestPossibleRegion().GetNumberOfPixels();
  std::cout << 4e-9 * static_cast<double>(pixels) << " GB in " << seconds << " s, peak of the process "
            << 1e-6 * static_cast<double>(ElectronMultislice::GetPeakResidentMemory()) << " MB, idle " << 1e-6 * static_cast<double>(idle)
            << " MB, slices built " << itk::ElectronMultisliceExecutionContext::GetInstance()->GetNumberOfSlicesBuilt() << "\n";
}
} // namespace

int
main(int argc, char * argv[])
{
  try
  {
    if (argc == 3 && std::strcmp(argv[1], "overhead") == 0)
    {
      MeasureOverhead(argv[2]);
      return EXIT_SUCCESS;
    }
    if (argc >= 4 && std::strcmp(argv[1], "stream") == 0)
    {
      MeasureStreaming(argv[2], argv[3], argc > 4 ? static_cast<unsigned int>(std::stoul(argv[4])) : 192);
      return EXIT_SUCCESS;
    }
    std::cerr << "usage: FilterBenchmark overhead STRUCTURE | stream STRUCTURE FILE [POSITIONS]\n";
  }
  catch (const std::exception & error)
  {
    std::cerr << error.what() << '\n';
  }
  return EXIT_FAILURE;
}
