#include "GermanNumbers.h"
#include "JobTestSupport.h"
#include "common/Error.h"
#include "io/JobFile.h"
#include <clocale>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <locale>

using namespace ElectronMultislice;

namespace
{
const double Degree = std::acos(-1.0) / 180.0;

const char * const FullJob = R"yaml(
specimen:
  structure: data/SrTiO3.cif
  block: SrTiO3_phase
  repetitions: [5, 4, 25]
  beam-axis: a
  padding: [0, 1 nm, 2.5]
potential:
  grid: [384, 320]
  slices: 50
  parametrization: kirkland
  projection: infinite
  transmission-oversampling: 3
thermal:
  model: frozen-phonons
  configurations: 8
  seed: 18446744073709551615
  mean-square-displacement: {Sr: 0.008, TI: 0.006, o: 0.010}
beam:
  energy: 80.5 keV
  tilt: [2 mrad, -0.1 deg]
illumination:
  type: probe
  semiangle: 20 mrad
  aberrations: {defocus: 5 nm, Cs: -2.0e4, C12: 20, phi12: 0.3 rad, coma: 1 µm, coma-angle: 90 deg, C56: -3}
  focal-spread: 30
  angular-spread: 0.1 mrad
scan:
  start: [-1, 50 pm]
  step: [0.244, 0.3]
  count: [32, 16]
  rotation: 5 deg
detectors:
  zeta:     {type: annular, inner: 50 mrad, outer: 150 mrad}
  quadrant: {type: segmented, inner: 20 mrad, outer: 80 mrad, radial: 2, azimuthal: 4, rotation: 45 deg}
  com:      {type: center-of-mass}
  moment:   {type: center-of-mass, outer: 60 mrad, divided: false}
  all:      {type: pixelated}
  alpha:    {type: pixelated, maximum-angle: 60 mrad}
exit-planes: [19.525, 39.05, 9.7625 nm]
numerics:
  propagator: paraxial
  antialias: radial
  potential-band: none
  aperture-edge: hard
output:
  file: results/out.emd
  images: [png, tiff]
  keep: [exit-waves, potential]
execution:
  device: cpu
  multi-gpu: {enabled: true, devices: [0, 2]}
  scan.batch-size: 16
  memory-limit: {host: 2 GB}
)yaml";
} // namespace

