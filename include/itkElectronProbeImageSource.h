#ifndef itkElectronProbeImageSource_h
#define itkElectronProbeImageSource_h
#include "itkElectronLensParameters.h"
#include "itkElectronWaveImageSource.h"
#include "itkRasterScanPattern.h"

namespace itk
{
/** \class ElectronProbeImageSource
 * \brief Focused probes, one wave per position: what the scanning filters start with.
 *
 * psi_hat(k) = A exp(-i chi) exp(-2 pi i k.r0) with sum |psi_hat|² = 1, and psi its inverse transform, so that sum |psi|² is one over the
 * number of pixels; A is the aperture of Semiangle, chi the aberration function (see ElectronLensParameters), r0 the position. Energy and
 * Semiangle must be set. E. J. Kirkland, Advanced Computing in Electron Microscopy, 2nd ed. (2010), section 5.6.
 *
 * See ElectronWaveImageSource for grid and geometry. Planes are in the order of the scan, x fastest.
 *
 * Instantiated for Image<std::complex<float>, 3> and Image<std::complex<double>, 3>.
 *
 * \sa PlaneWaveImageSource MultisliceImageFilter
 * \ingroup ElectronMultislice
 */
template <typename TOutputImage>
class ITK_TEMPLATE_EXPORT ElectronProbeImageSource : public ElectronLensParameters<ElectronWaveImageSource<TOutputImage>>
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronProbeImageSource);

  using Self = ElectronProbeImageSource;
  using Superclass = ElectronLensParameters<ElectronWaveImageSource<TOutputImage>>;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;
  using typename ElectronWaveImageSource<TOutputImage>::PointType;

  itkNewMacro(Self);
  itkTypeMacro(ElectronProbeImageSource, ElectronWaveImageSource);

  /** Where the probes stand. Optional: without it there is one probe, at Position. */
  itkSetInputMacro(ScanPattern, RasterScanPattern);
  itkGetInputMacro(ScanPattern, RasterScanPattern);

  /** Where the probe stands while there is no scan pattern, in Å, in the coordinates of the image; outside of it stand periodic images.
   * Default (0, 0). */
  itkSetMacro(Position, PointType);
  itkGetConstReferenceMacro(Position, PointType);
  void
  SetPosition(double x, double y);

protected:
  ElectronProbeImageSource();
  ~ElectronProbeImageSource() override = default;

  SizeValueType
  GetNumberOfWaves() const override;
  typename ElectronWaveImageSource<TOutputImage>::WaveFunctionType
  MakeWaveFunction() const override;
  ::ElectronMultislice::MultisliceProblem
  DescribeOptics() const override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  PointType m_Position;
};

extern template class ElectronMultislice_EXPORT ElectronProbeImageSource<Image<std::complex<float>, 3>>;
extern template class ElectronMultislice_EXPORT ElectronProbeImageSource<Image<std::complex<double>, 3>>;
} // namespace itk
#endif
