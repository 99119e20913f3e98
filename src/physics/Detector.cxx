#include "physics/Detector.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Constants.h"
#include "physics/SensitivityMap.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
const std::string &
DetectorTypeName(DetectorType type)
{
  static const std::array<std::string, 5> names{ "annular", "segmented", "center-of-mass", "pixelated", "sensitivity-map" };
  return names.at(static_cast<std::size_t>(type));
}

int
Detector::GetNumberOfComponents() const
{
  switch (type)
  {
    case DetectorType::Annular:
    case DetectorType::SensitivityMap:
      return 1;
    case DetectorType::Segmented:
      return radial * azimuthal;
    case DetectorType::CenterOfMass:
      return 2;
    case DetectorType::Pixelated:
      break;
  }
  return 0;
}

std::size_t
Detector::GetNumberOfRawSums() const
{
  return type == DetectorType::CenterOfMass ? 3 : static_cast<std::size_t>(GetNumberOfComponents());
}

double
Detector::GetReach() const
{
  return type == DetectorType::SensitivityMap && map ? map->GetReach() : outer;
}

void
Detector::AppendComponents(const double * rawSums, std::size_t configurations, std::vector<double> & values) const
{
  const double count = static_cast<double>(configurations);
  // a detector that collects nothing has no centre: 0, as for an empty pattern
  const double divisor = type == DetectorType::CenterOfMass && divided ? rawSums[2] : count;
  for (int i = 0; i < GetNumberOfComponents(); ++i)
  {
    values.push_back(divisor != 0.0 ? rawSums[i] / divisor : 0.0);
  }
}

std::string
Detector::GetComponentName(int component) const
{
  switch (type)
  {
    case DetectorType::Segmented:
      return name + "-r" + std::to_string(component / azimuthal) + "-a" + std::to_string(component % azimuthal);
    case DetectorType::CenterOfMass:
      return name + (component == 0 ? "-x" : "-y");
    case DetectorType::Annular:
    case DetectorType::Pixelated:
    case DetectorType::SensitivityMap:
      break;
  }
  return name;
}

std::string
FormatMilliradians(double angle)
{
  return FormatNumber(angle * 1e3, 4) + " mrad";
}

void
CheckDetector(const Detector & detector)
{
  const std::string what = "The detector '" + detector.name + "' (" + DetectorTypeName(detector.type) + ")";
  for (const double value : { detector.inner, detector.outer, detector.rotation })
  {
    if (!std::isfinite(value))
    {
      throw InputError("An angle of the detector '" + detector.name + "' is " + FormatNumber(value) + "; it must be a finite number.");
    }
  }
  if (detector.inner < 0.0 || detector.outer < 0.0)
  {
    throw InputError(what + " has a negative angle; angles count from the beam and are at least 0.");
  }
  const bool ring = detector.type == DetectorType::Annular || detector.type == DetectorType::Segmented;
  if (ring && !(detector.inner < detector.outer))
  {
    throw InputError(what + " has inner angle " + FormatMilliradians(detector.inner) + " and outer angle " +
                     FormatMilliradians(detector.outer) + "; the inner one must be smaller.");
  }
  if (detector.radial < 1 || detector.azimuthal < 1)
  {
    throw InputError(what + " needs at least one radial and one azimuthal segment, not " + std::to_string(detector.radial) + " x " +
                     std::to_string(detector.azimuthal) + ".");
  }
  if (detector.type == DetectorType::SensitivityMap)
  {
    (detector.map ? *detector.map : SensitivityMap()).Check(detector.name);
  }
}

int
DetectorComponentAt(const Detector & detector, double kx, double ky, double wavelength)
{
  if (detector.type == DetectorType::SensitivityMap)
  {
    return DetectorWeightAt(detector, kx, ky, wavelength) != 0.0 ? 0 : -1;
  }
  const double alpha = wavelength * std::sqrt(kx * kx + ky * ky);
  if (detector.type == DetectorType::CenterOfMass || detector.type == DetectorType::Pixelated)
  {
    return detector.outer == 0.0 || alpha < detector.outer ? 0 : -1;
  }
  if (!(alpha >= detector.inner && alpha < detector.outer))
  {
    return -1;
  }
  if (detector.type == DetectorType::Annular)
  {
    return 0;
  }
  const double relative = (alpha - detector.inner) / (detector.outer - detector.inner);
  const int    ring = std::min(static_cast<int>(detector.radial * relative), detector.radial - 1);

  const double phi = kx == 0.0 && ky == 0.0 ? 0.0 : std::atan2(ky, kx);
  double       turn = std::fmod(phi - detector.rotation, 2.0 * Pi) / (2.0 * Pi);
  turn = turn < 0.0 ? turn + 1.0 : turn;
  // a pixel on a border belongs to the segment that begins there, in every quadrant, whatever the rounding
  constexpr double grace = 1e-9;
  const int        sector = static_cast<int>(std::floor(detector.azimuthal * turn + grace)) % detector.azimuthal;
  return ring * detector.azimuthal + sector;
}

double
DetectorWeightAt(const Detector & detector, double kx, double ky, double wavelength)
{
  return detector.type == DetectorType::SensitivityMap ? detector.map->At(wavelength * kx, wavelength * ky) : 1.0;
}
} // namespace ElectronMultislice
