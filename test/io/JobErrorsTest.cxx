#include "JobTestSupport.h"
#include "common/Error.h"
#include "io/JobFile.h"
#include <gtest/gtest.h>
#include <ostream>

using namespace ElectronMultislice;

namespace
{
struct BadInput
{
  std::string old; ///< text of SmallJob
  std::string replacement;
  std::string place; ///< beginning of the message
  std::string part;  ///< also in the message
};

void
PrintTo(const BadInput & bad, std::ostream * stream)
{
  *stream << bad.replacement;
}

class JobErrors : public ::testing::TestWithParam<BadInput>
{};

const std::string HaadfLine = "haadf: {type: annular, inner: 50 mrad, outer: 80 mrad}";
const std::string Raster = "step: [0.2, 0.3]\n  count: [4, 3]";
const std::string End = "outer: 80 mrad}\n";

/** Something after the last line of SmallJob: it begins in line 15. */
BadInput
Added(const std::string & text, const std::string & place, const std::string & part)
{
  return { End, End + text + "\n", place, part };
}

/** Another detector in line 15. */
BadInput
OtherDetector(const std::string & text, const std::string & place, const std::string & part)
{
  return Added("  " + text, place, part);
}
} // namespace

TEST_P(JobErrors, SayWhereAndWhat)
{
  const BadInput &  bad = GetParam();
  const std::string message = JobRefusal(SmallJobWith(bad.old, bad.replacement));
  EXPECT_EQ(message.substr(0, bad.place.size()), bad.place);
  ExpectContains(message, bad.part);
}

INSTANTIATE_TEST_SUITE_P(
  WholeFile,
  JobErrors,
  ::testing::Values(
    Added("detektors: {}", "job.yaml:15:1: ", "unknown key \"detektors\"; did you mean \"detectors\"?"),
    Added("colour: red", "job.yaml:15:1: ", "known keys are specimen, potential, "),
    Added("beam: {energy: 100 keV}", "job.yaml:15:1: ", "the key \"beam\" is given twice; the first stands at job.yaml:6:3"),
    Added("imaging: {aperture: 20 mrad}", "job.yaml:15:10: imaging: ", "an objective lens images a plane wave"),
    Added("<<: {a: 1}", "job.yaml:15:1: ", "unknown key \"<<\""),
    BadInput{ "beam:\n  energy: 200 keV\n", "", "job.yaml:1:1: ", "the key \"beam\" is missing" },
    BadInput{ "beam:\n  energy: 200 keV\n", "beam: 200 keV\n", "job.yaml:5:7: beam: ", "keys with values are expected here" },
    BadInput{ "beam:\n  energy: 200 keV\n", "beam:\n", "job.yaml:5:1: beam: ", "the key \"energy\" is missing" },
    BadInput{ "detectors:\n  " + HaadfLine + "\n", "", "job.yaml:1:1: ", "nothing would be computed" },
    BadInput{ HaadfLine, "# none", "job.yaml:1:1: ", "nothing would be computed" },
    BadInput{ "beam:", " beam:", "job.yaml:5:", "not valid YAML" },
    BadInput{ "energy: 200 keV", "energy: \"200 keV", "job.yaml:", "not valid YAML" }));

