#include "ItkTestTools.h"
#include "itkElectronCenterOfMassDetector.h"
#include "itkElectronPixelatedDetector.h"
#include "itkElectronSegmentedDetector.h"
#include "itkElectronSensitivityMapDetector.h"
#include <limits>

using test::Contains;

TEST(ElectronDetector, AnnularHasOneComponent)
{
  auto detector = itk::ElectronAnnularDetector::New();
  EXPECT_STREQ(detector->GetName(), "annular");
  detector->SetName("haadf");
  detector->SetInnerAngleInMilliradians(50.0);
  detector->SetOuterAngle(0.15);
  EXPECT_DOUBLE_EQ(detector->GetInnerAngle(), 0.05);
  EXPECT_EQ(detector->GetNumberOfComponents(), 1u);
  EXPECT_EQ(detector->GetComponentName(0), "haadf");
  const std::string text = test::Printed(detector.GetPointer());
  EXPECT_TRUE(Contains(text, "Name: haadf"));
  EXPECT_TRUE(Contains(text, "InnerAngle: 0.05 rad"));
  EXPECT_TRUE(Contains(text, "OuterAngle: 0.15 rad"));
}

TEST(ElectronDetector, SegmentedCountsRadialByAzimuthal)
{
  auto detector = itk::ElectronSegmentedDetector::New();
  EXPECT_EQ(detector->GetNumberOfComponents(), 4u);
  detector->SetNumberOfRadialBins(2);
  detector->SetNumberOfAzimuthalBins(3);
  detector->SetName("quadrant");
  EXPECT_EQ(detector->GetNumberOfComponents(), 6u);
  EXPECT_EQ(detector->GetComponentName(5), "quadrant-r1-a2");
  EXPECT_TRUE(Contains(test::Printed(detector.GetPointer()), "NumberOfAzimuthalBins: 3"));
}

TEST(ElectronDetector, CenterOfMassHasTwoComponents)
{
  auto detector = itk::ElectronCenterOfMassDetector::New();
  EXPECT_EQ(detector->GetNumberOfComponents(), 2u);
  EXPECT_EQ(detector->GetComponentName(0), "center-of-mass-x");
  EXPECT_EQ(detector->GetComponentName(1), "center-of-mass-y");
  EXPECT_TRUE(Contains(detector->GetQuantity(), "1/Å"));
  EXPECT_TRUE(detector->GetDividedByIntensity());
  EXPECT_TRUE(Contains(test::Printed(detector.GetPointer()), "DividedByIntensity: On"));
}

TEST(ElectronDetector, PixelatedHasNoScalarComponent)
{
  auto detector = itk::ElectronPixelatedDetector::New();
  EXPECT_EQ(detector->GetNumberOfComponents(), 0u);
  detector->SetMaximumAngleInMilliradians(60.0);
  EXPECT_DOUBLE_EQ(detector->GetMaximumAngle(), 0.06);
  EXPECT_TRUE(Contains(test::Printed(detector.GetPointer()), "MaximumAngle: 0.06 rad"));
}

TEST(ElectronDetector, SensitivityMapsAreCopied)
{
  using MapType = itk::Image<float, 2>;
  // the first index need not be 0; pixel (3, 2) is the beam
  auto map = test::MakeAngleImage<float>(MapType::RegionType({ { 3, 2 } }, { { 4, 5 } }), 0.01, 0.02, -0.03, -0.04);
  auto detector = itk::ElectronSensitivityMapDetector::New();
  EXPECT_EQ(detector->GetMaximumAngle(), 0.0);
  EXPECT_TRUE(Contains(test::Printed(detector.GetPointer()), "SensitivityMap: none"));
  auto later = MapType::New();
  later->SetRegions(map->GetLargestPossibleRegion());
  later->SetBufferedRegion(MapType::RegionType());
  EXPECT_TRUE(Contains(test::ErrorText([&] { detector->SetSensitivityMap(later); }), "not in memory"));
  EXPECT_TRUE(Contains(test::ErrorText([&] { detector->SetSensitivityMap(map); }), "0 everywhere"));
  map->SetPixel({ { 6, 4 } }, 0.5f); // 30 mrad, 40 mrad
  const auto before = detector->GetMTime();
  detector->SetSensitivityMap(map);
  EXPECT_GT(detector->GetMTime(), before);
  EXPECT_NEAR(detector->GetMaximumAngle(), 0.05, 1e-12);
  map->FillBuffer(std::numeric_limits<float>::quiet_NaN());
  EXPECT_NEAR(detector->GetMaximumAngle(), 0.05, 1e-12);
  EXPECT_TRUE(Contains(test::ErrorText([&] { detector->SetSensitivityMap(map); }), "is nan at pixel (0, 0)"));
  EXPECT_TRUE(Contains(test::ErrorText([&] { detector->SetSensitivityMap(static_cast<MapType *>(nullptr)); }), "null"));
  EXPECT_EQ(detector->GetNumberOfComponents(), 1u);
  EXPECT_EQ(detector->GetComponentName(0), "sensitivity-map");
  EXPECT_TRUE(Contains(detector->GetQuantity(), "sensitivity"));
  EXPECT_TRUE(Contains(test::Printed(detector.GetPointer()), "4 x 5 pixels, up to 0.05 rad"));
}

TEST(ElectronDetector, ChangesAreModifications)
{
  auto       detector = test::MakeAnnularDetector("a", 10, 20);
  const auto before = detector->GetMTime();
  detector->SetOuterAngleInMilliradians(20);
  EXPECT_EQ(detector->GetMTime(), before);
  detector->SetOuterAngleInMilliradians(21);
  EXPECT_GT(detector->GetMTime(), before);
}
