#ifndef itk_itkImageWaves_h
#define itk_itkImageWaves_h
#include "itkImageDigest.h"
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
    const auto & region = m_Image->GetLargestPossibleRegion();
    auto         index = region.GetIndex();
    index[2] += static_cast<IndexValueType>(m_Planes.first + wave);
    for (std::size_t y = 0; y < region.GetSize(1); ++y, ++index[1])
    {
      const auto * row = m_Image->GetBufferPointer() + m_Image->ComputeOffset(index);
      values = std::copy_n(row, region.GetSize(0), values);
    }
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
