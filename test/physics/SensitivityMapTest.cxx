#include "physics/SensitivityMap.h"
#include "common/Error.h"
#include "physics/DetectorSums.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace ElectronMultislice;

namespace
{
/** 3 x 2 pixels of 10 x 20 mrad, the first at (-10, 5) mrad. */
SensitivityMap
MakeMap()
{
  SensitivityMap map;
  map.nx = 3;
  map.ny = 2;
  map.values = { 1.0, 2.0, 4.0, 10.0, 20.0, 40.0 };
  map.origin = { -0.01, 0.005 };
  map.pixelAxes = { 0.01, 0.0, 0.0, 0.02 };
  return map;
}

std::string
CheckError(const SensitivityMap & map)
{
  try
  {
    map.Check("camera");
  }
  catch (const Error & error)
  {
    return error.what();
  }
  return "fine";
}
} // namespace

TEST(SensitivityMap, IsLinearBetweenPixelCentres)
{
  const auto map = MakeMap();
  EXPECT_DOUBLE_EQ(map.At(-0.01, 0.005), 1.0);
  EXPECT_DOUBLE_EQ(map.At(0.01, 0.005), 4.0);
  EXPECT_DOUBLE_EQ(map.At(0.01, 0.025), 40.0);
  EXPECT_NEAR(map.At(-0.005, 0.005), 1.5, 1e-12);
  EXPECT_NEAR(map.At(0.005, 0.015), 0.25 * (2.0 + 4.0 + 20.0 + 40.0), 1e-12);
  EXPECT_NEAR(map.At(-0.0025, 0.010), 0.75 * (0.25 * 1.0 + 0.75 * 2.0) + 0.25 * (0.25 * 10.0 + 0.75 * 20.0), 1e-12);
}

TEST(SensitivityMap, EndsWithItsPixels)
{
  const auto map = MakeMap();
  EXPECT_DOUBLE_EQ(map.At(-0.0149, 0.005), 1.0); // the outer half of the first pixel
  EXPECT_DOUBLE_EQ(map.At(-0.0151, 0.005), 0.0);
  EXPECT_DOUBLE_EQ(map.At(0.0149, 0.0349), 40.0);
  EXPECT_DOUBLE_EQ(map.At(0.0151, 0.025), 0.0);
  EXPECT_DOUBLE_EQ(map.At(0.0, 0.0351), 0.0);
  EXPECT_DOUBLE_EQ(map.At(0.0, -0.0051), 0.0);
}

TEST(SensitivityMap, MayBeTurnedAndMirrored)
{
  auto map = MakeMap();
  map.pixelAxes = { 0.0, -0.02, 0.01, 0.0 }; // x of the map runs along +y, y along -x
  EXPECT_NEAR(map.At(-0.01, 0.025), 4.0, 1e-12);
  EXPECT_NEAR(map.At(-0.03, 0.005), 10.0, 1e-12);
  map.pixelAxes = { -0.01, 0.0, 0.0, 0.02 };
  EXPECT_NEAR(map.At(-0.03, 0.025), 40.0, 1e-12);
  EXPECT_NEAR(map.At(-0.01, 0.005), 1.0, 1e-12);
}

TEST(SensitivityMap, ReachesToItsOutermostPixelThatCounts)
{
  auto map = MakeMap();
  EXPECT_NEAR(map.GetReach(), std::hypot(0.01, 0.025), 1e-15);
  map.values = { 0.0, 3.0, 0.0, 0.0, 0.0, 0.0 };
  EXPECT_NEAR(map.GetReach(), 0.005, 1e-15);
}

TEST(SensitivityMap, WeighsThePixelsOfADetector)
{
  Detector detector;
  detector.name = "camera";
  detector.type = DetectorType::SensitivityMap;
  detector.map = std::make_shared<const SensitivityMap>(MakeMap());
  EXPECT_EQ(detector.GetNumberOfComponents(), 1);
  EXPECT_EQ(detector.GetComponentName(0), "camera");
  EXPECT_EQ(DetectorTypeName(detector.type), "sensitivity-map");
  CheckDetector(detector);
  const double wavelength = 0.02;
  DetectorSums sums({ detector }, wavelength);
  sums.AddPixel(0.5, 0.25, 1);  // 10, 5 mrad: 4
  sums.AddPixel(-0.5, 1.25, 0); // -10, 25 mrad: 10
  sums.AddPixel(3.0, 0.0, 2);   // outside
  EXPECT_EQ(sums.GetNumberOfPixels(0), 2u);
  const double intensity[] = { 2.0, 3.0, 1e9 };
  double       value = 0.0;
  sums.Sum(intensity, 0.5, &value);
  EXPECT_NEAR(value, 0.5 * (3.0 * 4.0 + 2.0 * 10.0), 1e-12);
  detector.map = nullptr;
  EXPECT_THROW(CheckDetector(detector), Error);
}

TEST(SensitivityMap, RefusesWhatIsNoMap)
{
  EXPECT_EQ(CheckError(MakeMap()), "fine");
  EXPECT_NE(CheckError({}).find("'camera' has no pixels"), std::string::npos);
  auto map = MakeMap();
  map.values[4] = std::numeric_limits<double>::infinity();
  EXPECT_NE(CheckError(map).find("is inf at pixel (1, 1)"), std::string::npos);
  map = MakeMap();
  map.values.assign(6, 0.0);
  EXPECT_NE(CheckError(map).find("0 everywhere"), std::string::npos);
  map = MakeMap();
  map.pixelAxes = { 1.0, 2.0, 2.0, 4.0 };
  EXPECT_NE(CheckError(map).find("no proper place"), std::string::npos);
}
