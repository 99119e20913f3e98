#include "itkContrastTransferFunctionImageFilter.h"
#include "itkElectronMultisliceErrors.h"
#include "itkMetaDataObject.h"
#include "itkWaveImages.h"
#include "common/ThreadTeam.h"
#include "physics/Constants.h"
#include "simulation/WaveTransfer.h"

namespace itk
{
template <typename TInputImage, typename TOutputImage>
void
ContrastTransferFunctionImageFilter<TInputImage, TOutputImage>::GenerateOutputInformation()
{
  const RequestedWholeImage whole(*this->GetOutput());
  Superclass::GenerateOutputInformation();
  auto & dictionary = this->GetOutput()->GetMetaDataDictionary();
  EncapsulateMetaData<std::string>(dictionary, "quantity", "wave function");
  EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.output", "waves");
}

template <typename TInputImage, typename TOutputImage>
void
ContrastTransferFunctionImageFilter<TInputImage, TOutputImage>::GenerateData()
{
  using PixelType = typename TOutputImage::PixelType;
  using RealType = typename Superclass::RealType;
  using Wave = std::vector<std::complex<double>>;
  ReleaseOutputsOnError(*this, [&] {
    ElectronMultisliceTranslateErrors([&] {
      const TInputImage & input = *this->GetInput();
      TOutputImage &      output = *this->GetOutput();
      const auto          optics = this->DescribeOptics();
      const auto &        lens = optics.images.front();
      const std::size_t   pixels = optics.grid.GetNumberOfPixels();
      const std::size_t   first =
        static_cast<std::size_t>(output.GetRequestedRegion().GetIndex(2) - output.GetLargestPossibleRegion().GetIndex(2));
      const std::size_t count = output.GetRequestedRegion().GetSize(2);
      const bool        perfect = ::ElectronMultislice::IsPerfect(lens);

      this->AllocateOutputs();
      Wave transfer;
      if (!perfect)
      {
        transfer.resize(pixels);
        ::ElectronMultislice::FillTransferFunction(lens, optics.grid, ::ElectronMultislice::Wavelength(optics.energy), transfer.data());
      }
      ::ElectronMultislice::RunControl control;
      ::ElectronMultislice::ThreadTeam team(itk::GetNumberOfThreads(this->GetExecutionContext(), count));
      std::vector<Wave>                works(team.GetNumberOfThreads(), Wave(perfect ? 0 : pixels));
      ReportProgress(*this, control, 0.0);
      team.ForEach(count, [&](std::size_t item, std::size_t thread) {
        control.Check();
        this->CheckWave(first + item);
        const PixelType * from = GetPlanePixels(input, first + item);
        PixelType *       to = GetPlanePixels(output, first + item);
        if (perfect)
        {
          std::copy_n(from, pixels, to);
        }
        else
        {
          Wave & wave = works[thread];
          ::ElectronMultislice::TransformWave(optics.grid, from, wave.data());
          ::ElectronMultislice::ApplyTransfer(optics.grid, wave.data(), transfer.data(), wave.data());
          std::transform(wave.begin(), wave.end(), to, [](const std::complex<double> & value) {
            return PixelType(static_cast<RealType>(value.real()), static_cast<RealType>(value.imag()));
          });
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

template class ContrastTransferFunctionImageFilter<Image<std::complex<float>, 3>, Image<std::complex<float>, 3>>;
template class ContrastTransferFunctionImageFilter<Image<std::complex<double>, 3>, Image<std::complex<double>, 3>>;
} // namespace itk
