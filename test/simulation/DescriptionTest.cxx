#include "simulation/Description.h"
#include "common/Error.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
SimulationDescription
MakeDescription()
{
  Structure structure;
  structure.cell = { Vector3{ 4, 0, 0 }, Vector3{ 0, 5, 0 }, Vector3{ 0, 0, 6 } };
  Atom atom;
  atom.atomicNumber = 38;
  atom.position = { 1, 2, 3 };
  structure.atoms = { atom };
  SimulationDescription description;
  description.specimen.structures = std::make_shared<const std::vector<Structure>>(1, structure);
  description.specimen.repetitions = { 3, 2, 1 };
  description.potential.grid = std::array<std::size_t, 2>{ 96, 80 };
  description.potential.slicing.count = 3;
  description.energy = 200e3;
  description.lens.semiangle = 0.02;
  description.scan.count = { 3, 2 };
  description.scan.step = { 0.5, 0.25 };
  Detector detector;
  detector.name = "bf";
  detector.outer = 0.02;
  description.detectors = { detector };
  return description;
}

std::string
Refusal(const SimulationDescription & description)
{
  try
  {
    BuildProblem(description);
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Input);
    return error.what();
  }
  return "nothing refused";
}
#define EXPECT_REFUSAL(description, part) EXPECT_NE(Refusal(description).find(part), std::string::npos) << Refusal(description)
} // namespace

TEST(Description, BuildsTheProblem)
{
  const auto problem = BuildProblem(MakeDescription());
  EXPECT_EQ(problem.grid, (Grid{ 96, 80, 12.0, 10.0 }));
  EXPECT_EQ(problem.GetNumberOfSlices(), 3u);
  EXPECT_EQ(problem.positions.size(), 6u);
  EXPECT_EQ(problem.exitPlanes, std::vector<std::size_t>{ 3 });
  EXPECT_EQ(problem.specimen->GetAtoms().size(), 6u);
}

TEST(Description, PositionsEqualTheRasterTo1em12)
{
  ScanDescription scan;
  scan.start = { 1.5, -2.25 };
  scan.step = { 0.3, 0.2 };
  scan.count = { 4, 3 };
  const auto straight = scan.GetPositions();
  ASSERT_EQ(straight.size(), 12u);
  EXPECT_NEAR(straight[1 + 4 * 2][0], 1.5 + 0.3, 1e-12); // x fastest
  EXPECT_NEAR(straight[1 + 4 * 2][1], -2.25 + 0.4, 1e-12);
  scan.rotation = std::acos(0.0); // the image's x axis along the specimen's +y, its y axis along -x
  const auto turned = scan.GetPositions();
  EXPECT_NEAR(turned[1 + 4 * 2][0], 1.5 - 0.4, 1e-12);
  EXPECT_NEAR(turned[1 + 4 * 2][1], -2.25 + 0.3, 1e-12);
}

TEST(Description, SamplingGivesTheNextFastSize)
{
  PotentialDescription potential;
  potential.sampling = 0.1;
  const Grid grid = ResolveGrid(potential, 12.7, 5.0); // 127 and 50 pixels at least
  EXPECT_EQ(grid.nx, 128u);
  EXPECT_EQ(grid.ny, 50u);
}

TEST(Description, BadInputIsRefusedWithTheWayOut)
{
  auto description = MakeDescription();
  description.detectors[0].outer = 0.2;
  EXPECT_REFUSAL(description, "band limit of the 96 x 80 grid");
  EXPECT_REFUSAL(description, "Take a grid of at least");

  description = MakeDescription();
  description.scan.count = { 0, 4 };
  EXPECT_REFUSAL(description, "0 x 4 positions");

  description = MakeDescription();
  description.scan.start = { 0.0, -1e300 };
  EXPECT_REFUSAL(description, "more than 1 mm from the origin");

  description = MakeDescription();
  description.thermal.configurations = 8;
  EXPECT_REFUSAL(description, "same image would be computed again");

  description = MakeDescription();
  description.thermal.model = ThermalModel::FrozenPhonons;
  EXPECT_REFUSAL(description, "mean-square-displacement: {");

  description = MakeDescription();
  description.thermal.meanSquareDisplacement = { { "Ti", 0.01 } };
  EXPECT_REFUSAL(description, "no such atom");

  description = MakeDescription();
  description.thermal.meanSquareDisplacement = { { "Sr", 5.0 } };
  EXPECT_REFUSAL(description, "B value");

  description = MakeDescription();
  description.energy = 200;
  EXPECT_REFUSAL(description, "keV");

  description = MakeDescription();
  description.potential.grid.reset();
  EXPECT_REFUSAL(description, "sampling");

  description = MakeDescription();
  description.detectors.push_back(description.detectors[0]);
  EXPECT_REFUSAL(description, "Two detectors");

  description = MakeDescription();
  description.detectors.clear();
  EXPECT_REFUSAL(description, "Nothing is measured");

  description = MakeDescription();
  description.detectors[0].type = DetectorType::Segmented;
  description.detectors[0].azimuthal = 720;
  EXPECT_REFUSAL(description, "holds no pixel");

  description = MakeDescription();
  description.scan.positions = { { std::nan(""), 0.0 } };
  EXPECT_REFUSAL(description, "finite");
}

