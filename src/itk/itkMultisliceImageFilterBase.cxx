#include "itkMultisliceImageFilterBase.h"
#include "itkElectronMultisliceErrors.h"
#include "itkElectronMultisliceExecutionContextAccess.h"
#include "itkElectronMultisliceMetaData.h"
#include "itkElectronPotentialAccess.h"
#include "itkImagePotential.h"
#include "itkMetaDataObject.h"
#include "itkWaveImages.h"
#include "common/Error.h"
#include "io/JobFile.h"
#include "simulation/Description.h"
#include "simulation/Plan.h"
#include "simulation/Run.h"
#include <algorithm>

namespace itk
{
using ::ElectronMultislice::InputError;
using ::ElectronMultislice::MultisliceProblem;
using ::ElectronMultislice::SimulationDescription;

namespace
{
/** A source with several configurations somewhere behind other filters: only one of them would be used, which must not happen in silence.
 */
template <typename TImage>
void
CheckSingleConfiguration(const ProcessObject * process)
{
  const auto * source = dynamic_cast<const ElectronPotentialImageSource<TImage> *>(process);
  if (!source)
  {
    return;
  }
  const bool         frames = source->GetThermalModel() == ElectronMultisliceEnums::ThermalModel::Frames;
  const unsigned int configurations = frames ? source->GetStructure()->GetNumberOfFrames() : source->GetNumberOfConfigurations();
  if (configurations > 1)
  {
    throw InputError(
      "The potential source has " + std::to_string(configurations) +
      " thermal configurations, but only one image of them reaches this filter, because another filter stands between. Connect the "
      "source directly, or set its number of configurations to 1 and average over seeds or positions yourself.");
  }
}

void
CheckSingleConfigurationUpstream(const DataObject * data)
{
  const auto process = data ? data->GetSource() : nullptr;
  if (process)
  {
    CheckSingleConfiguration<Image<float, 3>>(process);
    CheckSingleConfiguration<Image<double, 3>>(process);
    for (const auto & input : process->GetInputs())
    {
      CheckSingleConfigurationUpstream(input);
    }
  }
}
} // namespace

template <typename TPotentialImage, typename TOutputImage>
struct MultisliceImageFilterBase<TPotentialImage, TOutputImage>::Implementation
{
  std::shared_ptr<const MultisliceProblem>         problem; ///< of the largest regions; null until it is needed
  std::shared_ptr<ImagePotential<TPotentialImage>> potential;
  std::unique_ptr<ElectronMultisliceMetaData>      metaData;
};

template <typename TPotentialImage, typename TOutputImage>
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::MultisliceImageFilterBase()
  : m_Implementation(std::make_unique<Implementation>())
{}

template <typename TPotentialImage, typename TOutputImage>
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::~MultisliceImageFilterBase() = default;

template <typename TPotentialImage, typename TOutputImage>
void
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::SetTilt(double x, double y)
{
  if (x != m_TiltX || y != m_TiltY)
  {
    m_TiltX = x;
    m_TiltY = y;
    this->Modified();
  }
}

template <typename TPotentialImage, typename TOutputImage>
void
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::SetExitPlaneDepths(const std::vector<double> & depths)
{
  if (depths != m_ExitPlaneDepths)
  {
    m_ExitPlaneDepths = depths;
    this->SynchronizeOutputs();
    this->Modified();
  }
}

template <typename TPotentialImage, typename TOutputImage>
ModifiedTimeType
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::GetMTime() const
{
  const auto context = m_ExecutionContext ? m_ExecutionContext : ElectronMultisliceExecutionContext::GetInstance();
  return std::max(Superclass::GetMTime(), context->GetResultMTime());
}

template <typename TPotentialImage, typename TOutputImage>
auto
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::GetPotentialSource() const -> const PotentialSourceType *
{
  const TPotentialImage * input = this->GetInput();
  return input ? dynamic_cast<const PotentialSourceType *>(input->GetSource().GetPointer()) : nullptr;
}

template <typename TPotentialImage, typename TOutputImage>
unsigned int
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::GetUsedOversampling() const
{
  if (m_TransmissionOversampling > 0)
  {
    return m_TransmissionOversampling;
  }
  const auto * source = this->GetPotentialSource();
  return source ? source->GetTransmissionOversampling() : 2;
}

template <typename TPotentialImage, typename TOutputImage>
::ElectronMultislice::Grid
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::GetWaveGrid() const
{
  auto grid = GetPlaneGrid(*this->GetInput());
  grid.nx /= this->GetUsedOversampling();
  grid.ny /= this->GetUsedOversampling();
  return grid;
}

template <typename TPotentialImage, typename TOutputImage>
void
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  if (!this->GetInput())
  {
    throw ExceptionObject(
      __FILE__,
      __LINE__,
      "The filter has no potential; call SetInput() with the output of an ElectronPotentialImageSource or another image in V Å.",
      this->GetNameOfClass());
  }
  Superclass::VerifyPreconditions();
}

