#include "io/ImageFiles.h"
#include "io/BitmapFont.h"
#include "io/ReadImages.h"
#include "io/SampleRun.h"
#include "io/ScaleBar.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <set>

using namespace ElectronMultislice;

namespace
{
ImageView
View(const std::vector<float> & values, std::size_t nx, std::size_t ny)
{
  ImageView view;
  view.values = values.data();
  view.nx = nx;
  view.ny = ny;
  view.unit = "Å";
  view.title = "haadf";
  return view;
}

std::vector<float>
Ramp(std::size_t count)
{
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i)
  {
    values.push_back(static_cast<float>(i));
  }
  return values;
}

GreyPicture
Preview(const ImageView & view, bool logarithmic = false)
{
  const TemporaryFolder folder;
  WritePreview(folder / "preview.png", view, logarithmic);
  return ReadPng(folder / "preview.png");
}

std::uint8_t
At(const GreyPicture & picture, std::size_t x, std::size_t y)
{
  return picture.pixels.at(y * picture.width + x);
}

/** Length of the longest horizontal run of white below the image: the scale bar. */
std::size_t
LongestWhiteRun(const GreyPicture & picture, std::size_t firstRow)
{
  std::size_t longest = 0;
  for (std::size_t y = firstRow; y < picture.height; ++y)
  {
    std::size_t run = 0;
    for (std::size_t x = 0; x < picture.width; ++x)
    {
      run = At(picture, x, y) == 255 ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  }
  return longest;
}
} // namespace

TEST(ImageFiles, TiffHoldsValuesPixelSizeAndUnit)
{
  const TemporaryFolder folder;
  std::vector<float>    values = Ramp(15);
  values[7] = std::numeric_limits<float>::quiet_NaN();
  ImageView view = View(values, 5, 3);
  view.spacingX = 0.2;
  view.spacingY = 0.25;
  view.originX = 2.0;
  view.originY = -1.0;
  WriteTiff(folder / "изображение.tif", view);
  const TiffContent tiff = ReadTiff(folder / "изображение.tif");
  ASSERT_EQ(tiff.nx, 5u);
  ASSERT_EQ(tiff.ny, 3u);
  EXPECT_EQ(tiff.bits, 32);
  for (std::size_t i = 0; i < 15; ++i)
  {
    if (i == 7)
    {
      EXPECT_TRUE(std::isnan(tiff.values[i]));
    }
    else
    {
      EXPECT_EQ(tiff.values[i], static_cast<float>(i)); // [y][x]
    }
  }
  // pixels per unit; the tag holds floats
  EXPECT_NEAR(tiff.resolutionX, 5.0, 1e-6);
  EXPECT_NEAR(tiff.resolutionY, 4.0, 1e-6);
  EXPECT_EQ(tiff.description.rfind("ImageJ=", 0), 0u);
  EXPECT_NE(tiff.description.find("\nunit=\\u00C5\n"), std::string::npos);
  // ImageJ's origin is the pixel of zero: -(2/0.2), -(-1/0.25)
  EXPECT_NE(tiff.description.find("\nxorigin=-10\n"), std::string::npos);
  EXPECT_NE(tiff.description.find("\nyorigin=4\n"), std::string::npos);
}

TEST(ImageFiles, ScaleBarsAreRoundAndAtMostFourTenths)
{
  // the largest of 1, 2, 5 x 10^n that is at most 0.4 widths
  EXPECT_DOUBLE_EQ(ChooseScaleBarLength(10.0), 2.0);
  EXPECT_DOUBLE_EQ(ChooseScaleBarLength(12.5), 5.0);
  EXPECT_DOUBLE_EQ(ChooseScaleBarLength(2.5), 1.0);
  EXPECT_DOUBLE_EQ(ChooseScaleBarLength(2.49), 0.5);
  EXPECT_DOUBLE_EQ(ChooseScaleBarLength(1.4), 0.5);
  EXPECT_DOUBLE_EQ(ChooseScaleBarLength(3000.0), 1000.0);
  EXPECT_DOUBLE_EQ(ChooseScaleBarLength(0.025), 0.01);
}

