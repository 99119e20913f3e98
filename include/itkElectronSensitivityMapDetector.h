#ifndef itkElectronSensitivityMapDetector_h
#define itkElectronSensitivityMapDetector_h
#include "itkElectronDetector.h"
#include "itkImage.h"
#include <memory>

namespace ElectronMultislice
{
struct SensitivityMap;
}

namespace itk
{
/** \class ElectronSensitivityMapDetector
 * \brief A real detector, by its measured sensitivity over the diffraction plane.
 *
 * The map is a two-dimensional image whose physical points are angles in rad, (0, 0) being the beam: spacing, origin and direction place
 * it, so that a map measured off the axis, turned or mirrored needs no resampling. Its values say what an electron at that angle counts: 1
 * is the ideal detector. Between pixel centres the sensitivity is linear; outside the map it is 0.
 *
 * One number per position: sum of intensity x sensitivity, each pixel of the diffraction plane taking the sensitivity at its centre.
 *
 * Angles and not spatial frequencies, so that a map holds at every beam energy: from a map in 1/Å, multiply spacing and origin by the
 * wavelength.
 *
 * Job files know no maps: a filter with such a detector has no job text, and its images say so in their metadata.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT ElectronSensitivityMapDetector : public ElectronDetector
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronSensitivityMapDetector);

  using Self = ElectronSensitivityMapDetector;
  using Superclass = ElectronDetector;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(ElectronSensitivityMapDetector, ElectronDetector);

  /** The map, physical points in rad. Required. It is copied: to change it, set it again. Throws if it is null, has no pixels in memory
   * (update its source first), values that are not finite, or zeros only. */
  void
  SetSensitivityMap(const Image<float, 2> * map);
  void
  SetSensitivityMap(const Image<double, 2> * map);

  /** Largest angle in rad at which the map is not 0; it must lie within the band limit of a simulation, or within recorded patterns. 0
   * without a map. */
  double
  GetMaximumAngle() const;

  std::string
  GetQuantity() const override;

protected:
  ElectronSensitivityMapDetector();
  ~ElectronSensitivityMapDetector() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;
  ::ElectronMultislice::Detector
  MakeCoreDetector() const override;

private:
  template <typename TImage>
  void
  CopyMap(const TImage * map);

  std::shared_ptr<const ::ElectronMultislice::SensitivityMap> m_Map;
};
} // namespace itk
#endif
