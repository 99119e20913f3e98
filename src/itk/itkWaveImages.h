#ifndef itk_itkWaveImages_h
#define itk_itkWaveImages_h
#include "itkElectronMultisliceExecutionContextAccess.h"
#include "itkProcessObject.h"
#include "backends/Device.h"
#include "common/Error.h"
#include "execution/DeviceSelection.h"
#include <algorithm>
#include <cmath>
#include <string>

namespace itk
{
/** What the sources and filters of wave images share: one wave per plane, x and y whole. */

inline void
RefuseTurnedImage(const ImageBase<3> & image, const std::string & what)
{
  for (unsigned int i = 0; i < 9; ++i)
  {
    if (std::abs(image.GetDirection()(i / 3, i % 3) - (i % 4 == 0 ? 1.0 : 0.0)) > 1e-6)
    {
      throw ::ElectronMultislice::InputError(what + " turned: the direction is not the identity. Resample or permute the image so that "
                                                    "index 2 counts along the beam, and set the direction to the identity.");
    }
  }
}

/** The periodic grid of the planes of an image. */
inline ::ElectronMultislice::Grid
GetPlaneGrid(const ImageBase<3> & image)
{
  const auto & size = image.GetLargestPossibleRegion().GetSize();
  return { size[0], size[1], image.GetSpacing()[0] * static_cast<double>(size[0]), image.GetSpacing()[1] * static_cast<double>(size[1]) };
}

/** Pixels of one plane, counted from the first of the whole image; x and y must be in memory. */
template <typename TImage>
auto
GetPlanePixels(TImage & image, std::size_t plane) -> decltype(image.GetBufferPointer())
{
  auto index = image.GetLargestPossibleRegion().GetIndex();
  index[2] += static_cast<IndexValueType>(plane);
  return image.GetBufferPointer() + image.ComputeOffset(index);
}

/** Whoever has requested the whole image before its size changed goes on to request the whole: ITK would keep the old region, which may lie
 * outside of the new image, or be only a part of it. */
template <typename TImage>
class RequestedWholeImage
{
public:
  explicit RequestedWholeImage(TImage & image)
    : m_Image(image)
    , m_Whole(image.GetRequestedRegion() == image.GetLargestPossibleRegion())
  {}
  ~RequestedWholeImage()
  {
    if (m_Whole)
    {
      m_Image.SetRequestedRegionToLargestPossibleRegion();
    }
  }
  RequestedWholeImage(const RequestedWholeImage &) = delete;
  RequestedWholeImage &
  operator=(const RequestedWholeImage &) = delete;

private:
  TImage &   m_Image;
  const bool m_Whole;
};

inline void
RequestWholePlanes(ImageBase<3> & image)
{
  auto         region = image.GetRequestedRegion();
  const auto & whole = image.GetLargestPossibleRegion();
  for (unsigned int d = 0; d < 2; ++d)
  {
    region.SetIndex(d, whole.GetIndex(d));
    region.SetSize(d, whole.GetSize(d));
  }
  image.SetRequestedRegion(region);
}

/** Threads of one device of the context, at most as many as there are items. */
inline std::size_t
GetNumberOfThreads(const ElectronMultisliceExecutionContext * context, std::size_t items)
{
  ::ElectronMultislice::Report report;
  const auto devices = ::ElectronMultislice::SelectDevices(ElectronMultisliceExecutionContextAccess::GetSettings(context), report);
  return std::max<std::size_t>(1, std::min(devices.front().threads, items));
}

/** Progress of the updating thread, which looks for an abort at the same time. */
inline void
ReportProgress(ProcessObject & process, ::ElectronMultislice::RunControl & control, double fraction)
{
  process.UpdateProgress(static_cast<float>(std::min(1.0, fraction)));
  control.abort = process.GetAbortGenerateData();
  control.Check();
}
} // namespace itk
#endif
