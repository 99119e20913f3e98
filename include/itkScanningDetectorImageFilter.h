#ifndef itkScanningDetectorImageFilter_h
#define itkScanningDetectorImageFilter_h
#include "itkImageToImageFilter.h"
#include "itkImage.h"
#include "itkElectronDetector.h"
#include "itkElectronMultisliceEnums.h"
#include "itkElectronMultisliceExecutionContext.h"
#include "itkRasterScanPattern.h"
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace itk
{
/** \class ScanningDetectorImageFilter
 * \brief STEM images: a focused probe at every scan position through all slices onto any number of detectors, in one pass.
 *
 * Inputs: the projected potential in V Å (three-dimensional, see ElectronPotentialImageSource for its geometry) and the scan pattern.
 * Outputs: two-dimensional images with the geometry of the scan (origin = first position, spacing = step, direction = rotation), one for
 * each component of each detector and each exit plane, in this order: detector, component, exit plane. Outputs exist from the moment
 * their detector is added; GetOutputName() names them and GetOutput(name) finds them. Intensities are fractions of the incident beam, so
 * that a vacuum scan reads what the aperture sends into the detector.
 *
 * Where the potential comes from:
 * - directly from an ElectronPotentialImageSource: the filter asks it for an empty region, so the image is never made, and computes from
 *   the description: all thermal configurations, averaged;
 * - from anything else: the image as it is, one configuration; it must have identity direction. Its x and y size are
 * TransmissionOversampling times those of the waves, its spacing along z is the slice thickness, and its first slice is the entrance. The
 * whole image is requested. A source with several configurations behind another filter is an error.
 *
 * Physics: probe = aperture x exp(-i chi) with chi = (2 pi/lambda) sum alpha^(n+1)/(n+1) C_nm cos(m (phi - phi_nm)); every slice multiplies
 * by exp(i sigma V) (band-limited) and propagates over its full thickness; E. J. Kirkland, Advanced Computing in Electron Microscopy, 2nd
 * ed. (2010), chapters 5 to 7. Lengths in Å, angles in rad, energies in eV.
 *
 * Regions: a requested region computes only its positions, and all outputs share it; an image streamed in pieces has the same bits as the
 * whole (and takes longer, as every piece builds the slices again). Threads: workers are the engine's own (see
 * ElectronMultisliceExecutionContext); ProgressEvents come only from the thread that called Update(), about ten a second;
 * AbortGenerateDataOn() in an observer ends the run with a ProcessAborted exception, and nothing half computed is left. Errors are
 * ExceptionObjects whose text says what is wrong, the value, what is allowed and the way out; they come before anything is allocated where
 * they can, and the next Update() after a repair is a fresh one. (ITK's own filters need ResetPipeline() after an error further up.)
 *
 * The pixel type is the precision of the waves. Instantiated for Image<float, 3> to Image<float, 2> and the same in double.
 *
 * \ingroup ElectronMultislice
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT ScanningDetectorImageFilter : public ImageToImageFilter<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ScanningDetectorImageFilter);

  using Self = ScanningDetectorImageFilter;
  using Superclass = ImageToImageFilter<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = TInputImage;
  using OutputImageType = TOutputImage;
  static_assert(std::is_floating_point<typename TInputImage::PixelType>::value && TInputImage::ImageDimension == 3 &&
                  std::is_same<TOutputImage, Image<typename TInputImage::PixelType, 2>>::value,
                "The filter goes from Image<float, 3> to Image<float, 2>, or the same in double.");

  itkNewMacro(Self);
  itkTypeMacro(ScanningDetectorImageFilter, ImageToImageFilter);

  /** Where the probe stands. Required. */
  itkSetInputMacro(ScanPattern, RasterScanPattern);
  itkGetInputMacro(ScanPattern, RasterScanPattern);

  /** Adds a detector and its outputs; names must differ. Pixelated detectors are refused. */
  void
  AddDetector(ElectronDetector * detector);
  void
  ClearDetectors();
  unsigned int
  GetNumberOfDetectors() const
  {
    return static_cast<unsigned int>(m_Detectors.size());
  }
  ElectronDetector *
  GetDetector(unsigned int index);

  /** Name of an output: that of the component, with "@<depth in Å>" behind it when there are exit planes. */
  std::string
  GetOutputName(unsigned int index) const;
  /** Names of all outputs in their order. */
  std::vector<std::string>
  GetOutputNames() const;

  using Superclass::GetOutput;
  /** An output by its name; throws and says the names there are. */
  OutputImageType *
  GetOutput(const std::string & name);

  /** Beam energy in eV, 1e3 to 1e7. Must be set: default 0. */
  itkSetMacro(Energy, double);
  itkGetConstMacro(Energy, double);

  /** Semiangle of the probe-forming aperture in rad, above 0. Must be set: default 0. */
  itkSetMacro(Semiangle, double);
  itkGetConstMacro(Semiangle, double);
  void
  SetSemiangleInMilliradians(double semiangle)
  {
    this->SetSemiangle(1e-3 * semiangle);
  }

  /** Default Soft. */
  itkSetEnumMacro(ApertureEdge, ElectronMultisliceEnums::ApertureEdge);
  itkGetEnumMacro(ApertureEdge, ElectronMultisliceEnums::ApertureEdge);

  /** Aberrations of the probe by name: "C10", "C12", "phi12", ... "C56", "phi56", or defocus (= -C10), astigmatism (C12), coma (C21),
   * trefoil (C23), Cs (C30), C5 (C50). Coefficients in Å, angles in rad. Default 0. */
  void
  SetAberration(const std::string & name, double value);
  double
  GetAberration(const std::string & name) const;
  void
  ClearAberrations();

  /** Defocus in Å relative to the entrance face; positive is underfocus: the probe focuses inside the specimen. Default 0. */
  void
  SetDefocus(double defocus)
  {
    this->SetAberration("defocus", defocus);
  }
  double
  GetDefocus() const
  {
    return this->GetAberration("defocus");
  }

  /** Tilt of the beam in rad along x and y: it runs along (tan x, tan y, 1). Default 0. */
  void
  SetTilt(double x, double y);
  itkGetConstMacro(TiltX, double);
  itkGetConstMacro(TiltY, double);

  /** Default Exact. */
  itkSetEnumMacro(Propagator, ElectronMultisliceEnums::Propagator);
  itkGetEnumMacro(Propagator, ElectronMultisliceEnums::Propagator);

  /** Band limit of transmission functions and propagator. Default Taper. The potential source must have the same, or None. */
  itkSetEnumMacro(BandLimit, ElectronMultisliceEnums::BandLimit);
  itkGetEnumMacro(BandLimit, ElectronMultisliceEnums::BandLimit);

  /** The waves have the potential's grid divided by this, 1 to 4; 0: as the potential source says, 2 for other images. Default 0. */
  itkSetMacro(TransmissionOversampling, unsigned int);
  itkGetConstMacro(TransmissionOversampling, unsigned int);

  /** Depths in Å of the planes behind which the detectors look, on slice boundaries within 1e-3 Å, ascending; a thickness series in one
   * pass. Default empty: the exit face. */
  void
  SetExitPlaneDepths(const std::vector<double> & depths);
  const std::vector<double> &
  GetExitPlaneDepths() const
  {
    return m_ExitPlaneDepths;
  }

  /** Settings of the run; null: those of the global context. Default null. */
  itkSetObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);
  itkGetModifiableObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);

  /** What Update() would do: grid, slices, batches, devices taken and declined, memory, rough time. Brings the information of the inputs up
   * to date; computes nothing. */
  std::string
  GetPlan();

  /** The whole run as job text, from which it can be repeated with ElectronMultisliceSimulation or the command; empty for images that come
   * from elsewhere. */
  std::string
  GetJobText();

  /** Report of the last run: devices taken and declined, notes, warnings. */
  std::string
  GetReport() const
  {
    return m_Report;
  }

  ModifiedTimeType
  GetMTime() const override;

  /** As in the base class, but an error further up the pipeline leaves nothing to reset. */
  void
  UpdateOutputInformation() override;
  void
  PropagateRequestedRegion(DataObject * output) override;
  void
  UpdateOutputData(DataObject * output) override;