INSTANTIATE_TEST_SUITE_P(
  Specimen,
  JobErrors,
  ::testing::Values(
    BadInput{ "structure: SrTiO3.cif", "block: a", "job.yaml:2:3: specimen: ", "the key \"structure\" is missing" },
    BadInput{ "structure: SrTiO3.cif", "structure:", "job.yaml:2:3: specimen.structure: ", "the value is missing" },
    BadInput{ "structure: SrTiO3.cif", "structre: a.cif", "job.yaml:2:3: specimen: ", "did you mean \"structure\"?" },
    BadInput{ ".cif",
              ".cif\n  repetitions: [5, 5]",
              "job.yaml:3:16: specimen.repetitions: ",
              "a list of 3 is expected here, such as [5, 5, 20], not one of 2" },
    BadInput{ ".cif",
              ".cif\n  repetitions: [5, 0, 5]",
              "job.yaml:3:20: specimen.repetitions[1]: ",
              "\"0\" is not a whole number from 1 to" },
    BadInput{ ".cif", ".cif\n  repetitions: [5, 2.5, 5]", "job.yaml:3:20: ", "\"2.5\" is not a whole number" },
    BadInput{ ".cif", ".cif\n  repetitions: [5, -1, 5]", "job.yaml:3:20: ", "\"-1\" is not a whole number" },
    BadInput{ ".cif", ".cif\n  beam-axis: d", "job.yaml:3:14: specimen.beam-axis: ", "use a, b or c" },
    BadInput{ ".cif", ".cif\n  padding: [0, 0, -1]", "job.yaml:3:19: specimen.padding[2]: ", "padding is zero or more, not -1" },
    BadInput{ ".cif", ".cif\n  padding: [0, 0, nan]", "job.yaml:3:19: specimen.padding[2]: ", "\"nan\" is not a length" },
    BadInput{ ".cif", ".cif\n  cell: [3, 3, 3]", "job.yaml:3:9: specimen.cell: ", "no meaning beside \"structure\"" },
    BadInput{ "structure: SrTiO3.cif", "cell: [3, 3, 3]", "job.yaml:2:3: specimen: ", "the key \"atoms\" is missing" },
    BadInput{ "structure: SrTiO3.cif", "atoms: [[C, 0, 0, 0]]", "job.yaml:2:3: specimen: ", "the key \"cell\" is missing" },
    BadInput{ "structure: SrTiO3.cif", "cell: [3, 3]\n  atoms: [[C, 0, 0, 0]]", "job.yaml:2:9: specimen.cell: ", "not a list of 2" },
    BadInput{ "structure: SrTiO3.cif", "cell: [3, 0, 3]\n  atoms: [[C, 0, 0, 0]]", "job.yaml:2:13: specimen.cell[1]: ", "above zero" },
    BadInput{ "structure: SrTiO3.cif",
              "cell: [3, 3, 3, 90, 90, 90]\n  atoms: [[C, 0, 0, 0]]",
              "job.yaml:2:19: ",
              "\"90\" has no unit; did you mean 90 mrad or 90 deg?" },
    BadInput{ "structure: SrTiO3.cif", "cell: [3, 3, 3]\n  atoms: []", "job.yaml:3:10: specimen.atoms: ", "there are no atoms" },
    BadInput{ "structure: SrTiO3.cif",
              "cell: [3, 3, 3]\n  atoms:\n    - [C, 0, 0, 0]\n    - [Xx, 0, 0, 0]",
              "job.yaml:5:8: specimen.atoms[1][0]: ",
              "\"Xx\" is no element" },
    BadInput{ "structure: SrTiO3.cif", "cell: [3, 3, 3]\n  atoms: [[C, 0, 0]]", "job.yaml:3:11: specimen.atoms[0]: ", "not a list of 3" },
    BadInput{ "structure: SrTiO3.cif", "cell: [3, 3, 3]\n  atoms: [[C, 0, .inf, 0]]", "job.yaml:3:18: ", "\".inf\" is not a length" },
    BadInput{ "structure: SrTiO3.cif",
              "cell: [3, 3, 3]\n  atoms: [[C, 0, 0, 0, 1.1]]",
              "job.yaml:3:24: ",
              "an occupancy is above 0 and at most 1, not 1.1" },
    BadInput{ "structure: SrTiO3.cif", "cell: [3, 3, 3]\n  atoms: [[C, 0, 0, 0, 0]]", "job.yaml:3:24: ", "an occupancy is above 0" },
    BadInput{ "structure: SrTiO3.cif", "cell: [3, 3, 3]\n  atoms: [[C, 0, 0, 0, 1, -0.1]]", "job.yaml:3:27: ", "is negative" },
    BadInput{ "structure: SrTiO3.cif",
              "cell: [3, 3, 3]\n  atoms: [[C, 0, 0, 0, 1, [0.1, 0.1]]]",
              "job.yaml:3:27: ",
              "a list of 6 is expected here" },
    BadInput{ "structure: SrTiO3.cif",
              "cell: [3, 3, 3]\n  block: a\n  atoms: [[C, 0, 0, 0]]",
              "job.yaml:3:10: specimen.block: ",
              "no meaning beside \"atoms\"" }));

