#include "itkElectronPotentialImageSource.h"
#include "itkAtomicStructureAccess.h"
#include "itkElectronMultisliceErrors.h"
#include "itkElectronMultisliceExecutionContextAccess.h"
#include "itkElectronMultisliceMetaData.h"
#include "itkElectronPotentialAccess.h"
#include "itkWaveImages.h"
#include "backends/Device.h"
#include "backends/EqualSlices.h"
#include "backends/ProblemContent.h"
#include "common/Error.h"
#include "common/Text.h"
#include "common/ThreadTeam.h"
#include "execution/DeviceSelection.h"
#include "physics/Elements.h"
#include <cmath>
#include <filesystem>
#include <numeric>

namespace itk
{
using ::ElectronMultislice::InputError;

template <typename TOutputImage>
struct ElectronPotentialImageSource<TOutputImage>::Implementation
{
  ::ElectronMultislice::Grid          grid;     ///< of the waves
  ::ElectronMultislice::BuiltSpecimen specimen; ///< decides the size of the image; filters that take the description share it
};

template <typename TOutputImage>
ElectronPotentialImageSource<TOutputImage>::ElectronPotentialImageSource()
  : m_Implementation(std::make_unique<Implementation>())
{
  this->AddRequiredInputName("Structure");
  m_Repetitions.Fill(1);
  m_Padding.Fill(0.0);
  m_GridSize.Fill(0);
}

template <typename TOutputImage>
ElectronPotentialImageSource<TOutputImage>::~ElectronPotentialImageSource() = default;

template <typename TOutputImage>
void
ElectronPotentialImageSource<TOutputImage>::SetRepetitions(unsigned int a, unsigned int b, unsigned int c)
{
  const unsigned int repetitions[3] = { a, b, c };
  this->SetRepetitions(RepetitionsType(repetitions));
}

template <typename TOutputImage>
void
ElectronPotentialImageSource<TOutputImage>::SetPadding(double x, double y, double z)
{
  const double padding[3] = { x, y, z };
  this->SetPadding(PaddingType(padding));
}

template <typename TOutputImage>
void
ElectronPotentialImageSource<TOutputImage>::SetGridSize(SizeValueType x, SizeValueType y)
{
  this->SetGridSize(GridSizeType{ { x, y } });
}

template <typename TOutputImage>
void
ElectronPotentialImageSource<TOutputImage>::SetMeanSquareDisplacement(const std::string & element, double meanSquareDisplacement)
{
  ElectronMultisliceTranslateErrors([&] {
    if (::ElectronMultislice::AtomicNumberOfSymbol(element) == 0)
    {
      throw InputError("\"" + element + "\" is no chemical element; give a symbol such as Sr.");
    }
    if (!(meanSquareDisplacement >= 0.0) || !std::isfinite(meanSquareDisplacement))
    {
      throw InputError("The mean-square displacement of " + element + " is " + ::ElectronMultislice::FormatNumber(meanSquareDisplacement) +
                       " Å²; it must be a finite number of at least 0.");
    }
  });
  m_MeanSquareDisplacements[element] = meanSquareDisplacement;
  this->Modified();
}

template <typename TOutputImage>
double
ElectronPotentialImageSource<TOutputImage>::GetMeanSquareDisplacement(const std::string & element) const
{
  const auto found = m_MeanSquareDisplacements.find(element);
  return found == m_MeanSquareDisplacements.end() ? -1.0 : found->second;
}

template <typename TOutputImage>
void
ElectronPotentialImageSource<TOutputImage>::ClearMeanSquareDisplacements()
{
  m_MeanSquareDisplacements.clear();
  this->Modified();
}

template <typename TOutputImage>
ModifiedTimeType
ElectronPotentialImageSource<TOutputImage>::GetMTime() const
{
  const auto context = m_ExecutionContext ? m_ExecutionContext : ElectronMultisliceExecutionContext::GetInstance();
  return std::max(Superclass::GetMTime(), context->GetResultMTime());
}

template <typename TOutputImage>
void
ElectronPotentialImageSource<TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  if (!this->GetStructure())
  {
    throw ExceptionObject(__FILE__,
                          __LINE__,
                          "The potential source has no structure; call SetStructure() with an AtomicStructure or the output of a reader.",
                          this->GetNameOfClass());
  }
  Superclass::VerifyPreconditions();
}