TEST(JobReader, ReadsEveryKey)
{
  const SimulationDescription job = ReadJob(FullJob);
  EXPECT_EQ(job.baseDirectory, "/base");
  EXPECT_EQ(job.specimen.structureFile, "data/SrTiO3.cif");
  EXPECT_EQ(job.specimen.block, "SrTiO3_phase");
  EXPECT_EQ(job.specimen.structures, nullptr);
  EXPECT_EQ(job.specimen.repetitions, (std::array<int, 3>{ 5, 4, 25 }));
  EXPECT_EQ(job.specimen.beamAxis, BeamAxis::A);
  EXPECT_EQ(job.specimen.padding, (Vector3{ 0.0, 10.0, 2.5 }));
  ASSERT_TRUE(job.potential.grid);
  EXPECT_EQ(*job.potential.grid, (std::array<std::size_t, 2>{ 384, 320 }));
  EXPECT_EQ(job.potential.slicing.count, 50u);
  EXPECT_EQ(job.potential.parametrization, Parametrization::Kirkland);
  EXPECT_EQ(job.potential.oversampling, 3u);
  EXPECT_EQ(job.thermal.model, ThermalModel::FrozenPhonons);
  EXPECT_EQ(job.thermal.configurations, 8u);
  EXPECT_EQ(job.thermal.seed, 18446744073709551615ull);
  EXPECT_EQ(job.thermal.meanSquareDisplacement, (std::map<std::string, double>{ { "Sr", 0.008 }, { "Ti", 0.006 }, { "O", 0.010 } }));
  EXPECT_EQ(job.energy, 80500.0);
  EXPECT_EQ(job.tilt.x, 0.002);
  EXPECT_DOUBLE_EQ(job.tilt.y, -0.1 * Degree);
  EXPECT_EQ(job.illumination, Illumination::Probe);
  EXPECT_EQ(job.lens.semiangle, 0.02);
  EXPECT_EQ(job.lens.aberrations.GetDefocus(), 50.0);
  EXPECT_EQ(job.lens.aberrations.GetCoefficient(1, 0), -50.0);
  EXPECT_EQ(job.lens.aberrations.GetCoefficient(3, 0), -2e4);
  EXPECT_EQ(job.lens.aberrations.GetCoefficient(1, 2), 20.0);
  EXPECT_EQ(job.lens.aberrations.GetAngle(1, 2), 0.3);
  EXPECT_EQ(job.lens.aberrations.GetCoefficient(2, 1), 1e4);
  EXPECT_DOUBLE_EQ(job.lens.aberrations.GetAngle(2, 1), 90.0 * Degree);
  EXPECT_EQ(job.lens.aberrations.GetCoefficient(5, 6), -3.0);
  EXPECT_EQ(job.lens.focalSpread, 30.0);
  EXPECT_EQ(job.lens.angularSpread, 1e-4);
  EXPECT_EQ(job.lens.edge, ApertureEdge::Hard);
  EXPECT_EQ(job.scan.start, (std::array<double, 2>{ -1.0, 0.5 }));
  EXPECT_EQ(job.scan.step, (std::array<double, 2>{ 0.244, 0.3 }));
  EXPECT_EQ(job.scan.count, (std::array<std::size_t, 2>{ 32, 16 }));
  EXPECT_DOUBLE_EQ(job.scan.rotation, 5.0 * Degree);
  EXPECT_EQ(job.exitPlaneDepths, (std::vector<double>{ 19.525, 39.05, 97.625 }));
  EXPECT_EQ(job.numerics.propagator, PropagatorModel::Paraxial);
  EXPECT_EQ(job.numerics.bandLimit, BandLimit::Radial);
  EXPECT_FALSE(job.numerics.potentialBandLimited);
  EXPECT_EQ(job.output.file, "results/out.emd");
  EXPECT_EQ(job.output.images, (std::vector<std::string>{ "png", "tiff" }));
  EXPECT_EQ(job.output.keep, (std::vector<std::string>{ "exit-waves", "potential" }));
  const std::vector<std::pair<std::string, std::string>> execution{ { "device", "cpu" },
                                                                    { "multi-gpu.enabled", "true" },
                                                                    { "multi-gpu.devices", "0,2" },
                                                                    { "scan.batch-size", "16" },
                                                                    { "memory-limit.host", "2 GB" } };
  EXPECT_EQ(job.execution, execution);
}

TEST(JobReader, ReadsDetectorsInTheirOrder)
{
  const auto detectors = ReadJob(FullJob).detectors;
  ASSERT_EQ(detectors.size(), 6u);
  EXPECT_EQ(detectors[0].name, "zeta");
  EXPECT_EQ(detectors[0].type, DetectorType::Annular);
  EXPECT_EQ(detectors[0].inner, 0.05);
  EXPECT_EQ(detectors[0].outer, 0.15);
  EXPECT_EQ(detectors[1].type, DetectorType::Segmented);
  EXPECT_EQ(detectors[1].radial, 2);
  EXPECT_EQ(detectors[1].azimuthal, 4);
  EXPECT_DOUBLE_EQ(detectors[1].rotation, 45.0 * Degree);
  EXPECT_EQ(detectors[2].type, DetectorType::CenterOfMass);
  EXPECT_EQ(detectors[2].outer, 0.0);
  EXPECT_TRUE(detectors[2].divided);
  EXPECT_EQ(detectors[3].outer, 0.06);
  EXPECT_FALSE(detectors[3].divided);
  EXPECT_EQ(detectors[4].type, DetectorType::Pixelated);
  EXPECT_EQ(detectors[4].outer, 0.0);
  EXPECT_EQ(detectors[5].name, "alpha");
  EXPECT_EQ(detectors[5].outer, 0.06);
}