INSTANTIATE_TEST_SUITE_P(
  Potential,
  JobErrors,
  ::testing::Values(
    BadInput{ "grid: [64, 48]", "slices: 3", "job.yaml:4:3: potential: ", "the key \"grid\" is missing" },
    BadInput{ "grid: [64, 48]",
              "grid: [64, 48]\n  sampling: 0.1",
              "job.yaml:5:13: potential.sampling: ",
              "only one of grid or sampling can be given" },
    BadInput{ "grid: [64, 48]",
              "grid: 64",
              "job.yaml:4:9: potential.grid: ",
              "a list of 2 is expected here, such as [512, 512], not \"64\"" },
    BadInput{ "grid: [64, 48]", "grid: [64, 0]", "job.yaml:4:14: potential.grid[1]: ", "\"0\" is not a whole number from 1 to 65536" },
    BadInput{ "grid: [64, 48]", "grid: [64, 1000000]", "job.yaml:4:14: ", "from 1 to 65536" },
    BadInput{ "grid: [64, 48]", "sampling: 0", "job.yaml:4:13: potential.sampling: ", "a length above zero is needed, not 0" },
    BadInput{ "grid: [64, 48]", "sampling: 5 mrad", "job.yaml:4:13: ", "the unit \"mrad\" is not one of a length" },
    BadInput{ "48]", "48]\n  slice-thicknes: 2", "job.yaml:5:3: potential: ", "did you mean \"slice-thickness\"?" },
    BadInput{ "48]", "48]\n  slice-thickness: -2", "job.yaml:5:20: potential.slice-thickness: ", "above zero is needed, not -2" },
    BadInput{ "48]",
              "48]\n  slice-thickness: 2\n  slices: 5",
              "job.yaml:6:11: potential.slices: ",
              "only one of slice-thickness, slices or slice-thicknesses" },
    BadInput{ "48]", "48]\n  slices: 0", "job.yaml:5:11: potential.slices: ", "\"0\" is not a whole number" },
    BadInput{ "48]", "48]\n  slice-thicknesses: [1, 0]", "job.yaml:5:26: potential.slice-thicknesses[1]: ", "above zero" },
    BadInput{ "48]", "48]\n  slice-thicknesses: []", "job.yaml:5:22: ", "there are no slices" },
    BadInput{ "48]", "48]\n  parametrization: lobatto", "job.yaml:5:20: potential.parametrization: ", "did you mean \"lobato\"?" },
    BadInput{ "48]",
              "48]\n  projection: finite",
              "job.yaml:5:15: potential.projection: ",
              "\"finite\" is not available yet; use infinite" },
    BadInput{ "48]", "48]\n  projection: slab", "job.yaml:5:15: ", "\"slab\" is not allowed here; use infinite" },
    BadInput{ "48]", "48]\n  transmission-oversampling: 5", "job.yaml:5:30: ", "\"5\" is not a whole number from 1 to 4" }));

INSTANTIATE_TEST_SUITE_P(
  Thermal,
  JobErrors,
  ::testing::Values(
    Added("thermal: {model: frozen}", "job.yaml:15:18: thermal.model: ", "use none, debye-waller, frozen-phonons or frames"),
    Added("thermal: {configurations: 8}",
          "job.yaml:15:27: thermal.configurations: ",
          "with model none every configuration would be the same"),
    Added("thermal: {model: debye-waller, configurations: 2}",
          "job.yaml:15:48: ",
          "with model debye-waller every configuration would be the same"),
    Added("thermal: {model: frames, configurations: 2}", "job.yaml:15:42: ", "remove this key"),
    Added("thermal: {model: frozen-phonons, configurations: 0}", "job.yaml:15:50: ", "\"0\" is not a whole number from 1"),
    Added("thermal: {seed: -1}", "job.yaml:15:17: thermal.seed: ", "\"-1\" is not a whole number"),
    Added("thermal: {mean-square-displacement: {Sx: 0.01}}", "job.yaml:15:42: ", "\"Sx\" is no element symbol"),
    Added("thermal: {mean-square-displacement: {Sr: 0.6}}",
          "job.yaml:15:42: thermal.mean-square-displacement.Sr: ",
          "if it is a B factor, write u² = B/(8π²) = 0.0076"),
    Added("thermal: {mean-square-displacement: {Sr: -0.01}}", "job.yaml:15:42: ", "negative"),
    Added("thermal: {mean-square-displacement: {Sr: nan}}", "job.yaml:15:42: ", "\"nan\" is not a finite number"),
    Added("thermal: {mean-square-displacement: {Sr: 0.01, SR: 0.01}}", "job.yaml:15:52: ", "Sr is given twice")));

