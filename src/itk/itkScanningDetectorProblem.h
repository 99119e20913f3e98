#ifndef itk_itkScanningDetectorProblem_h
#define itk_itkScanningDetectorProblem_h
#include "itkElectronPotentialImageSource.h"
#include "itkScanningDetectorImageFilter.h"
#include "simulation/Description.h"

namespace itk
{
/** What the engine is asked to do, from the parameters and inputs of the filter. */
template <typename TInputImage, typename TOutputImage>
struct ScanningDetectorImageFilter<TInputImage, TOutputImage>::Implementation
{
  ::ElectronMultislice::Aberrations aberrations;

  /** The whole scan as the engine needs it; made at the first use after a change, see GenerateOutputInformation(). */
  std::shared_ptr<const ::ElectronMultislice::MultisliceProblem> problem;

  /** The source whose description takes the place of its image; null if the potential comes from elsewhere. */
  static const ElectronPotentialImageSource<TInputImage> *
  GetPotentialSource(const Self & filter);

  /** The filter's parameters; specimen and potential only with a potential source. */
  static ::ElectronMultislice::SimulationDescription
  Describe(const Self & filter);

  /** The same with the structure named by its file, where it is the content of one. */
  static ::ElectronMultislice::SimulationDescription
  DescribeJob(const Self & filter);

  const ::ElectronMultislice::MultisliceProblem &
  GetProblem(const Self & filter);

private:
  static void
  DescribeOptics(const Self & filter, ::ElectronMultislice::SimulationDescription & description);
  static void
  DescribeScan(const RasterScanPattern & pattern, ::ElectronMultislice::ScanDescription & scan);
  static ::ElectronMultislice::MultisliceProblem
  MakeProblemOfImage(const Self & filter, const ::ElectronMultislice::SimulationDescription & description);
};

extern template struct ScanningDetectorImageFilter<Image<float, 3>, Image<float, 2>>::Implementation;
extern template struct ScanningDetectorImageFilter<Image<double, 3>, Image<double, 2>>::Implementation;
} // namespace itk
#endif
