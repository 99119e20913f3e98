// Images of a plane wave by objective lenses: vacuum, defocus, series, averages, bits, memory, refusals. Values of whole cases: the
// oracle's.
#include "simulation/ImageFormation.h"
#include "SmallProblem.h"
#include "common/Error.h"
#include "simulation/Run.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
using SettingList = std::vector<std::pair<std::string, std::string>>;

template <typename T>
Plan
PlanWith(const MultisliceProblem & problem, const SettingList & list)
{
  Settings settings;
  for (const auto & [name, value] : list)
  {
    settings.Set(name, value, "test");
  }
  return MakePlan(problem, sizeof(T) == sizeof(double), settings, true);
}

template <typename T>
MemorySink<T>
RunWith(const MultisliceProblem & problem, const SettingList & list = { { "threads", "1" } })
{
  const Plan    plan = PlanWith<T>(problem, list);
  MemorySink<T> sink(plan.problem);
  RunControl    control;
  Run<T>(plan, sink, control);
  return sink;
}

Lens
MakeLens(double defocus, double aperture = 0.03)
{
  Lens lens;
  lens.semiangle = aperture;
  lens.aberrations.Set("defocus", defocus);
  lens.aberrations.Set("Cs", 2e5);
  lens.aberrations.Set("C12", 12.0);
  lens.aberrations.Set("phi12", 0.7);
  lens.focalSpread = 25.0;
  lens.angularSpread = 3e-4;
  return lens;
}

/** The small specimen under a plane wave, two exit planes, images at two defoci. */
MultisliceProblem
MakeImagingProblem(ThermalModel model = ThermalModel::None, std::size_t configurations = 1)
{
  auto problem = MakeSmallProblem(64, 48, model, configurations);
  problem.illumination = Illumination::PlaneWave;
  problem.positions.clear();
  problem.exitWaves = false;
  problem.images = { MakeLens(60.0), MakeLens(-40.0) };
  return problem;
}

/** Two slices of 3 Å: a smooth phase object without symmetry, then vacuum. */
class BlobThenVacuum : public GivenPotential
{
public:
  explicit BlobThenVacuum(const Grid & grid, double strength)
    : m_Grid(grid)
    , m_Strength(strength)
  {}
  void
  GetSlice(std::size_t slice, float * values) const override
  {
    Fill(slice, values);
  }
  void
  GetSlice(std::size_t slice, double * values) const override
  {
    Fill(slice, values);
  }

private:
  template <typename T>
  void
  Fill(std::size_t slice, T * values) const
  {
    for (std::size_t y = 0; y < m_Grid.ny; ++y)
    {
      for (std::size_t x = 0; x < m_Grid.nx; ++x)
      {
        const double dx = static_cast<double>(x) * m_Grid.GetSpacingX() - 5.0;
        const double dy = static_cast<double>(y) * m_Grid.GetSpacingY() - 3.5;
        *values++ = static_cast<T>(slice == 0 ? m_Strength * std::exp(-dx * dx - dy * dy / 0.8) : 0.0);
      }
    }
  }
  Grid   m_Grid;
  double m_Strength;
};

MultisliceProblem
MakeGivenProblem(const Grid & grid, double strength, std::size_t slices)
{
  MultisliceProblem problem;
  problem.grid = grid;
  problem.oversampling = 1;
  problem.energy = 200e3;
  problem.potential = std::make_shared<BlobThenVacuum>(grid, strength);
  for (std::size_t i = 0; i <= slices; ++i)
  {
    problem.sliceEdges.push_back(3.0 * static_cast<double>(i));
  }
  problem.exitPlanes = { slices };
  problem.illumination = Illumination::PlaneWave;
  return problem;
}

template <typename T>
double
LargestDifference(const std::vector<T> & a, const std::vector<T> & b)
{
  EXPECT_EQ(a.size(), b.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i)
  {
    largest = std::max(largest, std::fabs(static_cast<double>(a[i]) - static_cast<double>(b[i])));
  }
  return largest;
}
} // namespace

