// Every oracle case whose features the product has, through the verbs of a backend's session: the reference in double, the CPU in double
// and in float. Tolerances are those that the cases state.
#include "OracleProblem.h"
#include "OracleRun.h"
#include "common/Error.h"
#include "physics/Constants.h"
#include <numeric>

using namespace ElectronMultislice;
using namespace OracleTest;

namespace
{
/** Value of a pattern (zero frequency in the middle) at the reflection [hx, hy]; outside the stored part nothing is transmitted. */
double
PatternAt(const double * pattern, const MeasurementLayout::Pattern & layout, long hx, long hy)
{
  const long x = hx + static_cast<long>(layout.nx / 2), y = hy + static_cast<long>(layout.ny / 2);
  if (x < 0 || y < 0 || x >= static_cast<long>(layout.nx) || y >= static_cast<long>(layout.ny))
  {
    return 0.0;
  }
  return pattern[y * static_cast<long>(layout.nx) + x];
}

/** The numbers of one detector of a case in the order of its output: [plane][wave] and what the detector adds. */
std::vector<double>
Signal(const OracleRun & run, const MultisliceProblem & problem, std::size_t detector, const Json & entry)
{
  std::vector<double> values;
  const std::size_t   samples = problem.exitPlanes.size() * problem.GetNumberOfWaves();
  for (const auto & scalars : run.layout.scalars)
  {
    if (scalars.detector != detector)
    {
      continue;
    }
    const std::size_t count = entry.at("type") == "com" ? 2 : scalars.count; // not divided by the third sum, the intensity
    for (std::size_t sample = 0; sample < samples; ++sample)
    {
      for (std::size_t i = 0; i < count; ++i)
      {
        values.push_back(run.scalars[sample * run.layout.scalarCount + scalars.first + i]);
      }
    }
  }
  for (std::size_t p = 0; p < run.layout.patterns.size(); ++p)
  {
    const auto & layout = run.layout.patterns[p];
    if (layout.detector != detector)
    {
      continue;
    }
    for (std::size_t sample = 0; sample < samples; ++sample)
    {
      const double * pattern = run.patterns[p].data() + sample * layout.nx * layout.ny;
      if (entry.at("type") == "pixels")
      {
        for (const Json & index : entry.at("indices"))
        {
          values.push_back(PatternAt(pattern, layout, index.at(0), index.at(1)));
        }
        continue;
      }
      for (std::size_t y = 0; y < problem.grid.ny; ++y)
      {
        for (std::size_t x = 0; x < problem.grid.nx; ++x)
        {
          values.push_back(PatternAt(pattern, layout, SignedFrequency(x, problem.grid.nx), SignedFrequency(y, problem.grid.ny)));
        }
      }
    }
  }
  return values;
}

/** Intensity of the whole plane, [plane][wave]. */
std::vector<double>
Total(const OracleRun & run)
{
  std::vector<double> values;
  for (std::size_t i = 0; i < run.scalars.size(); i += run.layout.scalarCount)
  {
    values.push_back(run.scalars[i + run.layout.scalars.back().first + 2]);
  }
  return values;
}

template <typename T>
void
CheckPotential(const OracleCase &        oracleCase,
               const MultisliceProblem & problem,
               const Backend &           backend,
               const DeviceSetup &       setup,
               Comparison &              compare)
{
  RunControl          control;
  const auto          session = OpenSession<T>(backend, problem, setup, control);
  const Grid          grid = problem.grid.Refined(problem.oversampling);
  const Json &        report = oracleCase.inputs.at("report");
  std::vector<double> sums, largest, smallest, rms;
  for (std::size_t slice = 0; slice < problem.GetNumberOfSlices(); ++slice)
  {
    std::vector<T> values(grid.GetNumberOfPixels());
    session->ComputePotential(0, slice, values.data());
    const std::vector<double> potential(values.begin(), values.end());
    double                    sum = 0.0, squares = 0.0;
    for (const double value : potential)
    {
      sum += value;
      squares += value * value;
    }
    sums.push_back(sum);
    rms.push_back(std::sqrt(squares / static_cast<double>(potential.size())));
    largest.push_back(*std::max_element(potential.begin(), potential.end()));
    smallest.push_back(*std::min_element(potential.begin(), potential.end()));
    for (const std::size_t reported : report.at("slices"))
    {
      const std::string name = "V_slice" + std::to_string(slice);
      if (reported == slice && report.contains("pixels"))
      {
        compare.Expect(name + "_pixels", ValuesAt(potential, report.at("pixels"), grid.nx, grid.ny));
      }
      if (reported == slice && report.value("full", false))
      {
        compare.Expect(name, potential);
      }
    }
  }
  compare.Expect("n_slices", std::vector<double>{ static_cast<double>(problem.GetNumberOfSlices()) });
  compare.Expect("slice_sum_V_A", sums);
  compare.Expect("slice_max_V_A", largest);
  compare.Expect("slice_min_V_A", smallest);
  compare.Expect("slice_rms_V_A", rms);
}

void
CheckStem(const OracleCase & oracleCase, const MultisliceProblem & problem, const OracleRun & run, Comparison & compare)
{
  const Json & detectors = oracleCase.inputs.at("detectors");
  for (std::size_t d = 0; d < detectors.size(); ++d)
  {
    compare.Expect(detectors[d].at("name"), Signal(run, problem, d, detectors[d]));
  }
  compare.Expect("total", Total(run));
}

void
CheckPlane(const OracleCase & oracleCase, const MultisliceProblem & problem, const OracleRun & run, Comparison & compare)
{
  const Json &        report = oracleCase.inputs.at("report");
  std::vector<double> thicknesses;
  for (std::size_t plane = 0; plane < problem.exitPlanes.size(); ++plane)
  {
    thicknesses.push_back(problem.sliceEdges[problem.exitPlanes[plane]]);
    if (problem.GetNumberOfConfigurations() == 1 && report.contains("pixels"))
    {
      compare.Expect("psi_plane" + std::to_string(problem.exitPlanes[plane]) + "_pixels",
                     ValuesAt(run.exitWaves[plane], report.at("pixels"), problem.grid.nx, problem.grid.ny));
    }
  }
  compare.Expect("thickness_A", thicknesses);
  compare.Expect("total_intensity", Total(run));
  compare.Expect("spots", Signal(run, problem, 0, { { "type", "pixels" }, { "indices", report.at("spots") } }));
  if (problem.images.empty())
  {
    return;
  }
  const std::size_t   pixels = problem.grid.GetNumberOfPixels();
  std::vector<double> statistics; // [plane][smallest, largest, mean]
  for (std::size_t plane = 0; plane < problem.exitPlanes.size(); ++plane)
  {
    const auto                start = run.images.front().begin() + static_cast<std::ptrdiff_t>(plane * pixels);
    const std::vector<double> image(start, start + static_cast<std::ptrdiff_t>(pixels));
    statistics.push_back(*std::min_element(image.begin(), image.end()));
    statistics.push_back(*std::max_element(image.begin(), image.end()));
    statistics.push_back(std::accumulate(image.begin(), image.end(), 0.0) / static_cast<double>(pixels));
    if (report.contains("pixels"))
    {
      compare.Expect("image_plane" + std::to_string(problem.exitPlanes[plane]) + "_pixels",
                     ValuesAt(image, report.at("pixels"), problem.grid.nx, problem.grid.ny));
    }
  }
  compare.Expect("image_min_max_mean", statistics);
}

void
CheckWave(const OracleCase & oracleCase, const OracleRun & run, Comparison & compare)
{
  CompareWave(compare, oracleCase.inputs, oracleCase.outputs, run.exitWaves.front());
  if (oracleCase.inputs.at("wave").at("type") == "probe")
  {
    compare.NotCovered("chi_pixels"); // formulas: test/physics
    compare.NotCovered("aperture_pixels");
  }
}

bool
ReachesBeyondTheBand(const MultisliceProblem & problem)
{
  const double cutoff = BandLimitCutoff(problem.bandLimit, problem.grid.GetSpacingX(), problem.grid.GetSpacingY());
  return std::any_of(problem.detectors.begin(), problem.detectors.end(), [&](const Detector & detector) {
    return detector.outer > Wavelength(problem.energy) * cutoff;
  });
}

template <typename T>
void
CheckCase(const OracleCase & oracleCase, const Backend & backend, const DeviceSetup & setup, double tolerance)
{
  Comparison              compare(oracleCase, tolerance);
  const MultisliceProblem problem = MakeProblem(oracleCase);
  if (ReachesBeyondTheBand(problem))
  {
    // the product refuses such a detector; the numbers, which are those of its inner part, must be right all the same
    EXPECT_THROW(CheckProblem(problem), Error);
  }
  else
  {
    EXPECT_NO_THROW(CheckProblem(problem));
  }
  if (oracleCase.kind == "potential")
  {
    CheckPotential<T>(oracleCase, problem, backend, setup, compare);
  }
  else
  {
    const OracleRun run = RunProblem<T>(backend, problem, setup);
    if (oracleCase.kind == "stem")
    {
      CheckStem(oracleCase, problem, run, compare);
    }
    else if (oracleCase.kind == "plane")
    {
      CheckPlane(oracleCase, problem, run, compare);
    }
    else
    {
      CheckWave(oracleCase, run, compare);
    }
  }
  compare.ExpectComplete();
}

DeviceSetup
MakeSetup(std::size_t threads, std::size_t batch, std::size_t sliceChunk)
{
  DeviceSetup setup;
  setup.threads = threads;
  setup.batch = batch;
  setup.sliceChunk = sliceChunk;
  return setup;
}

/** Potentials and vacuum waves state no float32 tolerance: ten times what rounding to float did to the worst of them (5.5e-7, the probe of
 *  255 x 257), rounded, as the oracle does for its own. */
double
FloatTolerance(const OracleCase & oracleCase)
{
  return oracleCase.floatTolerance > 0.0 ? oracleCase.floatTolerance : 5e-6;
}

class OracleConformance : public testing::TestWithParam<OracleCase>
{};

bool
IsCovered(const OracleCase & oracleCase)
{
  return WhyNotCovered(oracleCase).empty();
}
} // namespace

