// comparison STRUCTURE SIMULATED MEASURED [SEED]: a simulated image registered to a measured one.
//   comparison SrTiO3.cif simulated.nrrd measured.nrrd
// The "measured" image is a piece of the simulated one with its own origin and pixels in Å, displaced and noisy, so that the answer is
// known.
#include "itkAtomicStructureFileReader.h"
#include "itkBSplineInterpolateImageFunction.h"
#include "itkCorrelationImageToImageMetricv4.h"
#include "itkElectronAnnularDetector.h"
#include "itkElectronPotentialImageSource.h"
#include "itkImageFileWriter.h"
#include "itkImageRegistrationMethodv4.h"
#include "itkRegularStepGradientDescentOptimizerv4.h"
#include "itkResampleImageFilter.h"
#include "itkScanningDetectorImageFilter.h"
#include "itkShotNoiseImageFilter.h"
#include "itkSmoothingRecursiveGaussianImageFilter.h"
#include "itkTranslationTransform.h"

using PotentialType = itk::Image<float, 3>;
using ImageType = itk::Image<float, 2>;
using TransformType = itk::TranslationTransform<double, 2>;

/** HAADF image of two by two unit cells, blurred by the size of the electron source. */
ImageType::Pointer
Simulate(const char * structure)
{
  auto reader = itk::AtomicStructureFileReader::New();
  reader->SetFileName(structure);
  auto potential = itk::ElectronPotentialImageSource<PotentialType>::New();
  potential->SetStructure(reader->GetOutput());
  potential->SetRepetitions(3, 3, 4);
  potential->SetGridSize(180, 180);

  auto scan = itk::RasterScanPattern::New();
  scan->SetStep(3.905 / 16, 3.905 / 16); // Å
  scan->SetCount(40, 40);
  auto haadf = itk::ElectronAnnularDetector::New();
  haadf->SetInnerAngleInMilliradians(60.0);
  haadf->SetOuterAngleInMilliradians(120.0);
  auto stem = itk::ScanningDetectorImageFilter<PotentialType, ImageType>::New();
  stem->SetInput(potential->GetOutput());
  stem->SetScanPattern(scan);
  stem->SetEnergy(200e3);
  stem->SetSemiangleInMilliradians(20.0);
  stem->AddDetector(haadf);

  auto blur = itk::SmoothingRecursiveGaussianImageFilter<ImageType>::New();
  blur->SetInput(stem->GetOutput());
  blur->SetSigma(0.4); // Å
  blur->Update();
  return blur->GetOutput();
}

/** What a microscope might deliver: 32 x 32 pixels of 0.19 Å whose stage position is wrong by the shift, with 10 000 electrons in each. */
ImageType::Pointer
Measure(const ImageType * simulated, const TransformType * shift, unsigned int seed)
{
  auto crop = itk::ResampleImageFilter<ImageType, ImageType>::New();
  crop->SetInput(simulated);
  crop->SetTransform(shift);
  crop->SetInterpolator(itk::BSplineInterpolateImageFunction<ImageType>::New());
  const double origin[] = { 1.7, 1.4 }, spacing[] = { 0.19, 0.19 }; // Å
  crop->SetOutputOrigin(origin);
  crop->SetOutputSpacing(spacing);
  crop->SetSize({ { 32, 32 } });

  auto noise = itk::ShotNoiseImageFilter<ImageType>::New();
  noise->SetInput(crop->GetOutput());
  noise->SetScale(10000.0); // electrons for each pixel; the image is a fraction of them
  noise->SetSeed(seed);
  noise->Update();
  return noise->GetOutput();
}

void
Write(const ImageType * image, const char * name)
{
  auto writer = itk::ImageFileWriter<ImageType>::New();
  writer->SetInput(image);
  writer->SetFileName(name);
  writer->Update();
}

int
main(int argc, char * argv[])
{
  if (argc < 4 || argc > 5)
  {
    std::cerr << "usage: comparison STRUCTURE.cif SIMULATED.nrrd MEASURED.nrrd [SEED]\n";
    return EXIT_FAILURE;
  }
  try
  {
    const double shift[] = { 0.37, -0.21 }; // Å
    auto         planted = TransformType::New();
    planted->SetOffset(shift);
    const auto simulated = Simulate(argv[1]);
    const auto measured = Measure(simulated, planted, argc == 5 ? std::stoul(argv[4]) : 1);

    auto metric = itk::CorrelationImageToImageMetricv4<ImageType, ImageType>::New();
    metric->SetMovingInterpolator(itk::BSplineInterpolateImageFunction<ImageType>::New());
    auto optimizer = itk::RegularStepGradientDescentOptimizerv4<double>::New();
    optimizer->SetLearningRate(0.2); // Å, the first step
    optimizer->SetMinimumStepLength(1e-4);
    optimizer->SetNumberOfIterations(200);
    auto registration = itk::ImageRegistrationMethodv4<ImageType, ImageType, TransformType>::New();
    registration->SetFixedImage(measured);
    registration->SetMovingImage(simulated);
    registration->SetMetric(metric);
    registration->SetOptimizer(optimizer);
    registration->SetNumberOfLevels(1);
    registration->SetShrinkFactorsPerLevel(itk::Array<double>(1, 1.0));
    registration->SetSmoothingSigmasPerLevel(itk::Array<double>(1, 0.0));
    registration->Update();

    const auto found = registration->GetTransform()->GetParameters();
    std::cout << "planted shift:   " << shift[0] << ", " << shift[1] << " Å\n"
              << "recovered shift: " << found[0] << ", " << found[1] << " Å\n"
              << "correlation:     " << std::sqrt(-metric->GetCurrentValue()) << '\n'; // the metric is minus its square
    Write(simulated, argv[2]);
    Write(measured, argv[3]);
  }
  catch (const itk::ExceptionObject & error)
  {
    std::cerr << error.GetDescription() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