template <typename TOutputImage>
void
ElectronPotentialImageSource<TOutputImage>::GenerateOutputInformation()
{
  *m_Implementation = {};
  // The structure itself decides the size of the image, so it is needed now, not only when the image is computed.
  const_cast<AtomicStructure *>(this->GetStructure())->Update();

  ::ElectronMultislice::SimulationDescription description;
  double                                      height = 0.0;
  SizeValueType                               slices = 0;
  ElectronMultisliceTranslateErrors([&] {
    ElectronPotentialAccess::Describe(*this, description);
    if (m_TransmissionOversampling < 1 || m_TransmissionOversampling > 4)
    {
      throw InputError("The transmission oversampling is " + std::to_string(m_TransmissionOversampling) + "; allowed are 1 to 4.");
    }
    m_Implementation->specimen =
      ::ElectronMultislice::BuildSpecimen(description, ElectronMultisliceExecutionContextAccess::GetHostMemoryLimit(m_ExecutionContext));
    const auto & specimen = m_Implementation->specimen.specimen;
    const auto & lengths = specimen->GetLengths();
    m_Implementation->grid = ::ElectronMultislice::ResolveGrid(description.potential, lengths[0], lengths[1]);
    height = lengths[2];
    slices = specimen->GetNumberOfSlices();
    const auto configurations = specimen->GetNumberOfConfigurations();
    if (m_ConfigurationIndex >= configurations)
    {
      throw InputError("Configuration " + std::to_string(m_ConfigurationIndex) + " was asked for; there are " +
                       std::to_string(configurations) + ", counted from 0.");
    }
  });

  const auto                           fine = m_Implementation->grid.Refined(m_TransmissionOversampling);
  const double                         thickness = height / static_cast<double>(slices);
  typename TOutputImage::SizeType      size{ { fine.nx, fine.ny, slices } };
  typename TOutputImage::SpacingType   spacing;
  typename TOutputImage::PointType     origin;
  typename TOutputImage::DirectionType direction;
  spacing[0] = fine.GetSpacingX();
  spacing[1] = fine.GetSpacingY();
  spacing[2] = thickness;
  origin.Fill(0.0);
  origin[2] = 0.5 * thickness;
  direction.SetIdentity();

  TOutputImage * output = this->GetOutput();
  output->SetLargestPossibleRegion(typename TOutputImage::RegionType(size));
  output->SetSpacing(spacing);
  output->SetOrigin(origin);
  output->SetDirection(direction);
  const ElectronMultisliceMetaData metaData(description, false);
  metaData.Put(output->GetMetaDataDictionary(), "[Å, Å, Å]", "projected potential / (V Å)");
}

template <typename TOutputImage>
void
ElectronPotentialImageSource<TOutputImage>::EnlargeOutputRequestedRegion(DataObject * data)
{
  // An empty region stays empty: so a filter says that it needs the description only.
  auto * output = itkDynamicCastInDebugMode<TOutputImage *>(data);
  if (output->GetRequestedRegion().GetNumberOfPixels() > 0)
  {
    RequestWholePlanes(*output);
  }
}

