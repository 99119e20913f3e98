#include "ItkTestTools.h"
#include "itkElectronCenterOfMassDetector.h"
#include "itkElectronPixelatedDetector.h"
#include "itkElectronSegmentedDetector.h"

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

TEST(ElectronDetector, ChangesAreModifications)
{
  auto       detector = test::MakeAnnularDetector("a", 10, 20);
  const auto before = detector->GetMTime();
  detector->SetOuterAngleInMilliradians(20);
  EXPECT_EQ(detector->GetMTime(), before);
  detector->SetOuterAngleInMilliradians(21);
  EXPECT_GT(detector->GetMTime(), before);
}
