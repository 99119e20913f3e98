#include "itkPlaneWaveImageSource.h"
#include <algorithm>

namespace itk
{
template <typename TOutputImage>
SizeValueType
PlaneWaveImageSource<TOutputImage>::GetNumberOfWaves() const
{
  return 1;
}

template <typename TOutputImage>
auto
PlaneWaveImageSource<TOutputImage>::MakeWaveFunction() const -> typename Superclass::WaveFunctionType
{
  using PixelType = typename Superclass::PixelType;
  const SizeValueType pixels = this->GetSize()[0] * this->GetSize()[1];
  return [pixels](SizeValueType, PixelType * values) { std::fill_n(values, pixels, PixelType(1)); };
}

template class PlaneWaveImageSource<Image<std::complex<float>, 3>>;
template class PlaneWaveImageSource<Image<std::complex<double>, 3>>;
} // namespace itk