INSTANTIATE_TEST_SUITE_P(
  Beam,
  JobErrors,
  ::testing::Values(
    BadInput{ "200 keV", "300", "job.yaml:6:11: beam.energy: ", "\"300\" has no unit; did you mean 300 keV or 300 eV?" },
    BadInput{ "200 keV", "", "job.yaml:6:3: beam.energy: the value is missing", "" },
    BadInput{ "200 keV", "[200 keV]", "job.yaml:6:11: beam.energy: a single value is expected here", "" },
    BadInput{ "200 keV", "200 kV", "job.yaml:6:11: beam.energy: ", "did you mean \"keV\"?" },
    BadInput{ "200 keV", "300 eV", "job.yaml:6:11: beam.energy: ", "300" },
    BadInput{ "200 keV", "0.5 keV", "job.yaml:6:11: beam.energy: ", "500" },
    BadInput{ "200 keV", "11 MeV", "job.yaml:6:11: beam.energy: ", "10 MeV" },
    BadInput{ "200 keV", "-200 keV", "job.yaml:6:11: beam.energy: ", "-200" },
    BadInput{ "200 keV", "nan keV", "job.yaml:6:11: beam.energy: ", "\"nan keV\" is not an energy" },
    BadInput{ "200 keV", "200 keV\n  tilt: [1, 0]", "job.yaml:7:10: beam.tilt[0]: ", "\"1\" has no unit; did you mean 1 rad or 1 mrad?" },
    BadInput{ "200 keV", "200 keV\n  tilt: 1 mrad", "job.yaml:7:9: beam.tilt: ", "such as [1 mrad, 0 mrad]" },
    BadInput{ "200 keV", "200 keV\n  tilt: [1 rad, 0 mrad]", "job.yaml:7:10: beam.tilt[0]: ", "at most 300 mrad" },
    BadInput{ "20 mrad", "20", "job.yaml:9:14: illumination.semiangle: ", "\"20\" has no unit; did you mean 20 mrad or 20 deg?" },
    BadInput{ "20 mrad", "0 mrad", "job.yaml:9:14: illumination.semiangle: ", "above 0 and below 300 mrad" },
    BadInput{ "20 mrad", "20 rad", "job.yaml:9:14: illumination.semiangle: ", "20 rad is outside the allowed range" },
    BadInput{ "20 mrad", "300 mrad", "job.yaml:9:14: illumination.semiangle: ", "outside the allowed range" },
    BadInput{ "type: probe", "type: beam", "job.yaml:8:9: illumination.type: ", "use probe or plane-wave" },
    BadInput{ "type: probe", "type: plane-wave", "job.yaml:9:14: illumination.semiangle: ", "only a probe has this" },
    BadInput{ "20 mrad",
              "20 mrad\n  aberrations: {phi12: 0.3}",
              "job.yaml:10:24: illumination.aberrations.phi12: ",
              "\"0.3\" has no unit" },
    BadInput{ "20 mrad", "20 mrad\n  aberrations: {C12: 3 mrad}", "job.yaml:10:22: ", "the unit \"mrad\" is not one of a length" },
    BadInput{ "20 mrad", "20 mrad\n  aberrations: {defocuss: 3}", "job.yaml:10:17: ", "did you mean \"defocus\"?" },
    BadInput{ "20 mrad",
              "20 mrad\n  aberrations: {C30: 1, Cs: 1}",
              "job.yaml:10:29: illumination.aberrations.Cs: ",
              "another name of \"C30\"" },
    BadInput{ "20 mrad",
              "20 mrad\n  aberrations: {defocus: 1, C10: 1}",
              "job.yaml:10:34: ",
              "another name of \"defocus\", which is given too (both are C10)" },
    BadInput{ "20 mrad", "20 mrad\n  aberrations: {C12: inf}", "job.yaml:10:22: ", "\"inf\" is not a length" },
    BadInput{ "20 mrad",
              "20 mrad\n  focal-spread: -1",
              "job.yaml:10:17: illumination.focal-spread: ",
              "a spread is zero or more, not -1" }));

