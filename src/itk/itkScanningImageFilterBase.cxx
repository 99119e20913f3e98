#include "itkScanningImageFilterBase.h"
#include "itkElectronDetectorAccess.h"
#include "itkElectronLensAccess.h"
#include "itkElectronMultisliceErrors.h"
#include "itkMetaDataObject.h"
#include "itkScanGeometry.h"
#include "itkWaveImages.h"
#include "simulation/Description.h"

namespace itk
{
template <typename TPotentialImage, typename TOutputImage>
ScanningImageFilterBase<TPotentialImage, TOutputImage>::ScanningImageFilterBase()
{
  this->AddRequiredInputName("ScanPattern");
}

template <typename TPotentialImage, typename TOutputImage>
void
ScanningImageFilterBase<TPotentialImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  if (this->GetInput() && !this->GetScanPattern())
  {
    throw ExceptionObject(
      __FILE__, __LINE__, "The scanning filter has no scan; call SetScanPattern() with a RasterScanPattern.", this->GetNameOfClass());
  }
  Superclass::VerifyPreconditions();
}

template <typename TPotentialImage, typename TOutputImage>
void
ScanningImageFilterBase<TPotentialImage, TOutputImage>::DescribeMeasurement(::ElectronMultislice::SimulationDescription & description) const
{
  description.illumination = ::ElectronMultislice::Illumination::Probe;
  description.lens = ElectronLensAccess::GetLens(*this);
  for (unsigned int i = 0; i < this->GetDetectors().GetSize(); ++i)
  {
    description.detectors.push_back(ElectronDetectorAccess::GetCoreDetector(*this->GetDetectors().Get(i)));
  }
  description.scan = GetScanDescription(*this->GetScanPattern());
}

template <typename TPotentialImage, typename TOutputImage>
std::string
ScanningImageFilterBase<TPotentialImage, TOutputImage>::GetScanUnits() const
{
  return this->GetScanPattern()->IsRaster() ? "Å, Å" : "index, index";
}

template <typename TPotentialImage, typename TOutputImage>
void
ScanningImageFilterBase<TPotentialImage, TOutputImage>::PutExitPlaneDepth(DataObject & output, std::size_t exitPlane) const
{
  if (!this->GetExitPlaneDepths().empty())
  {
    EncapsulateMetaData<double>(output.GetMetaDataDictionary(), "exit_plane_depth_A", this->GetExitPlaneDepths()[exitPlane]);
  }
}

template <typename TPotentialImage, typename TOutputImage>
void
ScanningImageFilterBase<TPotentialImage, TOutputImage>::GenerateOutputInformation()
{
  Superclass::GenerateOutputInformation();
  std::size_t index = 0;
  for (const auto & detected : this->GetDetectorOutputs())
  {
    auto &                                                          image = *this->GetDetectorImage(index++);
    typename std::remove_reference<decltype(image)>::type::SizeType size;
    const RequestedWholeImage                                       whole(image);
    SetScanGeometry(image, size, *this->GetScanPattern());
    image.SetLargestPossibleRegion(ScanRegionType(size));
    ElectronMultisliceTranslateErrors([&] { this->PutMetaData(image, detected.name, this->GetScanUnits(), detected.quantity); });
    this->PutExitPlaneDepth(image, detected.exitPlane);
  }
}

template <typename TPotentialImage, typename TOutputImage>
void
ScanningImageFilterBase<TPotentialImage, TOutputImage>::GenerateOutputRequestedRegion(DataObject * output)
{
  // all outputs share the part of the scan that one of them asks for
  const auto place = [](const auto & region) {
    constexpr unsigned int first = std::decay<decltype(region)>::type::ImageDimension - 2;
    return ScanRegionType({ { region.GetIndex(first), region.GetIndex(first + 1) } },
                          { { region.GetSize(first), region.GetSize(first + 1) } });
  };
  ScanRegionType scan;
  if (const auto * image = dynamic_cast<const Image<RealType, 2> *>(output))
  {
    scan = image->GetRequestedRegion();
  }
  else
  {
    scan = place(dynamic_cast<const TOutputImage &>(*output).GetRequestedRegion());
  }
  for (const auto & other : this->GetOutputs())
  {
    if (other == output)
    {
      continue;
    }
    if (auto * image = dynamic_cast<Image<RealType, 2> *>(other.GetPointer()))
    {
      image->SetRequestedRegion(scan);
    }
    else
    {
      auto &                 patterns = dynamic_cast<TOutputImage &>(*other);
      constexpr unsigned int first = TOutputImage::ImageDimension - 2;
      auto                   region = patterns.GetLargestPossibleRegion();
      if (const auto * asked = dynamic_cast<const TOutputImage *>(output))
      {
        region = asked->GetRequestedRegion();
      }
      for (unsigned int d = 0; d < 2; ++d)
      {
        region.SetIndex(first + d, scan.GetIndex(d));
        region.SetSize(first + d, scan.GetSize(d));
      }
      patterns.SetRequestedRegion(region);
    }
  }
}

template <typename TPotentialImage, typename TOutputImage>
::ElectronMultislice::MultisliceProblem
ScanningImageFilterBase<TPotentialImage, TOutputImage>::GetProblemOfRegion(const ScanRegionType & region) const
{
  const auto &                     whole = this->GetProblem();
  auto                             problem = whole;
  RasterScanPattern::SizeType      size;
  RasterScanPattern::PointType     origin;
  RasterScanPattern::SpacingType   spacing;
  RasterScanPattern::DirectionType direction;
  this->GetScanPattern()->GetImageGeometry(size, origin, spacing, direction);
  problem.positions.clear();
  for (SizeValueType y = 0; y < region.GetSize(1); ++y)
  {
    const std::size_t row = static_cast<std::size_t>(region.GetIndex(1)) + y;
    const auto first = whole.positions.begin() + static_cast<std::ptrdiff_t>(row * size[0] + static_cast<std::size_t>(region.GetIndex(0)));
    problem.positions.insert(problem.positions.end(), first, first + static_cast<std::ptrdiff_t>(region.GetSize(0)));
  }
  return problem;
}

template <typename TPotentialImage, typename TOutputImage>
auto
ScanningImageFilterBase<TPotentialImage, TOutputImage>::AllocateDetectorImages(const ScanRegionType & region) -> std::vector<RealType *>
{
  std::vector<RealType *> buffers;
  for (std::size_t i = 0; i < this->GetDetectorOutputs().size(); ++i)
  {
    auto & image = *this->GetDetectorImage(i);
    image.SetBufferedRegion(region);
    image.Allocate();
    buffers.push_back(image.GetBufferPointer());
  }
  return buffers;
}

template class ScanningImageFilterBase<Image<float, 3>, Image<float, 2>>;
template class ScanningImageFilterBase<Image<double, 3>, Image<double, 2>>;
template class ScanningImageFilterBase<Image<float, 3>, Image<float, 4>>;
template class ScanningImageFilterBase<Image<double, 3>, Image<double, 4>>;
} // namespace itk
