#include "itkElectronWaveImageFilterBase.h"
#include "itkElectronLensAccess.h"
#include "itkElectronMultisliceErrors.h"
#include "itkElectronMultisliceMetaData.h"
#include "itkMetaDataNumber.h"
#include "itkWaveImages.h"
#include "common/FiniteValues.h"
#include "io/ResultFile.h"

namespace itk
{
using ::ElectronMultislice::InputError;

template <typename TInputImage, typename TOutputImage>
::ElectronMultislice::MultisliceProblem
ElectronWaveImageFilterBase<TInputImage, TOutputImage>::DescribeOptics() const
{
  ::ElectronMultislice::MultisliceProblem problem;
  problem.grid = GetPlaneGrid(*this->GetInput());
  problem.energy = m_Energy;
  if (m_Energy == 0.0)
  {
    const auto energy = GetMetaDataNumber(this->GetInput()->GetMetaDataDictionary(), "energy_eV");
    if (!energy)
    {
      throw InputError("The energy of the waves is not known: their metadata has no energy_eV. Set it in eV with SetEnergy().");
    }
    problem.energy = *energy;
  }
  problem.bandLimit = ::ElectronMultislice::BandLimit::None; // the waves are what they are
  problem.illumination = ::ElectronMultislice::Illumination::PlaneWave;
  problem.images = { ElectronLensAccess::GetLens(*this) };
  return problem;
}

template <typename TInputImage, typename TOutputImage>
void
ElectronWaveImageFilterBase<TInputImage, TOutputImage>::CheckWave(SizeValueType wave) const
{
  const auto & size = this->GetInput()->GetLargestPossibleRegion().GetSize();
  ::ElectronMultislice::CheckFiniteValues(
    GetPlanePixels(*this->GetInput(), wave), size[0], size[1], "The wave in plane " + std::to_string(wave));
}

template <typename TInputImage, typename TOutputImage>
void
ElectronWaveImageFilterBase<TInputImage, TOutputImage>::VerifyPreconditions() ITKv5_CONST
{
  if (!this->GetInput())
  {
    throw ExceptionObject(__FILE__,
                          __LINE__,
                          "The filter has no waves; call SetInput() with the output of a MultisliceImageFilter or another complex image.",
                          this->GetNameOfClass());
  }
  Superclass::VerifyPreconditions();
}

template <typename TInputImage, typename TOutputImage>
void
ElectronWaveImageFilterBase<TInputImage, TOutputImage>::VerifyInputInformation() ITKv5_CONST
{
  ElectronMultisliceTranslateErrors([&] {
    RefuseTurnedImage(*this->GetInput(), "The waves are");
    ::ElectronMultislice::CheckOptics(this->DescribeOptics());
  });
}

template <typename TInputImage, typename TOutputImage>
void
ElectronWaveImageFilterBase<TInputImage, TOutputImage>::GenerateOutputInformation()
{
  Superclass::GenerateOutputInformation();
  auto & dictionary = this->GetOutput()->GetMetaDataDictionary();
  dictionary = this->GetInput()->GetMetaDataDictionary();
  ElectronMultisliceTranslateErrors([&] { EncapsulateMetaData<double>(dictionary, "energy_eV", this->DescribeOptics().energy); });
  EncapsulateMetaData<std::string>(dictionary, "units", "[Å, Å, index]");
  EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.version", ::ElectronMultislice::GetVersion());
  if (!dictionary.HasKey("ElectronMultislice.wave_job")) // an earlier lens has moved it
  {
    ElectronMultisliceMetaData::MoveToWaveJob(dictionary);
  }
}

template <typename TInputImage, typename TOutputImage>
void
ElectronWaveImageFilterBase<TInputImage, TOutputImage>::EnlargeOutputRequestedRegion(DataObject * data)
{
  RequestWholePlanes(*itkDynamicCastInDebugMode<TOutputImage *>(data));
}

template <typename TInputImage, typename TOutputImage>
void
ElectronWaveImageFilterBase<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Energy: " << m_Energy << " eV\n";
  itkPrintSelfObjectMacro(ExecutionContext);
}

template class ElectronWaveImageFilterBase<Image<std::complex<float>, 3>, Image<std::complex<float>, 3>>;
template class ElectronWaveImageFilterBase<Image<std::complex<double>, 3>, Image<std::complex<double>, 3>>;
template class ElectronWaveImageFilterBase<Image<std::complex<float>, 3>, Image<float, 3>>;
template class ElectronWaveImageFilterBase<Image<std::complex<double>, 3>, Image<double, 3>>;
} // namespace itk
