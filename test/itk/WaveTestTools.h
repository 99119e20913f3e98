#ifndef test_itk_WaveTestTools_h
#define test_itk_WaveTestTools_h
#include "ItkTestTools.h"
#include "itkElectronMultisliceExecutionContext.h"
#include "itkMetaDataObject.h"
#include "itkMultisliceImageFilter.h"
#include <limits>

namespace test
{
template <typename T>
using Waves = itk::Image<std::complex<T>, 3>;
template <typename T>
using ExitWaves = itk::MultisliceImageFilter<Potential<T>, Waves<T>>;

/** A source and the filter behind it, which does not keep the source alive. */
template <typename T>
struct ExitPipeline
{
  typename Source<T>::Pointer    source;
  typename ExitWaves<T>::Pointer filter;

  ExitWaves<T> *
  operator->() const
  {
    return filter;
  }
};

/** Exit waves of MakeSource at two planes, of so many frozen-phonon configurations; 100 kV. */
template <typename T>
ExitPipeline<T>
MakeExitWaves(unsigned int configurations = 1)
{
  auto source = MakeSource<T>(MakeStructure());
  source->SetThermalModel(itk::ElectronMultisliceEnums::ThermalModel::FrozenPhonons);
  source->SetNumberOfConfigurations(configurations);
  source->SetSeed(5);
  auto filter = ExitWaves<T>::New();
  filter->SetInput(source->GetOutput());
  filter->SetEnergy(100e3);
  filter->SetExitPlaneDepths({ 4.0, 8.0 });
  return { source, filter };
}

/** Waves of 1 on pixels of 0.125 x 0.25 Å, without metadata. */
template <typename T>
typename Waves<T>::Pointer
MakeVacuumWaves(itk::SizeValueType x, itk::SizeValueType y, itk::SizeValueType count)
{
  auto waves = Waves<T>::New();
  waves->SetRegions(typename Waves<T>::SizeType{ { x, y, count } });
  const double spacing[3] = { 0.125, 0.25, 1.0 };
  waves->SetSpacing(spacing);
  waves->Allocate();
  waves->FillBuffer(1.0);
  return waves;
}

inline itk::ElectronMultisliceExecutionContext::Pointer
MakeContext(const char * threads)
{
  auto context = itk::ElectronMultisliceExecutionContext::New();
  context->SetSetting("threads", threads);
  return context;
}

/** The pixels of some planes of an image by themselves, from a fresh update of this region. */
template <typename TFilter>
std::vector<typename TFilter::OutputImageType::PixelType>
PixelsOfPlanes(TFilter * filter, itk::IndexValueType first, itk::SizeValueType count)
{
  filter->Modified();
  filter->UpdateOutputInformation();
  auto region = filter->GetOutput()->GetLargestPossibleRegion();
  region.SetIndex(2, first);
  region.SetSize(2, count);
  filter->GetOutput()->SetRequestedRegion(region);
  filter->GetOutput()->Update();
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion(), region);
  return Pixels(filter->GetOutput());
}

/** The same planes of an image's pixels. */
template <typename TPixel>
std::vector<TPixel>
Planes(const std::vector<TPixel> & pixels, std::size_t pixelsPerPlane, std::size_t first, std::size_t count)
{
  const auto begin = pixels.begin() + static_cast<std::ptrdiff_t>(first * pixelsPerPlane);
  return { begin, begin + static_cast<std::ptrdiff_t>(count * pixelsPerPlane) };
}

template <typename TValue>
double
LargestDifference(const std::vector<TValue> & a, const std::vector<TValue> & b)
{
  EXPECT_EQ(a.size(), b.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
  {
    largest = std::max(largest, static_cast<double>(std::abs(a[i] - b[i])));
  }
  return largest;
}

template <typename TValue>
TValue
MetaDataOf(const itk::Object * image, const std::string & key)
{
  TValue value{};
  EXPECT_TRUE(itk::ExposeMetaData<TValue>(image->GetMetaDataDictionary(), key, value)) << key;
  return value;
}

/** Aborts at the first progress: nothing half computed is left, and the next update is a whole one. */
template <typename TFilter>
void
ExpectStopsAndStartsAgain(TFilter * filter)
{
  const auto tag = filter->AddObserver(itk::ProgressEvent(), [filter](const itk::EventObject &) { filter->AbortGenerateDataOn(); });
  filter->Modified();
  EXPECT_THROW(filter->Update(), itk::ProcessAborted);
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion().GetNumberOfPixels(), 0u);
  filter->RemoveObserver(tag);
  filter->Update();
  EXPECT_EQ(filter->GetOutput()->GetBufferedRegion(), filter->GetOutput()->GetLargestPossibleRegion());
}
} // namespace test
#endif
