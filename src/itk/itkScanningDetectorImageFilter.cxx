#include "itkScanningDetectorImageFilter.h"
#include "itkElectronMultisliceErrors.h"
#include "itkImageSink.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  Superclass::VerifyPreconditions();
  if (this->GetNumberOfDetectors() == 0)
  {
    throw ExceptionObject(__FILE__,
                          __LINE__,
                          "The scanning filter has no detector; call AddDetector(), for example with an ElectronAnnularDetector.",
                          this->GetNameOfClass());
  }
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  ReleaseOutputsOnError(*this, [&] {
    ElectronMultisliceTranslateErrors([&] {
      const auto                               region = this->GetOutput(0u)->GetRequestedRegion();
      const auto                               problem = this->GetProblemOfRegion(region);
      ImageSink<typename Superclass::RealType> sink(problem);
      sink.SetScalarBuffers(this->AllocateDetectorImages(region));
      this->Run(problem, sink);
    });
  });
}

template class ScanningDetectorImageFilter<Image<float, 3>, Image<float, 2>>;
template class ScanningDetectorImageFilter<Image<double, 3>, Image<double, 2>>;
} // namespace itk
