#ifndef itkScanningDiffractionImageFilter_h
#define itkScanningDiffractionImageFilter_h
#include "itkScanningImageFilterBase.h"

namespace itk
{
/** \class ScanningDiffractionImageFilter
 * \brief 4D-STEM: a diffraction pattern at every scan position, and images of any number of detectors, in one pass.
 *
 * Inputs: the projected potential in V Å (see MultisliceImageFilterBase) and the scan pattern.
 *
 * Outputs: first a four-dimensional image of patterns for each exit plane (one without exit planes), named "patterns" ("patterns@<depth>");
 * axes 0 and 1 are kx and ky in 1/Å with the beam at physical point 0 (index n/2, integer division), axes 2 and 3 the scan in Å, scan
 * slowest. A pixel is the part of the beam that falls on it. Then two-dimensional images of the detectors, as
 * ScanningDetectorImageFilter gives them: GetOutput(name) finds them, GetOutput(i) and GetPatterns() give the patterns.
 *
 * Regions: a requested region of the patterns computes only its scan positions, and keeps only its pixels of the detector plane. Writers
 * that stream take the rows of the scan one after the other, so that a file may be larger than memory: use ImageFileWriter with
 * SetNumberOfStreamDivisions() and a format that streams (MetaImage). The slices are kept in the execution context from piece to piece.
 *
 * Intensities are averaged over the thermal configurations of a potential source.
 *
 * Instantiated for Image<float, 3> to Image<float, 4> and the same in double.
 *
 * \sa DiffractionDetectorImageFilter ScanningDetectorImageFilter
 * \ingroup ElectronMultislice
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT ScanningDiffractionImageFilter : public ScanningImageFilterBase<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ScanningDiffractionImageFilter);

  using Self = ScanningDiffractionImageFilter;
  using Superclass = ScanningImageFilterBase<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = TInputImage;
  using OutputImageType = TOutputImage;
  static_assert(std::is_same<TOutputImage, Image<typename TInputImage::PixelType, 4>>::value,
                "The filter goes from Image<float, 3> to Image<float, 4>, or the same in double.");

  itkNewMacro(Self);
  itkTypeMacro(ScanningDiffractionImageFilter, ScanningImageFilterBase);

  /** Half width of the square patterns in rad, at most the band limit; 0: all of the band-limited plane. Default 0. */
  itkSetMacro(MaximumAngle, double);
  itkGetConstMacro(MaximumAngle, double);
  void
  SetMaximumAngleInMilliradians(double angle)
  {
    this->SetMaximumAngle(1e-3 * angle);
  }

  /** Patterns at an exit plane. */
  OutputImageType *
  GetPatterns(unsigned int exitPlane = 0)
  {
    return this->GetOutput(exitPlane);
  }

protected:
  ScanningDiffractionImageFilter();
  ~ScanningDiffractionImageFilter() override = default;

  std::vector<std::string>
  GetLeadingOutputNames() const override;
  void
  CheckDetector(const ElectronDetector & detector) const override;
  void
  DescribeMeasurement(::ElectronMultislice::SimulationDescription & description) const override;
  void
  GenerateOutputInformation() override;
  void
  GenerateData() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  double m_MaximumAngle{ 0.0 };
};

extern template class ElectronMultislice_EXPORT ScanningDiffractionImageFilter<Image<float, 3>, Image<float, 4>>;
extern template class ElectronMultislice_EXPORT ScanningDiffractionImageFilter<Image<double, 3>, Image<double, 4>>;
} // namespace itk
#endif
