#ifndef itk_itkImageWaves_h
#define itk_itkImageWaves_h
#include "itkImageDigest.h"
#include "itkWaveImages.h"
#include "backends/MultisliceProblem.h"

namespace itk
{
/** \class ImageWaves
 * \brief Some planes of a wave image as incident waves; the image must be in memory when they are read, and stay alive. */
template <typename TImage>
class ImageWaves : public ::ElectronMultislice::GivenWaves
{
public:
  ImageWaves(const TImage * image, ::ElectronMultislice::Range planes)
    : m_Image(image)
    , m_Planes(planes)
  {}

  std::size_t
  GetNumberOfWaves() const override
  {
    return m_Planes.count;
  }

  void
  GetWave(std::size_t wave, std::complex<double> * values) const override
  {
    const auto & size = m_Image->GetLargestPossibleRegion().GetSize();
    std::copy_n(GetPlanePixels(*m_Image, m_Planes.first + wave), size[0] * size[1], values);
  }

  std::string
  GetContentId() const override
  {
    auto region = m_Image->GetLargestPossibleRegion();
    region.SetIndex(2, region.GetIndex(2) + static_cast<IndexValueType>(m_Planes.first));
    region.SetSize(2, m_Planes.count);
    return m_Image->GetBufferedRegion().IsInside(region) ? GetPixelDigest(*m_Image, region) : std::string();
  }

private:
  const TImage *              m_Image;
  ::ElectronMultislice::Range m_Planes;
};
} // namespace itk
#endif