INSTANTIATE_TEST_SUITE_P(
  Scan,
  JobErrors,
  ::testing::Values(
    BadInput{ "scan:\n  " + Raster + "\n", "", "job.yaml:1:1: ", "the key \"scan\" is missing" },
    BadInput{ Raster, "step: [0.2, 0.3]", "job.yaml:11:3: scan: ", "the key \"count\" is missing" },
    BadInput{ Raster, "count: [4, 3]", "job.yaml:11:3: scan: ", "the key \"step\" is missing" },
    BadInput{ "[4, 3]", "[0, 5]", "job.yaml:12:11: scan.count[0]: ", "\"0\" is not a whole number from 1 to" },
    BadInput{ "[4, 3]", "[20000, 20000]", "job.yaml:12:10: scan.count: ", "more than 100000000 positions" },
    BadInput{ "[4, 3]", "[3, 4, 5]", "job.yaml:12:10: scan.count: ", "a list of 2 is expected here" },
    BadInput{ "[0.2, 0.3]", "[0, 0.3]", "job.yaml:11:10: scan.step[0]: ", "a step is above zero, not 0" },
    BadInput{ "[0.2, 0.3]", "[0.2, -0.3]", "job.yaml:11:15: scan.step[1]: ", "a step is above zero, not -0.3" },
    BadInput{ "[0.2, 0.3]", "[0.2, nan]", "job.yaml:11:15: scan.step[1]: ", "\"nan\" is not a length" },
    BadInput{ "[0.2, 0.3]", "[0,2, 0,3]", "job.yaml:11:9: scan.step: ", "not one of 4" },
    BadInput{ Raster, "positions: []", "job.yaml:11:14: scan.positions: ", "the scan is empty" },
    BadInput{ Raster, "positions: [[0, 1], [0, .nan]]", "job.yaml:11:27: scan.positions[1][1]: ", "\".nan\" is not a length" },
    BadInput{ Raster, "positions: [[0, 1], [0]]", "job.yaml:11:23: scan.positions[1]: ", "a list of 2 is expected here" },
    BadInput{ Raster, "positions: [[0, 1]]\n  count: [4, 4]", "job.yaml:12:10: scan.count: ", "no meaning beside \"positions\"" },
    BadInput{ Raster, Raster + "\n  rotation: 5", "job.yaml:13:13: scan.rotation: ", "\"5\" has no unit; did you mean 5 mrad or 5 deg?" },
    BadInput{ "type: probe\n  semiangle: 20 mrad", "type: plane-wave", "job.yaml:10:3: scan: ", "a plane wave has no scan" }));

INSTANTIATE_TEST_SUITE_P(
  Detectors,
  JobErrors,
  ::testing::Values(
    BadInput{ "50 mrad", "50", "job.yaml:14:33: detectors.haadf.inner: ", "\"50\" has no unit; did you mean 50 mrad or 50 deg?" },
    BadInput{ "50 mrad",
              "80 mrad",
              "job.yaml:14:49: detectors.haadf.outer: ",
              "the outer angle (80 mrad) must be larger than the inner one (80 mrad)" },
    BadInput{ "50 mrad", "-1 mrad", "job.yaml:14:33: ", "outside the allowed range: 0 mrad to below 90 deg" },
    BadInput{ "80 mrad", "80 rad", "job.yaml:14:49: ", "80 rad is outside the allowed range" },
    BadInput{ "inner: 50 mrad, ", "", "job.yaml:14:10: detectors.haadf: ", "the key \"inner\" is missing" },
    BadInput{ "type: annular, ", "", "job.yaml:14:10: detectors.haadf: ", "the key \"type\" is missing" },
    BadInput{ "type: annular", "type: anular", "job.yaml:14:17: detectors.haadf.type: ", "did you mean \"annular\"?" },
    BadInput{ "inner: 50", "iner: 50", "job.yaml:14:26: detectors.haadf: ", "did you mean \"inner\"?" },
    BadInput{ HaadfLine, "haadf: annular", "job.yaml:14:10: detectors.haadf: ", "keys with values are expected here" },
    OtherDetector("haadf: {type: pixelated}", "job.yaml:15:3: detectors: ", "the key \"haadf\" is given twice"),
    OtherDetector("exit-waves: {type: pixelated}", "job.yaml:15:15: detectors.exit-waves: ", "the result file uses it"),
    OtherDetector("job: {type: pixelated}", "job.yaml:15:8: detectors.job: ", "cannot be a detector's name"),
    OtherDetector("../up: {type: pixelated}", "job.yaml:15:", "letters, digits, - and _ are allowed"),
    OtherDetector("a b: {type: pixelated}", "job.yaml:15:", "letters, digits, - and _ are allowed"),
    OtherDetector("\"\": {type: pixelated}", "job.yaml:15:", "letters, digits, - and _ are allowed"),
    OtherDetector("дф: {type: pixelated}", "job.yaml:15:7: ", "letters, digits, - and _ are allowed"),
    OtherDetector(std::string(65, 'a') + ": {type: pixelated}", "job.yaml:15:", "64 at most"),
    OtherDetector("com: {type: center-of-mass}\n  com-x: {type: pixelated}",
                  "job.yaml:16:10: detectors.com-x: ",
                  "its output \"com-x\" has the same name as one of the detector \"com\""),
    OtherDetector("p: {type: pixelated, outer: 30 mrad}",
                  "job.yaml:15:24: detectors.p: ",
                  "unknown key \"outer\"; known keys are type or maximum-angle"),
    OtherDetector("p: {type: pixelated, maximum-angle: 0 mrad}", "job.yaml:15:39: ", "must be above zero"),
    OtherDetector("c: {type: center-of-mass, divided: maybe}", "job.yaml:15:38: ", "neither true nor false"),
    OtherDetector("s: {type: segmented, inner: 0 mrad, outer: 9 mrad, radial: 0}",
                  "job.yaml:15:62: ",
                  "\"0\" is not a whole number from 1"),
    OtherDetector("s: {type: segmented, inner: 0 mrad, outer: 9 mrad, radial: 100, azimuthal: 100}",
                  "job.yaml:15:6: ",
                  "more than 4096 segments"),
    OtherDetector("s: {type: segmented, inner: 0 mrad, outer: 9 mrad, rotation: 45}",
                  "job.yaml:15:64: ",
                  "did you mean 45 mrad or 45 deg?")));

