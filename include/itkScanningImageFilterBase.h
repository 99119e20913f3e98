#ifndef itkScanningImageFilterBase_h
#define itkScanningImageFilterBase_h
#include "itkElectronDetectorOutputs.h"
#include "itkElectronLensParameters.h"
#include "itkMultisliceImageFilterBase.h"
#include "itkRasterScanPattern.h"

namespace itk
{
/** \class ScanningImageFilterBase
 * \brief What filters that scan a focused probe have in common: the lens, the scan, the detectors.
 *
 * A probe = aperture x exp(-i chi), chi = (2 pi/lambda) sum alpha^(n+1)/(n+1) C_nm cos(m (phi - phi_nm)), starts at every scan position;
 * its defocus is relative to the entrance face. Intensities are fractions of the incident beam, so that a vacuum scan reads what the
 * aperture sends into a detector.
 *
 * Each component of each detector has a two-dimensional output at each exit plane, with the geometry of the scan: origin = first position,
 * spacing = step, direction = rotation. A requested region of any output computes only its positions, and all outputs share it; an image
 * streamed in pieces has the same bits as the whole.
 *
 * \ingroup ElectronMultislice
 */
template <typename TPotentialImage, typename TOutputImage>
class ITK_TEMPLATE_EXPORT ScanningImageFilterBase
  : public ElectronDetectorOutputs<ElectronLensParameters<MultisliceImageFilterBase<TPotentialImage, TOutputImage>>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ScanningImageFilterBase);

  using Self = ScanningImageFilterBase;
  using Superclass = ElectronDetectorOutputs<ElectronLensParameters<MultisliceImageFilterBase<TPotentialImage, TOutputImage>>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  using RealType = typename TPotentialImage::PixelType;
  using ScanRegionType = ImageRegion<2>;

  itkTypeMacro(ScanningImageFilterBase, ElectronDetectorOutputs);

  /** Where the probe stands. Required. */
  itkSetInputMacro(ScanPattern, RasterScanPattern);
  itkGetInputMacro(ScanPattern, RasterScanPattern);

protected:
  ScanningImageFilterBase();
  ~ScanningImageFilterBase() override = default;

  std::vector<double>
  GetDetectedDepths() const override
  {
    return this->GetExitPlaneDepths();
  }
  void
  SynchronizeOutputs() override
  {
    Superclass::SynchronizeOutputs();
  }

  void
  DescribeMeasurement(::ElectronMultislice::SimulationDescription & description) const override;
  void
  VerifyPreconditions() ITKv5_CONST override;
  void
  GenerateOutputInformation() override;
  void
  GenerateOutputRequestedRegion(DataObject * output) override;

  /** Axes of the scan for the metadata: "Å, Å", or indices for a list of positions. */
  std::string
  GetScanUnits() const;

  /** Depth in Å of an exit plane into the metadata of an output, where there are exit planes. */
  void
  PutExitPlaneDepth(DataObject & output, std::size_t exitPlane) const;

  /** What the engine is asked for a region of the scan. */
  ::ElectronMultislice::MultisliceProblem
  GetProblemOfRegion(const ScanRegionType & region) const;

  /** Allocates the detectors' images for a region of the scan. */
  std::vector<RealType *>
  AllocateDetectorImages(const ScanRegionType & region);
};

extern template class ElectronMultislice_EXPORT ScanningImageFilterBase<Image<float, 3>, Image<float, 2>>;
extern template class ElectronMultislice_EXPORT ScanningImageFilterBase<Image<double, 3>, Image<double, 2>>;
extern template class ElectronMultislice_EXPORT ScanningImageFilterBase<Image<float, 3>, Image<float, 4>>;
extern template class ElectronMultislice_EXPORT ScanningImageFilterBase<Image<double, 3>, Image<double, 4>>;
} // namespace itk
#endif
