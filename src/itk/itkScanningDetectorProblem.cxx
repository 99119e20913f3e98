#include "itkScanningDetectorProblem.h"
#include "itkElectronDetectorAccess.h"
#include "itkElectronPotentialAccess.h"
#include "itkImagePotential.h"
#include "common/Error.h"
#include "simulation/ExitPlanes.h"

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

template <typename TInputImage, typename TOutputImage>
const ElectronPotentialImageSource<TInputImage> *
ScanningDetectorImageFilter<TInputImage, TOutputImage>::Implementation::GetPotentialSource(const Self & filter)
{
  return filter.GetInput() ? dynamic_cast<const ElectronPotentialImageSource<TInputImage> *>(filter.GetInput()->GetSource().GetPointer())
                           : nullptr;
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::Implementation::DescribeOptics(const Self &            filter,
                                                                                       SimulationDescription & description)
{
  description.energy = filter.m_Energy;
  description.tilt = { filter.m_TiltX, filter.m_TiltY };
  description.illumination = ::ElectronMultislice::Illumination::Probe;
  description.lens.semiangle = filter.m_Semiangle;
  description.lens.edge = static_cast<::ElectronMultislice::ApertureEdge>(filter.m_ApertureEdge);
  description.lens.aberrations = filter.m_Implementation->aberrations;
  for (const auto & detector : filter.m_Detectors)
  {
    description.detectors.push_back(ElectronDetectorAccess::GetCoreDetector(*detector));
  }
  description.exitPlaneDepths = filter.m_ExitPlaneDepths;
  description.numerics.propagator = static_cast<::ElectronMultislice::PropagatorModel>(filter.m_Propagator);
}

template <typename TInputImage, typename TOutputImage>
void
ScanningDetectorImageFilter<TInputImage, TOutputImage>::Implementation::DescribeScan(const RasterScanPattern &               pattern,
                                                                                     ::ElectronMultislice::ScanDescription & scan)
{
  const auto & positions = pattern.GetPositions();
  for (std::size_t i = 0; i + 1 < positions.size(); i += 2)
  {
    scan.positions.push_back({ positions[i], positions[i + 1] });
  }
  for (unsigned int d = 0; d < 2; ++d)
  {
    scan.start[d] = pattern.GetStart()[d];
    scan.step[d] = pattern.GetStep()[d];
    scan.count[d] = pattern.GetCount()[d];
  }
  scan.rotation = pattern.GetRotation();
}

template <typename TInputImage, typename TOutputImage>
SimulationDescription
ScanningDetectorImageFilter<TInputImage, TOutputImage>::Implementation::Describe(const Self & filter)
{
  SimulationDescription description;
  DescribeOptics(filter, description);
  DescribeScan(*filter.GetScanPattern(), description.scan);
  const auto bandLimit = static_cast<::ElectronMultislice::BandLimit>(filter.m_BandLimit);
  if (const auto * source = GetPotentialSource(filter))
  {
    ElectronPotentialAccess::Describe(*source, description);
    if (description.numerics.potentialBandLimited && source->GetBandLimit() != filter.m_BandLimit)
    {
      throw InputError("The potential source has the band limit " + ::ElectronMultislice::BandLimitName(description.numerics.bandLimit) +
                       " and this filter " + ::ElectronMultislice::BandLimitName(bandLimit) +
                       "; set both to the same, or that of the source to none.");
    }
    // the waves have the potential's grid divided by this filter's oversampling
    const auto size = filter.GetInput()->GetLargestPossibleRegion().GetSize();
    const auto oversampling = filter.m_TransmissionOversampling ? filter.m_TransmissionOversampling : source->GetTransmissionOversampling();
    description.potential.oversampling = oversampling;
    description.potential.grid = std::array<std::size_t, 2>{ size[0] / oversampling, size[1] / oversampling };
  }
  description.numerics.bandLimit = bandLimit;
  return description;
}

template <typename TInputImage, typename TOutputImage>
SimulationDescription
ScanningDetectorImageFilter<TInputImage, TOutputImage>::Implementation::DescribeJob(const Self & filter)
{
  auto description = Describe(filter);
  if (const auto * source = GetPotentialSource(filter))
  {
    ElectronPotentialAccess::PreferFile(source->GetStructure(), description);
  }
  return description;
}

template <typename TInputImage, typename TOutputImage>
MultisliceProblem
ScanningDetectorImageFilter<TInputImage, TOutputImage>::Implementation::MakeProblemOfImage(const Self &                  filter,
                                                                                           const SimulationDescription & description)
{
  CheckSingleConfigurationUpstream(filter.GetInput());
  const TInputImage & image = *filter.GetInput();
  const auto &        region = image.GetLargestPossibleRegion();
  const auto &        spacing = image.GetSpacing();
  const std::size_t   oversampling = filter.m_TransmissionOversampling ? filter.m_TransmissionOversampling : 2;

  MultisliceProblem problem;
  problem.potential = std::make_shared<ImagePotential<TInputImage>>(&image);
  problem.grid = { region.GetSize(0) / oversampling,
                   region.GetSize(1) / oversampling,
                   spacing[0] * static_cast<double>(region.GetSize(0)),
                   spacing[1] * static_cast<double>(region.GetSize(1)) };
  problem.oversampling = oversampling;
  for (std::size_t slice = 0; slice <= region.GetSize(2); ++slice)
  {
    problem.sliceEdges.push_back(spacing[2] * static_cast<double>(slice));
  }
  problem.energy = description.energy;
  problem.tilt = description.tilt;
  problem.propagator = description.numerics.propagator;
  problem.bandLimit = description.numerics.bandLimit;
  problem.illumination = description.illumination;
  problem.lens = description.lens;
  problem.detectors = description.detectors;
  problem.exitPlanes = ::ElectronMultislice::ResolveExitPlanes(problem.sliceEdges, description.exitPlaneDepths, 0);
  // scan positions are physical points; the engine counts from the first pixel
  typename TInputImage::PointType corner;
  image.TransformIndexToPhysicalPoint(region.GetIndex(), corner);
  problem.positions = description.scan.GetPositions();
  for (auto & position : problem.positions)
  {
    position[0] -= corner[0];
    position[1] -= corner[1];
  }
  ::ElectronMultislice::CheckProblem(problem);
  return problem;
}

template <typename TInputImage, typename TOutputImage>
const MultisliceProblem &
ScanningDetectorImageFilter<TInputImage, TOutputImage>::Implementation::GetProblem(const Self & filter)
{
  if (!problem)
  {
    const auto description = Describe(filter);
    problem = std::make_shared<const MultisliceProblem>(
      GetPotentialSource(filter)
        ? ::ElectronMultislice::BuildProblem(description, ElectronPotentialAccess::GetSpecimen(*GetPotentialSource(filter)))
        : MakeProblemOfImage(filter, description));
  }
  return *problem;
}

static_assert(static_cast<int>(::ElectronMultislice::PropagatorModel::Paraxial) ==
                static_cast<int>(ElectronMultisliceEnums::Propagator::Paraxial),
              "the choices are the core's, in the same order");
static_assert(static_cast<int>(::ElectronMultislice::ApertureEdge::Hard) == static_cast<int>(ElectronMultisliceEnums::ApertureEdge::Hard),
              "the choices are the core's, in the same order");

template struct ScanningDetectorImageFilter<Image<float, 3>, Image<float, 2>>::Implementation;
template struct ScanningDetectorImageFilter<Image<double, 3>, Image<double, 2>>::Implementation;
} // namespace itk
