#include "itkMultisliceImageFilter.h"
#include "itkElectronMultisliceErrors.h"
#include "itkElectronMultisliceExecutionContextAccess.h"
#include "itkElectronPotentialAccess.h"
#include "itkImageWaves.h"
#include "itkMetaDataObject.h"
#include "itkWaveCache.h"
#include "itkWaveImages.h"
#include "backends/ProblemContent.h"
#include "common/Error.h"
#include "common/Text.h"
#include "execution/DeviceSelection.h"
#include "simulation/Description.h"
#include "simulation/Sink.h"
#include <algorithm>
#include <cmath>

namespace itk
{
using ::ElectronMultislice::FormatNumber;
using ::ElectronMultislice::InputError;
using ::ElectronMultislice::Range;

/** The box of configurations, exit planes and waves that holds the requested planes. */
template <typename TInputImage, typename TOutputImage>
struct MultisliceImageFilter<TInputImage, TOutputImage>::Selection
{
  Range configurations;
  Range exitPlanes;
  Range waves;
};

namespace
{
/** \class PlaneSink
 * \brief Exit waves into those planes of an image that are in memory. */
template <typename TImage, typename TSelection>
class PlaneSink : public ::ElectronMultislice::Sink<typename TImage::PixelType::value_type>
{
public:
  using RealType = typename TImage::PixelType::value_type;

  PlaneSink(TImage & image, const TSelection & selection, std::size_t exitPlanes, std::size_t waves)
    : m_Image(image)
    , m_Selection(selection)
    , m_NumberOfExitPlanes(exitPlanes)
    , m_NumberOfWaves(waves)
  {}

  void
  WriteBlock(const ::ElectronMultislice::BlockResult<RealType> &) override
  {}

