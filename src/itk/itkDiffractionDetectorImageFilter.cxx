#include "itkDiffractionDetectorImageFilter.h"
#include "itkElectronDetectorAccess.h"
#include "itkElectronMultisliceErrors.h"
#include "itkMetaDataNumber.h"
#include "itkTotalProgressReporter.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Constants.h"
#include "physics/DetectorSums.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace itk
{
using ::ElectronMultislice::Detector;
using ::ElectronMultislice::FormatMilliradians;
using ::ElectronMultislice::FormatNumber;
using ::ElectronMultislice::InputError;

namespace
{
/** "[1/Å, 1/Å, Å, Å]" -> "[Å, Å]"; empty if there are not four. */
std::string
UnitsOfScan(const MetaDataDictionary & dictionary)
{
  std::string units;
  ExposeMetaData<std::string>(dictionary, "units", units);
  const auto third = units.find(',', units.find(',') + 1);
  const bool four = std::count(units.begin(), units.end(), ',') == 3 && units.front() == '[' && units.back() == ']';
  return four ? "[" + units.substr(units.find_first_not_of(' ', third + 1)) : std::string();
}
} // namespace

template <typename TInputImage, typename TOutputImage>
struct DiffractionDetectorImageFilter<TInputImage, TOutputImage>::Implementation
{
  std::vector<Detector>                               detectors;
  std::unique_ptr<::ElectronMultislice::DetectorSums> sums;

  static void
  CheckDirection(const TInputImage & image)
  {
    for (unsigned int i = 0; i < 4; ++i)
    {
      for (unsigned int j = 0; j < 4; ++j)
      {
        if ((i < 2) != (j < 2) && std::abs(image.GetDirection()(i, j)) > 1e-6)
        {
          throw InputError("The direction of the four-dimensional image mixes the axes of the detector (0 and 1) with those of the scan "
                           "(2 and 3): element (" +
                           std::to_string(i) + ", " + std::to_string(j) + ") is " + FormatNumber(image.GetDirection()(i, j)) +
                           " and must be 0. Permute the axes, and set the direction of the image.");
        }
      }
    }
  }

  /** Distance in 1/Å from the beam to the nearest line of pixel centres that were not recorded. */
  static double
  RecordedReach(const TInputImage & image, const BeamCenterType & center)
  {
    const auto &                    region = image.GetLargestPossibleRegion();
    typename TInputImage::PointType beam = image.GetOrigin(); // any point of the scan
    beam[0] = center[0];
    beam[1] = center[1];
    ContinuousIndex<double, 4> index;
    image.TransformPhysicalPointToContinuousIndex(beam, index);
    double reach = std::numeric_limits<double>::max();
    for (unsigned int d = 0; d < 2; ++d)
    {
      // pixels per 1/Å across the lines of equal index
      const double density = std::hypot(image.GetInverseDirection()(d, 0), image.GetInverseDirection()(d, 1)) / image.GetSpacing()[d];
      const double before = index[d] - (static_cast<double>(region.GetIndex(d)) - 1.0);
      const double behind = static_cast<double>(region.GetIndex(d)) + static_cast<double>(region.GetSize(d)) - index[d];
      reach = std::min({ reach, before / density, behind / density });
    }
    return std::max(reach, 0.0);
  }

  static void
  CheckReach(const Detector & detector, double limit)
  {
    if (detector.GetReach() > limit * (1.0 + 1e-9))
    {
      throw InputError("The detector '" + detector.name + "' (" + DetectorTypeName(detector.type) + ") reaches " +
                       FormatMilliradians(detector.GetReach()) + ", beyond the recorded patterns, which are whole up to " +
                       FormatMilliradians(limit) + " from the beam. Take a smaller angle, or patterns that reach farther; check the " +
                       "spacing and the origin of axes 0 and 1 (1/Å) and the beam center.");
    }
  }

  void
  CheckEveryComponentHoldsAPixel(const TInputImage & image, double wavelength) const
  {
    std::size_t sum = 0;
    for (const Detector & detector : detectors)
    {
      for (std::size_t i = 0; i < detector.GetNumberOfRawSums(); ++i, ++sum)
      {
        if (sums->GetNumberOfPixels(sum) == 0)
        {
          throw InputError("The detector '" + detector.name + "' (" + DetectorTypeName(detector.type) +
                           ") holds no pixel of the recorded patterns in its segment " + std::to_string(i) + "; a pixel is " +
                           FormatMilliradians(wavelength * image.GetSpacing()[0]) + " x " +
                           FormatMilliradians(wavelength * image.GetSpacing()[1]) + ". Take fewer or larger segments.");
        }
      }
    }
  }

  /** Which pixels go where, or an error. */
  void
  Prepare(const TInputImage & image, std::vector<Detector> coreDetectors, const BeamCenterType & center, double energy)
  {
    CheckDirection(image);
    for (unsigned int d = 0; d < 2; ++d)
    {
      if (!std::isfinite(center[d]))
      {
        throw InputError("The beam center is at " + FormatNumber(center[d]) + " 1/Å; it must be a finite number.");
      }
    }
    const double wavelength = ::ElectronMultislice::Wavelength(energy);
    const double limit = wavelength * RecordedReach(image, center);
    for (const Detector & detector : coreDetectors)
    {
      ::ElectronMultislice::CheckDetector(detector);
      CheckReach(detector, limit);
    }
    detectors = std::move(coreDetectors);
    sums = std::make_unique<::ElectronMultislice::DetectorSums>(detectors, wavelength);
    const auto & region = image.GetLargestPossibleRegion();
    auto         index = region.GetIndex();
    for (SizeValueType y = 0; y < region.GetSize(1); ++y)
    {
      for (SizeValueType x = 0; x < region.GetSize(0); ++x)
      {
        index[0] = region.GetIndex(0) + static_cast<IndexValueType>(x);
        index[1] = region.GetIndex(1) + static_cast<IndexValueType>(y);
        typename TInputImage::PointType point;
        image.TransformIndexToPhysicalPoint(index, point);
        sums->AddPixel(point[0] - center[0], point[1] - center[1], static_cast<std::uint32_t>(y * region.GetSize(0) + x));
      }
    }
    CheckEveryComponentHoldsAPixel(image, wavelength);
  }
};

template <typename TInputImage, typename TOutputImage>
DiffractionDetectorImageFilter<TInputImage, TOutputImage>::DiffractionDetectorImageFilter()
  : m_Implementation(std::make_unique<Implementation>())
{
  m_BeamCenter.Fill(0.0);
  this->DynamicMultiThreadingOn();
  this->ThreaderUpdateProgressOff(); // the threads report their positions
}

template <typename TInputImage, typename TOutputImage>
DiffractionDetectorImageFilter<TInputImage, TOutputImage>::~DiffractionDetectorImageFilter() = default;

template <typename TInputImage, typename TOutputImage>
void
DiffractionDetectorImageFilter<TInputImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  const char * missing = nullptr;
  if (!this->GetInput())
  {
    missing = "The diffraction detectors have no patterns; call SetInput() with a four-dimensional image (axes kx, ky, scan x, scan y).";
  }
  else if (this->GetNumberOfDetectors() == 0)
  {
    missing = "The diffraction filter has no detector; call AddDetector(), for example with an ElectronAnnularDetector.";
  }
  if (missing)
  {
    throw ExceptionObject(__FILE__, __LINE__, missing, this->GetNameOfClass());
  }
  Superclass::VerifyPreconditions();
}

