#ifndef itkContrastTransferFunctionImageFilter_h
#define itkContrastTransferFunctionImageFilter_h
#include "itkElectronWaveImageFilterBase.h"

namespace itk
{
/** \class ContrastTransferFunctionImageFilter
 * \brief Exit waves through an objective lens: the waves in the image plane.
 *
 * Every plane of the input is transferred by itself, so the order of configurations, exit planes and waves does not matter and stays, as
 * do geometry and metadata. The job of the waves in the metadata moves to `ElectronMultislice.wave_job`, since it does not describe the
 * result.
 *
 * Partial coherence as an envelope of the wave is exact for weak objects only; that is the quasi-coherent approximation of linear imaging.
 * The intensity of the result: ElectronImageFormationFilter, which has a lens of its own and makes whole focal series.
 *
 * Regions: the output streams along index 2 plane by plane; x and y are always whole. See ElectronWaveImageFilterBase for the lens.
 *
 * Instantiated for Image<std::complex<float>, 3> and Image<std::complex<double>, 3>.
 *
 * \sa MultisliceImageFilter ElectronImageFormationFilter
 * \ingroup ElectronMultislice
 */
template <typename TInputImage, typename TOutputImage = TInputImage>
class ITK_TEMPLATE_EXPORT ContrastTransferFunctionImageFilter : public ElectronWaveImageFilterBase<TInputImage, TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ContrastTransferFunctionImageFilter);

  using Self = ContrastTransferFunctionImageFilter;
  using Superclass = ElectronWaveImageFilterBase<TInputImage, TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  static_assert(std::is_same<TInputImage, TOutputImage>::value, "Waves stay in their precision.");

  itkNewMacro(Self);
  itkTypeMacro(ContrastTransferFunctionImageFilter, ElectronWaveImageFilterBase);

protected:
  ContrastTransferFunctionImageFilter() = default;
  ~ContrastTransferFunctionImageFilter() override = default;

  void
  GenerateOutputInformation() override;
  void
  GenerateData() override;
};

extern template class ElectronMultislice_EXPORT
  ContrastTransferFunctionImageFilter<Image<std::complex<float>, 3>, Image<std::complex<float>, 3>>;
extern template class ElectronMultislice_EXPORT
  ContrastTransferFunctionImageFilter<Image<std::complex<double>, 3>, Image<std::complex<double>, 3>>;
} // namespace itk
#endif
