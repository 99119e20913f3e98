#include "physics/Detector.h"
#include "physics/Constants.h"
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace ElectronMultislice;

namespace
{
constexpr double Lambda = 0.025;

/** Component at polar coordinates (rad). */
int
ComponentAt(const Detector & detector, double alpha, double phi)
{
  return DetectorComponentAt(detector, alpha / Lambda * std::cos(phi), alpha / Lambda * std::sin(phi), Lambda);
}

Detector
Segmented(double inner, double outer, int radial, int azimuthal, double rotation)
{
  Detector detector;
  detector.name = "quadrant";
  detector.type = DetectorType::Segmented;
  detector.inner = inner;
  detector.outer = outer;
  detector.radial = radial;
  detector.azimuthal = azimuthal;
  detector.rotation = rotation;
  return detector;
}

/** Pixels of each component on a grid of (2 n + 1)² frequencies spaced by `step` in rad. */
std::map<int, int>
CountPixels(const Detector & detector, int n, double step)
{
  std::map<int, int> counts;
  for (int y = -n; y <= n; ++y)
  {
    for (int x = -n; x <= n; ++x)
    {
      ++counts[DetectorComponentAt(detector, x * step / Lambda, y * step / Lambda, Lambda)];
    }
  }
  return counts;
}
} // namespace

TEST(Detector, AnnularIsHalfOpen)
{
  Detector detector;
  detector.inner = 0.02;
  detector.outer = 0.05;
  EXPECT_EQ(ComponentAt(detector, 0.0199999, 0.3), -1);
  EXPECT_EQ(DetectorComponentAt(detector, 0.5, 0.0, 0.04), 0); // exactly 0.02
  EXPECT_EQ(ComponentAt(detector, 0.0499999, -2.0), 0);
  EXPECT_EQ(DetectorComponentAt(detector, 0.0, 1.25, 0.04), -1); // exactly 0.05
  detector.inner = 0.0;
  EXPECT_EQ(DetectorComponentAt(detector, 0.0, 0.0, Lambda), 0);
  EXPECT_EQ(detector.GetNumberOfComponents(), 1);
}

TEST(Detector, SegmentsAreRadialMajorFromPlusXTowardsPlusY)
{
  const Detector detector = Segmented(0.02, 0.08, 2, 4, 0.0);
  EXPECT_EQ(detector.GetNumberOfComponents(), 8);
  for (int quadrant = 0; quadrant < 4; ++quadrant)
  {
    EXPECT_EQ(ComponentAt(detector, 0.03, (quadrant + 0.5) * Pi / 2.0), quadrant);
    EXPECT_EQ(ComponentAt(detector, 0.06, (quadrant + 0.5) * Pi / 2.0), 4 + quadrant);
  }
  EXPECT_EQ(ComponentAt(detector, 0.0499999, 0.1), 0); // ring border halfway
  EXPECT_EQ(ComponentAt(detector, 0.0500001, 0.1), 4);
  EXPECT_EQ(ComponentAt(detector, 0.019, 0.1), -1);
  EXPECT_EQ(ComponentAt(detector, 0.081, 0.1), -1);
}

TEST(Detector, SegmentsTurnWithTheRotation)
{
  const Detector detector = Segmented(0.01, 0.05, 1, 4, Pi / 4.0);
  EXPECT_EQ(ComponentAt(detector, 0.03, Pi / 2.0), 0); // +y is the middle of the first quadrant
  EXPECT_EQ(ComponentAt(detector, 0.03, Pi), 1);
  EXPECT_EQ(ComponentAt(detector, 0.03, -Pi / 2.0), 2);
  EXPECT_EQ(ComponentAt(detector, 0.03, 0.0), 3);
  const Detector turned = Segmented(0.01, 0.05, 1, 4, Pi / 4.0 - 6.0 * Pi); // whole turns change nothing
  for (double phi = 0.05; phi < 6.3; phi += 0.1)
  {
    EXPECT_EQ(ComponentAt(turned, 0.03, phi), ComponentAt(detector, 0.03, phi)) << phi;
  }
}

TEST(Detector, QuadrantsAreEqualWhateverFallsOnTheirBorders)
{
  // a square grid has pixels exactly on the axes and on the diagonals; by symmetry every quadrant must hold the same number
  for (const double rotation : { 0.0, Pi / 4.0, Pi / 2.0, -Pi / 4.0, 3.0 * Pi / 4.0 })
  {
    const auto counts = CountPixels(Segmented(0.001, 0.03, 1, 4, rotation), 60, 0.00071);
    for (int quadrant = 1; quadrant < 4; ++quadrant)
    {
      EXPECT_EQ(counts.at(quadrant), counts.at(0)) << rotation;
    }
  }
}

