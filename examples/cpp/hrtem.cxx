// hrtem STRUCTURE PREFIX: high-resolution images at three defoci; a new defocus runs the lens again and nothing before it.
//   hrtem SrTiO3.cif hrtem-       writes hrtem-300A.tif and so on
#include "itkAtomicStructureFileReader.h"
#include "itkContrastTransferFunctionImageFilter.h"
#include "itkElectronImageFormationFilter.h"
#include "itkElectronPotentialImageSource.h"
#include "itkImageFileWriter.h"
#include "itkMultisliceImageFilter.h"

using PotentialType = itk::Image<float, 3>;
using WaveType = itk::Image<std::complex<float>, 3>;

int
main(int argc, char * argv[])
{
  if (argc != 3)
  {
    std::cerr << "usage: hrtem STRUCTURE.cif PREFIX\n";
    return EXIT_FAILURE;
  }
  auto reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(argv[1]);
  auto potential = itk::ElectronPotentialImageSource<PotentialType>::New();
  potential->SetStructure(reader->GetOutput());
  potential->SetRepetitions(4, 4, 8);
  potential->SetGridSize(256, 256);

  auto multislice = itk::MultisliceImageFilter<PotentialType, WaveType>::New();
  multislice->SetInput(potential->GetOutput());
  multislice->SetEnergy(300e3);

  auto lens = itk::ContrastTransferFunctionImageFilter<WaveType, WaveType>::New();
  lens->SetInput(multislice->GetOutput());
  lens->SetSemiangleInMilliradians(20.0);
  lens->SetAberration("Cs", 5e6); // Å
  lens->SetFocalSpread(40.0);     // Å

  auto image = itk::ElectronImageFormationFilter<WaveType, PotentialType>::New();
  image->SetInput(lens->GetOutput());
  image->SetDose(2e4); // electrons per Å²

  auto writer = itk::ImageFileWriter<PotentialType>::New();
  writer->SetInput(image->GetOutput());
  const auto context = itk::ElectronMultisliceExecutionContext::GetInstance();
  try
  {
    for (const double defocus : { 300.0, 450.0, 600.0 })
    {
      lens->SetDefocus(defocus);
      writer->SetFileName(argv[2] + std::to_string(static_cast<int>(defocus)) + "A.tif");
      writer->Update();
      std::cout << writer->GetFileName() << " after " << context->GetNumberOfSlicesBuilt() << " slices built and "
                << context->GetNumberOfWaveSlices() << " passed\n";
    }
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
