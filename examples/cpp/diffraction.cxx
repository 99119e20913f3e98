// diffraction STRUCTURE PATTERNS PREFIX: 4D-STEM into a file, then virtual detectors on the file as if it were measured.
//   diffraction SrTiO3.cif patterns.mha virtual-       writes virtual-bf.tif and so on
#include "itkAtomicStructureFileReader.h"
#include "itkDiffractionDetectorImageFilter.h"
#include "itkElectronAnnularDetector.h"
#include "itkElectronCenterOfMassDetector.h"
#include "itkElectronPotentialImageSource.h"
#include "itkImageFileReader.h"
#include "itkImageFileWriter.h"
#include "itkScanningDiffractionImageFilter.h"
#include "itkStatisticsImageFilter.h"

using PatternsType = itk::Image<float, 4>;
using ImageType = itk::Image<float, 2>;

itk::ElectronAnnularDetector::Pointer
MakeDetector(const char * name, double inner, double outer)
{
  auto detector = itk::ElectronAnnularDetector::New();
  detector->SetName(name);
  detector->SetInnerAngleInMilliradians(inner);
  detector->SetOuterAngleInMilliradians(outer);
  return detector;
}

int
main(int argc, char * argv[])
{
  if (argc != 4)
  {
    std::cerr << "usage: diffraction STRUCTURE.cif PATTERNS.mha PREFIX\n";
    return EXIT_FAILURE;
  }
  try
  {
    auto reader = itk::AtomicStructureFileReader::New();
    reader->SetFileName(argv[1]);
    auto potential = itk::ElectronPotentialImageSource<itk::Image<float, 3>>::New();
    potential->SetStructure(reader->GetOutput());
    potential->SetRepetitions(3, 3, 4);
    potential->SetGridSize(180, 180);
    auto scan = itk::RasterScanPattern::New(); // one unit cell of 3.905 Å
    scan->SetStep(3.905 / 16, 3.905 / 16);
    scan->SetCount(16, 16);

    auto diffraction = itk::ScanningDiffractionImageFilter<itk::Image<float, 3>, PatternsType>::New();
    diffraction->SetInput(potential->GetOutput());
    diffraction->SetScanPattern(scan);
    diffraction->SetEnergy(200e3);
    diffraction->SetSemiangleInMilliradians(20.0);
    diffraction->SetMaximumAngleInMilliradians(60.0);
    auto patterns = itk::ImageFileWriter<PatternsType>::New();
    patterns->SetInput(diffraction->GetOutput());
    patterns->SetFileName(argv[2]);
    patterns->SetNumberOfStreamDivisions(4); // four rows of the scan in memory at a time
    patterns->Update();

    auto measured = itk::ImageFileReader<PatternsType>::New();
    measured->SetFileName(argv[2]);
    auto detectors = itk::DiffractionDetectorImageFilter<PatternsType, ImageType>::New();
    detectors->SetInput(measured->GetOutput());
    detectors->SetEnergy(200e3);
    detectors->AddDetector(MakeDetector("bf", 0.0, 5.0));
    detectors->AddDetector(MakeDetector("abf", 10.0, 20.0));
    detectors->AddDetector(MakeDetector("adf", 40.0, 60.0));
    detectors->AddDetector(itk::ElectronCenterOfMassDetector::New());
    detectors->Update();
    for (const std::string & name : detectors->GetOutputNames())
    {
      auto writer = itk::ImageFileWriter<ImageType>::New();
      writer->SetInput(detectors->GetOutput(name));
      writer->SetFileName(argv[3] + name + ".tif");
      writer->Update();
      auto statistics = itk::StatisticsImageFilter<ImageType>::New();
      statistics->SetInput(detectors->GetOutput(name));
      statistics->Update();
      std::cout << name << ": mean " << statistics->GetMean() << '\n';
    }
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
