#ifndef physics_Detector_h
#define physics_Detector_h
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace ElectronMultislice
{
struct SensitivityMap;

enum class DetectorType
{
  Annular,
  Segmented,
  CenterOfMass,
  Pixelated,
  SensitivityMap
};

/** One detector in the diffraction plane. Angles in rad, alpha = lambda k, measured from the (tilted) beam. */
struct Detector
{
  std::string  name;
  DetectorType type = DetectorType::Annular;
  double       inner = 0.0;    ///< annular, segmented: inner <= alpha < outer, at pixel centres
  double       outer = 0.0;    ///< annular, segmented: required. Centre of mass, pixelated: 0 = all of the band-limited plane
  int          radial = 1;     ///< segmented: bins of equal angular width
  int          azimuthal = 1;  ///< segmented: bins of equal angle from `rotation`, from +x towards +y
  double       rotation = 0.0; ///< segmented
  bool         divided = true; ///< centre of mass: divide by the collected intensity

  std::shared_ptr<const ElectronMultislice::SensitivityMap> map; ///< sensitivity map

  /** Number of scalar components per position: 1, radial x azimuthal, 2 (kx, ky), 0 for pixelated, 1 for a sensitivity map. */
  int
  GetNumberOfComponents() const;

  /** Numbers that are summed over the pixels, in double: one per component; sum I kx, sum I ky and sum I for a centre of mass. */
  std::size_t
  GetNumberOfRawSums() const;

  /** Angle in rad up to which the detector collects; 0: all of the band-limited plane. */
  double
  GetReach() const;

  /** Appends the components from raw sums over so many configurations: their average; a centre of mass is divided last. */
  void
  AppendComponents(const double * rawSums, std::size_t configurations, std::vector<double> & values) const;

  /** Name of a component: the detector's own, or e.g. "quadrant-r0-a2", "com-x". */
  std::string
  GetComponentName(int component) const;
};

/** "annular", "segmented", "center-of-mass", "pixelated", "sensitivity-map". */
const std::string &
DetectorTypeName(DetectorType type);

/** Input error if the values make no detector: not finite, negative or empty angles, no segments, an unusable map. */
void
CheckDetector(const Detector & detector);

/** "50 mrad", for messages. */
std::string
FormatMilliradians(double angle);

/** Annular and segmented: component that collects the pixel at (kx, ky) in 1/Å, or -1. Segmented: radial-major, the pixel k = 0 has
 *  azimuth 0. Others: 0 if the pixel is inside (the map is not 0), -1 if not. */
int
DetectorComponentAt(const Detector & detector, double kx, double ky, double wavelength);

/** What an intensity at (kx, ky) counts in its component: the value of a sensitivity map, 1 for the others. */
double
DetectorWeightAt(const Detector & detector, double kx, double ky, double wavelength);
} // namespace ElectronMultislice
#endif
