#include "itkElectronImageFormationFilter.h"
#include "itkElectronLensAccess.h"
#include "itkElectronMultisliceErrors.h"
#include "itkElectronMultisliceMetaData.h"
#include "itkMetaDataNumber.h"
#include "itkWaveImages.h"
#include "common/Text.h"
#include "common/ThreadTeam.h"
#include "io/JobFile.h"
#include "simulation/Description.h"
#include "simulation/ImageFormation.h"
#include "simulation/ImageNoise.h"
#include "simulation/OrderedReduction.h"
#include <numeric>

namespace itk
{
using ::ElectronMultislice::FormatCount;
using ::ElectronMultislice::InputError;
using ::ElectronMultislice::Lens;
using ::ElectronMultislice::MultisliceProblem;
using ::ElectronMultislice::Range;

namespace
{
/** Images that are formed together: every one of these defoci of every one of these samples. */
struct ImageBox
{
  Range defoci;
  Range samples;
};

/** Planes first to end (not included) of a series, plane = defocus x samples + sample, in boxes in their order. */
std::vector<ImageBox>
SplitIntoBoxes(std::size_t first, std::size_t end, std::size_t samples)
{
  std::vector<ImageBox> boxes;
  while (first < end)
  {
    const std::size_t defocus = first / samples, sample = first % samples;
    const std::size_t whole = sample == 0 ? (end - first) / samples : 0;
    const Range       range{ sample, whole > 0 ? samples : std::min(samples - sample, end - first) };
    boxes.push_back({ { defocus, std::max<std::size_t>(1, whole) }, range });
    first += boxes.back().defoci.count * range.count;
  }
  return boxes;
}
} // namespace

/** How many of what are in the input. A sample is a wave at an exit plane. */
template <typename TInputImage, typename TOutputImage>
struct ElectronImageFormationFilter<TInputImage, TOutputImage>::Series
{
  std::size_t configurations;
  std::size_t samples;
};

template <typename TInputImage, typename TOutputImage>
void
ElectronImageFormationFilter<TInputImage, TOutputImage>::SetDefoci(const std::vector<double> & defoci)
{
  if (defoci != m_Defoci)
  {
    m_Defoci = defoci;
    this->Modified();
  }
}

template <typename TInputImage, typename TOutputImage>
MultisliceProblem
ElectronImageFormationFilter<TInputImage, TOutputImage>::DescribeOptics() const
{
  auto                                     problem = Superclass::DescribeOptics();
  ::ElectronMultislice::ImagingDescription imaging;
  imaging.lens = ElectronLensAccess::GetLens(*this);
  imaging.defoci = m_Defoci;
  problem.images = ::ElectronMultislice::MakeImagingLenses(imaging);
  problem.imageNoise = { m_Dose, m_Seed };
  return problem;
}

template <typename TInputImage, typename TOutputImage>
auto
ElectronImageFormationFilter<TInputImage, TOutputImage>::GetSeries() const -> Series
{
  const auto &      dictionary = this->GetInput()->GetMetaDataDictionary();
  const std::size_t planes = this->GetInput()->GetLargestPossibleRegion().GetSize(2);
  Series            series{ m_NumberOfConfigurations, planes };
  if (m_NumberOfConfigurations == 0)
  {
    const double number = GetMetaDataNumber(dictionary, "number_of_configurations").value_or(1.0);
    if (!(number >= 1.0))
    {
      throw InputError("The metadata of the waves gives " + ::ElectronMultislice::FormatNumber(number) +
                       " as number_of_configurations; it must be at least 1. Set it with SetNumberOfConfigurations().");
    }
    series.configurations = static_cast<std::size_t>(number);
  }
  if (planes == 0 || planes % series.configurations != 0)
  {
    throw InputError("The input has " + FormatCount(planes, "wave") +
                     ", which is not a multiple of the number of thermal configurations, " + std::to_string(series.configurations) +
                     (m_NumberOfConfigurations == 0 ? " (from its metadata)" : "") +
                     ". Every configuration needs the same waves; set SetNumberOfConfigurations() to what the input holds.");
  }
  series.samples = planes / series.configurations;
  return series;
}

template <typename TInputImage, typename TOutputImage>
void
ElectronImageFormationFilter<TInputImage, TOutputImage>::PutJob()
{
  const auto job = ElectronMultisliceMetaData::ReadJob(this->GetInput()->GetMetaDataDictionary());
  if (job.empty() || m_NumberOfConfigurations != 0)
  {
    return;
  }
  const auto optics = this->DescribeOptics();
  auto       description = ::ElectronMultislice::ReadJobText(job, "job", "");
  if (description.energy != optics.energy || description.imaging || description.illumination != optics.illumination)
  {
    return; // a job could not say these images
  }
  ::ElectronMultislice::ImagingDescription imaging;
  imaging.lens = ElectronLensAccess::GetLens(*this);
  imaging.defoci = m_Defoci;
  imaging.noise = optics.imageNoise;
  description.imaging = imaging;
  auto & keep = description.output.keep;
  keep.erase(std::remove(keep.begin(), keep.end(), "exit-waves"), keep.end());
  auto & dictionary = this->GetOutput()->GetMetaDataDictionary();
  ElectronMultisliceMetaData(description, true).Put(dictionary, "[Å, Å, index]", "image intensity, 1 in vacuum");
  ElectronMultisliceMetaData::EraseWaveJob(dictionary);
}

template <typename TInputImage, typename TOutputImage>
void
ElectronImageFormationFilter<TInputImage, TOutputImage>::GenerateOutputInformation()
{
  const RequestedWholeImage whole(*this->GetOutput());
  Superclass::GenerateOutputInformation();
  const auto     series = ElectronMultisliceTranslateErrors([&] { return this->GetSeries(); });
  TOutputImage * output = this->GetOutput();
  auto           region = output->GetLargestPossibleRegion();
  auto           spacing = output->GetSpacing();
  auto           origin = output->GetOrigin();
  region.SetIndex(2, 0);
  region.SetSize(2, m_Defoci.size() * series.samples);
  spacing[2] = 1.0;
  origin[2] = 0.0;
  output->SetLargestPossibleRegion(region);
  output->SetSpacing(spacing);
  output->SetOrigin(origin);

  auto & dictionary = output->GetMetaDataDictionary();
  ElectronMultisliceTranslateErrors([&] { this->PutJob(); });
  EncapsulateMetaData<std::string>(dictionary, "quantity", "image intensity, 1 in vacuum");
  EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.output", "image");
  EncapsulateMetaData<std::vector<double>>(dictionary, "defoci_A", m_Defoci);
  dictionary.Erase("number_of_configurations"); // averaged
  std::vector<double> depths;
  ExposeMetaData(dictionary, "exit_plane_depths_A", depths);
  const double waves = GetMetaDataNumber(dictionary, "number_of_waves").value_or(1.0);
  if (waves * static_cast<double>(depths.size()) != static_cast<double>(series.samples))
  {
    dictionary.Erase("exit_plane_depths_A"); // of other waves
    dictionary.Erase("number_of_waves");
  }
  if (m_Dose > 0.0)
  {
    EncapsulateMetaData<double>(dictionary, "dose_e_per_A2", m_Dose);
    EncapsulateMetaData<std::string>(dictionary, "noise_seed", std::to_string(m_Seed));
  }
}

template <typename TInputImage, typename TOutputImage>
void
ElectronImageFormationFilter<TInputImage, TOutputImage>::GenerateInputRequestedRegion()
{
  const auto        series = ElectronMultisliceTranslateErrors([&] { return this->GetSeries(); });
  const auto &      wanted = this->GetOutput()->GetRequestedRegion();
  const std::size_t first = static_cast<std::size_t>(wanted.GetIndex(2));
  std::size_t       begin = series.samples, end = 0;
  for (const auto & box : SplitIntoBoxes(first, first + wanted.GetSize(2), series.samples))
  {
    begin = std::min(begin, box.samples.first);
    end = std::max(end, box.samples.End());
  }
  auto * input = const_cast<TInputImage *>(this->GetInput());
  auto   region = input->GetLargestPossibleRegion();
  // nothing is wanted: nothing is needed
  region.SetIndex(2, region.GetIndex(2) + static_cast<IndexValueType>(end > 0 ? begin : 0));
  region.SetSize(2, end > 0 ? (series.configurations - 1) * series.samples + end - begin : 0);
  input->SetRequestedRegion(region);
}

template <typename TInputImage, typename TOutputImage>
void
ElectronImageFormationFilter<TInputImage, TOutputImage>::GenerateData()
{
  using RealType = typename Superclass::RealType;
  ReleaseOutputsOnError(*this, [&] {
    ElectronMultisliceTranslateErrors([&] {
      const TInputImage & input = *this->GetInput();
      TOutputImage &      output = *this->GetOutput();
      const auto          optics = this->DescribeOptics();
      const auto          series = this->GetSeries();
      const std::size_t   pixels = optics.grid.GetNumberOfPixels();
      const std::size_t   first = static_cast<std::size_t>(output.GetRequestedRegion().GetIndex(2));
      const std::size_t   count = output.GetRequestedRegion().GetSize(2);
      const auto          boxes = SplitIntoBoxes(first, first + count, series.samples);

      this->AllocateOutputs();
      ::ElectronMultislice::RunControl control;
      ::ElectronMultislice::ThreadTeam team(itk::GetNumberOfThreads(this->GetExecutionContext(), count));
      const std::size_t                threads = team.GetNumberOfThreads();
      ReportProgress(*this, control, 0.0);
      std::size_t imagesDone = 0; // of all configurations
      for (const auto & box : boxes)
      {
        // the engine's own steps, with every sample as an exit plane of one wave
        MultisliceProblem problem = optics;
        const auto        lens = optics.images.begin() + static_cast<std::ptrdiff_t>(box.defoci.first);
        problem.images.assign(lens, lens + static_cast<std::ptrdiff_t>(box.defoci.count));
        problem.imageNoise = {}; // drawn below, where the place in the whole series is known
        problem.exitPlanes.resize(box.samples.count);
        std::iota(problem.exitPlanes.begin(), problem.exitPlanes.end(), std::size_t{ 1 });
        problem.configurations = { 0, series.configurations };
        const auto        seen = ::ElectronMultislice::GetDeviceProblem(problem);
        const auto        layout = ::ElectronMultislice::GetMeasurementLayout(problem);
        const Range       oneWave{ 0, 1 };
        const std::size_t images = box.defoci.count * box.samples.count;
        const auto        fractionOf = [&](double done) {
          return (static_cast<double>(imagesDone) + std::min(done, static_cast<double>(images))) /
                 static_cast<double>(count * series.configurations);
        };
        ::ElectronMultislice::ImageFormation           formation(problem, threads, control);
        ::ElectronMultislice::BlockReduction<RealType> reduction(problem, layout, oneWave);
        for (std::size_t configuration = 0; configuration < series.configurations; ++configuration)
        {
          auto unit = ::ElectronMultislice::MakeUnitResult<RealType>(seen, layout, configuration, oneWave);
          for (std::size_t sample = 0; sample < box.samples.count; ++sample)
          {
            const std::size_t plane = configuration * series.samples + box.samples.first + sample;
            this->CheckWave(plane);
            std::copy_n(GetPlanePixels(input, plane), pixels, unit.exitWaves.data() + sample * pixels);
          }
          // every image stands for its own transform and for its share of those of the waves; this thread guesses from its own part
          const double step = static_cast<double>(threads * images) / static_cast<double>(images + box.samples.count);
          double       done = 0.0;
          formation.Form(unit, [&] { ReportProgress(*this, control, fractionOf(done += step)); });
          reduction.Add(std::move(unit));
          imagesDone += images;
        }
        const auto block = reduction.Finish();
        for (std::size_t i = 0; i < images; ++i)
        {
          const std::size_t defocus = i / box.samples.count, sample = i % box.samples.count;
          const std::size_t plane = (box.defoci.first + defocus) * series.samples + box.samples.first + sample;
          std::copy_n(block.images[defocus].data() + sample * pixels, pixels, GetPlanePixels(output, plane));
        }
      }
      team.ForEach(count, [&](std::size_t item, std::size_t thread) {
        control.Check();
        ::ElectronMultislice::AddImageNoise(optics.imageNoise, optics.grid, first + item, GetPlanePixels(output, first + item));
        if (thread == 0)
        {
          ReportProgress(*this, control, 1.0);
        }
      });
    });
  });
}

template <typename TInputImage, typename TOutputImage>
void
ElectronImageFormationFilter<TInputImage, TOutputImage>::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Defoci:";
  for (const double defocus : m_Defoci)
  {
    os << " " << defocus;
  }
  os << " Å\n"
     << indent << "NumberOfConfigurations: " << m_NumberOfConfigurations << "\n"
     << indent << "Dose: " << m_Dose << " e/Å²\n"
     << indent << "Seed: " << m_Seed << "\n";
}

template class ElectronImageFormationFilter<Image<std::complex<float>, 3>, Image<float, 3>>;
template class ElectronImageFormationFilter<Image<std::complex<double>, 3>, Image<double, 3>>;
} // namespace itk
