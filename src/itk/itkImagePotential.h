#ifndef itk_itkImagePotential_h
#define itk_itkImagePotential_h
#include "backends/MultisliceProblem.h"
#include "common/Error.h"
#include <algorithm>
#include <cmath>

namespace itk
{
/** \class ImagePotential
 * \brief A potential image as the engine reads it; the image must stay in memory while it does. */
template <typename TImage>
class ImagePotential : public ::ElectronMultislice::GivenPotential
{
public:
  explicit ImagePotential(const TImage * image)
    : m_Image(image)
  {}

  void
  GetSlice(std::size_t slice, float * values) const override
  {
    this->Copy(slice, values);
  }
  void
  GetSlice(std::size_t slice, double * values) const override
  {
    this->Copy(slice, values);
  }

  /** One not finite value would spread over everything. */
  void
  CheckValues() const
  {
    const auto size = m_Image->GetLargestPossibleRegion().GetSize();
    for (std::size_t slice = 0; slice < size[2]; ++slice)
    {
      for (std::size_t y = 0; y < size[1]; ++y)
      {
        const auto * row = this->GetRow(slice, y);
        const auto * bad = std::find_if(row, row + size[0], [](auto value) { return !std::isfinite(value); });
        if (bad != row + size[0])
        {
          throw ::ElectronMultislice::InputError("The potential image holds a value that is not finite at pixel (" +
                                                 std::to_string(bad - row) + ", " + std::to_string(y) + ") of slice " +
                                                 std::to_string(slice) + ".");
        }
      }
    }
  }

private:
  const typename TImage::PixelType *
  GetRow(std::size_t slice, std::size_t y) const
  {
    auto index = m_Image->GetLargestPossibleRegion().GetIndex();
    index[1] += static_cast<IndexValueType>(y);
    index[2] += static_cast<IndexValueType>(slice);
    return m_Image->GetBufferPointer() + m_Image->ComputeOffset(index);
  }

  template <typename T>
  void
  Copy(std::size_t slice, T * values) const
  {
    const auto size = m_Image->GetLargestPossibleRegion().GetSize();
    for (std::size_t y = 0; y < size[1]; ++y)
    {
      const auto * row = this->GetRow(slice, y);
      values = std::transform(row, row + size[0], values, [](auto value) { return static_cast<T>(value); });
    }
  }

  const TImage * m_Image;
};
} // namespace itk
#endif