TEST_P(OracleConformance, ReferenceInDouble)
{
  CheckCase<double>(GetParam(), GetReferenceBackend(), MakeSetup(1, 2, 3), GetParam().doubleTolerance);
}

TEST_P(OracleConformance, CpuInDouble)
{
  CheckCase<double>(GetParam(), GetCpuBackend(), MakeSetup(2, 3, 3), GetParam().doubleTolerance);
}

TEST_P(OracleConformance, CpuInFloat)
{
  CheckCase<float>(GetParam(), GetCpuBackend(), MakeSetup(1, 8, 100), FloatTolerance(GetParam()));
}

// Kirkland, Advanced Computing in Electron Microscopy, fig. 5.12: C, Si, Cu, Au and U in a row, intensities from 0.72 to 1.03.
TEST(HrtemOfKirkland, FigureHasItsRange)
{
  const auto cases = ReadOracle("06_hrtem.json", [](const OracleCase & oracleCase) { return oracleCase.name == "kirkland_row"; });
  ASSERT_EQ(cases.size(), 1u);
  const OracleRun run = RunProblem<float>(GetCpuBackend(), MakeProblem(cases.front()), MakeSetup(2, 1, 100));
  const auto      range = std::minmax_element(run.images.at(0).begin(), run.images.at(0).end());
  EXPECT_NEAR(*range.first, 0.72, 0.005);
  EXPECT_NEAR(*range.second, 1.03, 0.005);
}

INSTANTIATE_TEST_SUITE_P(Potential, OracleConformance, testing::ValuesIn(ReadOracle("02_potential.json", IsCovered)), CaseName);
INSTANTIATE_TEST_SUITE_P(Probe, OracleConformance, testing::ValuesIn(ReadOracle("03_probe.json", IsCovered)), CaseName);
INSTANTIATE_TEST_SUITE_P(SrTiO3, OracleConformance, testing::ValuesIn(ReadOracle("04_srtio3.json", IsCovered)), CaseName);
INSTANTIATE_TEST_SUITE_P(Specimens, OracleConformance, testing::ValuesIn(ReadOracle("05_specimens.json", IsCovered)), CaseName);
INSTANTIATE_TEST_SUITE_P(Hrtem, OracleConformance, testing::ValuesIn(ReadOracle("06_hrtem.json", IsCovered)), CaseName);
INSTANTIATE_TEST_SUITE_P(Prism, OracleConformance, testing::ValuesIn(ReadOracle("07_prism.json", IsCovered)), CaseName);