TEST(JobReader, DefaultsAreTheDocumentedOnes)
{
  const SimulationDescription job = ReadJob(SmallJob());
  EXPECT_EQ(job.specimen.repetitions, (std::array<int, 3>{ 1, 1, 1 }));
  EXPECT_EQ(job.specimen.beamAxis, BeamAxis::C);
  EXPECT_EQ(job.specimen.padding, Vector3{});
  EXPECT_EQ(job.potential.slicing.thickness, 2.0);
  EXPECT_EQ(job.potential.slicing.count, 0u);
  EXPECT_EQ(job.potential.parametrization, Parametrization::Lobato);
  EXPECT_EQ(job.potential.oversampling, 2u);
  EXPECT_EQ(job.thermal.model, ThermalModel::None);
  EXPECT_EQ(job.thermal.configurations, 1u);
  EXPECT_EQ(job.thermal.seed, 0u);
  EXPECT_EQ(job.tilt.x, 0.0);
  EXPECT_TRUE(job.lens.aberrations == Aberrations());
  EXPECT_EQ(job.lens.edge, ApertureEdge::Soft);
  EXPECT_EQ(job.scan.start, (std::array<double, 2>{ 0.0, 0.0 }));
  EXPECT_EQ(job.scan.rotation, 0.0);
  EXPECT_TRUE(job.exitPlaneDepths.empty());
  EXPECT_EQ(job.numerics.propagator, PropagatorModel::Exact);
  EXPECT_EQ(job.numerics.bandLimit, BandLimit::Taper);
  EXPECT_TRUE(job.numerics.potentialBandLimited);
  EXPECT_EQ(job.output.file, "job.h5"); // from the job's name
  EXPECT_TRUE(job.output.images.empty());
  EXPECT_TRUE(job.execution.empty());
}

TEST(JobReader, OtherWaysToSayIt)
{
  EXPECT_EQ(ReadJob(SmallJobWith("grid: [64, 48]", "sampling: 5 pm")).potential.sampling, 0.05);
  EXPECT_EQ(ReadJob(SmallJobWith("grid: [64, 48]", "grid: [64, 48]\n  slice-thickness: 0.2 nm")).potential.slicing.thickness, 2.0);
  EXPECT_EQ(ReadJob(SmallJobWith("grid: [64, 48]", "grid: [64, 48]\n  slice-thicknesses: [1, 2.905]")).potential.slicing.thicknesses,
            (std::vector<double>{ 1.0, 2.905 }));
  EXPECT_EQ(ReadJob(SmallJob() + "exit-planes: {every: 10}\n").exitPlaneEvery, 10u);
  EXPECT_EQ(ReadJob(SmallJob() + "thermal: {model: frames}\n").thermal.model, ThermalModel::Frames);
  EXPECT_EQ(ReadJob(SmallJob() + "thermal: {model: debye-waller}\n").thermal.model, ThermalModel::DebyeWaller);
  EXPECT_EQ(ReadJob(SmallJobWith("step: [0.2, 0.3]\n  count: [4, 3]", "positions: [[0, 1], [2, 3], [0.1 nm, 5]]")).scan.positions,
            (std::vector<std::array<double, 2>>{ { 0.0, 1.0 }, { 2.0, 3.0 }, { 1.0, 5.0 } }));
}

TEST(JobReader, AScanOfOnePositionNeedsNoStep)
{
  const ScanDescription scan = ReadJob(SmallJobWith("step: [0.2, 0.3]\n  count: [4, 3]", "start: [1, 2]\n  count: [1, 1]")).scan;
  EXPECT_EQ(scan.count, (std::array<std::size_t, 2>{ 1, 1 }));
  EXPECT_EQ(scan.start, (std::array<double, 2>{ 1.0, 2.0 }));
  EXPECT_NO_THROW(ReadJob(SmallJobWith("step: [0.2, 0.3]\n  count: [4, 3]", "step: [0.1, 0]\n  count: [5, 1]")));
}

TEST(JobReader, PlaneWave)
{
  const SimulationDescription job = ReadJob("specimen: {structure: a.cif}\npotential: {grid: [64, 64]}\nbeam: {energy: 200 keV}\n"
                                            "illumination: {type: plane-wave}\noutput: {keep: [exit-waves]}\n");
  EXPECT_EQ(job.illumination, Illumination::PlaneWave);
  EXPECT_EQ(job.output.keep, std::vector<std::string>{ "exit-waves" });
}

