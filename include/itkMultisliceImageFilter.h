#ifndef itkMultisliceImageFilter_h
#define itkMultisliceImageFilter_h
#include "itkMultisliceImageFilterBase.h"

namespace itk
{
/** \class MultisliceImageFilter
 * \brief Exit waves: incident waves through all slices of a potential.
 *
 * Inputs: the projected potential (see MultisliceImageFilterBase) and, optionally, incident waves: a complex three-dimensional image, one
 * wave per plane, on the grid of the waves (the potential's divided by TransmissionOversampling, its first pixel where the potential's is).
 * Without them one plane wave of amplitude 1. Propagation is linear: a wave is taken as it is, not normalised; frequencies beyond the band
 * limit do not pass.
 *
 * Output: a complex three-dimensional image of waves psi(x, y) in real space, x and y as the waves' grid in Å, pixel (0, 0) where the
 * potential's first pixel is. Index 2 counts (configuration x exit planes + exit plane) x waves + wave, see GetPlane(): every thermal
 * configuration of a potential source has waves of its own, since only intensities may be averaged (ElectronImageFormationFilter does).
 * The metadata dictionary holds `exit_plane_depths_A`, `number_of_configurations`, `number_of_waves`, `energy_eV`.
 *
 * Regions: planes that are not requested are not computed where a box of configurations, exit planes and waves leaves them out; a result
 * streamed along index 2 has the same bits as the whole. x and y are always whole.
 *
 * Instantiated for Image<float, 3> to Image<std::complex<float>, 3> and the same in double.
 *
 * \sa PlaneWaveImageSource ElectronProbeImageSource ContrastTransferFunctionImageFilter ElectronImageFormationFilter
 * \ingroup ElectronMultislice
 */
template <typename TInputImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT MultisliceImageFilter : public MultisliceImageFilterBase<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(MultisliceImageFilter);

  using Self = MultisliceImageFilter;
  using Superclass = MultisliceImageFilterBase<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using InputImageType = TInputImage;
  using OutputImageType = TOutputImage;
  static_assert(std::is_same<TOutputImage, Image<std::complex<typename TInputImage::PixelType>, 3>>::value,
                "The filter goes from Image<float, 3> to Image<std::complex<float>, 3>, or the same in double.");

  itkNewMacro(Self);
  itkTypeMacro(MultisliceImageFilter, MultisliceImageFilterBase);

  /** Incident waves, one per plane; none: a plane wave of amplitude 1. A plane wave follows SetTilt(); given waves are tilted as they are,
   * and SetTilt() says which propagator they need. */
  itkSetInputMacro(IncidentWave, TOutputImage);
  itkGetInputMacro(IncidentWave, TOutputImage);

  /** Numbers of the last output information. */
  itkGetConstMacro(NumberOfConfigurations, unsigned int);
  itkGetConstMacro(NumberOfExitPlanes, unsigned int);
  itkGetConstMacro(NumberOfWaves, unsigned int);

  /** Index 2 of a wave in the output; throws if there is no such wave. Brings the output information up to date. */
  SizeValueType
  GetPlane(unsigned int configuration, unsigned int exitPlane, unsigned int wave);

protected:
  MultisliceImageFilter() = default;
  ~MultisliceImageFilter() override = default;

  void
  DescribeMeasurement(::ElectronMultislice::SimulationDescription & description) const override;
  bool
  IsDescribed() const override;
  void
  VerifyInputInformation() ITKv5_CONST override;
  void
  GenerateOutputInformation() override;
  void
  EnlargeOutputRequestedRegion(DataObject * output) override;
  void
  GenerateInputRequestedRegion() override;
  void
  GenerateData() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  struct Selection;

  Selection
  Select() const;

  unsigned int m_NumberOfConfigurations{ 1 };
  unsigned int m_NumberOfExitPlanes{ 1 };
  unsigned int m_NumberOfWaves{ 1 };
};

extern template class ElectronMultislice_EXPORT MultisliceImageFilter<Image<float, 3>, Image<std::complex<float>, 3>>;
extern template class ElectronMultislice_EXPORT MultisliceImageFilter<Image<double, 3>, Image<std::complex<double>, 3>>;
} // namespace itk
#endif