TEST(ImageFormation, VacuumIsOne)
{
  auto problem = MakeGivenProblem({ 96, 80, 12.0, 9.0 }, 0.0, 40);
  problem.tilt = { 3e-3, -2e-3 };
  problem.images = { MakeLens(0.0, 0.0), MakeLens(80.0), MakeLens(600.0, 0.01) };
  CheckProblem(problem);
  const auto single = RunWith<float>(problem);
  const auto exact = RunWith<double>(problem);
  ASSERT_EQ(single.images.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
  {
    ASSERT_EQ(single.images[i].size(), 96u * 80u);
    for (const float value : single.images[i])
    {
      ASSERT_NEAR(value, 1.0f, 1e-6f);
    }
    for (const double value : exact.images[i])
    {
      ASSERT_NEAR(value, 1.0, 1e-12);
    }
  }
}

// Underfocus by t images the plane t before the exit plane (paraxially; conventions).
TEST(ImageFormation, UnderfocusSeesThePlaneBeforeTheExitPlane)
{
  auto problem = MakeGivenProblem({ 96, 80, 12.0, 9.0 }, 300.0, 3);
  problem.propagator = PropagatorModel::Paraxial;
  problem.exitPlanes = { 1, 3 };
  Lens infocus, underfocus, overfocus;
  underfocus.aberrations.Set("defocus", 6.0);
  overfocus.aberrations.Set("defocus", -6.0);
  problem.images = { infocus, underfocus, overfocus };
  problem.exitWaves = true;
  const auto                sink = RunWith<double>(problem);
  const std::ptrdiff_t      pixels = 96 * 80;
  std::vector<double>       intensity; // of the wave behind the first slice
  const std::vector<double> before(sink.images[0].begin(), sink.images[0].begin() + pixels);
  const std::vector<double> after(sink.images[0].begin() + pixels, sink.images[0].end());
  for (std::ptrdiff_t i = 0; i < pixels; ++i)
  {
    intensity.push_back(std::norm(sink.exitWaves[0][static_cast<std::size_t>(i)]));
  }
  EXPECT_LT(LargestDifference(before, intensity), 1e-12) << "without a lens the image is the wave's intensity";
  const std::vector<double> under(sink.images[1].begin() + pixels, sink.images[1].end());
  const std::vector<double> over(sink.images[2].begin() + pixels, sink.images[2].end());
  EXPECT_LT(LargestDifference(under, before), 1e-6);
  EXPECT_GT(LargestDifference(after, before), 0.01);
  EXPECT_GT(LargestDifference(over, before), 0.02);
}

TEST(ImageFormation, SameBitsForAnyDevicesThreadsAndChunks)
{
  const auto problem = MakeImagingProblem(ThermalModel::FrozenPhonons, 3);
  const auto expected = RunWith<float>(problem);
  ASSERT_EQ(expected.images.size(), 2u);
  EXPECT_EQ(expected.images[0].size(), 2u * 64 * 48);
  EXPECT_GT(LargestDifference(expected.images[0], expected.images[1]), 0.01);
  const SettingList variants[] = {
    { { "threads", "2" } },
    { { "threads", "3" } },
    { { "threads", "2" }, { "virtual-devices", "2" } },
    { { "threads", "3" }, { "virtual-devices", "3" } },
    { { "threads", "5" }, { "virtual-devices", "2" }, { "potential.slice-chunk-size", "1" } },
  };
  for (const auto & variant : variants)
  {
    const auto sink = RunWith<float>(problem, variant);
    EXPECT_EQ(sink.images, expected.images) << variant.back().first << " " << variant.back().second;
    EXPECT_EQ(sink.values, expected.values);
    EXPECT_EQ(sink.patterns, expected.patterns);
  }
}

TEST(ImageFormation, ASeriesIsItsSeparateRuns)
{
  auto       problem = MakeImagingProblem(ThermalModel::FrozenPhonons, 2);
  const auto series = RunWith<float>(problem);
  const auto lenses = problem.images;
  for (std::size_t i = 0; i < lenses.size(); ++i)
  {
    problem.images = { lenses[i] };
    EXPECT_EQ(RunWith<float>(problem).images.at(0), series.images[i]);
  }
}

TEST(ImageFormation, IntensitiesAreAveragedOverTheConfigurations)
{
  auto problem = MakeImagingProblem(ThermalModel::FrozenPhonons, 3);
  problem.images = { Lens() }; // the intensity of the wave itself
  problem.exitWaves = true;
  const auto          sink = RunWith<double>(problem);
  std::vector<double> mean(sink.images[0].size(), 0.0);
  ASSERT_EQ(sink.exitWaves.size(), 3u);
  EXPECT_NE(sink.exitWaves[0], sink.exitWaves[1]);
  for (const auto & waves : sink.exitWaves)
  {
    for (std::size_t i = 0; i < mean.size(); ++i)
    {
      mean[i] += std::norm(waves[i]) / 3.0;
    }
  }
  EXPECT_LT(LargestDifference(sink.images[0], mean), 1e-12);
}

TEST(ImageFormation, ImagesAndKeptWavesDoNotDisturbOneAnother)
{
  auto       problem = MakeImagingProblem(ThermalModel::FrozenPhonons, 2);
  const auto images = RunWith<float>(problem);
  EXPECT_TRUE(images.exitWaves.empty());
  problem.exitWaves = true;
  const auto both = RunWith<float>(problem);
  problem.images.clear();
  const auto waves = RunWith<float>(problem);
  EXPECT_EQ(both.images, images.images);
  EXPECT_EQ(both.exitWaves, waves.exitWaves);
  EXPECT_EQ(both.values, waves.values);
  EXPECT_TRUE(waves.images.empty());
}

TEST(ImageFormation, TheApertureTakesAwayWhatItStops)
{
  auto problem = MakeImagingProblem();
  problem.images = { Lens(), Lens(), Lens() };
  problem.images[1].semiangle = 0.02;
  problem.images[2].semiangle = 1e-6; // only the straight beam: an even image
  problem.images[2].edge = ApertureEdge::Hard;
  const auto          sink = RunWith<double>(problem);
  std::vector<double> means;
  for (const auto & image : sink.images)
  {
    double sum = 0.0;
    for (std::size_t i = 64 * 48; i < image.size(); ++i)
    {
      sum += image[i] / (64.0 * 48.0);
    }
    means.push_back(sum);
  }
  EXPECT_LE(means[0], 1.0);
  EXPECT_GT(means[0], 0.99);
  EXPECT_LT(means[1], means[0] - 0.001);
  EXPECT_LT(means[2], means[1] - 0.001);
  for (std::size_t i = 64 * 48; i < sink.images[2].size(); ++i)
  {
    ASSERT_NEAR(sink.images[2][i], means[2], 1e-12);
  }
}

TEST(ImageFormation, APerfectLensShowsTheIntensityOfTheWaveItself)
{
  auto problem = MakeImagingProblem();
  problem.exitWaves = true;
  problem.images = { MakeLens(60.0), Lens() };
  const auto sink = RunWith<float>(problem);
  for (std::size_t i = 0; i < sink.images[1].size(); ++i)
  {
    ASSERT_EQ(sink.images[1][i], static_cast<float>(std::norm(std::complex<double>(sink.exitWaves[0][i]))));
  }
  problem.images = { MakeLens(60.0) };
  EXPECT_EQ(RunWith<float>(problem).images[0], sink.images[0]);
}

TEST(ImageFormation, ADoseMakesCountsOfTheAverage)
{
  auto         problem = MakeImagingProblem(ThermalModel::FrozenPhonons, 2);
  const auto   clean = RunWith<double>(problem);
  const double counts = 400.0 * 9.6 / 64 * 7.2 / 48; // dose x pixel area
  problem.imageNoise = { 400.0, 3 };
  const auto noisy = RunWith<double>(problem);
  for (std::size_t lens = 0; lens < 2; ++lens)
  {
    double squares = 0.0;
    for (std::size_t i = 0; i < clean.images[lens].size(); ++i)
    {
      const double mean = clean.images[lens][i] * counts, count = noisy.images[lens][i] * counts;
      ASSERT_NEAR(count, std::round(count), 1e-9);
      squares += (count - mean) * (count - mean) / mean / static_cast<double>(clean.images[lens].size());
    }
    // variance = mean of every pixel; the standard error of the average is sqrt((2 + 1/mean)/N) with a mean of 9 and N = 6144 pixels
    EXPECT_NEAR(squares, 1.0, 5.0 * std::sqrt(2.2 / 6144.0));
  }
  const std::size_t pixels = 64 * 48;
  const auto        deviation = [&](std::size_t lens, std::size_t plane) {
    std::vector<double> values;
    for (std::size_t i = plane * pixels; i < (plane + 1) * pixels; ++i)
    {
      values.push_back(noisy.images[lens][i] - clean.images[lens][i]);
    }
    return values;
  };
  const auto correlation = [](const std::vector<double> & a, const std::vector<double> & b) {
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i)
    {
      ab += a[i] * b[i];
      aa += a[i] * a[i];
      bb += b[i] * b[i];
    }
    return ab / std::sqrt(aa * bb);
  };
  // no two images share their noise: the correlation of N independent pixels is 1/sqrt(N)
  EXPECT_LT(std::fabs(correlation(deviation(0, 0), deviation(0, 1))), 5.0 / std::sqrt(pixels));
  EXPECT_LT(std::fabs(correlation(deviation(0, 0), deviation(1, 0))), 5.0 / std::sqrt(pixels));
  EXPECT_LT(std::fabs(correlation(deviation(0, 1), deviation(1, 0))), 5.0 / std::sqrt(pixels));

  EXPECT_EQ(RunWith<double>(problem, { { "threads", "3" }, { "virtual-devices", "2" } }).images, noisy.images);
  problem.imageNoise.seed = 4;
  EXPECT_NE(RunWith<double>(problem).images[0], noisy.images[0]);
}