TEST(Detector, AreaDoesNotDependOnTheRotation)
{
  const auto straight = CountPixels(Segmented(0.0, 0.04, 2, 8, 0.0), 200, 0.00031);
  int        total = 0;
  for (const auto & [component, count] : straight)
  {
    total += component >= 0 ? count : 0;
  }
  for (const double rotation : { 0.2, Pi / 4.0, 1.0, 5.0 })
  {
    const auto turned = CountPixels(Segmented(0.0, 0.04, 2, 8, rotation), 200, 0.00031);
    int        sum = 0;
    for (const auto & [component, count] : turned)
    {
      sum += component >= 0 ? count : 0;
      if (component >= 0)
      {
        // all segments of a ring have the same area up to the pixels along their border
        EXPECT_NEAR(count, straight.at(component), 0.03 * straight.at(component)) << rotation << ' ' << component;
      }
    }
    EXPECT_EQ(sum, total) << rotation;
  }
  // the area itself: pi alpha² in pixels
  EXPECT_NEAR(total, Pi * 0.04 * 0.04 / (0.00031 * 0.00031), 0.002 * total);
}

TEST(Detector, TheCentralPixelHasAzimuthZero)
{
  EXPECT_EQ(DetectorComponentAt(Segmented(0.0, 0.03, 3, 4, 0.0), 0.0, 0.0, Lambda), 0);
  EXPECT_EQ(DetectorComponentAt(Segmented(0.0, 0.03, 3, 4, 0.0), -0.0, -0.0, Lambda), 0);
  EXPECT_EQ(DetectorComponentAt(Segmented(0.0, 0.03, 3, 4, 0.1), 0.0, 0.0, Lambda), 3);
}

TEST(Detector, RadialBinsHaveEqualWidth)
{
  const Detector detector = Segmented(0.0, 0.13, 13, 1, 0.0);
  EXPECT_EQ(detector.GetNumberOfComponents(), 13);
  for (int bin = 0; bin < 13; ++bin)
  {
    EXPECT_EQ(ComponentAt(detector, 0.01 * bin + 0.0001, 1.0), bin);
    EXPECT_EQ(ComponentAt(detector, 0.01 * bin + 0.0099, -1.0), bin);
  }
}

TEST(Detector, CenterOfMassAndPixelatedCollectADiscOrEverything)
{
  Detector detector;
  for (const auto type : { DetectorType::CenterOfMass, DetectorType::Pixelated })
  {
    detector.type = type;
    detector.outer = 0.0;
    EXPECT_EQ(ComponentAt(detector, 0.5, 1.0), 0);
    detector.outer = 0.04;
    EXPECT_EQ(ComponentAt(detector, 0.0399, 1.0), 0);
    EXPECT_EQ(ComponentAt(detector, 0.0401, 1.0), -1);
  }
}

TEST(Detector, NamesOfComponents)
{
  Detector detector = Segmented(0.0, 0.03, 2, 4, 0.0);
  EXPECT_EQ(detector.GetComponentName(0), "quadrant-r0-a0");
  EXPECT_EQ(detector.GetComponentName(6), "quadrant-r1-a2");
  std::set<std::string> names;
  for (int i = 0; i < detector.GetNumberOfComponents(); ++i)
  {
    names.insert(detector.GetComponentName(i));
  }
  EXPECT_EQ(names.size(), 8u);
  detector.name = "com";
  detector.type = DetectorType::CenterOfMass;
  EXPECT_EQ(detector.GetNumberOfComponents(), 2);
  EXPECT_EQ(detector.GetComponentName(0), "com-x");
  EXPECT_EQ(detector.GetComponentName(1), "com-y");
  detector.type = DetectorType::Annular;
  EXPECT_EQ(detector.GetComponentName(0), "com");
  detector.type = DetectorType::Pixelated;
  EXPECT_EQ(detector.GetNumberOfComponents(), 0);
  EXPECT_EQ(DetectorTypeName(DetectorType::Segmented), "segmented");
  EXPECT_EQ(DetectorTypeName(DetectorType::CenterOfMass), "center-of-mass");
}
