// thickness-series STRUCTURE PREFIX: high-angle dark-field images at several thicknesses, from one pass through the thickest specimen.
//   thickness-series SrTiO3.cif thickness-       writes thickness-haadf@7.81.tif and so on
#include "itkAtomicStructureFileReader.h"
#include "itkElectronAnnularDetector.h"
#include "itkElectronPotentialImageSource.h"
#include "itkImageFileWriter.h"
#include "itkScanningDetectorImageFilter.h"
#include "itkStatisticsImageFilter.h"

using PotentialType = itk::Image<float, 3>;
using ImageType = itk::Image<float, 2>;

int
main(int argc, char * argv[])
{
  if (argc != 3)
  {
    std::cerr << "usage: thickness-series STRUCTURE.cif PREFIX\n";
    return EXIT_FAILURE;
  }
  auto reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(argv[1]);

  auto potential = itk::ElectronPotentialImageSource<PotentialType>::New();
  potential->SetStructure(reader->GetOutput());
  potential->SetRepetitions(3, 3, 12); // 46.86 Å thick
  potential->SetGridSize(180, 180);

  auto scan = itk::RasterScanPattern::New(); // one unit cell of 3.905 Å
  scan->SetStart(3.905 / 4, 3.905 / 4);
  scan->SetStep(3.905 / 16, 3.905 / 16);
  scan->SetCount(16, 16);

  auto haadf = itk::ElectronAnnularDetector::New();
  haadf->SetName("haadf");
  haadf->SetInnerAngleInMilliradians(60.0);
  haadf->SetOuterAngleInMilliradians(120.0);

  auto stem = itk::ScanningDetectorImageFilter<PotentialType, ImageType>::New();
  stem->SetInput(potential->GetOutput());
  stem->SetScanPattern(scan);
  stem->SetEnergy(200e3);
  stem->SetSemiangleInMilliradians(20.0);
  stem->AddDetector(haadf);
  stem->SetExitPlaneDepths({ 7.81, 15.62, 23.43, 31.24, 39.05, 46.86 }); // Å, on slice boundaries

  try
  {
    auto writer = itk::ImageFileWriter<ImageType>::New();
    auto statistics = itk::StatisticsImageFilter<ImageType>::New();
    for (unsigned int plane = 0; plane < stem->GetNumberOfIndexedOutputs(); ++plane)
    {
      writer->SetInput(stem->GetOutput(plane));
      writer->SetFileName(argv[2] + stem->GetOutputName(plane) + ".tif");
      writer->Update(); // the first one computes all planes
      statistics->SetInput(stem->GetOutput(plane));
      statistics->Update();
      std::cout << writer->GetFileName() << ": mean " << statistics->GetMean() << " of the beam\n";
    }
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