template <typename TPotentialImage, typename TOutputImage>
void
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::VerifyInputInformation() ITKv5_CONST
{
  // Inputs of different kinds have nothing to compare, but the potential must be what the engine takes it for.
  ElectronMultisliceTranslateErrors([&] {
    RefuseTurnedImage(*this->GetInput(), "The potential image is");
    const auto & size = this->GetInput()->GetLargestPossibleRegion().GetSize();
    const auto   oversampling = this->GetUsedOversampling();
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

template <typename TPotentialImage, typename TOutputImage>
void
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::GenerateOutputInformation()
{
  *m_Implementation = {};
  this->SynchronizeOutputs();
  if (!this->GetPotentialSource())
  {
    return;
  }
  // Only the description counts: that the source has computed its image meanwhile, for others, is no reason to run again.
  ModifiedTimeType time = std::max(this->GetMTime(), this->GetInput()->GetPipelineMTime());
  for (const auto & input : this->GetInputs())
  {
    if (input && input != this->GetInput())
    {
      time = std::max(time, std::max(input->GetMTime(), input->GetPipelineMTime()));
    }
  }
  for (const auto & output : this->GetOutputs())
  {
    output->SetPipelineMTime(time);
  }
}

template <typename TPotentialImage, typename TOutputImage>
void
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::GenerateInputRequestedRegion()
{
  // Nothing yet: a potential source gives its description, and slices of an image are requested while the engine needs them.
  auto *                               input = const_cast<TPotentialImage *>(this->GetInput());
  typename TPotentialImage::RegionType nothing = input->GetLargestPossibleRegion();
  nothing.SetSize(typename TPotentialImage::SizeType{});
  input->SetRequestedRegion(nothing);
}

template <typename TPotentialImage, typename TOutputImage>
bool
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::IsDescribed() const
{
  return this->GetPotentialSource() != nullptr;
}

template <typename TPotentialImage, typename TOutputImage>
SimulationDescription
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::Describe() const
{
  SimulationDescription description;
  description.energy = m_Energy;
  description.tilt = { m_TiltX, m_TiltY };
  description.exitPlaneDepths = m_ExitPlaneDepths;
  description.numerics.propagator = static_cast<::ElectronMultislice::PropagatorModel>(m_Propagator);
  this->DescribeMeasurement(description);
  const auto bandLimit = static_cast<::ElectronMultislice::BandLimit>(m_BandLimit);
  if (const auto * source = this->GetPotentialSource())
  {
    ElectronPotentialAccess::Describe(*source, description);
    if (description.numerics.potentialBandLimited && source->GetBandLimit() != m_BandLimit)
    {
      throw InputError("The potential source has the band limit " + ::ElectronMultislice::BandLimitName(description.numerics.bandLimit) +
                       " and this filter " + ::ElectronMultislice::BandLimitName(bandLimit) +
                       "; set both to the same, or that of the source to none.");
    }
    const auto grid = this->GetWaveGrid();
    description.potential.grid = std::array<std::size_t, 2>{ grid.nx, grid.ny };
  }
  description.potential.oversampling = this->GetUsedOversampling();
  description.numerics.bandLimit = bandLimit;
  return description;
}

template <typename TPotentialImage, typename TOutputImage>
SimulationDescription
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::DescribeJob() const
{
  auto description = this->Describe();
  if (const auto * source = this->GetPotentialSource())
  {
    ElectronPotentialAccess::PreferFile(source->GetStructure(), description);
  }
  return description;
}

template <typename TPotentialImage, typename TOutputImage>
void
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::PutMetaData(DataObject &        output,
                                                                      const std::string & name,
                                                                      const std::string & units,
                                                                      const std::string & quantity) const
{
  auto & metaData = m_Implementation->metaData;
  if (!metaData)
  {
    metaData = std::make_unique<ElectronMultisliceMetaData>(this->DescribeJob(), this->IsDescribed());
  }
  metaData->Put(output.GetMetaDataDictionary(), "[" + units + "]", quantity);
  EncapsulateMetaData<std::string>(output.GetMetaDataDictionary(), "ElectronMultislice.output", name);
}

template <typename TPotentialImage, typename TOutputImage>
const MultisliceProblem &
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::GetProblem() const
{
  if (m_Implementation->problem)
  {
    return *m_Implementation->problem;
  }
  const auto        description = this->Describe();
  MultisliceProblem problem;
  if (const auto * source = this->GetPotentialSource())
  {
    problem = ::ElectronMultislice::BuildProblem(description, ElectronPotentialAccess::GetSpecimen(*source));
  }
  else
  {
    CheckSingleConfigurationUpstream(this->GetInput());
    auto *       image = const_cast<TPotentialImage *>(this->GetInput());
    const auto & region = image->GetLargestPossibleRegion();
    m_Implementation->potential = std::make_shared<ImagePotential<TPotentialImage>>(image);

    ::ElectronMultislice::PlacedPotential placed;
    placed.potential = m_Implementation->potential;
    placed.grid = this->GetWaveGrid();
    for (std::size_t slice = 0; slice <= region.GetSize(2); ++slice)
    {
      placed.sliceEdges.push_back(image->GetSpacing()[2] * static_cast<double>(slice));
    }
    typename TPotentialImage::PointType corner;
    image->TransformIndexToPhysicalPoint(region.GetIndex(), corner);
    placed.corner = { corner[0], corner[1] };
    problem = ::ElectronMultislice::BuildProblem(description, placed);
  }
  m_Implementation->problem = std::make_shared<const MultisliceProblem>(std::move(problem));
  return *m_Implementation->problem;
}

template <typename TPotentialImage, typename TOutputImage>
std::string
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::GetPlan()
{
  this->UpdateOutputInformation();
  return ElectronMultisliceTranslateErrors([&] {
    const auto settings = ElectronMultisliceExecutionContextAccess::GetSettings(m_ExecutionContext);
    auto &     cache = ElectronMultisliceExecutionContextAccess::GetCache(m_ExecutionContext);
    const bool isDouble = sizeof(RealType) == sizeof(double);
    return ::ElectronMultislice::MakePlanWithCache(this->GetProblem(), isDouble, settings, true, &cache).ToText();
  });
}

template <typename TPotentialImage, typename TOutputImage>
std::string
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::GetJobText()
{
  this->UpdateOutputInformation();
  return ElectronMultisliceTranslateErrors(
    [&] { return this->IsDescribed() ? ::ElectronMultislice::WriteJobText(this->DescribeJob()) : std::string(); });
}

template <typename TPotentialImage, typename TOutputImage>
void
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::Run(const MultisliceProblem &              problem,
                                                              ::ElectronMultislice::Sink<RealType> & sink)
{
  const auto settings = ElectronMultisliceExecutionContextAccess::GetSettings(m_ExecutionContext);
  auto &     cache = ElectronMultisliceExecutionContextAccess::GetCache(m_ExecutionContext);
  const auto plan = ::ElectronMultislice::MakePlanWithCache(problem, sizeof(RealType) == sizeof(double), settings, true, &cache);
  m_Report = plan.report.ToText();
  ::ElectronMultislice::RunControl control;
  control.cache = &cache;
  const typename ImagePotential<TPotentialImage>::RunScope scope(m_Implementation->potential.get(), control);
  this->UpdateProgress(0.0f);
  const auto summary = ::ElectronMultislice::Run<RealType>(plan, sink, control, [&](const ::ElectronMultislice::ProgressState & state) {
    this->UpdateProgress(static_cast<float>(state.fraction));
    if (this->GetAbortGenerateData())
    {
      control.abort = true;
    }
  });
  this->UpdateProgress(1.0f);
  m_Report = summary.report.ToText();
  ElectronMultisliceExecutionContextAccess::AddRun(m_ExecutionContext, summary.report, control);
}

template <typename TPotentialImage, typename TOutputImage>
void
MultisliceImageFilterBase<TPotentialImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Energy: " << m_Energy << " eV\n"
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
  itkPrintSelfObjectMacro(ExecutionContext);
}

static_assert(static_cast<int>(::ElectronMultislice::PropagatorModel::Paraxial) ==
                static_cast<int>(ElectronMultisliceEnums::Propagator::Paraxial),
              "the choices are the core's, in the same order");

template class MultisliceImageFilterBase<Image<float, 3>, Image<float, 2>>;
template class MultisliceImageFilterBase<Image<double, 3>, Image<double, 2>>;
template class MultisliceImageFilterBase<Image<float, 3>, Image<float, 4>>;
template class MultisliceImageFilterBase<Image<double, 3>, Image<double, 4>>;
template class MultisliceImageFilterBase<Image<float, 3>, Image<std::complex<float>, 3>>;
template class MultisliceImageFilterBase<Image<double, 3>, Image<std::complex<double>, 3>>;
} // namespace itk
