#ifndef itkElectronDetector_h
#define itkElectronDetector_h
#include "itkObject.h"
#include "itkObjectFactory.h"
#include "ElectronMultisliceExport.h"
#include <string>
#include <vector>

namespace ElectronMultislice
{
struct Detector;
}

namespace itk
{
/** \class ElectronDetector
 * \brief A detector in the diffraction plane; base of the family.
 *
 * Angles are alpha = lambda k, measured from the (tilted) beam, in rad; setters that take milliradians say so in their name. A pixel of
 * the diffraction plane belongs to a detector by its centre, inner <= alpha < outer. Intensities are fractions of the incident beam.
 * Angles beyond the band limit of the computation are refused before anything is computed.
 *
 * A detector is an Object with an MTime: changing it makes the filters that use it run again.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT ElectronDetector : public Object
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronDetector);

  using Self = ElectronDetector;
  using Superclass = Object;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkTypeMacro(ElectronDetector, Object);

  /** Name of the detector in outputs and messages; one of a kind within a filter. Default: the type, e.g. "annular". */
  itkSetStringMacro(Name);
  itkGetStringMacro(Name);

  /** Numbers per scan position: 1 (annular), radial x azimuthal bins (segmented), 2 (centre of mass), 0 (pixelated: whole patterns). */
  unsigned int
  GetNumberOfComponents() const;

  /** Name of a component: that of the detector, or e.g. "segmented-r0-a2", "center-of-mass-x". */
  std::string
  GetComponentName(unsigned int component) const;

  /** What the numbers of this detector are: "intensity / fraction of the beam", "centre of mass / (1/Å)". */
  virtual std::string
  GetQuantity() const;

protected:
  explicit ElectronDetector(const char * defaultName);
  ~ElectronDetector() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

  /** The same detector as the core sees it. */
  virtual ::ElectronMultislice::Detector
  MakeCoreDetector() const = 0;

private:
  friend struct ElectronDetectorAccess;
  std::string m_Name;
};
} // namespace itk
#endif