TEST(Description, OneLensPerDefocus)
{
  auto description = MakeDescription();
  description.illumination = Illumination::PlaneWave;
  description.imaging.emplace();
  description.imaging->lens.semiangle = 0.015;
  description.imaging->lens.aberrations.Set("Cs", 1e5);
  description.imaging->defoci = { 40.0, 0.0, -20.0 };
  const auto problem = BuildProblem(description);
  ASSERT_EQ(problem.images.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
  {
    EXPECT_EQ(problem.images[i].aberrations.GetDefocus(), description.imaging->defoci[i]);
    EXPECT_EQ(problem.images[i].aberrations.GetCoefficient(3, 0), 1e5);
    EXPECT_EQ(problem.images[i].semiangle, 0.015);
  }
  description.imaging->defoci = { 40.0, 40.0 };
  EXPECT_REFUSAL(description, "The defocus 40 Å is given twice");
  description.imaging->defoci.clear();
  EXPECT_REFUSAL(description, "series of defoci is empty");
  description.imaging->defoci = { 40.0 };
  description.imaging->lens.aberrations.Set("defocus", 10.0);
  EXPECT_REFUSAL(description, "Give it in the series only");
}

TEST(Description, TheGridThatARefusalNamesWillDo)
{
  auto description = MakeDescription();
  description.detectors[0].outer = 0.1;
  const std::string text = Refusal(description);
  const auto        place = text.find("at least ");
  ASSERT_NE(place, std::string::npos);
  std::size_t nx = 0, ny = 0;
  ASSERT_EQ(std::sscanf(text.c_str() + place, "at least %zu x %zu", &nx, &ny), 2);
  description.potential.grid = std::array<std::size_t, 2>{ nx, ny };
  EXPECT_NO_THROW(BuildProblem(description));
  description.potential.grid = std::array<std::size_t, 2>{ nx - 2, ny - 2 };
  EXPECT_THROW(BuildProblem(description), Error);
}

TEST(Description, ASlowSizeIsRemarkedAndComputedAsAsked)
{
  auto description = MakeDescription();
  description.potential.grid = std::array<std::size_t, 2>{ 97, 80 };
  const auto problem = BuildProblem(description);
  EXPECT_EQ(problem.grid.nx, 97u);
  ASSERT_FALSE(problem.remarks.empty());
  EXPECT_NE(problem.remarks.back().find("98"), std::string::npos) << problem.remarks.back();
}

TEST(Description, ASupercellBeyondTheMemoryLimitIsRefusedBeforeItIsBuilt)
{
  auto description = MakeDescription();
  description.specimen.repetitions = { 1000, 1000, 1000 };
  try
  {
    BuildProblem(description, 1000000000);
    FAIL() << "not refused";
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Memory);
    EXPECT_NE(std::string(error.what()).find("fewer repetitions"), std::string::npos) << error.what();
  }
}

TEST(Description, AProbeWiderThanTheAreaIsRemarked)
{
  auto description = MakeDescription();               // 12 x 10 Å
  description.lens.aberrations.Set("defocus", 240.0); // edge rays at 240 Å x 20 mrad = 4.8 Å
  EXPECT_TRUE(BuildProblem(description).remarks.empty());
  description.lens.aberrations.Set("defocus", 260.0); // 5.2 Å
  ASSERT_FALSE(BuildProblem(description).remarks.empty());
  EXPECT_NE(BuildProblem(description).remarks.back().find("periodic images"), std::string::npos);
}