INSTANTIATE_TEST_SUITE_P(
  Rest,
  JobErrors,
  ::testing::Values(
    Added("exit-planes: []", "job.yaml:15:14: exit-planes: ", "the list is empty"),
    Added("exit-planes: [10, 10]", "job.yaml:15:19: exit-planes[1]: ", "the thicknesses must ascend, and 10 does not follow 10"),
    Added("exit-planes: [0, 10]", "job.yaml:15:15: exit-planes[0]: ", "above zero"),
    Added("exit-planes: {evry: 10}", "job.yaml:15:15: exit-planes: ", "did you mean \"every\"?"),
    Added("exit-planes: {every: 0}", "job.yaml:15:22: exit-planes.every: ", "\"0\" is not a whole number from 1"),
    Added("exit-planes: 10", "job.yaml:15:14: exit-planes: ", "a list is expected here, not \"10\""),
    Added("numerics: {propagator: fresnel}", "job.yaml:15:24: numerics.propagator: ", "use exact or paraxial"),
    Added("numerics: {antialias: tapper}", "job.yaml:15:23: numerics.antialias: ", "did you mean \"taper\"?"),
    Added("numerics: {potential-band: taper}", "job.yaml:15:28: ", "use antialias or none"),
    Added("numerics: {aperture-edge: round}", "job.yaml:15:27: ", "use soft or hard"),
    Added("output: {file: result.tif}", "job.yaml:15:16: output.file: ", "\"result.tif\" does not end in .h5, .hdf5 or .emd"),
    Added("output: {file: ~/result.h5}", "job.yaml:15:16: output.file: ", "write the folder out"),
    Added("output: {file: results/}", "job.yaml:15:16: output.file: ", "does not end in .h5"),
    Added("output: {images: [tif]}", "job.yaml:15:19: output.images[0]: ", "did you mean \"tiff\"?"),
    Added("output: {images: [png, png]}", "job.yaml:15:24: output.images[1]: ", "\"png\" is given twice"),
    Added("output: {keep: [waves]}", "job.yaml:15:17: output.keep[0]: ", "use exit-waves or potential"),
    Added("execution: {thread: 2}", "job.yaml:15:21: ", "unknown setting \"thread\"; did you mean \"threads\"?"),
    Added("execution: {device: gpu}", "job.yaml:15:21: ", "setting \"device\" cannot be \"gpu\"; allowed: auto, reference, cpu or cuda"),
    Added("execution: {threads: 0}", "job.yaml:15:22: ", "all, or a whole number from 1 to 4096"),
    Added("execution: {multi-gpu: {enable: true}}", "job.yaml:15:33: ", "did you mean \"multi-gpu.enabled\"?"),
    Added("execution: {multi-gpu: {enabled: true}, multi-gpu.enabled: false}",
          "job.yaml:15:60: ",
          "given twice; the first stands at job.yaml:15:34"),
    Added("execution: {threads: }", "job.yaml:15:13: ", "the value is missing"),
    Added("execution: {multi-gpu: true}", "job.yaml:15:24: ", "unknown setting \"multi-gpu\"")));