template <typename TInputImage, typename TOutputImage>
void
DiffractionDetectorImageFilter<TInputImage, TOutputImage>::GenerateOutputInformation()
{
  this->SynchronizeOutputs();
  const TInputImage & input = *this->GetInput();
  const auto &        dictionary = input.GetMetaDataDictionary();
  const double        energy = m_Energy != 0.0 ? m_Energy : GetMetaDataNumber(dictionary, "energy_eV").value_or(0.0);
  ElectronMultisliceTranslateErrors([&] {
    if (energy == 0.0)
    {
      throw InputError("The patterns do not say their beam energy (metadata \"energy_eV\"); set it with SetEnergy(), in eV.");
    }
    std::vector<Detector> detectors;
    for (unsigned int d = 0; d < this->GetNumberOfDetectors(); ++d)
    {
      detectors.push_back(ElectronDetectorAccess::GetCoreDetector(*this->GetDetector(d)));
    }
    m_Implementation->Prepare(input, std::move(detectors), m_BeamCenter, energy);
  });

  OutputImageRegionType                region;
  typename TOutputImage::PointType     origin;
  typename TOutputImage::SpacingType   spacing;
  typename TOutputImage::DirectionType direction;
  for (unsigned int d = 0; d < 2; ++d)
  {
    region.SetIndex(d, input.GetLargestPossibleRegion().GetIndex(d + 2));
    region.SetSize(d, input.GetLargestPossibleRegion().GetSize(d + 2));
    origin[d] = input.GetOrigin()[d + 2];
    spacing[d] = input.GetSpacing()[d + 2];
    for (unsigned int e = 0; e < 2; ++e)
    {
      direction(d, e) = input.GetDirection()(d + 2, e + 2);
    }
  }
  const std::string units = UnitsOfScan(dictionary);
  const auto        outputs = this->GetDetectorOutputs();
  for (std::size_t i = 0; i < outputs.size(); ++i)
  {
    TOutputImage & image = *this->GetDetectorImage(i);
    image.SetLargestPossibleRegion(region);
    image.SetOrigin(origin);
    image.SetSpacing(spacing);
    image.SetDirection(direction);
    auto metaData = dictionary;
    metaData.Erase("units");
    if (!units.empty())
    {
      EncapsulateMetaData<std::string>(metaData, "units", units);
    }
    EncapsulateMetaData<double>(metaData, "energy_eV", energy);
    EncapsulateMetaData<std::string>(metaData, "quantity", outputs[i].quantity);
    EncapsulateMetaData<std::string>(metaData, "ElectronMultislice.output", outputs[i].name);
    image.SetMetaDataDictionary(metaData);
  }
}

