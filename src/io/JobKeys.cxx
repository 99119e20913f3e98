#include "io/JobKeys.h"
#include "common/Text.h"
#include "execution/Settings.h"
#include "io/JobChoices.h"
#include "physics/Aberrations.h"

namespace ElectronMultislice
{
namespace
{
template <typename E>
std::string
Alternatives()
{
  return JoinAlternatives(ChoiceNames<E>());
}

std::vector<JobKey>
MakeTable()
{
  const std::string   required = "required";
  const std::string   none = "-";
  const std::string   length = "length, Å";
  const std::string   angle = "angle with unit";
  std::vector<JobKey> keys{
    { "", "specimen", "section", required, "The atoms, the box they stand in and how the beam sees it" },
    { "", "potential", "section", required, "The grid of the waves, the slices and the scattering factors" },
    { "", "thermal", "section", "atoms at rest", "Thermal vibrations" },
    { "", "beam", "section", required, "The electrons" },
    { "", "illumination", "section", required, "A focused probe or a plane wave" },
    { "", "scan", "section", "required for a probe", "Positions of the probe: a raster, or any list" },
    { "", "detectors", "names, each with a section", "none", "Any number of detectors in the diffraction plane, all read in one pass" },
    { "", "imaging", "section", "none", "Images of a plane wave by an objective lens (HRTEM), one per defocus and exit plane" },
    { "",
      "exit-planes",
      "list of lengths, Å, or a section",
      "the exit face",
      "Thicknesses at which everything is detected, on slice boundaries (within 1e-3 Å), ascending" },
    { "", "numerics", "section", "see there", "Choices of the method; the defaults are the accurate ones" },
    { "", "output", "section", "see there", "Files" },
    { "", "execution", "section", "see there", "Any setting of `electron-multislice config`, nested or dotted" },

    { "specimen", "structure", "path", "required, or cell and atoms", "Structure file (CIF or XYZ), relative to the job file" },
    { "specimen", "block", "text", "first with atoms", "Data block of a CIF" },
    { "specimen", "repetitions", "3 whole numbers", "[1, 1, 1]", "Unit cells along a, b and c" },
    { "specimen",
      "beam-axis",
      Alternatives<BeamAxis>(),
      "c",
      "The cell axis that becomes z: (x, y, z) = (b, c, a), (c, a, b) or (a, b, c)" },
    { "specimen", "padding", "3 lengths, Å", "[0, 0, 0]", "Vacuum added on each side along x, y and z" },
    { "specimen",
      "cell",
      "3 lengths, or 3 lengths and 3 angles with unit, or 3 vectors, Å",
      none,
      "Cell of atoms that are given here instead of in a file" },
    { "specimen",
      "atoms",
      "list of [element, x, y, z, occupancy, u2, charge, site]",
      none,
      "Atoms given here, Cartesian in Å; all after z may be left out. u2: mean-square displacement in Å², one number or [xx, yy, zz, xy, "
      "xz, yz]; atoms with the same site number (0 or more) exclude one another" },
    { "specimen", "frames", "list of sections", none, "Several structures for `thermal: {model: frames}`, each with cell and atoms" },
    { "specimen", "name", "text", none, "Name of a structure that is given here" },
    { "specimen", "source", "text", none, "Where atoms given here come from; only a note" },
    { "specimen", "remarks", "list of texts", none, "What was decided when atoms given here were first read; only a note" },

    { "specimen.frames[]", "cell", "as specimen.cell", required, "Cell of this frame" },
    { "specimen.frames[]", "atoms", "as specimen.atoms", required, "Atoms of this frame" },
    { "specimen.frames[]", "source", "text", none, "Where this frame comes from; only a note" },
    { "specimen.frames[]", "remarks", "list of texts", none, "Only notes" },

    { "potential",
      "grid",
      "2 whole numbers",
      "required, or sampling",
      "Pixels of the waves along x and y; sizes without prime factors above 7 are fast" },
    { "potential", "sampling", length, "required, or grid", "Largest pixel of the waves; the next fast grid size is taken" },
    { "potential", "slice-thickness", length, "2", "Largest thickness of a slice; all slices are equally thick" },
    { "potential", "slices", "whole number", none, "Number of slices, instead of slice-thickness" },
    { "potential",
      "slice-thicknesses",
      "list of lengths, Å",
      none,
      "Every slice by itself, instead of slice-thickness; the sum is the height of the specimen" },
    { "potential", "parametrization", Alternatives<Parametrization>(), "lobato", "Table of electron scattering factors" },
    { "potential", "projection", "infinite", "infinite", "Every atom counts wholly in its slice (finite projection is not available yet)" },
    { "potential",
      "transmission-oversampling",
      "1 to 4",
      "2",
      "Transmission functions are formed on a grid so many times finer: removes aliasing, paid once per slice" },

    { "thermal",
      "model",
      Alternatives<ThermalModel>(),
      "none",
      "Atoms at rest, potential smeared by the displacements, atoms displaced at random (mean over configurations), or the frames of the "
      "structure file as they are" },
    { "thermal", "configurations", "whole number", "1", "Number of random configurations; only with frozen-phonons" },
    { "thermal", "seed", "whole number", "0", "Seed of all random numbers" },
    { "thermal",
      "mean-square-displacement",
      "element: number, Å²",
      "the structure file's",
      "u² along one direction (B = 8π²u²) by element; overrides the file" },

    { "beam", "energy", "energy with unit", required, "Kinetic energy, 1 keV to 10 MeV" },
    { "beam", "tilt", "2 angles with unit", "[0 mrad, 0 mrad]", "Direction of the beam towards +x and +y" },

    { "illumination", "type", Alternatives<Illumination>(), required, "A probe at every scan position, or one plane wave" },
    { "illumination", "semiangle", angle, "required for a probe", "Convergence semiangle: radius of the aperture" },
    { "illumination", "aberrations", "name: value", "none", "Aberrations of the probe-forming lens" },
    { "illumination", "focal-spread", length, "0", "√2 times the standard deviation of the focus; damps the aperture function" },
    { "illumination",
      "angular-spread",
      angle,
      "0 mrad",
      "√2 times the standard deviation of the source angle; damps the aperture function" },
  };
  const auto addAberrations = [&](const std::string & section, bool withDefocus) {
    for (const std::string & name : Aberrations::GetNames())
    {
      if (!withDefocus && (name == "defocus" || name == "C10"))
      {
        continue;
      }
      const bool isAngle = Aberrations::IsAngle(name);
      keys.push_back({ section,
                       name,
                       isAngle ? angle : length,
                       isAngle ? "0 rad" : "0",
                       name == "defocus" ? "-C10; positive is underfocus"
                       : isAngle         ? "Azimuth from +x towards +y"
                                         : "Coefficient" });
    }
  };
  addAberrations("illumination.aberrations", true);
  const std::vector<JobKey> imaging{
    { "imaging", "aperture", angle, "none", "Radius of the objective aperture; within the band limit" },
    { "imaging", "aberrations", "name: value", "none", "Aberrations of the objective lens but for the defocus" },
    { "imaging",
      "defocus",
      "length, Å, or a list of lengths",
      "0",
      "One image for each; positive is underfocus, relative to the exit plane" },
    { "imaging", "focal-spread", length, "0", "√2 times the standard deviation of the focus (temporal coherence)" },
    { "imaging", "angular-spread", angle, "0 mrad", "√2 times the standard deviation of the source angle (spatial coherence)" },
    { "imaging",
      "dose",
      "number, electrons/Å²",
      "images without noise",
      "Electrons of the incident beam, counted in every pixel (Poisson)" },
    { "imaging", "noise-seed", "whole number", "0", "Seed of the counts; only with a dose" },
  };
  keys.insert(keys.end(), imaging.begin(), imaging.end());
  addAberrations("imaging.aberrations", false);
  const std::vector<JobKey> more{
    { "scan", "start", "2 lengths, Å", "[0, 0]", "First position" },
    { "scan", "step", "2 lengths, Å", "required", "Distance of neighbours along the rows and from row to row; needless where count is 1" },
    { "scan", "count", "2 whole numbers", "required", "Positions along x and y" },
    { "scan", "rotation", angle, "0 mrad", "Direction of the rows, from +x towards +y, about the first position" },
    { "scan", "positions", "list of [x, y], Å", none, "Any positions, instead of a raster" },

    { "detectors.NAME (annular)", "type", "annular", required, "Sum over a ring" },
    { "detectors.NAME (annular)", "inner", angle, required, "Inner angle, included" },
    { "detectors.NAME (annular)", "outer", angle, required, "Outer angle, excluded; within the band limit" },

    { "detectors.NAME (segmented)", "type", "segmented", required, "Sums over the segments of a ring" },
    { "detectors.NAME (segmented)", "inner", angle, required, "Inner angle, included" },
    { "detectors.NAME (segmented)", "outer", angle, required, "Outer angle, excluded; within the band limit" },
    { "detectors.NAME (segmented)", "radial", "whole number", "1", "Rings of equal angular width" },
    { "detectors.NAME (segmented)", "azimuthal", "whole number", "1", "Segments of each ring" },
    { "detectors.NAME (segmented)", "rotation", angle, "0 mrad", "Where the first segment begins, from +x towards +y" },

    { "detectors.NAME (center-of-mass)", "type", "center-of-mass", required, "Mean diffraction vector in 1/Å, two images" },
    { "detectors.NAME (center-of-mass)", "outer", angle, "the whole band-limited plane", "Only this disc counts" },
    { "detectors.NAME (center-of-mass)", "divided", "true or false", "true", "Divide by the intensity on the detector" },

    { "detectors.NAME (pixelated)", "type", "pixelated", required, "A diffraction pattern per position (4D-STEM)" },
    { "detectors.NAME (pixelated)", "maximum-angle", angle, "the whole band-limited plane", "Half width of the pattern" },

    { "exit-planes", "every", "whole number", none, "A plane after every so many slices, and the exit face" },

    { "numerics", "propagator", Alternatives<PropagatorModel>(), "exact", "Free space between slices" },
    { "numerics", "antialias", Alternatives<BandLimit>(), "taper", "Band limit at 2/3 of the Nyquist frequency" },
    { "numerics", "potential-band", "antialias or none", "antialias", "Whether the potential is band-limited too" },
    { "numerics", "aperture-edge", Alternatives<ApertureEdge>(), "soft", "Soft: the edge is one pixel wide" },

    { "output", "file", "path", "the job's name with .h5", "HDF5 file (.h5, .hdf5 or .emd), relative to the working folder" },
    { "output", "images", "list of tiff, png", "[]", "Also write every image as 32-bit TIFF or as PNG preview with scale bar" },
    { "output", "keep", "list of exit-waves, potential", "[]", "Also keep these in the HDF5 file" },
  };
  keys.insert(keys.end(), more.begin(), more.end());
  for (const Settings::Definition & setting : Settings::GetDefinitions())
  {
    keys.push_back({ "execution", setting.name, setting.allowed, setting.defaultValue, "See the configuration file" });
  }
  return keys;
}
} // namespace

const std::vector<JobKey> &
GetJobKeys()
{
  static const std::vector<JobKey> keys = MakeTable();
  return keys;
}

std::vector<std::string>
GetJobKeyNames(const std::string & section)
{
  std::vector<std::string> names;
  for (const JobKey & key : GetJobKeys())
  {
    if (key.section == section)
    {
      names.push_back(key.name);
    }
  }
  return names;
}
} // namespace ElectronMultislice