TEST(JobReader, Imaging)
{
  const std::string           planeWave = "specimen: {structure: a.cif}\npotential: {grid: [64, 64]}\nbeam: {energy: 200 keV}\n"
                                          "illumination: {type: plane-wave}\n";
  const SimulationDescription job = ReadJob(planeWave + "imaging:\n"
                                                        "  aperture: 20 mrad\n"
                                                        "  aberrations: {Cs: 1.0e7, C12: 20, phi12: 0.5 rad}\n"
                                                        "  defocus: [500, 60 nm, -700]\n"
                                                        "  focal-spread: 30\n"
                                                        "  angular-spread: 0.1 mrad\n"
                                                        "numerics: {aperture-edge: hard}\n");
  ASSERT_TRUE(job.imaging.has_value());
  const Lens & lens = job.imaging->lens;
  EXPECT_EQ(lens.semiangle, 0.02);
  EXPECT_EQ(lens.edge, ApertureEdge::Hard);
  EXPECT_EQ(lens.aberrations.GetCoefficient(3, 0), 1e7);
  EXPECT_EQ(lens.aberrations.GetCoefficient(1, 2), 20.0);
  EXPECT_EQ(lens.aberrations.GetAngle(1, 2), 0.5);
  EXPECT_EQ(lens.focalSpread, 30.0);
  EXPECT_EQ(lens.angularSpread, 1e-4);
  EXPECT_EQ(job.imaging->defoci, (std::vector<double>{ 500.0, 600.0, -700.0 }));

  EXPECT_EQ(job.imaging->noise.dose, 0.0);
  const auto noisy = ReadJob(planeWave + "imaging: {dose: 250.5, noise-seed: 18446744073709551615}\n").imaging;
  EXPECT_EQ(noisy->noise.dose, 250.5);
  EXPECT_EQ(noisy->noise.seed, 18446744073709551615u);

  EXPECT_EQ(ReadJob(planeWave + "imaging: {defocus: 60 nm}\n").imaging->defoci, std::vector<double>{ 600.0 });
  const auto plain = ReadJob(planeWave + "imaging: {}\n").imaging; // the exit wave's intensity
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(plain->defoci, std::vector<double>{ 0.0 });
  EXPECT_EQ(plain->lens.semiangle, 0.0);
  EXPECT_EQ(plain->lens.edge, ApertureEdge::Soft);
}

TEST(JobReader, InlineAtoms)
{
  const SimulationDescription job = ReadJob(SmallJobWith("structure: SrTiO3.cif",
                                                         "cell: [3.905, 4, 0.5 nm]\n"
                                                         "  name: made up\n"
                                                         "  atoms:\n"
                                                         "    - [Sr, 0, 0, 0]\n"
                                                         "    - [O, 0.1 nm, 2, 3, 0.5]\n"
                                                         "    - [ti, 1, 2, 3, 1, 0.006]\n"
                                                         "    - [O, 1, 2, -3, 0.25, [0.01, 0.02, 0.03, 0.001, -0.002, 0], -2, 7]"));
  ASSERT_NE(job.specimen.structures, nullptr);
  ASSERT_EQ(job.specimen.structures->size(), 1u);
  EXPECT_EQ(job.specimen.structureFile, "made up");
  const Structure & structure = job.specimen.structures->front();
  EXPECT_EQ(structure.cell[0], (Vector3{ 3.905, 0.0, 0.0 }));
  EXPECT_EQ(structure.cell[2], (Vector3{ 0.0, 0.0, 5.0 }));
  EXPECT_TRUE(structure.hasDisplacements);
  ASSERT_EQ(structure.atoms.size(), 4u);
  EXPECT_EQ(structure.atoms[0].atomicNumber, 38);
  EXPECT_EQ(structure.atoms[0].occupancy, 1.0);
  EXPECT_EQ(structure.atoms[0].displacement, DisplacementTensor{});
  EXPECT_EQ(structure.atoms[0].site, -1);
  EXPECT_EQ(structure.atoms[1].position, (Vector3{ 1.0, 2.0, 3.0 }));
  EXPECT_EQ(structure.atoms[1].occupancy, 0.5);
  EXPECT_EQ(structure.atoms[2].atomicNumber, 22);
  EXPECT_EQ(structure.atoms[2].displacement, IsotropicDisplacement(0.006));
  EXPECT_EQ(structure.atoms[3].displacement, (DisplacementTensor{ 0.01, 0.02, 0.03, 0.001, -0.002, 0.0 }));
  EXPECT_EQ(structure.atoms[3].charge, -2.0);
  EXPECT_EQ(structure.atoms[3].site, 7);
}