TEST(ImageFiles, PreviewShowsEqualSquaresInPlace)
{
  // 4 x 2 pixels of 1 Å: 128 pixels each
  const std::vector<float> values{ 0, 1, 2, 3, 4, 5, 6, 7 };
  const GreyPicture        picture = Preview(View(values, 4, 2));
  ASSERT_EQ(picture.width, 512u);
  ASSERT_GT(picture.height, 256u);
  for (std::size_t y = 0; y < 2; ++y)
  {
    for (std::size_t x = 0; x < 4; ++x)
    {
      const auto grey = static_cast<std::uint8_t>(std::lround(255.0 * (4.0 * y + x) / 7.0));
      EXPECT_EQ(At(picture, 128 * x, 128 * y), grey);
      EXPECT_EQ(At(picture, 128 * x + 127, 128 * y + 127), grey);
    }
  }
  // 4 Å wide: a bar of 1 Å is 128 pixels
  EXPECT_EQ(LongestWhiteRun(picture, 256), 128u);
}

TEST(ImageFiles, PreviewKeepsTheAspectOfThePixels)
{
  const std::vector<float> values = Ramp(40 * 20);
  ImageView                view = View(values, 40, 20);
  view.spacingY = 3.0; // 40 x 60 Å
  const GreyPicture picture = Preview(view);
  const std::size_t shown = std::lround(512.0 * 40 / 60);
  const std::size_t left = (picture.width - shown) / 2;
  // top right corner is pixel 39, bottom left is pixel 760
  EXPECT_NEAR(At(picture, left + shown - 1, 0), 255.0 * 39 / 799, 1.0);
  EXPECT_NEAR(At(picture, left, 511), 255.0 * 760 / 799, 1.0);
  EXPECT_EQ(At(picture, left + shown, 0), 0);
  // 40 Å wide: the bar is 10 Å
  EXPECT_EQ(LongestWhiteRun(picture, 512), static_cast<std::size_t>(std::lround(10 * 512.0 / 60)));
}

