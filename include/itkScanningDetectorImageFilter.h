#ifndef itkScanningDetectorImageFilter_h
#define itkScanningDetectorImageFilter_h
#include "itkScanningImageFilterBase.h"

namespace itk
{
/** \class ScanningDetectorImageFilter
 * \brief STEM images: a focused probe at every scan position through all slices onto any number of detectors, in one pass.
 *
 * Inputs: the projected potential in V Å (see MultisliceImageFilterBase) and the scan pattern. Outputs: two-dimensional images with the
 * geometry of the scan, one for each component of each detector and each exit plane, in this order: detector, component, exit plane.
 * Outputs exist from the moment their detector is added; GetOutputName() names them and GetOutput(name) finds them. Patterns are never
 * stored: ScanningDiffractionImageFilter gives them.
 *
 * Intensities are averaged over the thermal configurations of a potential source.
 *
 * Instantiated for Image<float, 3> to Image<float, 2> and the same in double.
 *
 * \sa ScanningDiffractionImageFilter RasterScanPattern ElectronDetector
 * \ingroup ElectronMultislice
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT ScanningDetectorImageFilter : public ScanningImageFilterBase<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ScanningDetectorImageFilter);

  using Self = ScanningDetectorImageFilter;
  using Superclass = ScanningImageFilterBase<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = TInputImage;
  using OutputImageType = TOutputImage;
  static_assert(std::is_same<TOutputImage, Image<typename TInputImage::PixelType, 2>>::value,
                "The filter goes from Image<float, 3> to Image<float, 2>, or the same in double.");

  itkNewMacro(Self);
  itkTypeMacro(ScanningDetectorImageFilter, ScanningImageFilterBase);

protected:
  ScanningDetectorImageFilter() = default;
  ~ScanningDetectorImageFilter() override = default;
  void
  VerifyPreconditions() ITKv5_CONST override;
  void
  GenerateData() override;
};

extern template class ElectronMultislice_EXPORT ScanningDetectorImageFilter<Image<float, 3>, Image<float, 2>>;
extern template class ElectronMultislice_EXPORT ScanningDetectorImageFilter<Image<double, 3>, Image<double, 2>>;
} // namespace itk
#endif