TEST(JobReader, InlineCells)
{
  const auto cell = [](const std::string & text) {
    return ReadJob(SmallJobWith("structure: SrTiO3.cif", "cell: " + text + "\n  atoms: [[C, 0, 0, 0]]")).specimen.structures->front().cell;
  };
  EXPECT_EQ(cell("[[3, 0, 0], [0, 4, 0], [1, 0, 5]]"), (std::array<Vector3, 3>{ { { 3, 0, 0 }, { 0, 4, 0 }, { 1, 0, 5 } } }));
  const auto hexagonal = cell("[2, 2, 5, 90 deg, 90 deg, 120 deg]"); // b = 2 (cos 120, sin 120)
  EXPECT_NEAR(hexagonal[1][0], -1.0, 1e-12);
  EXPECT_NEAR(hexagonal[1][1], std::sqrt(3.0), 1e-12);
  EXPECT_NEAR(hexagonal[2][2], 5.0, 1e-12);
}

TEST(JobReader, InlineFrames)
{
  const auto job = ReadJob(SmallJobWith("structure: SrTiO3.cif",
                                        "frames:\n"
                                        "    - {cell: [3, 3, 3], atoms: [[C, 0, 0, 0]]}\n"
                                        "    - {cell: [3, 3, 3], atoms: [[C, 0.1, 0, 0]], source: second}") +
                           "thermal: {model: frames}\n");
  ASSERT_EQ(job.specimen.structures->size(), 2u);
  EXPECT_EQ(job.specimen.structures->at(1).source, "second");
  EXPECT_EQ(job.specimen.structures->at(1).atoms[0].position[0], 0.1);
}

TEST(JobReader, AnchorsAndCommentsAreFine)
{
  const auto job =
    ReadJob(SmallJobWith("outer: 80 mrad}", "outer: &edge 80 mrad}   # a remark\n  abf: {type: annular, inner: 10 mrad, outer: *edge}"));
  ASSERT_EQ(job.detectors.size(), 2u);
  EXPECT_EQ(job.detectors[1].outer, 0.08);
}

TEST(JobReader, EmptySectionsAreTheirDefaults)
{
  EXPECT_NO_THROW(ReadJob(SmallJob() + "thermal:\nnumerics:\n  # propagator: paraxial\noutput:\nexecution:\n"));
}

TEST(JobReader, NumbersDoNotDependOnTheLocale)
{
  const SimulationDescription expected = ReadJob(FullJob);
  const std::string           text = WriteJobText(expected);
  const std::locale           before = std::locale::global(std::locale(std::locale(), new GermanNumbers));
  const std::string           beforeC = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8"); // where it is installed
  const SimulationDescription read = ReadJob(FullJob);
  const std::string           written = WriteJobText(read);
  std::setlocale(LC_ALL, beforeC.c_str());
  std::locale::global(before);
  ExpectEqual(read, expected);
  EXPECT_EQ(written, text);
}

TEST(JobReader, FilesWithNamesBeyondAscii)
{
  const TemporaryFolder       folder;
  const std::string           path = folder.Write("работа_Å.yaml", SmallJobWith("SrTiO3.cif", "структура_Å.cif"));
  const SimulationDescription job = ReadJobFile(path);
  EXPECT_EQ(job.specimen.structureFile, "структура_Å.cif");
  EXPECT_EQ(job.output.file, "работа_Å.h5");
  EXPECT_EQ(job.baseDirectory + "/работа_Å.yaml", path);
}

TEST(JobReader, UnreadableFilesAreFileErrors)
{
  const TemporaryFolder folder;
  const auto            refusal = [](const std::string & path) {
    try
    {
      ReadJobFile(path);
      ADD_FAILURE() << path << " was read";
    }
    catch (const Error & error)
    {
      EXPECT_EQ(error.GetKind(), ErrorKind::File);
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string missing = folder.GetPath("missing.yaml");
  EXPECT_EQ(refusal(missing), "cannot read the job file \"" + missing + "\": No such file or directory");
  ExpectContains(refusal(folder.GetPath("")), "it is a folder");
}

TEST(JobReader, AResultFileInsteadOfAJobSaysWhereItsJobIs)
{
  const TemporaryFolder folder;
  const std::string     path = folder.GetPath("result.h5");
  std::ofstream(std::filesystem::u8path(path), std::ios::binary) << "\x89HDF\r\n\x1A\n";
  try
  {
    ReadJobFile(path);
    ADD_FAILURE() << path << " was read";
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Input);
    ExpectContains(error.what(), "/root/job");
  }
}
