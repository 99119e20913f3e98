#include "itkScanningDetectorImageFilter.h"
#include "itkElectronDetectorAccess.h"
#include "itkElectronMultisliceErrors.h"
#include "itkElectronMultisliceExecutionContextAccess.h"
#include "itkElectronMultisliceMetaData.h"
#include "itkImagePotential.h"
#include "itkImageSink.h"
#include "itkMetaDataObject.h"
#include "itkScanningDetectorProblem.h"
#include "common/Error.h"
#include "common/Text.h"
#include "io/JobFile.h"
#include "simulation/Plan.h"
#include "simulation/Run.h"
#include "simulation/Sink.h"
#include <algorithm>

namespace itk
{
using ::ElectronMultislice::Aberrations;
using ::ElectronMultislice::FormatNumber;
using ::ElectronMultislice::InputError;

template <typename TInputImage, typename TOutputImage>
ScanningDetectorImageFilter<TInputImage, TOutputImage>::ScanningDetectorImageFilter()
  : m_Implementation(std::make_unique<Implementation>())
{
  this->AddRequiredInputName("ScanPattern");
}

template <typename TInputImage, typename TOutputImage>
ScanningDetectorImageFilter<TInputImage, TOutputImage>::~ScanningDetectorImageFilter() = default;

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::AddDetector(ElectronDetector * detector)
{
  ElectronMultisliceTranslateErrors([&] {
    if (!detector)
    {
      throw InputError("The detector to add is null.");
    }
    if (ElectronDetectorAccess::GetCoreDetector(*detector).type == ::ElectronMultislice::DetectorType::Pixelated)
    {
      throw InputError("The detector \"" + std::string(detector->GetName()) +
                       "\" is pixelated, and this filter has two-dimensional outputs only. Four-dimensional data come from "
                       "ElectronMultisliceSimulation.");
    }
    for (const auto & other : m_Detectors)
    {
      if (std::string(other->GetName()) == detector->GetName())
      {
        throw InputError("There is a detector named \"" + std::string(other->GetName()) +
                         "\" already; give this one another name with SetName().");
      }
    }
  });
  m_Detectors.emplace_back(detector);
  this->SynchronizeOutputs();
  this->Modified();
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::ClearDetectors()
{
  m_Detectors.clear();
  this->SynchronizeOutputs();
  this->Modified();
}

template <typename TInputImage, typename TOutputImage>
ElectronDetector *
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GetDetector(unsigned int index)
{
  if (index >= m_Detectors.size())
  {
    throw ExceptionObject(__FILE__,
                          __LINE__,
                          "Detector " + std::to_string(index) + " was asked for; there are " + std::to_string(m_Detectors.size()) +
                            ", counted from 0.",
                          this->GetNameOfClass());
  }
  return m_Detectors[index];
}

template <typename TInputImage, typename TOutputImage>
std::vector<std::string>
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GetOutputNames() const
{
  std::vector<std::string> names;
  for (const auto & detector : m_Detectors)
  {
    for (unsigned int component = 0; component < detector->GetNumberOfComponents(); ++component)
    {
      const std::string name = detector->GetComponentName(component);
      if (m_ExitPlaneDepths.empty())
      {
        names.push_back(name);
      }
      for (double depth : m_ExitPlaneDepths)
      {
        names.push_back(name + "@" + FormatNumber(depth));
      }
    }
  }
  return names;
}

template <typename TInputImage, typename TOutputImage>
std::string
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GetOutputName(unsigned int index) const
{
  const auto names = this->GetOutputNames();
  if (index >= names.size())
  {
    throw ExceptionObject(__FILE__,
                          __LINE__,
                          "Output " + std::to_string(index) + " was asked for; there are " + std::to_string(names.size()) +
                            ", counted from 0.",
                          this->GetNameOfClass());
  }
  return names[index];
}

template <typename TInputImage, typename TOutputImage>
TOutputImage *
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GetOutput(const std::string & name)
{
  const auto names = this->GetOutputNames();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
  {
    throw ExceptionObject(
      __FILE__,
      __LINE__,
      "There is no output named \"" + name + "\"; " +
        (names.empty() ? "add a detector first." : "the names are " + ::ElectronMultislice::JoinAlternatives(names) + "."),
      this->GetNameOfClass());
  }
  this->SynchronizeOutputs(); // a detector may have been changed since it was added
  return this->GetOutput(static_cast<unsigned int>(found - names.begin()));
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::SynchronizeOutputs()
{
  const std::size_t count = std::max<std::size_t>(1, this->GetOutputNames().size());
  if (count == this->GetNumberOfIndexedOutputs())
  {
    return;
  }
  const std::size_t before = this->GetNumberOfIndexedOutputs();
  this->SetNumberOfIndexedOutputs(count);
  for (std::size_t i = before; i < count; ++i)
  {
    this->SetNthOutput(i, this->MakeOutput(i));
    this->GetOutput(static_cast<unsigned int>(i))->SetPipelineMTime(this->GetOutput(0u)->GetPipelineMTime());
  }
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::SetAberration(const std::string & name, double value)
{
  ElectronMultisliceTranslateErrors([&] {
    if (!std::isfinite(value))
    {
      throw InputError("The aberration " + name + " is " + FormatNumber(value) + "; it must be a finite number.");
    }
    if (!m_Implementation->aberrations.Set(name, value))
    {
      const auto nearest = ::ElectronMultislice::NearestName(name, Aberrations::GetNames());
      throw InputError("There is no aberration named \"" + name + "\"" + (nearest.empty() ? "" : ", did you mean \"" + nearest + "\"?") +
                       " The names are " + ::ElectronMultislice::JoinAlternatives(Aberrations::GetNames()) + ".");
    }
  });
  this->Modified();
}

template <typename TInputImage, typename TOutputImage>
double
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GetAberration(const std::string & name) const
{
  // which coefficient a name or alias means, and with which sign, is what setting it to 1 shows
  Aberrations unit;
  ElectronMultisliceTranslateErrors([&] {
    if (!unit.Set(name, 1.0))
    {
      throw InputError("There is no aberration named \"" + name + "\". The names are " +
                       ::ElectronMultislice::JoinAlternatives(Aberrations::GetNames()) + ".");
    }
  });
  const auto & aberrations = m_Implementation->aberrations;
  for (const auto & order : Aberrations::Orders)
  {
    if (unit.GetCoefficient(order.n, order.m) != 0.0)
    {
      return unit.GetCoefficient(order.n, order.m) * aberrations.GetCoefficient(order.n, order.m) + 0.0; // no negative zero
    }
    if (unit.GetAngle(order.n, order.m) != 0.0)
    {
      return aberrations.GetAngle(order.n, order.m);
    }
  }
  return 0.0;
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::ClearAberrations()
{
  m_Implementation->aberrations = {};
  this->Modified();
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::SetTilt(double x, double y)
{
  if (x != m_TiltX || y != m_TiltY)
  {
    m_TiltX = x;
    m_TiltY = y;
    this->Modified();
  }
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::SetExitPlaneDepths(const std::vector<double> & depths)
{
  if (depths != m_ExitPlaneDepths)
  {
    m_ExitPlaneDepths = depths;
    this->SynchronizeOutputs();
    this->Modified();
  }
}

template <typename TInputImage, typename TOutputImage>
ModifiedTimeType
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GetMTime() const
{
  const auto       context = m_ExecutionContext ? m_ExecutionContext : ElectronMultisliceExecutionContext::GetInstance();
  ModifiedTimeType time = std::max(Superclass::GetMTime(), context->GetResultMTime());
  for (const auto & detector : m_Detectors)
  {
    time = std::max(time, detector->GetMTime());
  }
  return time;
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::UpdateOutputInformation()
{
  ResetPipelineOnError(*this, [&] { Superclass::UpdateOutputInformation(); });
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::PropagateRequestedRegion(DataObject * output)
{
  ResetPipelineOnError(*this, [&] { Superclass::PropagateRequestedRegion(output); });
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::UpdateOutputData(DataObject * output)
{
  ResetPipelineOnError(*this, [&] { Superclass::UpdateOutputData(output); });
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  const char * missing = nullptr;
  if (!this->GetInput())
  {
    missing =
      "The scanning filter has no potential; call SetInput() with the output of an ElectronPotentialImageSource or another image in V Å.";
  }
  else if (!this->GetScanPattern())
  {
    missing = "The scanning filter has no scan; call SetScanPattern() with a RasterScanPattern.";
  }
  else if (m_Detectors.empty())
  {
    missing = "The scanning filter has no detector; call AddDetector(), for example with an ElectronAnnularDetector.";
  }
  if (missing)
  {
    throw ExceptionObject(__FILE__, __LINE__, missing, this->GetNameOfClass());
  }
  Superclass::VerifyPreconditions();
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::VerifyInputInformation() ITKv5_CONST
{
  // Our inputs are an image and a scan: there is nothing to compare between them, but the image must be what the engine takes it for.
  ElectronMultisliceTranslateErrors([&] {
    const TInputImage &                 image = *this->GetInput();
    const auto &                        size = image.GetLargestPossibleRegion().GetSize();
    typename TInputImage::DirectionType identity;
    identity.SetIdentity();
    for (unsigned int i = 0; i < 9; ++i)
    {
      if (std::abs(image.GetDirection()(i / 3, i % 3) - identity(i / 3, i % 3)) > 1e-6)
      {
        throw InputError(
          "The potential image is turned: its direction is not the identity. Resample or permute it so that index 2 runs along the "
          "beam, and set the direction to the identity.");
      }
    }
    const auto * source = Implementation::GetPotentialSource(*this);
    const auto   oversampling =
      m_TransmissionOversampling ? m_TransmissionOversampling : (source ? source->GetTransmissionOversampling() : 2u);
    if (oversampling < 1 || oversampling > 4)
    {
      throw InputError("The transmission oversampling is " + std::to_string(oversampling) + "; allowed are 1 to 4.");
    }
    if (size[0] % oversampling != 0 || size[1] % oversampling != 0)
    {
      throw InputError("The potential image has " + std::to_string(size[0]) + " x " + std::to_string(size[1]) +
                       " pixels, which is not a multiple of the transmission oversampling, " + std::to_string(oversampling) +
                       ". Give an image of fitting size, or set the oversampling of the filter to one that fits (1 always does).");
    }
  });
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GenerateOutputInformation()
{
  m_Implementation->problem = nullptr;
  this->SynchronizeOutputs();
  if (Implementation::GetPotentialSource(*this))
  {
    // Only the description counts: that the source has computed its image meanwhile, for others, is no reason to run again.
    const auto *     scan = this->GetScanPattern();
    ModifiedTimeType time = std::max(this->GetMTime(), this->GetInput()->GetPipelineMTime());
    time = std::max(time, std::max(scan->GetMTime(), scan->GetPipelineMTime()));
    for (unsigned int i = 0; i < this->GetNumberOfIndexedOutputs(); ++i)
    {
      this->GetOutput(i)->SetPipelineMTime(time);
    }
  }

  RasterScanPattern::SizeType      size;
  RasterScanPattern::PointType     origin;
  RasterScanPattern::SpacingType   spacing;
  RasterScanPattern::DirectionType direction;
  this->GetScanPattern()->GetImageGeometry(size, origin, spacing, direction);

  const auto        metaData = ElectronMultisliceTranslateErrors([&] {
    const auto description = Implementation::DescribeJob(*this);
    return ElectronMultisliceMetaData(description, Implementation::GetPotentialSource(*this) != nullptr);
  });
  const std::string units = this->GetScanPattern()->IsRaster() ? "[Å, Å]" : "[index, index]";
  const auto        names = this->GetOutputNames();
  std::size_t       index = 0;
  for (const auto & detector : m_Detectors)
  {
    const std::size_t planes = std::max<std::size_t>(1, m_ExitPlaneDepths.size());
    for (std::size_t i = 0; i < detector->GetNumberOfComponents() * planes; ++i, ++index)
    {
      TOutputImage * output = this->GetOutput(static_cast<unsigned int>(index));
      output->SetLargestPossibleRegion(typename TOutputImage::RegionType(size));
      output->SetOrigin(origin);
      output->SetSpacing(spacing);
      output->SetDirection(direction);
      auto & dictionary = output->GetMetaDataDictionary();
      metaData.Put(dictionary, units, detector->GetQuantity());
      EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.output", names[index]);
      if (!m_ExitPlaneDepths.empty())
      {
        EncapsulateMetaData<double>(dictionary, "exit_plane_depth_A", m_ExitPlaneDepths[i % planes]);
      }
    }
  }
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion()
{
  auto * input = const_cast<TInputImage *>(this->GetInput());
  if (!Implementation::GetPotentialSource(*this))
  {
    input->SetRequestedRegionToLargestPossibleRegion();
    return;
  }
  // Only the description is needed: with an empty region requested, the source does not run.
  typename TInputImage::RegionType nothing = input->GetLargestPossibleRegion();
  nothing.SetSize(typename TInputImage::SizeType{});
  input->SetRequestedRegion(nothing);
}

template <typename TInputImage, typename TOutputImage>
std::string
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GetPlan()
{
  this->UpdateOutputInformation();
  return ElectronMultisliceTranslateErrors([&] {
    constexpr bool isDouble = sizeof(typename TOutputImage::PixelType) == sizeof(double);
    const auto &   problem = m_Implementation->GetProblem(*this);
    const auto     settings = ElectronMultisliceExecutionContextAccess::GetSettings(m_ExecutionContext);
    return ::ElectronMultislice::MakePlan(problem, isDouble, settings, true).ToText();
  });
}

template <typename TInputImage, typename TOutputImage>
std::string
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GetJobText()
{
  this->UpdateOutputInformation();
  return ElectronMultisliceTranslateErrors([&] {
    return Implementation::GetPotentialSource(*this) ? ::ElectronMultislice::WriteJobText(Implementation::DescribeJob(*this))
                                                     : std::string();
  });
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  using PixelType = typename TOutputImage::PixelType;
  try
  {
    ElectronMultisliceTranslateErrors([&] {
      const auto & wholeScan = m_Implementation->GetProblem(*this);
      auto         problem = wholeScan;
      if (problem.potential)
      {
        static_cast<const ImagePotential<TInputImage> &>(*problem.potential).CheckValues();
      }
      const auto   region = this->GetOutput(0u)->GetRequestedRegion();
      const auto & whole = this->GetOutput(0u)->GetLargestPossibleRegion();
      problem.positions.clear();
      for (SizeValueType y = 0; y < region.GetSize(1); ++y)
      {
        const std::size_t row = static_cast<std::size_t>(region.GetIndex(1)) + y;
        const auto        first =
          wholeScan.positions.begin() + static_cast<std::ptrdiff_t>(row * whole.GetSize(0) + static_cast<std::size_t>(region.GetIndex(0)));
        problem.positions.insert(problem.positions.end(), first, first + static_cast<std::ptrdiff_t>(region.GetSize(0)));
      }

      const auto settings = ElectronMultisliceExecutionContextAccess::GetSettings(m_ExecutionContext);
      const auto plan = ::ElectronMultislice::MakePlan(problem, sizeof(PixelType) == sizeof(double), settings, true);
      m_Report = plan.report.ToText();

      this->AllocateOutputs();
      std::vector<PixelType *> buffers;
      for (unsigned int i = 0; i < this->GetNumberOfIndexedOutputs(); ++i)
      {
        buffers.push_back(this->GetOutput(i)->GetBufferPointer());
      }
      ImageSink<PixelType> sink(problem);
      sink.SetScalarBuffers(std::move(buffers));
      ::ElectronMultislice::RunControl control;
      this->UpdateProgress(0.0f);
      const auto summary =
        ::ElectronMultislice::Run<PixelType>(plan, sink, control, [&](const ::ElectronMultislice::ProgressState & state) {
          this->UpdateProgress(static_cast<float>(state.fraction));
          if (this->GetAbortGenerateData())
          {
            control.abort = true;
          }
        });
      this->UpdateProgress(1.0f);
      m_Report = summary.report.ToText();
      ElectronMultisliceExecutionContextAccess::SetReport(m_ExecutionContext, summary.report);
    });
  }
  catch (...)
  {
    for (unsigned int i = 0; i < this->GetNumberOfIndexedOutputs(); ++i)
    {
      this->GetOutput(i)->ReleaseData(); // nothing half computed looks whole
    }
    throw;
  }
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Energy: " << m_Energy << " eV\n"
     << indent << "Semiangle: " << m_Semiangle << " rad\n"
     << indent << "ApertureEdge: " << m_ApertureEdge << "\n"
     << indent << "Aberrations:";
  for (const auto & [n, m] : Aberrations::Orders)
  {
    if (const double value = m_Implementation->aberrations.GetCoefficient(n, m))
    {
      os << " C" << n << m << " " << value << " Å";
      if (const double angle = m_Implementation->aberrations.GetAngle(n, m))
      {
        os << " at " << angle << " rad";
      }
    }
  }
  os << "\n"
     << indent << "Tilt: " << m_TiltX << ", " << m_TiltY << " rad\n"
     << indent << "Propagator: " << m_Propagator << "\n"
     << indent << "BandLimit: " << m_BandLimit << "\n"
     << indent << "TransmissionOversampling: " << m_TransmissionOversampling << "\n"
     << indent << "ExitPlaneDepths:";
  for (double depth : m_ExitPlaneDepths)
  {
    os << " " << depth;
  }
  os << " Å\n";
  for (const auto & detector : m_Detectors)
  {
    os << indent << "Detector: " << detector->GetName() << "\n";
    detector->Print(os, indent.GetNextIndent());
  }
  itkPrintSelfObjectMacro(ExecutionContext);
}

template class ScanningDetectorImageFilter<Image<float, 3>, Image<float, 2>>;
template class ScanningDetectorImageFilter<Image<double, 3>, Image<double, 2>>;
} // namespace itk
