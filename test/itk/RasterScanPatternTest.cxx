#include "ItkTestTools.h"

using test::Contains;
using test::ErrorText;

TEST(RasterScanPattern, BecomesTheGeometryOfTheImageExactly)
{
  auto scan = itk::RasterScanPattern::New();
  scan->SetStart(0.1, -0.7);
  scan->SetStep(0.244, 0.3);
  scan->SetCount(7, 3);
  itk::RasterScanPattern::SizeType      size;
  itk::RasterScanPattern::PointType     origin;
  itk::RasterScanPattern::SpacingType   spacing;
  itk::RasterScanPattern::DirectionType direction;
  scan->GetImageGeometry(size, origin, spacing, direction);
  EXPECT_EQ(size[0], 7u);
  EXPECT_EQ(size[1], 3u);
  EXPECT_EQ(origin[0], 0.1);
  EXPECT_EQ(origin[1], -0.7);
  EXPECT_EQ(spacing[0], 0.244);
  EXPECT_EQ(spacing[1], 0.3);
  EXPECT_EQ(direction[0][1], 0.0);
  EXPECT_EQ(direction[0][0], 1.0);
  EXPECT_EQ(scan->GetNumberOfPositions(), 21u);
}

TEST(RasterScanPattern, RotatesFromXTowardsY)
{
  auto scan = test::MakeScan(2, 2);
  scan->SetRotation(itk::Math::pi / 6);
  itk::RasterScanPattern::SizeType      size;
  itk::RasterScanPattern::PointType     origin;
  itk::RasterScanPattern::SpacingType   spacing;
  itk::RasterScanPattern::DirectionType direction;
  scan->GetImageGeometry(size, origin, spacing, direction);
  EXPECT_NEAR(direction[0][0], std::sqrt(0.75), 1e-15);
  EXPECT_NEAR(direction[1][0], 0.5, 1e-15);
  EXPECT_NEAR(direction[0][1], -0.5, 1e-15);
}

TEST(RasterScanPattern, TakesAList)
{
  auto scan = itk::RasterScanPattern::New();
  scan->SetPositions({ 0.0, 1.0, 2.0, 3.0, 4.0, 5.0 });
  EXPECT_FALSE(scan->IsRaster());
  EXPECT_EQ(scan->GetNumberOfPositions(), 3u);
  itk::RasterScanPattern::SizeType      size;
  itk::RasterScanPattern::PointType     origin;
  itk::RasterScanPattern::SpacingType   spacing;
  itk::RasterScanPattern::DirectionType direction;
  scan->GetImageGeometry(size, origin, spacing, direction);
  EXPECT_EQ(size[0], 3u);
  EXPECT_EQ(size[1], 1u);
  EXPECT_EQ(spacing[0], 1.0);
  EXPECT_TRUE(Contains(ErrorText([&] { scan->SetPositions({ 1.0 }); }), "two numbers"));
  EXPECT_TRUE(Contains(ErrorText([&] { scan->SetPositions({ 1.0, std::nan("") }); }), "position 0 has the y coordinate nan"));
}

TEST(RasterScanPattern, RefusesImpossibleScans)
{
  itk::RasterScanPattern::SizeType      size;
  itk::RasterScanPattern::PointType     origin;
  itk::RasterScanPattern::SpacingType   spacing;
  itk::RasterScanPattern::DirectionType direction;
  auto                                  scan = test::MakeScan(0, 1);
  const auto                            geometry = [&] { scan->GetImageGeometry(size, origin, spacing, direction); };
  EXPECT_TRUE(Contains(ErrorText(geometry), "empty"));
  scan = test::MakeScan(1, 1);
  scan->SetStep(0.1, -0.1);
  EXPECT_TRUE(Contains(ErrorText(geometry), "step along y is -0.1"));
  scan->SetStep(0.1, 0.1);
  scan->SetStart(std::nan(""), 0.0);
  EXPECT_TRUE(Contains(ErrorText(geometry), "starts at x = nan"));
}

TEST(RasterScanPattern, IsADataObject)
{
  auto       scan = test::MakeScan(3, 2);
  const auto before = scan->GetMTime();
  scan->SetCount(3, 2);
  EXPECT_EQ(scan->GetMTime(), before); // nothing changed
  scan->SetCount(4, 2);
  EXPECT_GT(scan->GetMTime(), before);
  auto copy = itk::RasterScanPattern::New();
  copy->Graft(scan);
  EXPECT_EQ(copy->GetNumberOfPositions(), 8u);
  const std::string text = test::Printed(scan.GetPointer());
  EXPECT_TRUE(Contains(text, "Count: [4, 2]"));
  EXPECT_TRUE(Contains(text, "Step: [0.5, 0.625] Å"));
  scan->Initialize();
  EXPECT_EQ(scan->GetNumberOfPositions(), 1u);
}
