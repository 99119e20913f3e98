#include "common/Error.h"
#include "common/Text.h"
#include "io/BitmapFont.h"
#include "io/ImageFiles.h"
#include "io/OutputFiles.h"
#include "io/ScaleBar.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <png.h>

namespace ElectronMultislice
{
namespace
{
constexpr std::size_t TargetSize = 512;   ///< pixels of the longer side
constexpr std::size_t LargestSize = 4096; ///< beyond it an image is thinned out
constexpr std::size_t FontScale = 2;
constexpr std::size_t Margin = 8;
constexpr double      LargestDecades = 6.0; ///< of a logarithmic picture

/** What a grey value is taken from. */
class GreyScale
{
public:
  GreyScale(const ImageView & image, bool logarithmic)
    : m_Logarithmic(logarithmic)
  {
    std::vector<float> values;
    std::copy_if(image.values, image.values + image.nx * image.ny, std::back_inserter(values), [this](float v) { return IsShown(v); });
    if (values.empty())
    {
      return;
    }
    m_Low = Percentile(values, 0.001);
    m_High = Percentile(values, 0.999);
    if (logarithmic)
    {
      m_Low = std::max(m_Low, m_High * std::pow(10.0, -LargestDecades));
    }
  }

  std::uint8_t
  operator()(float value) const
  {
    if (!IsShown(value))
    {
      return 0;
    }
    const double low = Transform(m_Low);
    const double high = Transform(m_High);
    if (!(high > low))
    {
      return 128;
    }
    const double fraction = std::clamp((Transform(value) - low) / (high - low), 0.0, 1.0);
    return static_cast<std::uint8_t>(std::lround(255.0 * fraction));
  }

  std::string
  GetRangeText() const
  {
    return FormatNumber(m_Low, 4) + " to " + FormatNumber(m_High, 4) + (m_Logarithmic ? ", logarithmic" : "");
  }

private:
  bool
  IsShown(float value) const
  {
    return std::isfinite(value) && (!m_Logarithmic || value > 0.0F);
  }
  double
  Transform(double value) const
  {
    return m_Logarithmic ? std::log10(value) : value;
  }
  static double
  Percentile(std::vector<float> & values, double fraction)
  {
    const auto index = std::lround(fraction * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + index, values.end());
    return values[static_cast<std::size_t>(index)];
  }

  bool   m_Logarithmic;
  double m_Low = 0.0;
  double m_High = 0.0;
};

/** Size on the picture, with the right aspect: no pixel is lost, equal pixels become equal squares. */
struct ShownSize
{
  std::size_t width;
  std::size_t height;
  double      pixelsPerUnit;
};

ShownSize
ChooseSize(const ImageView & image)
{
  const double width = image.spacingX * static_cast<double>(image.nx);
  const double height = image.spacingY * static_cast<double>(image.ny);
  const double smallest = std::min(image.spacingX, image.spacingY);
  double       scale = std::max(static_cast<double>(TargetSize) / std::max(width, height), 1.0 / smallest);
  if (std::abs(image.spacingX - image.spacingY) < 1e-9 * smallest)
  {
    scale = std::max(1.0, std::floor(scale * smallest + 1e-9)) / smallest;
  }
  scale = std::min(scale, static_cast<double>(LargestSize) / std::max(width, height));
  const auto shown = [scale](double length) { return static_cast<std::size_t>(std::max(1L, std::lround(length * scale))); };
  return { shown(width), shown(height), scale };
}

void
DrawImage(GreyPicture & picture, const ImageView & image, const ShownSize & size, std::size_t left, const GreyScale & grey)
{
  for (std::size_t y = 0; y < size.height; ++y)
  {
    const float * row = image.values + y * image.ny / size.height * image.nx;
    for (std::size_t x = 0; x < size.width; ++x)
    {
      picture.pixels[y * picture.width + left + x] = grey(row[x * image.nx / size.width]);
    }
  }
}

void
AppendBytes(png_structp png, png_bytep data, png_size_t size)
{
  static_cast<std::string *>(png_get_io_ptr(png))->append(reinterpret_cast<const char *>(data), size);
}

void
IgnoreFlush(png_structp)
{}

void
KeepPngMessage(png_structp png, png_const_charp)
{
  png_longjmp(png, 1);
}

void
IgnorePngWarning(png_structp, png_const_charp)
{}

/** No object with a destructor lives between setjmp and the library's longjmp. */
bool
EncodePng(const GreyPicture & picture, std::vector<png_bytep> & rows, std::string & bytes)
{
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, KeepPngMessage, IgnorePngWarning);
  if (!png)
  {
    return false;
  }
  png_infop info = png_create_info_struct(png);
  if (!info || setjmp(png_jmpbuf(png)))
  {
    png_destroy_write_struct(&png, &info);
    return false;
  }
  png_set_write_fn(png, &bytes, AppendBytes, IgnoreFlush);
  png_set_IHDR(png,
               info,
               static_cast<png_uint_32>(picture.width),
               static_cast<png_uint_32>(picture.height),
               8,
               PNG_COLOR_TYPE_GRAY,
               PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_rows(png, info, rows.data());
  png_write_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
  png_destroy_write_struct(&png, &info);
  return true;
}
} // namespace

void
WritePreview(const std::string & path, const ImageView & image, bool logarithmic)
{
  const GreyScale   grey(image, logarithmic);
  const ShownSize   size = ChooseSize(image);
  const double      barLength = ChooseScaleBarLength(image.spacingX * static_cast<double>(image.nx));
  const auto        barPixels = static_cast<std::size_t>(std::max(1L, std::lround(barLength * size.pixelsPerUnit)));
  const std::string barLabel = FormatNumber(barLength, 6) + " " + image.unit;
  const std::string range = grey.GetRangeText();

  const std::size_t line = TextHeight(FontScale) + Margin;
  const std::size_t textWidth =
    std::max({ TextWidth(image.title, FontScale), TextWidth(range, FontScale), barPixels + Margin + TextWidth(barLabel, FontScale) });
  GreyPicture picture(std::max(size.width, textWidth + 2 * Margin), size.height + 3 * line + Margin);
  DrawImage(picture, image, size, (picture.width - size.width) / 2, grey);

  const std::uint8_t white = 255;
  picture.FillRectangle(0, size.height, picture.width, picture.height - size.height, 48); // so that the image's end is seen
  std::size_t y = size.height + Margin;
  DrawText(picture, Margin, y, image.title, FontScale, white);
  y += line;
  picture.FillRectangle(Margin, y + TextHeight(FontScale) / 2 - 2, barPixels, 4, white);
  DrawText(picture, 2 * Margin + barPixels, y, barLabel, FontScale, white);
  y += line;
  DrawText(picture, Margin, y, range, FontScale, white);

  std::vector<png_bytep> rows;
  for (std::size_t row = 0; row < picture.height; ++row)
  {
    rows.push_back(&picture.pixels[row * picture.width]);
  }
  std::string bytes;
  if (!EncodePng(picture, rows, bytes))
  {
    throw Error(ErrorKind::Internal, "The PNG library cannot encode the preview " + path + ".");
  }
  WriteWholeFile(path, bytes);
}
} // namespace ElectronMultislice
