#ifndef itkElectronWaveImageSource_h
#define itkElectronWaveImageSource_h
#include "itkImageSource.h"
#include "itkPipelineResetOnError.h"
#include "itkImage.h"
#include "itkElectronMultisliceExecutionContext.h"
#include <complex>
#include <functional>
#include <type_traits>

namespace ElectronMultislice
{
struct MultisliceProblem;
}

namespace itk
{
/** \class ElectronWaveImageSource
 * \brief Electron waves in vacuum, before the specimen; base of PlaneWaveImageSource and ElectronProbeImageSource.
 *
 * Output: a complex three-dimensional image, one wave psi(x, y) per plane. x and y are the grid of the waves in Å, periodic, pixel (0, 0)
 * at Origin, which is 0 for the potentials of ElectronPotentialImageSource; index 2 counts the waves, spacing 1. The metadata dictionary
 * holds `energy_eV` where there is one, and `number_of_waves`.
 *
 * Waves do not know of a tilt: in a tilted beam they are the periodic part, as for SetTilt() of the multislice filters.
 *
 * Regions: the image streams along index 2, x and y are always whole; the bits depend on neither regions nor threads. Threads: those of the
 * execution context, over the planes; ProgressEvents come from the thread that called Update(), and AbortGenerateDataOn() in an observer
 * ends the run with a ProcessAborted exception. Errors are ExceptionObjects that say what is wrong, the value, what is allowed.
 *
 * \ingroup ElectronMultislice
 */
template <typename TOutputImage>
class ITK_TEMPLATE_EXPORT ElectronWaveImageSource : public PipelineResetOnError<ImageSource<TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronWaveImageSource);

  using Self = ElectronWaveImageSource;
  using Superclass = PipelineResetOnError<ImageSource<TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using OutputImageType = TOutputImage;
  using PixelType = typename TOutputImage::PixelType;
  using RealType = typename PixelType::value_type;
  static_assert(std::is_same<TOutputImage, Image<std::complex<RealType>, 3>>::value,
                "Waves are an Image<std::complex<float>, 3> or an Image<std::complex<double>, 3>.");
  using SizeType = itk::Size<2>;
  using SpacingType = ImageBase<2>::SpacingType;
  using PointType = ImageBase<2>::PointType;

  itkTypeMacro(ElectronWaveImageSource, ImageSource);

  /** Pixels of the waves along x and y, 4 to 65536. Must be set: default 0. */
  itkSetMacro(Size, SizeType);
  itkGetConstReferenceMacro(Size, SizeType);
  void
  SetSize(SizeValueType x, SizeValueType y)
  {
    this->SetSize(SizeType{ { x, y } });
  }

  /** Size of a pixel in Å, above 0. Default 0.05. */
  itkSetMacro(Spacing, SpacingType);
  itkGetConstReferenceMacro(Spacing, SpacingType);
  void
  SetSpacing(double x, double y);

  /** Place of the first pixel in Å. Default 0. */
  itkSetMacro(Origin, PointType);
  itkGetConstReferenceMacro(Origin, PointType);
  void
  SetOrigin(double x, double y);

  /** Size, spacing and origin of the waves that pass this potential: its grid divided by the oversampling. Brings the information of the
   * potential up to date and takes it over once. */
  void
  SetGridFromPotential(ImageBase<3> * potential, unsigned int oversampling = 2);

  /** Energy in eV, 1e3 to 1e7; goes into the metadata of the waves. Default 0: not known, which only plane waves can be. */
  itkSetMacro(Energy, double);
  itkGetConstMacro(Energy, double);

  /** Settings, of which the number of threads counts; null: those of the global context. Default null. */
  itkSetObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);
  itkGetModifiableObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);

protected:
  /** Writes a wave, [y][x]; called from several threads at a time. */
  using WaveFunctionType = std::function<void(SizeValueType wave, PixelType * values)>;

  ElectronWaveImageSource();
  ~ElectronWaveImageSource() override = default;

  virtual SizeValueType
  GetNumberOfWaves() const = 0;

  /** Tables for all waves; parameters have been checked. */
  virtual WaveFunctionType
  MakeWaveFunction() const = 0;

  /** Grid and energy, and what else is to be checked. */
  virtual ::ElectronMultislice::MultisliceProblem
  DescribeOptics() const;

  void
  GenerateOutputInformation() override;
  void
  EnlargeOutputRequestedRegion(DataObject * output) override;
  void
  GenerateData() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  SizeType                                    m_Size;
  SpacingType                                 m_Spacing;
  PointType                                   m_Origin;
  double                                      m_Energy{ 0.0 };
  ElectronMultisliceExecutionContext::Pointer m_ExecutionContext;
};

extern template class ElectronMultislice_EXPORT ElectronWaveImageSource<Image<std::complex<float>, 3>>;
extern template class ElectronMultislice_EXPORT ElectronWaveImageSource<Image<std::complex<double>, 3>>;
} // namespace itk
#endif