TEST(ImageFormation, ThePlanCountsAndNamesTheImages)
{
  const auto problem = MakeImagingProblem(ThermalModel::FrozenPhonons, 2);
  auto       without = problem;
  without.images.clear();
  const Plan plan = PlanWith<float>(problem, { { "threads", "2" } });
  const Plan less = PlanWith<float>(without, { { "threads", "2" } });
  EXPECT_NE(plan.ToText().find("images         4 images: defocus 60, -40 Å, aperture 30 mrad"), std::string::npos) << plan.ToText();
  EXPECT_EQ(less.ToText().find("images "), std::string::npos);
  auto noisy = problem;
  noisy.imageNoise.dose = 25.0;
  EXPECT_NE(PlanWith<float>(noisy, {}).ToText().find("aperture 30 mrad, dose 25 e/Å²"), std::string::npos);
  const std::uint64_t pixels = 64 * 48;
  EXPECT_EQ(plan.resultBytes - less.resultBytes, 4 * 4 * pixels);
  // at least: results, a unit with its images and exit waves, two spectra and two work arrays in double
  EXPECT_GE(plan.hostMemory - less.hostMemory, 4 * 4 * pixels + (4 * 4 + 2 * 8) * pixels + 4 * 16 * pixels);
}

TEST(ImageFormation, WhatCannotBeImagedIsRefused)
{
  const auto refusal = [](const MultisliceProblem & problem) {
    try
    {
      CheckProblem(problem);
    }
    catch (const Error & error)
    {
      EXPECT_EQ(error.GetKind(), ErrorKind::Input);
      return std::string(error.what());
    }
    return std::string("nothing refused");
  };
  const auto expectRefusal = [&](const Lens & lens, const std::string & part) {
    auto problem = MakeImagingProblem();
    problem.images = { lens };
    EXPECT_NE(refusal(problem).find(part), std::string::npos) << refusal(problem);
  };
  expectRefusal(MakeLens(0.0, 0.2), "The objective aperture reaches 200 mrad, beyond the band limit of the 64 x 48 grid");
  expectRefusal(MakeLens(0.0, -0.01), "it must be between 0 and 300 mrad");
  Lens lens;
  lens.angularSpread = std::nan("");
  expectRefusal(lens, "The angular spread is nan; it must be a finite number");
  lens.angularSpread = 0.0;
  lens.focalSpread = -1.0;
  expectRefusal(lens, "both are at least 0");
  auto noisy = MakeImagingProblem();
  noisy.imageNoise.dose = -1.0;
  EXPECT_NE(refusal(noisy).find("The dose is -1 e/Å²; it must be above 0, or 0 for images without noise"), std::string::npos);
  noisy.imageNoise.dose = std::nan("");
  EXPECT_NE(refusal(noisy).find("The dose is nan"), std::string::npos);
  noisy.imageNoise.dose = 1e12;
  EXPECT_NE(refusal(noisy).find("electrons per pixel; at most 1e9 can be counted"), std::string::npos);
  auto probe = MakeSmallProblem();
  probe.images = { Lens() };
  EXPECT_NE(refusal(probe).find("Take a plane wave"), std::string::npos) << refusal(probe);
  auto alone = MakeImagingProblem();
  alone.detectors.clear();
  EXPECT_EQ(refusal(alone), "nothing refused");
}