template <typename TOutputImage>
void
ElectronPotentialImageSource<TOutputImage>::GenerateData()
{
  using PixelType = typename TOutputImage::PixelType;
  TOutputImage * output = this->GetOutput();
  ReleaseOutputsOnError(*this, [&] {
    ElectronMultisliceTranslateErrors([&] {
      ::ElectronMultislice::SimulationDescription description;
      ElectronPotentialAccess::Describe(*this, description);
      ::ElectronMultislice::MultisliceProblem problem;
      problem.grid = m_Implementation->grid;
      problem.oversampling = m_TransmissionOversampling;
      problem.energy = 1e5; // the potential does not depend on it
      problem.bandLimit = description.numerics.bandLimit;
      problem.potentialBandLimited = description.numerics.potentialBandLimited;
      problem.parametrization = description.potential.parametrization;
      problem.specimen = m_Implementation->specimen.specimen;
      problem.sliceEdges = problem.specimen->GetSliceEdges();
      problem.illumination = ::ElectronMultislice::Illumination::PlaneWave;
      problem.exitWaves = true; // nothing is detected
      problem.exitPlanes = { problem.GetNumberOfSlices() };
      ::ElectronMultislice::CheckProblem(problem);

      this->AllocateOutputs();
      const auto        region = output->GetRequestedRegion();
      const std::size_t first = static_cast<std::size_t>(region.GetIndex(2));
      const std::size_t count = region.GetSize(2);
      const std::size_t pixels = region.GetSize(0) * region.GetSize(1);

      ::ElectronMultislice::Report report;
      const auto                   devices =
        ::ElectronMultislice::SelectDevices(ElectronMultisliceExecutionContextAccess::GetSettings(m_ExecutionContext), report);
      const auto & backend = *devices.front().backend;
      auto &       cache = ElectronMultisliceExecutionContextAccess::GetCache(m_ExecutionContext);
      using CachedSlice = std::vector<PixelType>;
      constexpr auto kind = ::ElectronMultislice::ContentCache::Kind::Potential;
      const auto content = cache.Share(::ElectronMultislice::GetPotentialContent(problem, backend, sizeof(PixelType) == sizeof(double)));
      // one single-threaded session per thread, as a slice is built by one thread
      ::ElectronMultislice::RunControl control;
      std::vector<std::size_t>         slices(count);
      std::iota(slices.begin(), slices.end(), first);
      const auto        equal = ::ElectronMultislice::FindEqualSlices(problem, m_ConfigurationIndex, slices);
      const auto        built = ::ElectronMultislice::GetFirstSlices(slices, equal);
      const auto        valuesOf = [&](std::size_t slice) { return output->GetBufferPointer() + (slice - first) * pixels; };
      const std::size_t threads = std::max<std::size_t>(1, std::min(devices.front().threads, built.size()));
      std::vector<std::unique_ptr<::ElectronMultislice::DeviceSession<PixelType>>> sessions(threads);
      ::ElectronMultislice::ThreadTeam                                             team(threads);
      for (std::size_t done = 0; done < built.size(); done += threads)
      {
        this->UpdateProgress(static_cast<float>(done) / static_cast<float>(built.size()));
        control.abort = this->GetAbortGenerateData();
        control.Check();
        team.ForEach(std::min(threads, built.size() - done), [&](std::size_t item, std::size_t thread) {
          const std::size_t                               slice = built[done + item];
          PixelType * const                               values = valuesOf(slice);
          const ::ElectronMultislice::ContentCache::Index index{ m_ConfigurationIndex, slice };
          if (const auto kept = cache.Find<CachedSlice>(kind, content, index))
          {
            std::copy(kept->begin(), kept->end(), values);
            return;
          }
          auto & session = sessions[thread];
          if (!session)
          {
            session = ::ElectronMultislice::OpenSession<PixelType>(backend, problem, {}, control);
          }
          session->ComputePotential(m_ConfigurationIndex, slice, values);
          ++control.slicesBuilt;
          cache.Keep(kind, content, index, std::make_shared<const CachedSlice>(values, values + pixels), pixels * sizeof(PixelType));
        });
      }
      for (const std::size_t slice : slices)
      {
        if (equal[slice - first] != slice)
        {
          std::copy_n(valuesOf(equal[slice - first]), pixels, valuesOf(slice));
          if (const auto kept = cache.Find<CachedSlice>(kind, content, { m_ConfigurationIndex, equal[slice - first] }))
          {
            cache.Keep(kind, content, { m_ConfigurationIndex, slice }, kept, pixels * sizeof(PixelType));
          }
        }
      }
      this->UpdateProgress(1.0f);
      ElectronMultisliceExecutionContextAccess::AddRun(m_ExecutionContext, report, control);
    });
  });
}

template <typename TOutputImage>
void
ElectronPotentialImageSource<TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Repetitions: " << m_Repetitions << "\n"
     << indent << "BeamAxis: " << m_BeamAxis << "\n"
     << indent << "Padding: " << m_Padding << " Å\n"
     << indent << "GridSize: " << m_GridSize << "\n"
     << indent << "Sampling: " << m_Sampling << " Å\n"
     << indent << "TransmissionOversampling: " << m_TransmissionOversampling << "\n"
     << indent << "SliceThickness: " << m_SliceThickness << " Å\n"
     << indent << "NumberOfSlices: " << m_NumberOfSlices << "\n"
     << indent << "Parametrization: " << m_Parametrization << "\n"
     << indent << "BandLimit: " << m_BandLimit << "\n"
     << indent << "ThermalModel: " << m_ThermalModel << "\n"
     << indent << "NumberOfConfigurations: " << m_NumberOfConfigurations << "\n"
     << indent << "Seed: " << m_Seed << "\n"
     << indent << "ConfigurationIndex: " << m_ConfigurationIndex << "\n"
     << indent << "MeanSquareDisplacements:";
  for (const auto & [element, value] : m_MeanSquareDisplacements)
  {
    os << " " << element << " " << value << " Å²";
  }
  os << "\n";
  itkPrintSelfObjectMacro(ExecutionContext);
}

