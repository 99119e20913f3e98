#ifndef itkDiffractionDetectorImageFilter_h
#define itkDiffractionDetectorImageFilter_h
#include "itkElectronDetectorOutputs.h"
#include "itkImageToImageFilter.h"
#include "itkPipelineResetOnError.h"
#include "itkPoint.h"
#include <memory>
#include <type_traits>

namespace itk
{
/** \class DiffractionDetectorImageFilter
 * \brief Virtual detectors on diffraction patterns, simulated or measured: images of a four-dimensional data set.
 *
 * Input: four-dimensional, axes 0 and 1 = the detector (kx, ky) with spacing in 1/Å, axes 2 and 3 = the scan. The physical point (0, 0) of
 * the detector axes is the beam, or BeamCenter where measured data have it elsewhere. The detector axes may be turned or mirrored against
 * the patterns by the direction of the image; a direction that mixes detector and scan axes is refused.
 * Outputs: one two-dimensional image per component of each detector, in the order in which they were added, with the geometry of the scan
 * axes; see AddDetector(), GetOutput(name). Pixelated detectors are refused.
 *
 * A pixel belongs to a detector by its centre, inner <= lambda k < outer, k being counted from the beam; intensities are summed in double,
 * row by row, so patterns whose pixels are fractions of the beam give fractions of the beam: what the same detectors give in a simulation
 * (within the rounding of the patterns' pixel type). Centre of mass: sum I k / sum I (or sum I k) in 1/Å, over what was recorded if no
 * maximum angle is set; 0 where nothing was collected.
 * Pixels that are not finite (dead pixels) go into the sums as they are, so that a result that contains them is not finite either; outside
 * the detectors they do no harm.
 *
 * Errors, all before anything is computed: no energy, mixed directions, a detector that reaches beyond the recorded pattern (with the
 * limit), a detector or segment that holds no pixel. ExceptionObjects whose text says what is wrong, what is allowed and the way out.
 *
 * Metadata of the outputs: units of the scan axes, `quantity`, ElectronMultislice.output (the name); everything else is passed on from the
 * input.
 *
 * Regions: a requested region asks for the patterns of its scan positions only, so the input streams; streamed and whole have the same
 * bits, with any number of threads. Threads: ITK's, over scan positions. AbortGenerateDataOn() in an observer ends the run with a
 * ProcessAborted exception, and nothing half computed is left.
 *
 * Instantiated for Image<float, 4> to Image<float, 2> and the same in double.
 *
 * \ingroup ElectronMultislice
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT DiffractionDetectorImageFilter
  : public ElectronDetectorOutputs<PipelineResetOnError<ImageToImageFilter<TInputImage, TOutputImage>>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(DiffractionDetectorImageFilter);

  using Self = DiffractionDetectorImageFilter;
  using Superclass = ElectronDetectorOutputs<PipelineResetOnError<ImageToImageFilter<TInputImage, TOutputImage>>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = TInputImage;
  using OutputImageType = TOutputImage;
  using OutputImageRegionType = typename TOutputImage::RegionType;
  static_assert(std::is_floating_point<typename TInputImage::PixelType>::value && TInputImage::ImageDimension == 4 &&
                  std::is_same<TOutputImage, Image<typename TInputImage::PixelType, 2>>::value,
                "The filter goes from Image<float, 4> to Image<float, 2>, or the same in double.");

  itkNewMacro(Self);
  itkTypeMacro(DiffractionDetectorImageFilter, ElectronDetectorOutputs);

  /** Beam energy in eV, 1e3 to 1e7; 0: the entry "energy_eV" of the input's metadata. Default 0. */
  itkSetMacro(Energy, double);
  itkGetConstMacro(Energy, double);

  using BeamCenterType = Point<double, 2>;
  /** Physical point of the beam on the detector axes, in 1/Å. Default (0, 0). */
  itkSetMacro(BeamCenter, BeamCenterType);
  itkGetConstReferenceMacro(BeamCenter, BeamCenterType);
  void
  SetBeamCenter(double x, double y)
  {
    BeamCenterType center;
    center[0] = x;
    center[1] = y;
    this->SetBeamCenter(center);
  }

protected:
  DiffractionDetectorImageFilter();
  ~DiffractionDetectorImageFilter() override;
  void
  VerifyPreconditions() ITKv5_CONST override;
  void
  GenerateOutputInformation() override;
  void
  GenerateInputRequestedRegion() override;
  void
  GenerateData() override;
  void
  DynamicThreadedGenerateData(const OutputImageRegionType & region) override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  struct Implementation;

  double                          m_Energy{ 0.0 };
  BeamCenterType                  m_BeamCenter;
  std::unique_ptr<Implementation> m_Implementation;
};

extern template class ElectronMultislice_EXPORT DiffractionDetectorImageFilter<Image<float, 4>, Image<float, 2>>;
extern template class ElectronMultislice_EXPORT DiffractionDetectorImageFilter<Image<double, 4>, Image<double, 2>>;
} // namespace itk
#endif
