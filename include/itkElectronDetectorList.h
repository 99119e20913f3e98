#ifndef itkElectronDetectorList_h
#define itkElectronDetectorList_h
#include "itkElectronDetector.h"
#include <string>
#include <vector>

namespace itk
{
/** \class ElectronDetectorList
 * \brief Detectors with different names, and the order of the images they make: detector, component, exit plane.
 *
 * A value, shared by the filters that detect (see ElectronDetectorOutputs). Errors are ExceptionObjects.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT ElectronDetectorList
{
public:
  /** One image of one detector. */
  struct Output
  {
    std::string  name;     ///< that of the component, with "@<depth in Å>" behind it when there are exit planes
    std::string  quantity; ///< e.g. "intensity / fraction of the beam"
    unsigned int detector;
    unsigned int component;
    std::size_t  exitPlane; ///< index of the depth; 0 without exit planes
  };

  /** Throws if the detector is null or another one has its name. */
  void
  Add(ElectronDetector * detector);
  void
  Clear();

  unsigned int
  GetSize() const
  {
    return static_cast<unsigned int>(m_Detectors.size());
  }

  /** Throws beyond the last one. */
  ElectronDetector *
  Get(unsigned int index) const;

  /** Of the detector that was changed last; 0 without detectors. */
  ModifiedTimeType
  GetMTime() const;

  /** Images at the given depths (Å), or at one unnamed plane if there are none. */
  std::vector<Output>
  GetOutputs(const std::vector<double> & exitPlaneDepths) const;

  /** Index of a name among the names; throws and says the names there are. */
  static std::size_t
  FindOutput(const std::vector<std::string> & names, const std::string & name);

  void
  Print(std::ostream & os, Indent indent) const;

private:
  std::vector<ElectronDetector::Pointer> m_Detectors;
};
} // namespace itk
#endif
