#include "itkScanningDiffractionImageFilter.h"
#include "itkElectronDetectorAccess.h"
#include "itkElectronMultisliceErrors.h"
#include "itkImageSink.h"
#include "itkScanGeometry.h"
#include "itkWaveImages.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Constants.h"
#include "simulation/Description.h"

namespace itk
{
using ::ElectronMultislice::InputError;
using ::ElectronMultislice::Range;

namespace
{
constexpr const char * PatternName = "patterns";
}

template <typename TInputImage, typename TOutputImage>
ScanningDiffractionImageFilter<TInputImage, TOutputImage>::ScanningDiffractionImageFilter()
{
  this->SynchronizeOutputs();
}

template <typename TInputImage, typename TOutputImage>
std::vector<std::string>
ScanningDiffractionImageFilter<TInputImage, TOutputImage>::GetLeadingOutputNames() const
{
  std::vector<std::string> names;
  for (double depth : this->GetExitPlaneDepths())
  {
    names.push_back(std::string(PatternName) + "@" + ::ElectronMultislice::FormatNumber(depth));
  }
  return names.empty() ? std::vector<std::string>{ PatternName } : names;
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDiffractionImageFilter<TInputImage, TOutputImage>::CheckDetector(const ElectronDetector & detector) const
{
  ElectronMultisliceTranslateErrors([&] {
    if (ElectronDetectorAccess::GetCoreDetector(detector).type == ::ElectronMultislice::DetectorType::Pixelated)
    {
      throw InputError("The detector \"" + std::string(detector.GetName()) +
                       "\" is pixelated; this filter has its patterns already. SetMaximumAngle() sets their size.");
    }
    if (std::string(detector.GetName()) == PatternName)
    {
      throw InputError("A detector cannot be named \"" + std::string(PatternName) +
                       "\": so are the patterns of this filter. Give it another name with SetName().");
    }
  });
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDiffractionImageFilter<TInputImage, TOutputImage>::DescribeMeasurement(
  ::ElectronMultislice::SimulationDescription & description) const
{
  Superclass::DescribeMeasurement(description);
  ::ElectronMultislice::Detector patterns;
  patterns.name = PatternName;
  patterns.type = ::ElectronMultislice::DetectorType::Pixelated;
  patterns.outer = m_MaximumAngle;
  description.detectors.push_back(patterns);
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDiffractionImageFilter<TInputImage, TOutputImage>::GenerateOutputInformation()
{
  Superclass::GenerateOutputInformation();
  ElectronMultisliceTranslateErrors([&] {
    ::ElectronMultislice::CheckEnergy(this->GetEnergy());
    const auto                              description = this->Describe();
    ::ElectronMultislice::MultisliceProblem measurement; // what decides the size of a pattern
    measurement.grid = this->GetWaveGrid();
    measurement.energy = description.energy;
    measurement.bandLimit = description.numerics.bandLimit;
    measurement.detectors = description.detectors;
    const auto pattern = ::ElectronMultislice::GetMeasurementLayout(measurement).patterns.back();
    const auto names = this->GetLeadingOutputNames();
    for (unsigned int plane = 0; plane < names.size(); ++plane)
    {
      TOutputImage &                  image = *this->GetOutput(plane);
      typename TOutputImage::SizeType size;
      const RequestedWholeImage       whole(image);
      SetPatternGeometry(image, size, pattern, measurement.grid);
      SetScanGeometry(image, size, *this->GetScanPattern());
      image.SetLargestPossibleRegion(typename TOutputImage::RegionType(size));
      this->PutMetaData(image, names[plane], "1/Å, 1/Å, " + this->GetScanUnits(), "intensity / fraction of the beam");
      this->PutExitPlaneDepth(image, plane);
    }
  });
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDiffractionImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  using RealType = typename Superclass::RealType;
  ReleaseOutputsOnError(*this, [&] {
    ElectronMultisliceTranslateErrors([&] {
      const auto                                region = this->GetOutput(0u)->GetRequestedRegion();
      const typename Superclass::ScanRegionType scan({ { region.GetIndex(2), region.GetIndex(3) } },
                                                     { { region.GetSize(2), region.GetSize(3) } });
      const auto                                problem = this->GetProblemOfRegion(scan);
      std::vector<RealType *>                   patterns;
      for (unsigned int plane = 0; plane < this->GetLeadingOutputNames().size(); ++plane)
      {
        TOutputImage & image = *this->GetOutput(plane);
        image.SetBufferedRegion(region);
        image.Allocate();
        patterns.push_back(image.GetBufferPointer());
      }
      ImageSink<RealType> sink(problem);
      sink.SetScalarBuffers(this->AllocateDetectorImages(scan));
      sink.SetPatternBuffers(std::move(patterns));
      const auto range = [&](unsigned int axis) { return Range{ static_cast<std::size_t>(region.GetIndex(axis)), region.GetSize(axis) }; };
      sink.SetPatternCrop(0, range(0), range(1));
      this->Run(problem, sink);
    });
  });
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDiffractionImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "MaximumAngle: " << m_MaximumAngle << " rad\n";
}

template class ScanningDiffractionImageFilter<Image<float, 3>, Image<float, 4>>;
template class ScanningDiffractionImageFilter<Image<double, 3>, Image<double, 4>>;
} // namespace itk
