#include "TestStructures.h"
#include "specimen/Specimen.h"
#include <cmath>
#include <limits>

using namespace ElectronMultislice;

namespace
{
SlicingOptions
Thickness(double thickness)
{
  SlicingOptions options;
  options.thickness = thickness;
  return options;
}

SlicingOptions
Count(std::size_t count)
{
  SlicingOptions options;
  options.count = count;
  return options;
}

SlicingOptions
Given(std::vector<double> thicknesses)
{
  SlicingOptions options;
  options.thicknesses = std::move(thicknesses);
  return options;
}
} // namespace

TEST(Slicing, ThicknessIsTheMost)
{
  EXPECT_EQ(SliceEdges(97.625, Thickness(1.9525)).size(), 51u); // 50 slices
  EXPECT_EQ(SliceEdges(97.625, Thickness(1.9524)).size(), 52u);
  EXPECT_EQ(SliceEdges(0.1 * 3, Thickness(0.1)).size(), 4u); // 0.1 * 3 / 0.1 is 3.0000000000000004
  EXPECT_EQ(SliceEdges(1.0, Thickness(2.0)), (std::vector<double>{ 0, 1 }));
  EXPECT_EQ(SliceEdges(3.0, Thickness(1.0)), (std::vector<double>{ 0, 1, 2, 3 }));
  EXPECT_EQ(SliceEdges(0.1 * 3, Count(3)).back(), 0.1 * 3);
  EXPECT_EQ(SliceEdges(10.0, Count(4)), (std::vector<double>{ 0, 2.5, 5, 7.5, 10 }));
  EXPECT_EQ(SliceEdges(10.0, Given({ 1, 2, 3, 4 })), (std::vector<double>{ 0, 1, 3, 6, 10 }));
}

TEST(Slicing, ImpossibleOptionsAreRefused)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double thickness : { 0.0, -1.0, nan, HUGE_VAL })
  {
    EXPECT_CONTAINS(ErrorOf([&] { SliceEdges(10.0, Thickness(thickness)); }), "slice thickness");
  }
  for (const double height : { 0.0, -1.0, nan, HUGE_VAL })
  {
    EXPECT_CONTAINS(ErrorOf([&] { SliceEdges(height, Thickness(1.0)); }), "high");
  }
  EXPECT_CONTAINS(ErrorOf([] { SliceEdges(10.0, Thickness(1e-300)); }), "thicker slices");
  EXPECT_CONTAINS(ErrorOf([] { SliceEdges(10.0, Count(2000000)); }), "thicker slices");
  EXPECT_CONTAINS(ErrorOf([] { SliceEdges(10.0, Given({ 5, 4.9 })); }), "sum to 9.9 Å");
  EXPECT_CONTAINS(ErrorOf([&] { SliceEdges(10.0, Given({ 5, nan, 5 })); }), "slice 2");
  EXPECT_CONTAINS(ErrorOf([] { SliceEdges(10.0, Given({ 5, -1, 6 })); }), "slice 2");
}

// conventions: z_lo <= z + 1e-6 < z_hi, and what is nearer than that to the top belongs to the next period.
TEST(Slicing, SliceOfHeight)
{
  const std::vector<double> edges{ 0, 1, 2, 3 };
  EXPECT_EQ(SliceOfHeight(0.0, edges), 0u);
  EXPECT_EQ(SliceOfHeight(0.5, edges), 0u);
  EXPECT_EQ(SliceOfHeight(1.0 - 2e-6, edges), 0u);
  EXPECT_EQ(SliceOfHeight(1.0 - 5e-7, edges), 1u);
  EXPECT_EQ(SliceOfHeight(1.0, edges), 1u);
  EXPECT_EQ(SliceOfHeight(3.0 - 2e-6, edges), 2u);
  EXPECT_EQ(SliceOfHeight(3.0 - 5e-7, edges), 0u);
  for (const double z : { -0.1, 3.0, 3.1, std::numeric_limits<double>::quiet_NaN() })
  {
    ErrorOf([&] { SliceOfHeight(z, edges); }, ErrorKind::Internal);
  }
}
