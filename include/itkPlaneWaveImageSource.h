#ifndef itkPlaneWaveImageSource_h
#define itkPlaneWaveImageSource_h
#include "itkElectronWaveImageSource.h"

namespace itk
{
/** \class PlaneWaveImageSource
 * \brief A plane wave along the beam: one plane of amplitude 1.
 *
 * What MultisliceImageFilter starts with when it has no incident waves; a filter may change it first. See ElectronWaveImageSource for grid
 * and geometry.
 *
 * Instantiated for Image<std::complex<float>, 3> and Image<std::complex<double>, 3>.
 *
 * \sa ElectronProbeImageSource MultisliceImageFilter
 * \ingroup ElectronMultislice
 */
template <typename TOutputImage>
class ITK_TEMPLATE_EXPORT PlaneWaveImageSource : public ElectronWaveImageSource<TOutputImage>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(PlaneWaveImageSource);

  using Self = PlaneWaveImageSource;
  using Superclass = ElectronWaveImageSource<TOutputImage>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(PlaneWaveImageSource, ElectronWaveImageSource);

protected:
  PlaneWaveImageSource() = default;
  ~PlaneWaveImageSource() override = default;

  SizeValueType
  GetNumberOfWaves() const override;
  typename Superclass::WaveFunctionType
  MakeWaveFunction() const override;
};

extern template class ElectronMultislice_EXPORT PlaneWaveImageSource<Image<std::complex<float>, 3>>;
extern template class ElectronMultislice_EXPORT PlaneWaveImageSource<Image<std::complex<double>, 3>>;
} // namespace itk
#endif
