#include "itkElectronWaveImageSource.h"
#include "itkElectronMultisliceErrors.h"
#include "itkElectronMultisliceExecutionContextAccess.h"
#include "itkElectronMultisliceMetaData.h"
#include "itkMetaDataObject.h"
#include "itkWaveCache.h"
#include "itkWaveImages.h"
#include "backends/ProblemContent.h"
#include "common/ThreadTeam.h"

namespace itk
{
using ::ElectronMultislice::InputError;

template <typename TOutputImage>
ElectronWaveImageSource<TOutputImage>::ElectronWaveImageSource()
{
  m_Size.Fill(0);
  m_Spacing.Fill(0.05);
  m_Origin.Fill(0.0);
}

template <typename TOutputImage>
void
ElectronWaveImageSource<TOutputImage>::SetSpacing(double x, double y)
{
  SpacingType spacing;
  spacing[0] = x;
  spacing[1] = y;
  this->SetSpacing(spacing);
}

template <typename TOutputImage>
void
ElectronWaveImageSource<TOutputImage>::SetOrigin(double x, double y)
{
  PointType origin;
  origin[0] = x;
  origin[1] = y;
  this->SetOrigin(origin);
}

template <typename TOutputImage>
void
ElectronWaveImageSource<TOutputImage>::SetGridFromPotential(ImageBase<3> * potential, unsigned int oversampling)
{
  ElectronMultisliceTranslateErrors([&] {
    if (!potential)
    {
      throw InputError("The potential whose grid is to be taken is null.");
    }
    potential->UpdateOutputInformation();
    RefuseTurnedImage(*potential, "The potential is");
    const auto & region = potential->GetLargestPossibleRegion();
    if (oversampling < 1 || region.GetSize(0) % oversampling != 0 || region.GetSize(1) % oversampling != 0)
    {
      throw InputError("The potential image has " + std::to_string(region.GetSize(0)) + " x " + std::to_string(region.GetSize(1)) +
                       " pixels, which is not a multiple of the transmission oversampling, " + std::to_string(oversampling) +
                       ". Give the oversampling of the filter that the waves are for (1 always fits).");
    }
    ImageBase<3>::PointType first;
    potential->TransformIndexToPhysicalPoint(region.GetIndex(), first);
    const double factor = oversampling;
    this->SetSize(region.GetSize(0) / oversampling, region.GetSize(1) / oversampling);
    this->SetSpacing(factor * potential->GetSpacing()[0], factor * potential->GetSpacing()[1]);
    this->SetOrigin(first[0], first[1]);
  });
}

template <typename TOutputImage>
::ElectronMultislice::MultisliceProblem
ElectronWaveImageSource<TOutputImage>::DescribeOptics() const
{
  ::ElectronMultislice::MultisliceProblem problem;
  problem.grid = { m_Size[0], m_Size[1], m_Spacing[0] * static_cast<double>(m_Size[0]), m_Spacing[1] * static_cast<double>(m_Size[1]) };
  problem.energy = m_Energy;
  problem.bandLimit = ::ElectronMultislice::BandLimit::None;
  problem.illumination = ::ElectronMultislice::Illumination::PlaneWave;
  return problem;
}

template <typename TOutputImage>
void
ElectronWaveImageSource<TOutputImage>::GenerateOutputInformation()
{
  ElectronMultisliceTranslateErrors([&] {
    if (m_Size[0] == 0 || m_Size[1] == 0)
    {
      throw InputError("The size of the waves is not given; call SetSize() and SetSpacing(), or SetGridFromPotential().");
    }
    if (!std::isfinite(m_Origin[0]) || !std::isfinite(m_Origin[1]))
    {
      throw InputError("The origin of the waves is (" + std::to_string(m_Origin[0]) + ", " + std::to_string(m_Origin[1]) +
                       ") Å; both must be finite numbers.");
    }
    auto problem = this->DescribeOptics();
    if (problem.illumination == ::ElectronMultislice::Illumination::PlaneWave && problem.energy == 0.0)
    {
      problem.energy = 1e5; // a plane wave does not depend on it
    }
    ::ElectronMultislice::CheckOptics(problem);
  });
  const RequestedWholeImage          whole(*this->GetOutput());
  typename TOutputImage::SizeType    size{ { m_Size[0], m_Size[1], this->GetNumberOfWaves() } };
  typename TOutputImage::SpacingType spacing;
  typename TOutputImage::PointType   origin;
  for (unsigned int d = 0; d < 2; ++d)
  {
    spacing[d] = m_Spacing[d];
    origin[d] = m_Origin[d];
  }
  spacing[2] = 1.0;
  origin[2] = 0.0;
  TOutputImage * output = this->GetOutput();
  output->SetLargestPossibleRegion(typename TOutputImage::RegionType(size));
  output->SetSpacing(spacing);
  output->SetOrigin(origin);

  ::ElectronMultislice::SimulationDescription description;
  description.energy = m_Energy;
  auto & dictionary = output->GetMetaDataDictionary();
  ElectronMultisliceMetaData(description, false).Put(dictionary, "[Å, Å, index]", "wave function");
  if (m_Energy == 0.0)
  {
    dictionary.Erase("energy_eV"); // of an earlier run
  }
  EncapsulateMetaData<int>(dictionary, "number_of_waves", static_cast<int>(size[2]));
}

template <typename TOutputImage>
void
ElectronWaveImageSource<TOutputImage>::EnlargeOutputRequestedRegion(DataObject * data)
{
  RequestWholePlanes(*itkDynamicCastInDebugMode<TOutputImage *>(data));
}

template <typename TOutputImage>
void
ElectronWaveImageSource<TOutputImage>::GenerateData()
{
  ReleaseOutputsOnError(*this, [&] {
    ElectronMultisliceTranslateErrors([&] {
      const auto wave = this->MakeWaveFunction();
      this->AllocateOutputs();
      TOutputImage &                   output = *this->GetOutput();
      const auto                       region = output.GetRequestedRegion();
      const std::size_t                first = static_cast<std::size_t>(region.GetIndex(2));
      const std::size_t                count = region.GetSize(2);
      ::ElectronMultislice::RunControl control;
      using RealType = typename TOutputImage::PixelType::value_type;
      const std::size_t                pixels = region.GetSize(0) * region.GetSize(1);
      const WaveCache<RealType>        cache(ElectronMultisliceExecutionContextAccess::GetCache(m_ExecutionContext),
                                      WaveCache<RealType>::Kind::IncidentWaves,
                                      region.GetNumberOfPixels() * sizeof(typename TOutputImage::PixelType),
                                      [&] {
                                        const auto & backend = ::ElectronMultislice::GetReferenceBackend(); // the same on every device
                                        return ::ElectronMultislice::GetIncidentWaveContent(
                                          this->DescribeOptics(), backend, sizeof(RealType) == sizeof(double));
                                      });
      ::ElectronMultislice::ThreadTeam team(itk::GetNumberOfThreads(m_ExecutionContext, count));
      ReportProgress(*this, control, 0.0);
      team.ForEach(count, [&](std::size_t item, std::size_t thread) {
        control.Check();
        auto * const values = GetPlanePixels(output, first + item);
        if (!cache.Find(0, first + item, values))
        {
          wave(first + item, values);
          cache.Keep(0, first + item, values, pixels);
        }
        if (thread == 0)
        {
          ReportProgress(*this, control, static_cast<double>(item + 1) / static_cast<double>(count));
        }
      });
      this->UpdateProgress(1.0f);
    });
  });
}

template <typename TOutputImage>
void
ElectronWaveImageSource<TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Size: " << m_Size << "\n"
     << indent << "Spacing: " << m_Spacing << " Å\n"
     << indent << "Origin: " << m_Origin << " Å\n"
     << indent << "Energy: " << m_Energy << " eV\n";
  itkPrintSelfObjectMacro(ExecutionContext);
}

template class ElectronWaveImageSource<Image<std::complex<float>, 3>>;
template class ElectronWaveImageSource<Image<std::complex<double>, 3>>;
} // namespace itk
