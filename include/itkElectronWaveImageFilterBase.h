#ifndef itkElectronWaveImageFilterBase_h
#define itkElectronWaveImageFilterBase_h
#include "itkImageToImageFilter.h"
#include "itkImage.h"
#include "itkElectronMultisliceExecutionContext.h"
#include "itkElectronObjectiveLensParameters.h"
#include "itkPipelineResetOnError.h"
#include <complex>
#include <type_traits>

namespace ElectronMultislice
{
struct MultisliceProblem;
}

namespace itk
{
/** \class ElectronWaveImageFilterBase
 * \brief What the filters that send waves through an objective lens have in common: the lens, the energy, the checks.
 *
 * Input: a complex three-dimensional image with one wave psi(x, y) per plane, as MultisliceImageFilter makes it: x and y periodic, spacing
 * in Å, identity direction.
 *
 * Lens: psi' = IFFT(FFT(psi) H), H = A exp(-i chi) E, with the aperture A, the aberration function chi and the envelopes E of partial
 * coherence (see ElectronObjectiveLensParameters). Computed in double for both pixel types, each wave by itself on one thread: the bits
 * depend neither on threads nor on regions. A lens without aperture, aberrations and spreads changes nothing and costs nothing. E. J.
 * Kirkland, Advanced Computing in Electron Microscopy, 2nd ed. (2010), sections 3.1 to 3.3 and 5.5.
 *
 * Threads: those of the execution context, over the planes. ProgressEvents come only from the thread that called Update();
 * AbortGenerateDataOn() in an observer ends the run with a ProcessAborted exception, and nothing half computed is left. Errors are
 * ExceptionObjects whose text says what is wrong, the value, what is allowed and the way out; they come before anything is allocated where
 * they can, and the next Update() after a repair is a fresh one.
 *
 * \ingroup ElectronMultislice
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT ElectronWaveImageFilterBase
  : public ElectronObjectiveLensParameters<PipelineResetOnError<ImageToImageFilter<TInputImage, TOutputImage>>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronWaveImageFilterBase);

  using Self = ElectronWaveImageFilterBase;
  using Superclass = ElectronObjectiveLensParameters<PipelineResetOnError<ImageToImageFilter<TInputImage, TOutputImage>>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = TInputImage;
  using OutputImageType = TOutputImage;
  using RealType = typename TInputImage::PixelType::value_type;
  static_assert(std::is_same<TInputImage, Image<std::complex<RealType>, 3>>::value,
                "Waves are an Image<std::complex<float>, 3> or an Image<std::complex<double>, 3>.");

  itkTypeMacro(ElectronWaveImageFilterBase, ImageToImageFilter);

  /** Energy of the electrons in eV, 1e3 to 1e7; 0: `energy_eV` in the metadata of the waves, and an error if there is none. Default 0. */
  itkSetMacro(Energy, double);
  itkGetConstMacro(Energy, double);

  /** Settings, of which the number of threads counts; null: those of the global context. Default null. */
  itkSetObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);
  itkGetModifiableObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);

protected:
  ElectronWaveImageFilterBase() = default;
  ~ElectronWaveImageFilterBase() override = default;

  /** Grid, energy and lens of the filter, and what else is to be checked. */
  virtual ::ElectronMultislice::MultisliceProblem
  DescribeOptics() const;

  /** Throws if the wave, counted from the first plane of the input, holds a value that is not finite: it would spread over everything. */
  void
  CheckWave(SizeValueType wave) const;

  void
  VerifyPreconditions() ITKv5_CONST override;
  void
  VerifyInputInformation() ITKv5_CONST override;
  void
  GenerateOutputInformation() override;
  void
  EnlargeOutputRequestedRegion(DataObject * output) override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  double                                      m_Energy{ 0.0 };
  ElectronMultisliceExecutionContext::Pointer m_ExecutionContext;
};

extern template class ElectronMultislice_EXPORT ElectronWaveImageFilterBase<Image<std::complex<float>, 3>, Image<std::complex<float>, 3>>;
extern template class ElectronMultislice_EXPORT ElectronWaveImageFilterBase<Image<std::complex<double>, 3>, Image<std::complex<double>, 3>>;
extern template class ElectronMultislice_EXPORT ElectronWaveImageFilterBase<Image<std::complex<float>, 3>, Image<float, 3>>;
extern template class ElectronMultislice_EXPORT ElectronWaveImageFilterBase<Image<std::complex<double>, 3>, Image<double, 3>>;
} // namespace itk
#endif