TEST(ImageFiles, ConstantImageIsMidGreyAndNaNIsBlack)
{
  std::vector<float> values(12, 0.25F);
  values[5] = std::numeric_limits<float>::quiet_NaN();
  const GreyPicture picture = Preview(View(values, 4, 3));
  EXPECT_EQ(At(picture, 0, 0), 128);
  EXPECT_EQ(At(picture, 128 + 64, 128 + 64), 0);
  // nothing at all to show is no reason to fail
  const std::vector<float> none(4, std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(At(Preview(View(none, 2, 2)), 10, 10), 0);
}

TEST(ImageFiles, ContrastLeavesOutTheExtremeThousandth)
{
  std::vector<float> values = Ramp(10000);
  values[0] = -1e6F;
  values[9999] = 1e6F;
  const GreyPicture picture = Preview(View(values, 100, 100));
  const std::size_t square = 5; // floor(512/100)
  EXPECT_NEAR(At(picture, 50 * square, 50 * square), 255.0 * (5050 - 10) / 9980, 1.0);
}

TEST(ImageFiles, LogarithmicPreviewSpreadsDecades)
{
  const std::vector<float> values{ 1e-4F, 1e-3F, 1e-2F, 1e-1F, 0.0F, -1.0F };
  const GreyPicture        picture = Preview(View(values, 6, 1), true);
  const std::size_t        square = 85; // floor(512/6)
  EXPECT_EQ(At(picture, 0, 0), 0);
  EXPECT_EQ(At(picture, square, 0), 85);
  EXPECT_EQ(At(picture, 2 * square, 0), 170);
  EXPECT_EQ(At(picture, 3 * square, 0), 255);
  EXPECT_EQ(At(picture, 4 * square, 0), 0);
  EXPECT_EQ(At(picture, 5 * square, 0), 0);
}

TEST(ImageFiles, LogarithmicPreviewsEndSixDecadesBelowTheBrightest)
{
  // 1 is white, 1e-6 and less is black, 1e-3 in the middle
  const std::vector<float> values{ 1.0F, 1e-3F, 1e-6F, 1e-9F };
  const GreyPicture        picture = Preview(View(values, 4, 1), true);
  EXPECT_EQ(At(picture, 64, 0), 255);
  EXPECT_NEAR(At(picture, 128 + 64, 0), 127.5, 1.0);
  EXPECT_EQ(At(picture, 256 + 64, 0), 0);
  EXPECT_EQ(At(picture, 384 + 64, 0), 0);
}

TEST(ImageFiles, TilesHaveLinesBetweenThem)
{
  const std::vector<float> values(6 * 4, 1.0F);
  ImageView                view = View(values, 6, 4);
  view.tilesX = 3;
  view.tilesY = 2;
  const GreyPicture picture = Preview(view);
  const std::size_t square = 85; // floor(512/6)
  EXPECT_EQ(At(picture, 2 * square, 10), 128);
  EXPECT_EQ(At(picture, 4 * square, 10), 128);
  EXPECT_EQ(At(picture, 10, 2 * square), 128);
  EXPECT_EQ(At(picture, 2 * square, 4 * square), 48); // the caption
}

TEST(WavePreview, PhasesAreHues)
{
  using Color = std::array<std::uint8_t, 3>;
  const double degree = std::acos(-1.0) / 180.0;
  EXPECT_EQ(PhaseColor(0.0, 1.0), (Color{ 255, 0, 0 }));
  EXPECT_EQ(PhaseColor(120.0 * degree, 1.0), (Color{ 0, 255, 0 }));
  EXPECT_EQ(PhaseColor(-120.0 * degree, 1.0), (Color{ 0, 0, 255 }));
  EXPECT_EQ(PhaseColor(240.0 * degree, 1.0), (Color{ 0, 0, 255 }));
  EXPECT_EQ(PhaseColor(60.0 * degree, 1.0), (Color{ 255, 255, 0 }));
  EXPECT_EQ(PhaseColor(180.0 * degree, 1.0), (Color{ 0, 255, 255 }));
  EXPECT_EQ(PhaseColor(-180.0 * degree, 1.0), (Color{ 0, 255, 255 }));
  EXPECT_EQ(PhaseColor(-60.0 * degree, 1.0), (Color{ 255, 0, 255 }));
  EXPECT_EQ(PhaseColor(30.0 * degree, 1.0), (Color{ 255, 128, 0 }));
  EXPECT_EQ(PhaseColor(360.0 * degree, 0.2), (Color{ 51, 0, 0 }));
  EXPECT_EQ(PhaseColor(120.0 * degree, 7.0), (Color{ 0, 255, 0 }));
  EXPECT_EQ(PhaseColor(std::numeric_limits<double>::quiet_NaN(), 1.0), (Color{}));
}

TEST(WavePreview, StandsUprightWithItsWheel)
{
  // 4 x 2 pixels of 128 squares: phases 0, 120, -120, 180 degrees above, amplitudes 0, 1, 2 (and not a number) below
  using Wave = std::complex<float>;
  const float             third = 2.0943951F;
  const float             none = std::numeric_limits<float>::quiet_NaN();
  const std::vector<Wave> values{ std::polar(2.0F, 0.0F), std::polar(2.0F, third), std::polar(2.0F, -third), Wave(-2.0F, 0.0F),
                                  Wave(0.0F, 0.0F),       std::polar(1.0F, third), Wave(2.0F, 0.0F),         Wave(none, none) };
  WaveView                view;
  view.values = values.data();
  view.nx = 4;
  view.ny = 2;
  view.unit = "Å";
  view.title = "exit-waves";
  const TemporaryFolder folder;
  WriteWavePreview(folder / "wave.png", view);
  const ColorPicture picture = ReadColorPng(folder / "wave.png");
  const auto         at = [&](std::size_t x, std::size_t y) {
    return std::array<int, 3>{ At(picture[0], x, y), At(picture[1], x, y), At(picture[2], x, y) };
  };
  using Color = std::array<int, 3>;
  EXPECT_EQ(at(64, 64), (Color{ 255, 0, 0 }));
  EXPECT_EQ(at(128 + 64, 64), (Color{ 0, 255, 0 }));
  EXPECT_EQ(at(256 + 64, 64), (Color{ 0, 0, 255 }));
  EXPECT_EQ(at(384 + 64, 64), (Color{ 0, 255, 255 }));
  EXPECT_EQ(at(64, 128 + 64), (Color{ 0, 0, 0 }));
  EXPECT_EQ(at(128 + 64, 128 + 64), (Color{ 0, 180, 0 })); // 255 √(1/2)
  EXPECT_EQ(at(256 + 64, 128 + 64), (Color{ 255, 0, 0 }));
  EXPECT_EQ(at(384 + 64, 128 + 64), (Color{ 0, 0, 0 }));

  // the wheel in the lower right corner: 80 pixels across, 8 from the edges; 0 degrees at the right, +120 above on the left
  const std::size_t width = picture[0].width, height = picture[0].height;
  const std::size_t centreX = width - 8 - 40, centreY = height - 8 - 40;
  const auto        dominant = [&](double degrees) {
    const double angle = degrees * std::acos(-1.0) / 180.0;
    const auto   color = at(static_cast<std::size_t>(std::lround(static_cast<double>(centreX) + 36.0 * std::cos(angle))),
                          static_cast<std::size_t>(std::lround(static_cast<double>(centreY) - 36.0 * std::sin(angle))));
    return std::max_element(color.begin(), color.end()) - color.begin();
  };
  EXPECT_EQ(dominant(0.0), 0);
  EXPECT_EQ(dominant(120.0), 1);
  EXPECT_EQ(dominant(-120.0), 2);
  EXPECT_LT(at(centreX, centreY)[0], 50);                      // no amplitude in the middle
  EXPECT_EQ(at(width - 9, height - 9), (Color{ 48, 48, 48 })); // the corner of its square
}

TEST(ImageFiles, LargeAndLongImagesAreNotLost)
{
  const std::vector<float> large = Ramp(1000 * 700);
  EXPECT_EQ(Preview(View(large, 1000, 700)).width, 1000u);
  const std::vector<float> line = Ramp(300);
  const GreyPicture        picture = Preview(View(line, 300, 1));
  EXPECT_GE(picture.width, 300u);
  EXPECT_GT(At(picture, 299, 0), 250);
  const std::vector<float> one{ 1.0F };
  EXPECT_EQ(At(Preview(View(one, 1, 1)), 100, 100), 128);
}

TEST(BitmapFont, LettersAreAllDifferentAndAngstromIsThere)
{
  const auto draw = [](const std::string & text) {
    GreyPicture picture(6, 7);
    DrawText(picture, 0, 0, text, 1, 1);
    return picture.pixels;
  };
  std::set<std::vector<std::uint8_t>> seen;
  for (char c = ' '; c < 127; ++c)
  {
    EXPECT_TRUE(seen.insert(draw(std::string(1, c))).second) << c;
  }
  EXPECT_TRUE(seen.insert(draw("Å")).second);
  EXPECT_EQ(draw("Ж"), draw("?"));
  // an A with a ring, not two letters
  EXPECT_EQ(TextWidth("Å", 1), 5u);
  EXPECT_EQ(TextWidth("1 Å", 2), 34u);
  EXPECT_EQ(TextWidth("", 2), 0u);
}

TEST(BitmapFont, LetterFLooksLikeAnF)
{
  GreyPicture picture(12, 15);
  DrawText(picture, 1, 1, "F", 2, 9);
  const char * const expected[] = { "#####", "#....", "#....", "####.", "#....", "#....", "#...." };
  for (std::size_t y = 0; y < 14; ++y)
  {
    for (std::size_t x = 0; x < 10; ++x)
    {
      EXPECT_EQ(picture.pixels[(y + 1) * 12 + x + 1] == 9, expected[y / 2][x / 2] == '#') << x << " " << y;
    }
  }
}