template <typename TInputImage, typename TOutputImage>
void
DiffractionDetectorImageFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion()
{
  auto *       input = const_cast<TInputImage *>(this->GetInput());
  auto         region = input->GetLargestPossibleRegion(); // whole patterns
  const auto & requested = this->GetOutput()->GetRequestedRegion();
  for (unsigned int d = 0; d < 2; ++d)
  {
    region.SetIndex(d + 2, requested.GetIndex(d));
    region.SetSize(d + 2, requested.GetSize(d));
  }
  input->SetRequestedRegion(region);
}

template <typename TInputImage, typename TOutputImage>
void
DiffractionDetectorImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  ReleaseOutputsOnError(*this, [&] {
    Superclass::GenerateData();
    if (this->GetAbortGenerateData())
    {
      throw ProcessAborted(__FILE__, __LINE__);
    }
    this->UpdateProgress(1.0f);
  });
}

template <typename TInputImage, typename TOutputImage>
void
DiffractionDetectorImageFilter<TInputImage, TOutputImage>::DynamicThreadedGenerateData(const OutputImageRegionType & region)
{
  using PixelType = typename TOutputImage::PixelType;
  const TInputImage &         input = *this->GetInput();
  const auto &                sums = *m_Implementation->sums;
  std::vector<TOutputImage *> images;
  for (std::size_t i = 0; i < this->GetNumberOfIndexedOutputs(); ++i)
  {
    images.push_back(this->GetDetectorImage(i));
  }
  // shares of 1 added in float may pass it, and ITK's progress would begin again at 0
  TotalProgressReporter            progress(this, this->GetOutput()->GetRequestedRegion().GetNumberOfPixels(), 100, 0.999f);
  std::vector<double>              rawSums(sums.GetNumberOfSums());
  std::vector<double>              values;
  typename TInputImage::IndexType  pattern = input.GetLargestPossibleRegion().GetIndex();
  typename TOutputImage::IndexType position;
  for (SizeValueType y = 0; y < region.GetSize(1); ++y)
  {
    for (SizeValueType x = 0; x < region.GetSize(0); ++x)
    {
      position[0] = pattern[2] = region.GetIndex(0) + static_cast<IndexValueType>(x);
      position[1] = pattern[3] = region.GetIndex(1) + static_cast<IndexValueType>(y);
      // whole patterns are buffered, so their pixels stand in a row
      sums.Sum(input.GetBufferPointer() + input.ComputeOffset(pattern), 1.0, rawSums.data());
      values.clear();
      const double * first = rawSums.data();
      for (const Detector & detector : m_Implementation->detectors)
      {
        detector.AppendComponents(first, 1, values);
        first += detector.GetNumberOfRawSums();
      }
      for (std::size_t i = 0; i < images.size(); ++i)
      {
        images[i]->SetPixel(position, static_cast<PixelType>(values[i]));
      }
      progress.CompletedPixel();
    }
  }
}

template <typename TInputImage, typename TOutputImage>
void
DiffractionDetectorImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Energy: " << m_Energy << " eV\n" << indent << "BeamCenter: " << m_BeamCenter << " 1/Å\n";
}

template class DiffractionDetectorImageFilter<Image<float, 4>, Image<float, 2>>;
template class DiffractionDetectorImageFilter<Image<double, 4>, Image<double, 2>>;
} // namespace itk
