#ifndef test_itk_PatternSource_h
#define test_itk_PatternSource_h
#include "itkImage.h"
#include "itkImageRegionIteratorWithIndex.h"
#include "itkImageSource.h"
#include <functional>

namespace test
{
/** Data that are made piece by piece from a function of the index. */
template <typename T, unsigned int VDimension = 4>
class PatternSource : public itk::ImageSource<itk::Image<T, VDimension>>
{
public:
  using Self = PatternSource;
  using Superclass = itk::ImageSource<itk::Image<T, VDimension>>;
  using Pointer = itk::SmartPointer<Self>;
  using ImageType = itk::Image<T, VDimension>;
  using Function = std::function<T(const typename ImageType::IndexType &)>;
  itkNewMacro(Self);
  itkTypeMacro(PatternSource, ImageSource);

  /** Axes 0 and 1 with a spacing of 0.1 1/Å and the beam at index N/2, axes 2 and 3 with steps of 0.5 and 0.625 Å from (2, 3). */
  void
  Set(const typename ImageType::SizeType & size, Function function)
  {
    m_Size = size;
    m_Function = std::move(function);
    this->Modified();
  }

  int
  GetNumberOfRuns() const
  {
    return m_NumberOfRuns;
  }

protected:
  void
  GenerateOutputInformation() override
  {
    ImageType &                     image = *this->GetOutput();
    typename ImageType::SpacingType spacing;
    typename ImageType::PointType   origin;
    image.SetLargestPossibleRegion(typename ImageType::RegionType(m_Size));
    for (unsigned int d = 0; d < VDimension; ++d)
    {
      spacing[d] = d < 2 ? 0.1 : d == 2 ? 0.5 : 0.625;
      origin[d] = d < 2 ? -0.1 * static_cast<double>(m_Size[d] / 2) : d;
    }
    image.SetSpacing(spacing);
    image.SetOrigin(origin);
  }

  void
  GenerateData() override
  {
    ++m_NumberOfRuns;
    this->AllocateOutputs();
    itk::ImageRegionIteratorWithIndex<ImageType> it(this->GetOutput(), this->GetOutput()->GetRequestedRegion());
    for (; !it.IsAtEnd(); ++it)
    {
      it.Set(m_Function(it.GetIndex()));
    }
  }

private:
  typename ImageType::SizeType m_Size{};
  Function                     m_Function;
  int                          m_NumberOfRuns = 0;
};
} // namespace test
#endif
