// Sums run in configuration order, whatever the order of arrival: numbers chosen so that another order gives other bits.
#include "simulation/OrderedReduction.h"
#include "SmallProblem.h"
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
UnitResult<double>
MakeUnit(const MultisliceProblem & problem, const MeasurementLayout & layout, std::size_t configuration, Range waves)
{
  auto         unit = MakeUnitResult<double>(problem, layout, configuration, waves);
  const double values[] = { 1.0, 1e-16, 3e16, -3e16 };
  for (double & value : unit.scalars)
  {
    value = values[configuration];
  }
  for (double & value : unit.patterns[0])
  {
    value = values[configuration];
  }
  return unit;
}
} // namespace

TEST(OrderedReduction, ArrivalOrderDoesNotMatter)
{
  auto problem = MakeSmallProblem(32, 24, ThermalModel::FrozenPhonons, 4);
  problem.exitWaves = false;
  problem.detectors[2].divided = false;
  const auto                       layout = GetMeasurementLayout(problem);
  const Range                      all{ 0, 6 };
  const std::vector<std::size_t>   orders[] = { { 0, 1, 2, 3 }, { 3, 2, 1, 0 }, { 2, 0, 3, 1 } };
  std::vector<BlockResult<double>> results;
  for (const auto & order : orders)
  {
    BlockReduction<double> reduction(problem, layout, all);
    for (const std::size_t configuration : order)
    {
      EXPECT_FALSE(reduction.IsComplete());
      reduction.Add(MakeUnit(problem, layout, configuration, { 4, 2 })); // the second batch first
      reduction.Add(MakeUnit(problem, layout, configuration, { 0, 4 }));
    }
    ASSERT_TRUE(reduction.IsComplete());
    results.push_back(reduction.Finish());
  }
  const double expected = (((1.0 + 1e-16) + 3e16) - 3e16) / 4.0;
  for (const auto & result : results)
  {
    EXPECT_EQ(result.values, results[0].values);
    EXPECT_EQ(result.patterns, results[0].patterns);
    EXPECT_EQ(result.values[0], expected);
    EXPECT_EQ(result.patterns[0][0], expected);
  }
}

TEST(OrderedReduction, CentreOfMassIsDividedAfterTheAverage)
{
  auto problem = MakeSmallProblem(32, 24, ThermalModel::FrozenPhonons, 2);
  problem.exitWaves = false;
  problem.exitPlanes = { 4 };
  Detector centre = problem.detectors[2];
  for (const bool divided : { true, false })
  {
    centre.divided = divided;
    problem.detectors = { centre };
    const auto             layout = GetMeasurementLayout(problem);
    BlockReduction<double> reduction(problem, layout, { 0, 1 });
    for (std::size_t configuration = 0; configuration < 2; ++configuration)
    {
      auto unit = MakeUnitResult<double>(problem, layout, configuration, { 0, 1 });
      unit.scalars = configuration == 0 ? std::vector<double>{ 0.2, -0.1, 1.0 } : std::vector<double>{ 0.0, 0.3, 3.0 };
      reduction.Add(std::move(unit));
    }
    const auto block = reduction.Finish();
    ASSERT_EQ(block.values.size(), 2u);
    EXPECT_DOUBLE_EQ(block.values[0], divided ? 0.2 / 4.0 : 0.1);
    EXPECT_DOUBLE_EQ(block.values[1], divided ? 0.2 / 4.0 : 0.1);
  }
}
