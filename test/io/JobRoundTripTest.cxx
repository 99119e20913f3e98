#include "JobTestSupport.h"
#include "common/Error.h"
#include "io/JobFile.h"
#include "io/Units.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>

using namespace ElectronMultislice;

namespace
{
/** Reading what was written gives an equal description, and writing it again the same text. */
void
ExpectRoundTrip(const SimulationDescription & description)
{
  const std::string text = WriteJobText(description);
  SCOPED_TRACE(text);
  const SimulationDescription read = ReadJobText(text, "again.yaml", description.baseDirectory);
  ExpectEqual(read, description);
  EXPECT_EQ(WriteJobText(read), text);
}

Structure
RandomStructure(std::mt19937_64 & generator, std::size_t atoms)
{
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  std::uniform_int_distribution<int>     element(1, 118);
  Structure                              structure;
  for (std::size_t i = 0; i < 3; ++i)
  {
    structure.cell[i][i] = 1.0 + 10.0 * uniform(generator);
  }
  structure.cell[1][0] = uniform(generator) - 0.5;
  for (std::size_t i = 0; i < atoms; ++i)
  {
    Atom atom;
    atom.atomicNumber = element(generator);
    for (double & coordinate : atom.position)
    {
      coordinate = 1e3 * (uniform(generator) - 0.5);
    }
    atom.occupancy = 1.0 - uniform(generator);
    if (i % 3 == 0)
    {
      atom.displacement = IsotropicDisplacement(0.1 * uniform(generator));
    }
    if (i % 5 == 0)
    {
      atom.displacement = { 0.1, 0.2 * uniform(generator), 0.3, 0.01 * uniform(generator), -1e-7 * uniform(generator), 0.0 };
    }
    if (i % 4 == 0)
    {
      atom.charge = std::floor(5.0 * uniform(generator)) - 2.0;
      atom.site = static_cast<std::int64_t>(i / 8);
    }
    structure.hasDisplacements = structure.hasDisplacements || atom.displacement != DisplacementTensor{};
    structure.atoms.push_back(atom);
  }
  return structure;
}

/** A description in which every number is random, so that none has a short decimal text. */
SimulationDescription
RandomDescription(std::uint64_t seed)
{
  std::mt19937_64                        generator(seed);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  const auto choose = [&](int count) { return static_cast<int>(generator() % static_cast<std::uint64_t>(count)); };
  const auto chance = [&] { return choose(2) == 0; };

  SimulationDescription d;
  d.baseDirectory = "/some/folder";
  d.specimen.repetitions = { 1 + choose(9), 1 + choose(9), 1 + choose(99) };
  d.specimen.beamAxis = static_cast<BeamAxis>(choose(3));
  d.specimen.padding = { uniform(generator), 0.0, 1e-6 * uniform(generator) };
  d.thermal.model = static_cast<ThermalModel>(choose(4));
  const int frames = d.thermal.model == ThermalModel::Frames ? choose(3) : choose(2);
  if (frames == 0)
  {
    d.specimen.structureFile = "../data/structure.cif";
    d.specimen.block = chance() ? "block: 1 # no remark" : "";
  }
  else
  {
    std::vector<Structure> structures;
    for (int i = 0; i < frames; ++i)
    {
      structures.push_back(RandomStructure(generator, 1 + generator() % 40));
    }
    structures.front().source = "frame 1: 'the first'";
    structures.front().remarks = { "B in Å² became u²", "- not a list", "\"quoted\"" };
    d.specimen.structures = std::make_shared<const std::vector<Structure>>(structures);
    d.specimen.structureFile = chance() ? "name with: colon" : "";
  }
  if (chance())
  {
    d.potential.grid = std::array<std::size_t, 2>{ 1 + generator() % 4096, 1 + generator() % 4096 };
  }
  else
  {
    d.potential.sampling = 0.01 + 0.1 * uniform(generator);
  }
  switch (choose(3))
  {
    case 0:
      d.potential.slicing.thickness = 0.1 + uniform(generator);
      break;
    case 1:
      d.potential.slicing.count = 1 + generator() % 1000;
      break;
    default:
      d.potential.slicing.thicknesses = { 0.1 + uniform(generator), 0.1 + uniform(generator) };
  }
  d.potential.parametrization = static_cast<Parametrization>(choose(4));
  d.potential.oversampling = 1 + generator() % 4;
  d.thermal.configurations = d.thermal.model == ThermalModel::FrozenPhonons ? 1 + generator() % 100 : 1;
  d.thermal.seed = generator();
  if (chance())
  {
    d.thermal.meanSquareDisplacement = {
      { "Sr", 0.1 * uniform(generator) }, { "N", 0.1 * uniform(generator) }, { "Y", 0.0 }, { "No", 0.01 }
    };
  }
  d.energy = 1e3 * std::pow(1e4, 0.999 * uniform(generator));
  d.tilt = { 0.3 * (uniform(generator) - 0.5), 0.3 * (uniform(generator) - 0.5) };
  d.lens.edge = static_cast<ApertureEdge>(choose(2));
  d.illumination = static_cast<Illumination>(choose(2));
  if (d.illumination == Illumination::Probe)
  {
    d.lens.semiangle = 1e-4 + 0.29 * uniform(generator);
    d.lens.focalSpread = 100.0 * uniform(generator);
    d.lens.angularSpread = 1e-3 * uniform(generator);
    for (const Aberrations::Order & order : Aberrations::Orders)
    {
      if (chance())
      {
        const double angle = order.m > 0 ? 6.0 * (uniform(generator) - 0.5) : 0.0;
        d.lens.aberrations.SetCoefficient(order.n, order.m, std::pow(10.0, 9.0 * uniform(generator)) * (chance() ? 1.0 : -1.0), angle);
      }
    }
    if (chance())
    {
      d.scan.start = { uniform(generator) - 0.5, uniform(generator) };
      d.scan.step = { 1e-3 + uniform(generator), 1e-3 + uniform(generator) };
      d.scan.count = { 1 + generator() % 100, 1 + generator() % 100 };
      d.scan.rotation = 6.0 * (uniform(generator) - 0.5);
    }
    else
    {
      d.scan.positions.assign(1 + generator() % 20, { uniform(generator), -uniform(generator) });
    }
  }
  else if (chance())
  {
    ImagingDescription imaging;
    imaging.lens.edge = d.lens.edge;
    imaging.lens.semiangle = chance() ? 1e-4 + 0.29 * uniform(generator) : 0.0;
    imaging.lens.focalSpread = 100.0 * uniform(generator);
    imaging.lens.angularSpread = 1e-3 * uniform(generator);
    imaging.lens.aberrations.SetCoefficient(3, 0, 1e7 * uniform(generator));
    imaging.lens.aberrations.SetCoefficient(1, 2, 50.0 * uniform(generator), uniform(generator));
    imaging.defoci.assign(1 + generator() % 5, 0.0);
    for (double & defocus : imaging.defoci)
    {
      defocus = 1e3 * (uniform(generator) - 0.5);
    }
    if (chance())
    {
      imaging.noise = { 1e-3 + 1e4 * uniform(generator), generator() };
    }
    d.imaging = imaging;
  }
  const double inner = uniform(generator);
  d.detectors = {
    { "annular", DetectorType::Annular, 0.0, inner, 1, 1, 0.0, true, nullptr },
    { "3-segments_A", DetectorType::Segmented, 0.1 * inner, inner, 1 + choose(5), 1 + choose(8), uniform(generator) - 0.5, true, nullptr },
    { "com", DetectorType::CenterOfMass, 0.0, chance() ? 0.0 : inner, 1, 1, 0.0, chance(), nullptr },
    { "yes", DetectorType::Pixelated, 0.0, chance() ? 0.0 : inner, 1, 1, 0.0, true, nullptr }
  };
  switch (choose(3))
  {
    case 0:
      d.exitPlaneDepths = { uniform(generator), 1.0 + uniform(generator), 1e3 };
      break;
    case 1:
      d.exitPlaneEvery = 1 + generator() % 100;
      break;
    default:
      break;
  }
  d.numerics.propagator = static_cast<PropagatorModel>(choose(2));
  d.numerics.bandLimit = static_cast<BandLimit>(choose(4));
  d.numerics.potentialBandLimited = chance();
  d.output.file = chance() ? "out put/рез Å: 1.h5" : "a.emd";
  d.output.images = chance() ? std::vector<std::string>{ "png", "tiff" } : std::vector<std::string>{};
  d.output.keep = chance() ? std::vector<std::string>{ "exit-waves" } : std::vector<std::string>{ "potential", "exit-waves" };
  if (chance())
  {
    d.execution = { { "threads", "2" },
                    { "memory-limit.host", "80 %" },
                    { "multi-gpu.devices", "0,2" },
                    { "fft.plan-cache", "-1" },
                    { "multi-gpu.enabled", "true" } };
  }
  return d;
}
} // namespace

