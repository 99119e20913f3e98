// foreign-potential STRUCTURE POTENTIAL OUTPUT: simulates from a potential that comes as an image file.
//   foreign-potential SrTiO3.cif potential.mha haadf.nrrd
// Any three-dimensional image of projected potentials will do, one slice for each z index, in V Å with spacing in Å: from density
// functional theory, from another program, from an array. Here the potential source writes it first.
#include "itkAtomicStructureFileReader.h"
#include "itkElectronAnnularDetector.h"
#include "itkElectronPotentialImageSource.h"
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"
#include "itkScanningDetectorImageFilter.h"
#include "itkStatisticsImageFilter.h"

using PotentialType = itk::Image<float, 3>;
using ImageType = itk::Image<float, 2>;

int
main(int argc, char * argv[])
{
  if (argc != 4)
  {
    std::cerr << "usage: foreign-potential STRUCTURE.cif POTENTIAL.mha OUTPUT.nrrd\n";
    return EXIT_FAILURE;
  }
  try
  {
    auto structure = itk::AtomicStructureFileReader::New();
    structure->SetFileName(argv[1]);
    auto source = itk::ElectronPotentialImageSource<PotentialType>::New();
    source->SetStructure(structure->GetOutput());
    source->SetRepetitions(3, 3, 4);
    source->SetGridSize(180, 180); // of the waves; the image is twice as fine
    itk::WriteImage(source->GetOutput(), argv[2]);

    auto potential = itk::ImageFileReader<PotentialType>::New();
    potential->SetFileName(argv[2]);

    auto scan = itk::RasterScanPattern::New(); // one unit cell of 3.905 Å
    scan->SetStart(3.905 / 4, 3.905 / 4);
    scan->SetStep(3.905 / 16, 3.905 / 16);
    scan->SetCount(16, 16);
    auto haadf = itk::ElectronAnnularDetector::New();
    haadf->SetInnerAngleInMilliradians(60.0);
    haadf->SetOuterAngleInMilliradians(120.0);
    auto stem = itk::ScanningDetectorImageFilter<PotentialType, ImageType>::New();
    stem->SetInput(potential->GetOutput());
    stem->SetScanPattern(scan);
    stem->SetEnergy(200e3);
    stem->SetSemiangleInMilliradians(20.0);
    stem->AddDetector(haadf);
    itk::WriteImage(stem->GetOutput(), argv[3]);

    auto statistics = itk::StatisticsImageFilter<ImageType>::New();
    statistics->SetInput(stem->GetOutput());
    statistics->Update();
    std::cout << argv[3] << ": mean " << statistics->GetMean() << " of the beam\n";
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