namespace
{
/** A plane wave's job whose line 5 is `imaging: {...}`. */
std::string
ImagingJob(const std::string & imaging)
{
  return "specimen: {structure: a.cif}\npotential: {grid: [64, 64]}\nbeam: {energy: 200 keV}\nillumination: {type: plane-wave}\nimaging: " +
         imaging + "\n";
}
} // namespace

TEST(JobErrorsOfWholeTexts, Imaging)
{
  const std::pair<const char *, const char *> cases[] = {
    { "{aperture: 20}", "job.yaml:5:21: imaging.aperture: \"20\" has no unit; did you mean 20 mrad or 20 deg?" },
    { "{aperture: 0 mrad}", "job.yaml:5:21: imaging.aperture: 0 mrad is outside the allowed range" },
    { "{aperture: 400 mrad}", "imaging.aperture: 400 mrad is outside the allowed range" },
    { "{semiangle: 20 mrad}", "job.yaml:5:11: imaging: unknown key \"semiangle\"" },
    { "{defokus: 20}", "did you mean \"defocus\"?" },
    { "{defocus: []}", "job.yaml:5:20: imaging.defocus: the list is empty" },
    { "{defocus: [10, 20, 1 nm]}", "job.yaml:5:29: imaging.defocus[2]: the defocus 1 nm is given twice" },
    { "{defocus: [10, nan]}", "imaging.defocus[1]: " },
    { "{aberrations: {defocus: 50}}", "imaging.aberrations.defocus: the defocus of an image stands beside the aberrations" },
    { "{aberrations: {C10: 50}}", "imaging.aberrations.C10: the defocus of an image stands beside" },
    { "{aberrations: {Cs: 1, C30: 2}}", "this is another name of \"Cs\"" },
    { "{focal-spread: -1}", "imaging.focal-spread: a spread is zero or more, not -1" },
    { "{angular-spread: 0.1}", "imaging.angular-spread: \"0.1\" has no unit" },
    { "{dose: 0}", "job.yaml:5:17: imaging.dose: a dose is above zero, in electrons per Å², not 0" },
    { "{dose: -3}", "imaging.dose: a dose is above zero" },
    { "{dose: nan}", "imaging.dose: " },
    { "{dose: 3, noise-seed: -1}", "imaging.noise-seed: " },
    { "{noise-seed: 1}", "imaging.noise-seed: without a dose there is no noise" },
  };
  for (const auto & [imaging, message] : cases)
  {
    ExpectContains(JobRefusal(ImagingJob(imaging)), message);
  }
}

TEST(JobErrorsOfWholeTexts, NameTheFile)
{
  ExpectContains(JobRefusal(""), "job.yaml:1:1: the key \"specimen\" is missing");
  ExpectContains(JobRefusal("[]"), "job.yaml:1:1: keys with values are expected here, not a list");
  ExpectContains(JobRefusal("just text"), "job.yaml:1:1: keys with values are expected here, not \"just text\"");
  ExpectContains(JobRefusal(SmallJob() + "---\n" + SmallJob()), "a second YAML document begins here");
  ExpectContains(JobRefusal(SmallJob() + "# \x04\noutput: {file: a.h5}\n"), "job.yaml:15:3: there is a control character (code 4)");
}

/** Whatever is cut off or changed, reading ends with a description or with an Error that names the file. */
TEST(JobErrorsOfWholeTexts, DamagedTextsNeverCrash)
{
  const std::string text = SmallJob() + "thermal: {model: frozen-phonons, configurations: 2}\nexecution: {device: cpu}\n";
  const auto        read = [](const std::string & damaged) {
    try
    {
      ReadJob(damaged);
    }
    catch (const Error & error)
    {
      EXPECT_EQ(error.GetKind(), ErrorKind::Input) << error.what();
      EXPECT_EQ(std::string(error.what()).rfind("job.yaml:", 0), 0u) << error.what();
    }
  };
  for (std::size_t length = 0; length < text.size(); ++length)
  {
    read(text.substr(0, length));
    for (const char c : { '{', '[', '\'', '"', ':', '-', '\n', '\t', '&', '*', '!', '%', '|', '?', '#', '0', '\xC3' })
    {
      std::string changed = text;
      changed[length] = c;
      read(changed);
    }
  }
}