TEST(JobRoundTrip, ManyDescriptions)
{
  for (std::uint64_t seed = 0; seed < 400; ++seed)
  {
    ExpectRoundTrip(RandomDescription(seed));
    if (::testing::Test::HasFailure())
    {
      FAIL() << "seed " << seed;
    }
  }
}

TEST(JobRoundTrip, ASmallJob)
{
  ExpectRoundTrip(ReadJob(SmallJob()));
}

TEST(JobRoundTrip, AwkwardNames)
{
  for (const std::string name : { "a.cif",
                                  " leading and trailing ",
                                  "back\\slash",
                                  "quote\"and'quote",
                                  "hash # in it",
                                  "colon: in it",
                                  "[list]",
                                  "{map}",
                                  "*alias",
                                  "&anchor",
                                  "!tag",
                                  "%percent",
                                  "@at",
                                  "`back`",
                                  "- dash",
                                  "? question",
                                  "| bar",
                                  "> more",
                                  "true",
                                  "null",
                                  "~",
                                  "12",
                                  "1e3",
                                  ".5",
                                  ".nan",
                                  "<<",
                                  "=",
                                  "---",
                                  "a, b",
                                  "структура_Å.cif",
                                  "日本/語.cif",
                                  "😀.cif" })
  {
    SimulationDescription description = ReadJob(SmallJob());
    description.specimen.structureFile = name;
    description.specimen.block = name;
    description.output.file = name + ".h5";
    ExpectRoundTrip(description);
  }
}