  void
  WriteExitWaves(std::size_t configuration, Range waves, const std::vector<std::complex<RealType>> & values) override
  {
    const auto &      region = m_Image.GetBufferedRegion();
    const std::size_t pixels = region.GetSize(0) * region.GetSize(1);
    const auto *      value = values.data();
    for (std::size_t plane = 0; plane < m_Selection.exitPlanes.count; ++plane)
    {
      for (std::size_t wave = waves.first; wave < waves.End(); ++wave, value += pixels)
      {
        const std::size_t exitPlane =
          (m_Selection.configurations.first + configuration) * m_NumberOfExitPlanes + m_Selection.exitPlanes.first + plane;
        const std::size_t index = exitPlane * m_NumberOfWaves + m_Selection.waves.first + wave;
        const std::size_t first = static_cast<std::size_t>(region.GetIndex(2));
        if (index >= first && index < first + region.GetSize(2))
        {
          std::copy_n(value, pixels, m_Image.GetBufferPointer() + (index - first) * pixels);
        }
      }
    }
  }

private:
  TImage &           m_Image;
  const TSelection & m_Selection;
  const std::size_t  m_NumberOfExitPlanes;
  const std::size_t  m_NumberOfWaves;
};
} // namespace

template <typename TInputImage, typename TOutputImage>
SizeValueType
MultisliceImageFilter<TInputImage, TOutputImage>::GetPlane(unsigned int configuration, unsigned int exitPlane, unsigned int wave)
{
  this->UpdateOutputInformation();
  if (configuration >= m_NumberOfConfigurations || exitPlane >= m_NumberOfExitPlanes || wave >= m_NumberOfWaves)
  {
    throw ExceptionObject(__FILE__,
                          __LINE__,
                          "There is no wave " + std::to_string(wave) + " at exit plane " + std::to_string(exitPlane) +
                            " of configuration " + std::to_string(configuration) + "; there are " +
                            std::to_string(m_NumberOfConfigurations) + " configuration(s), " + std::to_string(m_NumberOfExitPlanes) +
                            " exit plane(s) and " + std::to_string(m_NumberOfWaves) + " wave(s), counted from 0.",
                          this->GetNameOfClass());
  }
  return (SizeValueType{ configuration } * m_NumberOfExitPlanes + exitPlane) * m_NumberOfWaves + wave;
}

template <typename TInputImage, typename TOutputImage>
void
MultisliceImageFilter<TInputImage, TOutputImage>::DescribeMeasurement(::ElectronMultislice::SimulationDescription & description) const
{
  description.illumination = ::ElectronMultislice::Illumination::PlaneWave;
  description.output.keep = { "exit-waves" };
  if (const auto * waves = this->GetIncidentWave())
  {
    description.illumination = ::ElectronMultislice::Illumination::Given;
    description.waves = std::make_shared<ImageWaves<TOutputImage>>(waves, Range{ 0, waves->GetLargestPossibleRegion().GetSize(2) });
  }
}

template <typename TInputImage, typename TOutputImage>
bool
MultisliceImageFilter<TInputImage, TOutputImage>::IsDescribed() const
{
  return !this->GetIncidentWave() && Superclass::IsDescribed();
}

template <typename TInputImage, typename TOutputImage>
void
MultisliceImageFilter<TInputImage, TOutputImage>::VerifyInputInformation() ITKv5_CONST
{
  Superclass::VerifyInputInformation();
  const TOutputImage * waves = this->GetIncidentWave();
  if (!waves)
  {
    return;
  }
  ElectronMultisliceTranslateErrors([&] {
    const auto & grid = this->GetWaveGrid();
    const auto & size = waves->GetLargestPossibleRegion().GetSize();
    if (size[0] != grid.nx || size[1] != grid.ny)
    {
      throw InputError("The incident waves have " + std::to_string(size[0]) + " x " + std::to_string(size[1]) +
                       " pixels, the grid of the waves has " + std::to_string(grid.nx) + " x " + std::to_string(grid.ny) +
                       ": that of the potential divided by the transmission oversampling, " + std::to_string(this->GetUsedOversampling()) +
                       ". Make the waves on this grid.");
    }
    const double spacing[2] = { grid.GetSpacingX(), grid.GetSpacingY() };
    for (unsigned int d = 0; d < 2; ++d)
    {
      if (std::abs(waves->GetSpacing()[d] - spacing[d]) > 1e-6 * spacing[d])
      {
        throw InputError("The incident waves have pixels of " + FormatNumber(waves->GetSpacing()[0], 8) + " x " +
                         FormatNumber(waves->GetSpacing()[1], 8) + " Å, the grid of the waves has " + FormatNumber(spacing[0], 8) + " x " +
                         FormatNumber(spacing[1], 8) + " Å; set the same spacing.");
      }
      for (unsigned int column = 0; column < 2; ++column)
      {
        if (std::abs(waves->GetDirection()[d][column] - (d == column ? 1.0 : 0.0)) > 1e-6)
        {
          throw InputError("The incident waves are turned: their direction is not the identity. Resample them onto the grid of the waves.");
        }
      }
    }
    typename TInputImage::PointType  corner;
    typename TOutputImage::PointType first;
    this->GetInput()->TransformIndexToPhysicalPoint(this->GetInput()->GetLargestPossibleRegion().GetIndex(), corner);
    waves->TransformIndexToPhysicalPoint(waves->GetLargestPossibleRegion().GetIndex(), first);
    for (unsigned int d = 0; d < 2; ++d)
    {
      if (std::abs(first[d] - corner[d]) > 1e-3 * spacing[d])
      {
        throw InputError("The first pixel of the incident waves lies at (" + FormatNumber(first[0], 8) + ", " + FormatNumber(first[1], 8) +
                         ") Å, that of the potential at (" + FormatNumber(corner[0], 8) + ", " + FormatNumber(corner[1], 8) +
                         ") Å; both must be at the same place. Set the origin, or make the waves there.");
      }
    }
  });
}

template <typename TInputImage, typename TOutputImage>
void
MultisliceImageFilter<TInputImage, TOutputImage>::GenerateOutputInformation()
{
  Superclass::GenerateOutputInformation();
  const auto   grid = this->GetWaveGrid();
  const auto * source = this->GetPotentialSource();
  m_NumberOfConfigurations =
    source ? static_cast<unsigned int>(ElectronPotentialAccess::GetSpecimen(*source).specimen->GetNumberOfConfigurations()) : 1;
  const auto * waves = this->GetIncidentWave();
  m_NumberOfWaves = waves ? static_cast<unsigned int>(waves->GetLargestPossibleRegion().GetSize(2)) : 1;
  const auto & potential = *this->GetInput();
  const auto & slices = potential.GetLargestPossibleRegion();
  auto         depths = this->GetExitPlaneDepths();
  if (depths.empty())
  {
    depths = { potential.GetSpacing()[2] * static_cast<double>(slices.GetSize(2)) };
  }
  m_NumberOfExitPlanes = static_cast<unsigned int>(depths.size());

  TOutputImage *                       output = this->GetOutput();
  const RequestedWholeImage            whole(*output);
  typename TOutputImage::SizeType      size{ { grid.nx, grid.ny, 0 } };
  typename TOutputImage::SpacingType   spacing;
  typename TOutputImage::PointType     origin;
  typename TOutputImage::DirectionType direction;
  size[2] = SizeValueType{ m_NumberOfConfigurations } * m_NumberOfExitPlanes * m_NumberOfWaves;
  spacing[0] = grid.GetSpacingX();
  spacing[1] = grid.GetSpacingY();
  spacing[2] = 1.0;
  potential.TransformIndexToPhysicalPoint(slices.GetIndex(), origin);
  origin[2] = 0.0;
  direction.SetIdentity();
  output->SetLargestPossibleRegion(typename TOutputImage::RegionType(size));
  output->SetSpacing(spacing);
  output->SetOrigin(origin);
  output->SetDirection(direction);
  auto & dictionary = output->GetMetaDataDictionary();
  ElectronMultisliceTranslateErrors([&] { this->PutMetaData(*output, "exit-waves", "Å, Å, index", "wave function"); });
  EncapsulateMetaData<std::vector<double>>(dictionary, "exit_plane_depths_A", depths);
  EncapsulateMetaData<int>(dictionary, "number_of_configurations", static_cast<int>(m_NumberOfConfigurations));
  EncapsulateMetaData<int>(dictionary, "number_of_waves", static_cast<int>(m_NumberOfWaves));
}

template <typename TInputImage, typename TOutputImage>
void
MultisliceImageFilter<TInputImage, TOutputImage>::EnlargeOutputRequestedRegion(DataObject * data)
{
  RequestWholePlanes(*itkDynamicCastInDebugMode<TOutputImage *>(data));
}

template <typename TInputImage, typename TOutputImage>
auto
MultisliceImageFilter<TInputImage, TOutputImage>::Select() const -> Selection
{
  const auto &      region = this->GetOutput()->GetRequestedRegion();
  const std::size_t first = static_cast<std::size_t>(region.GetIndex(2));
  const std::size_t last = first + std::max<std::size_t>(region.GetSize(2), 1) - 1;
  const auto        range = [](std::size_t from, std::size_t to) { return Range{ from, to - from + 1 }; };
  const std::size_t waves = m_NumberOfWaves;
  const std::size_t perConfiguration = m_NumberOfExitPlanes * waves;
  Selection         selection{ range(first / perConfiguration, last / perConfiguration), { 0, m_NumberOfExitPlanes }, { 0, waves } };
  if (selection.configurations.count == 1)
  {
    selection.exitPlanes = range(first % perConfiguration / waves, last % perConfiguration / waves);
    if (selection.exitPlanes.count == 1)
    {
      selection.waves = range(first % waves, last % waves);
    }
  }
  return selection;
}

template <typename TInputImage, typename TOutputImage>
void
MultisliceImageFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion()
{
  Superclass::GenerateInputRequestedRegion();
  if (auto * waves = const_cast<TOutputImage *>(this->GetIncidentWave()))
  {
    const auto selection = this->Select();
    auto       region = waves->GetLargestPossibleRegion();
    region.SetIndex(2, region.GetIndex(2) + static_cast<IndexValueType>(selection.waves.first));
    region.SetSize(2, selection.waves.count);
    waves->SetRequestedRegion(region);
  }
}

template <typename TInputImage, typename TOutputImage>
void
MultisliceImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  ReleaseOutputsOnError(*this, [&] {
    ElectronMultisliceTranslateErrors([&] {
      const auto selection = this->Select();
      auto       problem = this->GetProblem();
      if (const auto * waves = this->GetIncidentWave())
      {
        problem.waves = std::make_shared<ImageWaves<TOutputImage>>(waves, selection.waves);
      }
      this->AllocateOutputs();

      // the waves of all exit planes have one key, whichever of them are asked for
      TOutputImage &    output = *this->GetOutput();
      const auto &      region = output.GetBufferedRegion();
      const std::size_t pixels = region.GetSize(0) * region.GetSize(1);
      const std::size_t bytes = region.GetNumberOfPixels() * sizeof(typename TOutputImage::PixelType);
      using RealType = typename Superclass::RealType;
      using Access = ElectronMultisliceExecutionContextAccess;
      const WaveCache<RealType> cache(Access::GetCache(this->GetExecutionContext()), WaveCache<RealType>::Kind::ExitWaves, bytes, [&] {
        ::ElectronMultislice::Report report;
        const auto devices = ::ElectronMultislice::SelectDevices(Access::GetSettings(this->GetExecutionContext()), report);
        return ::ElectronMultislice::GetWaveContent(problem, *devices.front().backend, sizeof(RealType) == sizeof(double));
      });
      const auto                forPlanes = [&](const auto & function) {
        for (std::size_t i = 0; i < region.GetSize(2); ++i)
        {
          const std::size_t index = static_cast<std::size_t>(region.GetIndex(2)) + i;
          const std::size_t exitPlane = index / m_NumberOfWaves % m_NumberOfExitPlanes;
          const std::size_t wave = exitPlane * selection.waves.count + index % m_NumberOfWaves - selection.waves.first;
          if (!function(index / m_NumberOfWaves / m_NumberOfExitPlanes, wave, output.GetBufferPointer() + i * pixels))
          {
            return false;
          }
        }
        return true;
      };
      if (forPlanes([&](std::size_t configuration, std::size_t wave, auto * values) { return cache.Find(configuration, wave, values); }))
      {
        this->UpdateProgress(1.0f);
        return;
      }
      const auto planes = problem.exitPlanes.begin() + static_cast<std::ptrdiff_t>(selection.exitPlanes.first);
      problem.exitPlanes = std::vector<std::size_t>(planes, planes + static_cast<std::ptrdiff_t>(selection.exitPlanes.count));
      problem.configurations = selection.configurations;
      PlaneSink<TOutputImage, Selection> sink(output, selection, m_NumberOfExitPlanes, m_NumberOfWaves);
      this->Run(problem, sink);
      forPlanes([&](std::size_t configuration, std::size_t wave, const auto * values) {
        cache.Keep(configuration, wave, values, pixels);
        return true;
      });
    });
  });
}

template <typename TInputImage, typename TOutputImage>
void
MultisliceImageFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "NumberOfConfigurations: " << m_NumberOfConfigurations << "\n"
     << indent << "NumberOfExitPlanes: " << m_NumberOfExitPlanes << "\n"
     << indent << "NumberOfWaves: " << m_NumberOfWaves << "\n";
}

template class MultisliceImageFilter<Image<float, 3>, Image<std::complex<float>, 3>>;
template class MultisliceImageFilter<Image<double, 3>, Image<std::complex<double>, 3>>;
} // namespace itk
