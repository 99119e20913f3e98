#ifndef itkMultisliceImageFilterBase_h
#define itkMultisliceImageFilterBase_h
#include "itkImageToImageFilter.h"
#include "itkImage.h"
#include "itkElectronMultisliceEnums.h"
#include "itkElectronMultisliceExecutionContext.h"
#include "itkElectronPotentialImageSource.h"
#include "itkPipelineResetOnError.h"
#include <complex>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace ElectronMultislice
{
struct Grid;
struct MultisliceProblem;
struct SimulationDescription;
template <typename T>
class Sink;
} // namespace ElectronMultislice

namespace itk
{
/** \class MultisliceImageFilterBase
 * \brief What all filters that send electrons through a potential have in common: the beam, the slices, the numerics, the run.
 *
 * The first input is the projected potential in V Å, a three-dimensional image (see ElectronPotentialImageSource for its geometry):
 * - directly from an ElectronPotentialImageSource: the filter asks it for an empty region, so the image is never made, and computes from
 *   the description: all thermal configurations;
 * - from anything else: the image as it is, one configuration; it must have identity direction. Its x and y size are
 *   TransmissionOversampling times those of the waves, its spacing along z is the slice thickness, and its first slice is the entrance. An
 *   image that a pipeline makes is requested slice by slice while the engine needs them, so that a potential larger than memory streams
 *   from a file; where the slices of all waves do not fit memory together, this happens once per batch of waves. A source with several
 *   configurations behind another filter is an error.
 *
 * Physics: every slice multiplies the wave by exp(i sigma V) (band-limited) and propagates it over its full thickness; E. J. Kirkland,
 * Advanced Computing in Electron Microscopy, 2nd ed. (2010), chapters 5 to 7. Lengths in Å, angles in rad, energies in eV.
 *
 * What was built for one Update() is kept in the execution context (transmission functions, exit waves), as far as its cache-limit allows:
 * changed optics build no slice again, and neither do the pieces of a streamed result.
 *
 * Threads: workers are the engine's own (see ElectronMultisliceExecutionContext); ProgressEvents come only from the thread that called
 * Update(), about ten a second, and only this thread updates inputs; AbortGenerateDataOn() in an observer ends the run with a
 * ProcessAborted exception, and nothing half computed is left. Errors are ExceptionObjects whose text says what is wrong, the value, what
 * is allowed and the way out; they come before anything is allocated where they can, and the next Update() after a repair is a fresh one.
 * (ITK's own filters need ResetPipeline() after an error further up.)
 *
 * The pixel type is the precision of the waves.
 *
 * \ingroup ElectronMultislice
 */
template <typename TPotentialImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT MultisliceImageFilterBase : public PipelineResetOnError<ImageToImageFilter<TPotentialImage, TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(MultisliceImageFilterBase);

  using Self = MultisliceImageFilterBase;
  using Superclass = PipelineResetOnError<ImageToImageFilter<TPotentialImage, TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using PotentialImageType = TPotentialImage;
  using RealType = typename TPotentialImage::PixelType;
  using PotentialSourceType = ElectronPotentialImageSource<TPotentialImage>;
  static_assert(std::is_floating_point<RealType>::value && TPotentialImage::ImageDimension == 3,
                "The potential is an Image<float, 3> or an Image<double, 3>.");

  itkTypeMacro(MultisliceImageFilterBase, ImageToImageFilter);

  /** Beam energy in eV, 1e3 to 1e7. Must be set: default 0. */
  itkSetMacro(Energy, double);
  itkGetConstMacro(Energy, double);

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

  /** Depths in Å of the planes behind which results are taken, on slice boundaries within 1e-3 Å, ascending; a thickness series in one
   * pass. Default empty: the exit face. */
  void
  SetExitPlaneDepths(const std::vector<double> & depths);
  const std::vector<double> &
  GetExitPlaneDepths() const
  {
    return m_ExitPlaneDepths;
  }

  /** Settings and caches of the run; null: those of the global context. Default null. */
  itkSetObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);
  itkGetModifiableObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);

  /** What Update() would do: grid, slices, batches, devices taken and declined, memory, rough time. Brings the information of the inputs up
   * to date; computes nothing. */
  std::string
  GetPlan();

  /** The whole run as job text, from which it can be repeated with ElectronMultisliceSimulation or the command; empty where the potential
   * or the incident wave is an image from elsewhere. */
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

protected:
  MultisliceImageFilterBase();
  ~MultisliceImageFilterBase() override;

  /** Illumination and measurement, in terms of physical points of the potential. */
  virtual void
  DescribeMeasurement(::ElectronMultislice::SimulationDescription & description) const = 0;

  /** False when the description does not say everything, so that there is no job text. */
  virtual bool
  IsDescribed() const;

  /** Called when the number of outputs can have changed with a parameter. */
  virtual void
  SynchronizeOutputs()
  {}

  void
  VerifyPreconditions() ITKv5_CONST override;
  void
  VerifyInputInformation() ITKv5_CONST override;
  /** Forgets the problem of an earlier pipeline state and settles the outputs' pipeline time. Derived classes call it first. */
  void
  GenerateOutputInformation() override;
  void
  GenerateInputRequestedRegion() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

  /** The source whose description takes the place of its image; null if the potential comes from elsewhere. */
  const PotentialSourceType *
  GetPotentialSource() const;

  /** TransmissionOversampling with 0 resolved. */
  unsigned int
  GetUsedOversampling() const;

  /** Of the waves, from the information of the potential. */
  ::ElectronMultislice::Grid
  GetWaveGrid() const;

  /** The filter's parameters; specimen and potential only with a potential source. */
  ::ElectronMultislice::SimulationDescription
  Describe() const;

  /** The same with the structure named by its file, where it is the content of one. */
  ::ElectronMultislice::SimulationDescription
  DescribeJob() const;

  /** What every output carries: the job, units of its axes (x first), quantity, name. */
  void
  PutMetaData(DataObject & output, const std::string & name, const std::string & units, const std::string & quantity) const;

  /** What the engine is asked for the largest regions; made at the first use after a change. Outputs must not be computed. */
  const ::ElectronMultislice::MultisliceProblem &
  GetProblem() const;

  /** Plans and runs a problem with the context's settings and caches, feeds progress and looks at AbortGenerateData. */
  void
  Run(const ::ElectronMultislice::MultisliceProblem & problem, ::ElectronMultislice::Sink<RealType> & sink);

private:
  struct Implementation;

  double                                      m_Energy{ 0.0 };
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

extern template class ElectronMultislice_EXPORT MultisliceImageFilterBase<Image<float, 3>, Image<float, 2>>;
extern template class ElectronMultislice_EXPORT MultisliceImageFilterBase<Image<double, 3>, Image<double, 2>>;
extern template class ElectronMultislice_EXPORT MultisliceImageFilterBase<Image<float, 3>, Image<float, 4>>;
extern template class ElectronMultislice_EXPORT MultisliceImageFilterBase<Image<double, 3>, Image<double, 4>>;
extern template class ElectronMultislice_EXPORT MultisliceImageFilterBase<Image<float, 3>, Image<std::complex<float>, 3>>;
extern template class ElectronMultislice_EXPORT MultisliceImageFilterBase<Image<double, 3>, Image<std::complex<double>, 3>>;
} // namespace itk
#endif