protected:
  ScanningDetectorImageFilter();
  ~ScanningDetectorImageFilter() override;
  void
  VerifyPreconditions() ITKv5_CONST override;
  void
  VerifyInputInformation() ITKv5_CONST override;
  void
  GenerateOutputInformation() override;
  void
  GenerateInputRequestedRegion() override;
  void
  GenerateData() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  struct Implementation;

  void
  SynchronizeOutputs();

  std::vector<ElectronDetector::Pointer>      m_Detectors;
  double                                      m_Energy{ 0.0 };
  double                                      m_Semiangle{ 0.0 };
  ElectronMultisliceEnums::ApertureEdge       m_ApertureEdge{ ElectronMultisliceEnums::ApertureEdge::Soft };
  double                                      m_TiltX{ 0.0 };
  double                                      m_TiltY{ 0.0 };
  ElectronMultisliceEnums::Propagator         m_Propagator{ ElectronMultisliceEnums::Propagator::Exact };
  ElectronMultisliceEnums::BandLimit          m_BandLimit{ ElectronMultisliceEnums::BandLimit::Taper };
  unsigned int                                m_TransmissionOversampling{ 0 };
  std::vector<double>                         m_ExitPlaneDepths;
  ElectronMultisliceExecutionContext::Pointer m_ExecutionContext;
  std::string                                 m_Report;
  std::unique_ptr<Implementation>             m_Implementation;
};

extern template class ElectronMultislice_EXPORT ScanningDetectorImageFilter<Image<float, 3>, Image<float, 2>>;
extern template class ElectronMultislice_EXPORT ScanningDetectorImageFilter<Image<double, 3>, Image<double, 2>>;
} // namespace itk
#endif
