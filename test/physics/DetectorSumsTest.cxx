#include "physics/DetectorSums.h"
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
constexpr double Lambda = 0.02;

Detector
Make(const std::string & name, DetectorType type, double inner, double outer)
{
  Detector detector;
  detector.name = name;
  detector.type = type;
  detector.inner = inner;
  detector.outer = outer;
  return detector;
}
} // namespace

TEST(DetectorSums, EveryPixelGoesToTheDetectorsThatCollectIt)
{
  auto centre = Make("com", DetectorType::CenterOfMass, 0.0, 0.0);
  auto halves = Make("halves", DetectorType::Segmented, 0.0, 0.03);
  halves.azimuthal = 2;
  // the patterns take part without sums
  DetectorSums sums({ Make("bf", DetectorType::Annular, 0.0, 0.015), Make("patterns", DetectorType::Pixelated, 0.0, 0.0), halves, centre },
                    Lambda);
  ASSERT_EQ(sums.GetNumberOfSums(), 1u + 2u + 3u);
  sums.AddPixel(0.5, 0.0, 2);  // 10 mrad
  sums.AddPixel(0.0, -1.0, 0); // 20 mrad, lower half
  sums.AddPixel(2.0, 0.0, 1);  // 40 mrad
  EXPECT_EQ(sums.GetNumberOfPixels(0), 1u);
  EXPECT_EQ(sums.GetNumberOfPixels(2), 1u);
  EXPECT_EQ(sums.GetNumberOfPixels(5), 3u);
  const float         intensity[] = { 3.0f, 5.0f, 7.0f };
  std::vector<double> values(6);
  sums.Sum(intensity, 2.0, values.data());
  // bf, halves, sum I kx, sum I ky, sum I; all times 2
  EXPECT_EQ(values, (std::vector<double>{ 14.0, 14.0, 6.0, 2.0 * (7.0 * 0.5 + 5.0 * 2.0), 2.0 * -3.0, 30.0 }));
}

TEST(DetectorSums, ComponentsAreAveragesAndQuotients)
{
  const double        raw[] = { 6.0, -2.0, 4.0 };
  std::vector<double> values;
  auto                centre = Make("com", DetectorType::CenterOfMass, 0.0, 0.0);
  centre.AppendComponents(raw, 2, values);
  centre.divided = false;
  centre.AppendComponents(raw, 2, values);
  Make("bf", DetectorType::Annular, 0.0, 0.01).AppendComponents(raw, 2, values);
  EXPECT_EQ(values, (std::vector<double>{ 1.5, -0.5, 3.0, -1.0, 3.0 }));
  // nothing collected: no centre
  const double nothing[] = { 0.0, 0.0, 0.0 };
  values.clear();
  Make("com", DetectorType::CenterOfMass, 0.0, 0.0).AppendComponents(nothing, 2, values);
  EXPECT_EQ(values, (std::vector<double>{ 0.0, 0.0 }));
}
