#ifndef itk_itkImagePotential_h
#define itk_itkImagePotential_h
#include "itkImageDigest.h"
#include "itkWaveImages.h"
#include "backends/Device.h"
#include "common/FiniteValues.h"
#include <algorithm>
#include <exception>

namespace itk
{
/** \class ImagePotential
 * \brief A potential image as the engine reads it, slice by slice.
 *
 * An image without a source is read where it lies. One that a pipeline makes is requested slice by slice, on the thread that updates the
 * pipeline; the image must stay alive as long as this object. */
template <typename TImage>
class ImagePotential : public ::ElectronMultislice::GivenPotential
{
public:
  explicit ImagePotential(TImage * image)
    : m_Image(image)
  {}

  void
  GetSlice(std::size_t slice, float * values) const override
  {
    this->Deliver(slice, values);
  }
  void
  GetSlice(std::size_t slice, double * values) const override
  {
    this->Deliver(slice, values);
  }

  /** Of an image that is in memory as a whole and up to date; what is made of one that streams is never kept. Workers of a run get what was
   * known when it began, since the updating thread may move the pipeline meanwhile. */
  std::string
  GetContentId() const override
  {
    if (m_Control)
    {
      return m_ContentId;
    }
    const auto & region = m_Image->GetLargestPossibleRegion();
    const bool   isOld = m_Image->GetSource() && m_Image->GetUpdateMTime() < m_Image->GetPipelineMTime();
    if (isOld || !m_Image->GetBufferedRegion().IsInside(region))
    {
      return {};
    }
    if (m_ContentId.empty())
    {
      m_ContentId = GetPixelDigest(*m_Image, region);
    }
    return m_ContentId;
  }

  /** \class RunScope
   * \brief For the time of a run its workers ask the updating thread through the run's control. */
  class RunScope
  {
  public:
    RunScope(ImagePotential * potential, ::ElectronMultislice::RunControl & control)
      : m_Potential(potential)
    {
      if (m_Potential)
      {
        if (control.cache && control.cache->GetLimit() > 0)
        {
          m_Potential->GetContentId();
        }
        m_Potential->m_Control = &control;
        m_Potential->m_Failure = nullptr;
      }
    }
    ~RunScope()
    {
      if (m_Potential)
      {
        m_Potential->m_Control = nullptr;
      }
    }
    RunScope(const RunScope &) = delete;
    RunScope &
    operator=(const RunScope &) = delete;

  private:
    ImagePotential * m_Potential;
  };

private:
  template <typename T>
  void
  Deliver(std::size_t slice, T * values) const
  {
    if (m_Control && m_Image->GetSource())
    {
      m_Control->RunOnCallingThread([&] {
        this->Request(slice);
        this->Copy(slice, values);
      });
      return;
    }
    this->Copy(slice, values);
  }

  typename TImage::RegionType
  GetRegion(std::size_t slice) const
  {
    auto region = m_Image->GetLargestPossibleRegion();
    region.SetIndex(2, region.GetIndex(2) + static_cast<IndexValueType>(slice));
    region.SetSize(2, 1);
    return region;
  }

  void
  Request(std::size_t slice) const
  {
    if (m_Failure)
    {
      std::rethrow_exception(m_Failure); // another worker has asked; a pipeline that has thrown makes nothing before it is reset
    }
    try
    {
      m_Image->SetRequestedRegion(this->GetRegion(slice));
      m_Image->PropagateRequestedRegion();
      m_Image->UpdateOutputData();
    }
    catch (...)
    {
      m_Failure = std::current_exception();
      throw;
    }
  }

  template <typename T>
  void
  Copy(std::size_t slice, T * values) const
  {
    const auto region = this->GetRegion(slice);
    if (!m_Image->GetBufferedRegion().IsInside(region))
    {
      throw ::ElectronMultislice::InputError(
        "Slice " + std::to_string(slice) +
        " of the potential image is not in memory, and there is no filter that would make it. Allocate "
        "and fill the whole image, or connect a source.");
    }
    const auto * pixels = GetPlanePixels(*m_Image, slice);
    ::ElectronMultislice::CheckFiniteValues(
      pixels, region.GetSize(0), region.GetSize(1), "The potential image", " of slice " + std::to_string(slice));
    std::transform(pixels, pixels + region.GetNumberOfPixels(), values, [](auto value) { return static_cast<T>(value); });
  }

  TImage *                           m_Image;
  mutable std::exception_ptr         m_Failure;   ///< of the pipeline during this run; used on the updating thread only
  mutable std::string                m_ContentId; ///< once known; pixels do not change between the pieces of one result
  ::ElectronMultislice::RunControl * m_Control = nullptr;
};
} // namespace itk
#endif