TEST(JobRoundTrip, WritesTheCanonicalText)
{
  SimulationDescription description = ReadJob(SmallJob());
  description.lens.aberrations.Set("Cs", -2e4);
  description.lens.aberrations.Set("C12", 20);
  description.lens.aberrations.Set("phi12", 0.3);
  description.execution = { { "threads", "2" } };
  EXPECT_EQ(WriteJobText(description),
            "specimen:\n"
            "  structure: SrTiO3.cif\n"
            "  repetitions: [1, 1, 1]\n"
            "  beam-axis: c\n"
            "  padding: [0, 0, 0]\n"
            "potential:\n"
            "  grid: [64, 48]\n"
            "  slice-thickness: 2\n"
            "  parametrization: lobato\n"
            "  projection: infinite\n"
            "  transmission-oversampling: 2\n"
            "thermal:\n"
            "  model: none\n"
            "  configurations: 1\n"
            "  seed: 0\n"
            "beam:\n"
            "  energy: 200 keV\n"
            "  tilt: [0 mrad, 0 mrad]\n"
            "illumination:\n"
            "  type: probe\n"
            "  semiangle: 20 mrad\n"
            "  aberrations: {defocus: 0, C12: 20, phi12: 0.3 rad, C30: -20000}\n"
            "  focal-spread: 0\n"
            "  angular-spread: 0 mrad\n"
            "scan:\n"
            "  start: [0, 0]\n"
            "  step: [0.2, 0.3]\n"
            "  count: [4, 3]\n"
            "  rotation: 0 mrad\n"
            "detectors:\n"
            "  haadf: {type: annular, inner: 50 mrad, outer: 80 mrad}\n"
            "numerics:\n"
            "  propagator: exact\n"
            "  antialias: taper\n"
            "  potential-band: antialias\n"
            "  aperture-edge: soft\n"
            "output:\n"
            "  file: job.h5\n"
            "  images: []\n"
            "  keep: []\n"
            "execution:\n"
            "  threads: 2\n");
}

TEST(JobRoundTrip, OfASettingMadeTwiceTheLastCounts)
{
  SimulationDescription description = ReadJob(SmallJob());
  description.execution = { { "threads", "2" }, { "device", "cpu" }, { "threads", "3" } };
  const std::vector<std::pair<std::string, std::string>> expected{ { "device", "cpu" }, { "threads", "3" } };
  EXPECT_EQ(ReadJob(WriteJobText(description)).execution, expected);
}

TEST(JobRoundTrip, ManyAtomsTakeSeconds)
{
  std::mt19937_64       generator(7);
  SimulationDescription description = ReadJob(SmallJob());
  description.specimen.structureFile.clear();
  description.specimen.structures = std::make_shared<const std::vector<Structure>>(1, RandomStructure(generator, 20000));
  const std::string text = WriteJobText(description);
  ExpectEqual(ReadJobText(text, "again.yaml", description.baseDirectory), description);
}

TEST(JobRoundTrip, AMeasuredSensitivityMapIsInNoJob)
{
  SimulationDescription description = RandomDescription(1);
  Detector              detector;
  detector.name = "camera";
  detector.type = DetectorType::SensitivityMap;
  description.detectors = { detector };
  try
  {
    WriteJobText(description);
    ADD_FAILURE() << "no error";
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Input);
    EXPECT_NE(std::string(error.what()).find("'camera' has a measured sensitivity map"), std::string::npos);
  }
}