template <typename TImage>
const ::ElectronMultislice::BuiltSpecimen &
ElectronPotentialAccess::GetSpecimen(const ElectronPotentialImageSource<TImage> & source)
{
  return source.m_Implementation->specimen;
}

template <typename TImage>
void
ElectronPotentialAccess::Describe(const ElectronPotentialImageSource<TImage> &  source,
                                  ::ElectronMultislice::SimulationDescription & description)
{
  auto & specimen = description.specimen;
  specimen.structures = AtomicStructureAccess::GetFrames(source.GetStructure());
  if (!specimen.structures)
  {
    throw InputError("The structure has no atoms; set at least one position, atomic number and a cell.");
  }
  for (unsigned int d = 0; d < 3; ++d)
  {
    specimen.repetitions[d] = static_cast<int>(source.m_Repetitions[d]);
    specimen.padding[d] = source.m_Padding[d];
  }
  specimen.beamAxis = static_cast<::ElectronMultislice::BeamAxis>(source.m_BeamAxis);

  auto & potential = description.potential;
  if (source.m_GridSize[0] != 0 || source.m_GridSize[1] != 0)
  {
    potential.grid = std::array<std::size_t, 2>{ source.m_GridSize[0], source.m_GridSize[1] };
  }
  potential.sampling = source.m_Sampling;
  potential.slicing.thickness = source.m_SliceThickness;
  potential.slicing.count = source.m_NumberOfSlices;
  potential.parametrization = static_cast<::ElectronMultislice::Parametrization>(source.m_Parametrization);
  potential.oversampling = source.m_TransmissionOversampling;

  auto & thermal = description.thermal;
  thermal.model = static_cast<::ElectronMultislice::ThermalModel>(source.m_ThermalModel);
  thermal.configurations = source.m_NumberOfConfigurations;
  thermal.seed = source.m_Seed;
  thermal.meanSquareDisplacement = source.m_MeanSquareDisplacements;

  description.numerics.potentialBandLimited = source.m_BandLimit != ElectronMultisliceEnums::BandLimit::None;
  description.numerics.bandLimit = static_cast<::ElectronMultislice::BandLimit>(source.m_BandLimit);
}

void
ElectronPotentialAccess::PreferFile(const AtomicStructure * structure, ::ElectronMultislice::SimulationDescription & description)
{
  const auto & file = AtomicStructureAccess::GetFile(structure);
  // a job takes all frames of a file, and the reader may have been told to read only the first
  const bool mayLackFrames = description.thermal.model == ::ElectronMultislice::ThermalModel::Frames && structure->GetNumberOfFrames() == 1;
  if (!file.path.empty() && !mayLackFrames)
  {
    auto & specimen = description.specimen;
    specimen.structureFile = std::filesystem::absolute(std::filesystem::u8path(file.path)).u8string();
    specimen.block = file.block;
    specimen.structures = nullptr;
  }
}

// The choices are the core's, in the same order.
static_assert(static_cast<int>(::ElectronMultislice::BeamAxis::C) == static_cast<int>(ElectronMultisliceEnums::BeamAxis::C), "");
static_assert(static_cast<int>(::ElectronMultislice::Parametrization::PengLow) ==
                static_cast<int>(ElectronMultisliceEnums::Parametrization::PengLow),
              "");
static_assert(static_cast<int>(::ElectronMultislice::ThermalModel::Frames) ==
                static_cast<int>(ElectronMultisliceEnums::ThermalModel::Frames),
              "");
static_assert(static_cast<int>(::ElectronMultislice::BandLimit::None) == static_cast<int>(ElectronMultisliceEnums::BandLimit::None), "");

template const ::ElectronMultislice::BuiltSpecimen &
ElectronPotentialAccess::GetSpecimen(const ElectronPotentialImageSource<Image<float, 3>> &);
template const ::ElectronMultislice::BuiltSpecimen &
ElectronPotentialAccess::GetSpecimen(const ElectronPotentialImageSource<Image<double, 3>> &);
template void
ElectronPotentialAccess::Describe(const ElectronPotentialImageSource<Image<float, 3>> &, ::ElectronMultislice::SimulationDescription &);
template void
ElectronPotentialAccess::Describe(const ElectronPotentialImageSource<Image<double, 3>> &, ::ElectronMultislice::SimulationDescription &);
template class ElectronPotentialImageSource<Image<float, 3>>;
template class ElectronPotentialImageSource<Image<double, 3>>;
} // namespace itk
