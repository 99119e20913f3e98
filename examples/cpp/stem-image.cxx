// stem-image STRUCTURE OUTPUT: high-angle dark-field image of a crystal structure, blurred by the size of the electron source.
//   stem-image SrTiO3.cif haadf.nrrd
#include "itkAtomicStructureFileReader.h"
#include "itkElectronAnnularDetector.h"
#include "itkElectronPotentialImageSource.h"
#include "itkImageFileWriter.h"
#include "itkScanningDetectorImageFilter.h"
#include "itkSmoothingRecursiveGaussianImageFilter.h"

int
main(int argc, char * argv[])
{
  if (argc != 3)
  {
    std::cerr << "usage: stem-image STRUCTURE.cif OUTPUT.nrrd\n";
    return EXIT_FAILURE;
  }
  auto reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(argv[1]);

  auto potential = itk::ElectronPotentialImageSource<itk::Image<float, 3>>::New();
  potential->SetStructure(reader->GetOutput());
  potential->SetRepetitions(3, 3, 4);
  potential->SetGridSize(180, 180);

  auto scan = itk::RasterScanPattern::New(); // one unit cell of 3.905 Å
  scan->SetStep(3.905 / 16, 3.905 / 16);
  scan->SetCount(16, 16);

  auto haadf = itk::ElectronAnnularDetector::New();
  haadf->SetInnerAngleInMilliradians(60.0);
  haadf->SetOuterAngleInMilliradians(120.0);

  auto stem = itk::ScanningDetectorImageFilter<itk::Image<float, 3>, itk::Image<float, 2>>::New();
  stem->SetInput(potential->GetOutput());
  stem->SetScanPattern(scan);
  stem->SetEnergy(200e3);
  stem->SetSemiangleInMilliradians(20.0);
  stem->AddDetector(haadf);

  auto blur = itk::SmoothingRecursiveGaussianImageFilter<itk::Image<float, 2>>::New();
  blur->SetInput(stem->GetOutput());
  blur->SetSigma(0.4); // Å

  auto writer = itk::ImageFileWriter<itk::Image<float, 2>>::New();
  writer->SetInput(blur->GetOutput());
  writer->SetFileName(argv[2]);
  try
  {
    writer->Update();
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
