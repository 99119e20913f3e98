#include "backends/MultisliceProblem.h"
#include "common/Error.h"
#include "common/FiniteValues.h"
#include "common/Text.h"
#include "physics/Constants.h"
#include "physics/Elements.h"
#include <algorithm>
#include <cmath>
#include <set>

namespace ElectronMultislice
{
namespace
{
/** Pixels along an axis that put the band limit at `angle` or beyond: cutoff = c/d with the same c as now. */
std::size_t
PixelsFor(double angle, double cutoffAngle, std::size_t n)
{
  return static_cast<std::size_t>(std::ceil(static_cast<double>(n) * angle / cutoffAngle * (1.0 - 1e-12)));
}

void
CheckWithinBand(const MultisliceProblem & problem, const std::string & what, double angle)
{
  const Grid & grid = problem.grid;
  const double dx = grid.GetSpacingX(), dy = grid.GetSpacingY();
  const double limit = Wavelength(problem.energy) * BandLimitCutoff(problem.bandLimit, dx, dy);
  if (angle <= limit * (1.0 + 1e-9))
  {
    return;
  }
  const double coarse = std::max(dx, dy);
  const auto   nx = PixelsFor(angle, limit, static_cast<std::size_t>(std::ceil(grid.lengthX / coarse - 1e-9)));
  const auto   ny = PixelsFor(angle, limit, static_cast<std::size_t>(std::ceil(grid.lengthY / coarse - 1e-9)));
  throw InputError(what + " reaches " + FormatMilliradians(angle) + ", beyond the band limit of the " + std::to_string(grid.nx) + " x " +
                   std::to_string(grid.ny) + " grid at " + FormatMilliradians(limit) +
                   ", where nothing is simulated. Take a grid of at least " + std::to_string(nx) + " x " + std::to_string(ny) +
                   " pixels, or a smaller angle.");
}

/** Å. The wave of a probe farther away would be placed with more than 2e-9 Å of rounding. */
constexpr double LargestDistance = 1e7;

void
CheckFinite(double value, const std::string & what)
{
  if (!std::isfinite(value))
  {
    throw InputError(what + " is " + FormatNumber(value) + "; it must be a finite number.");
  }
}

void
CheckGrid(const Grid & grid)
{
  for (const double length : { grid.lengthX, grid.lengthY })
  {
    if (!(length > 0.0) || !std::isfinite(length))
    {
      throw InputError("The simulated area is " + FormatNumber(grid.lengthX, 6) + " x " + FormatNumber(grid.lengthY, 6) +
                       " Å; both lengths must be positive and finite.");
    }
  }
  if (grid.nx < 4 || grid.ny < 4 || grid.nx > 65536 || grid.ny > 65536)
  {
    throw InputError("The grid is " + std::to_string(grid.nx) + " x " + std::to_string(grid.ny) +
                     " pixels; allowed are 4 to 65536 along each axis.");
  }
}

void
CheckDetectorOfProblem(const MultisliceProblem & problem, const Detector & detector)
{
  CheckDetector(detector);
  const std::string what = "The detector '" + detector.name + "' (" + DetectorTypeName(detector.type) + ")";
  CheckWithinBand(problem, what, detector.GetReach());
  if (detector.type == DetectorType::CenterOfMass || detector.type == DetectorType::Pixelated)
  {
    return;
  }
  // every segment must hold a pixel, or its image would be zero without a word
  const double      wavelength = Wavelength(problem.energy);
  const Grid &      grid = problem.grid;
  const int         components = detector.GetNumberOfComponents();
  std::vector<bool> filled(static_cast<std::size_t>(components), false);
  int               missing = components;
  for (std::size_t row = 0; row < grid.ny && missing > 0; ++row)
  {
    const std::size_t y = row % 2 == 0 ? row / 2 : grid.ny - 1 - row / 2; // from the beam outwards: the search ends early
    for (std::size_t x = 0; x < grid.nx && missing > 0; ++x)
    {
      const int component = DetectorComponentAt(detector, grid.GetFrequencyX(x), grid.GetFrequencyY(y), wavelength);
      if (component >= 0 && !filled[static_cast<std::size_t>(component)])
      {
        filled[static_cast<std::size_t>(component)] = true;
        --missing;
      }
    }
  }
  for (int component = 0; component < components; ++component)
  {
    if (!filled[static_cast<std::size_t>(component)])
    {
      throw InputError(what + " holds no pixel of the diffraction plane in its segment " + std::to_string(component) + "; a pixel is " +
                       FormatMilliradians(wavelength / grid.lengthX) + " x " + FormatMilliradians(wavelength / grid.lengthY) +
                       ". Take fewer or larger segments, or a larger supercell (more repetitions).");
    }
  }
}

void
CheckImageNoise(const MultisliceProblem & problem)
{
  const double dose = problem.imageNoise.dose;
  CheckFinite(dose, "The dose");
  if (dose < 0.0)
  {
    throw InputError("The dose is " + FormatNumber(dose) + " e/Å²; it must be above 0, or 0 for images without noise.");
  }
  const double counts = dose * problem.grid.GetSpacingX() * problem.grid.GetSpacingY();
  if (counts > 1e9)
  {
    throw InputError("The dose is " + FormatNumber(dose) + " e/Å², which is " + FormatNumber(counts, 3) +
                     " electrons per pixel; at most 1e9 can be counted. Take a smaller dose, or 0 for images without noise.");
  }
}

void
CheckImages(const MultisliceProblem & problem)
{
  if (!problem.images.empty() && problem.illumination == Illumination::Probe)
  {
    throw InputError("An objective lens images a plane wave, but the illumination is a probe. Take a plane wave, or remove the imaging.");
  }
  for (const Lens & lens : problem.images)
  {
    CheckFinite(lens.semiangle, "The objective aperture");
    CheckFinite(lens.focalSpread, "The focal spread");
    CheckFinite(lens.angularSpread, "The angular spread");
    for (const Aberrations::Order & order : Aberrations::Orders)
    {
      CheckFinite(lens.aberrations.GetCoefficient(order.n, order.m), "An aberration of the objective lens");
      CheckFinite(lens.aberrations.GetAngle(order.n, order.m), "The azimuth of an aberration of the objective lens");
    }
    if (lens.focalSpread < 0.0 || lens.angularSpread < 0.0)
    {
      throw InputError("The focal spread is " + FormatNumber(lens.focalSpread) + " Å and the angular spread " +
                       FormatMilliradians(lens.angularSpread) + "; both are at least 0.");
    }
    if (lens.semiangle < 0.0 || lens.semiangle >= 0.3)
    {
      throw InputError("The objective aperture is " + FormatMilliradians(lens.semiangle) +
                       "; it must be between 0 and 300 mrad, or 0 for no aperture.");
    }
    CheckWithinBand(problem, "The objective aperture", lens.semiangle);
  }
  CheckImageNoise(problem);
}

void
CheckGivenWaves(const MultisliceProblem & problem)
{
  if (problem.GetNumberOfWaves() == 0)
  {
    throw InputError("The incident waves are to be given ones, but there is none; at least one is needed.");
  }
  if (!problem.detectors.empty())
  {
    throw InputError("The detector '" + problem.detectors.front().name +
                     "' measures fractions of the incident beam, which is not known of given waves: they are taken as they are. Keep the "
                     "exit waves and take their intensities, or illuminate with a probe or a plane wave.");
  }
}
} // namespace

void
CheckOptics(const MultisliceProblem & problem)
{
  CheckEnergy(problem.energy);
  CheckGrid(problem.grid);
  if (problem.illumination == Illumination::Probe)
  {
    if (problem.positions.empty())
    {
      throw InputError("The scan has no positions. Give a count of at least 1 x 1, or a list of positions.");
    }
    for (const auto & position : problem.positions)
    {
      CheckFinite(position[0], "The x of a probe position");
      CheckFinite(position[1], "The y of a probe position");
      if (std::max(std::abs(position[0]), std::abs(position[1])) > LargestDistance)
      {
        throw InputError(
          "The probe position (" + FormatNumber(position[0]) + ", " + FormatNumber(position[1]) +
          ") Å lies more than 1 mm from the origin; its place in the cell could not be computed exactly. Check start, step and "
          "their units.");
      }
    }
    if (!(problem.lens.semiangle > 0.0) || !(problem.lens.semiangle < 0.3))
    {
      throw InputError("The probe's semiangle is " + FormatMilliradians(problem.lens.semiangle) + "; it must be between 0 and 300 mrad.");
    }
    CheckWithinBand(problem, "The probe's aperture", problem.lens.semiangle);
  }
  CheckImages(problem);
}

void
CheckProblem(const MultisliceProblem & problem)
{
  CheckOptics(problem);
  if (problem.oversampling < 1 || problem.oversampling > 4)
  {
    throw InputError("The transmission oversampling is " + std::to_string(problem.oversampling) + "; allowed are 1 to 4.");
  }
  for (const double tilt : { problem.tilt.x, problem.tilt.y })
  {
    CheckFinite(tilt, "The beam tilt");
    if (std::fabs(tilt) > 0.2)
    {
      throw InputError("The beam tilt is " + FormatMilliradians(tilt) + "; allowed are -200 to 200 mrad. Is the unit right?");
    }
  }
  if (!problem.specimen && !problem.potential)
  {
    throw InputError("There is neither a specimen nor a potential to simulate.");
  }
  if (problem.sliceEdges.size() < 2)
  {
    throw InputError("The specimen has no slices.");
  }
  for (std::size_t s = 0; s + 1 < problem.sliceEdges.size(); ++s)
  {
    const double thickness = problem.sliceEdges[s + 1] - problem.sliceEdges[s];
    if (!(thickness > 0.0) || !std::isfinite(thickness))
    {
      throw InputError("Slice " + std::to_string(s) + " has a thickness of " + FormatNumber(thickness) +
                       " Å; slices must be thicker than 0.");
    }
  }
  if (problem.specimen)
  {
    for (const int element : problem.specimen->GetAtomicNumbers())
    {
      GetScatteringTerms(problem.parametrization, element); // refuses elements without parameters
    }
  }
  if (problem.illumination == Illumination::Given)
  {
    CheckGivenWaves(problem);
  }
  if (problem.detectors.empty() && problem.images.empty() && !problem.exitWaves)
  {
    throw InputError("Nothing is measured: there is no detector, no imaging, and exit waves are not kept. Add at least one detector.");
  }
  std::set<std::string> names;
  for (const Detector & detector : problem.detectors)
  {
    if (!names.insert(detector.name).second)
    {
      throw InputError("Two detectors are named '" + detector.name + "'; each needs a name of its own.");
    }
    CheckDetectorOfProblem(problem, detector);
  }
  if (problem.exitPlanes.empty())
  {
    throw InputError("There is no exit plane.");
  }
  std::size_t previous = 0;
  for (const std::size_t plane : problem.exitPlanes)
  {
    if (plane <= previous || plane > problem.GetNumberOfSlices())
    {
      throw InputError("An exit plane behind slice " + std::to_string(plane) + " is not possible: planes ascend from 1 to " +
                       std::to_string(problem.GetNumberOfSlices()) + " slices.");
    }
    previous = plane;
  }
}

void
ReadGivenWave(const MultisliceProblem & problem, std::size_t wave, std::complex<double> * values)
{
  problem.waves->GetWave(wave, values);
  CheckFiniteValues(values, problem.grid.nx, problem.grid.ny, "The given wave " + std::to_string(wave));
}
} // namespace ElectronMultislice
