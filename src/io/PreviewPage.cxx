#include "io/PreviewPage.h"
#include "common/Text.h"
#include "io/ScaleBar.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
constexpr std::size_t TargetSize = 512;   ///< pixels of the longer side
constexpr std::size_t LargestSize = 4096; ///< beyond it an image is thinned out
constexpr std::size_t FontScale = 2;
constexpr std::size_t Margin = 8;

constexpr std::uint8_t White = 255;
constexpr std::uint8_t CaptionGrey = 48; ///< so that the image's end is seen
constexpr std::uint8_t BorderGrey = 128;

std::size_t
LineHeight()
{
  return TextHeight(FontScale) + Margin;
}
} // namespace

PreviewPage::PreviewPage(const ImageGeometry & image, const std::vector<std::string> & lines, std::size_t legendSize)
  : m_Image(image)
  , m_LegendSize(legendSize)
{
  ChooseSize();
  const double      barLength = ChooseScaleBarLength(image.spacingX * static_cast<double>(image.nx));
  const auto        barPixels = static_cast<std::size_t>(std::max(1L, std::lround(barLength * m_PixelsPerUnit)));
  const std::string barLabel = FormatNumber(barLength, 6) + " " + image.unit;

  std::size_t textWidth = std::max(TextWidth(image.title, FontScale), barPixels + Margin + TextWidth(barLabel, FontScale));
  for (const std::string & line : lines)
  {
    textWidth = std::max(textWidth, TextWidth(line, FontScale));
  }
  textWidth += legendSize > 0 ? legendSize + Margin : 0;
  m_Background = GreyPicture(std::max(m_Width, textWidth + 2 * Margin), m_Height + GetCaptionHeight(lines.size()) + 2 * Margin);
  m_Left = (m_Background.width - m_Width) / 2;

  m_Background.FillRectangle(0, m_Height, m_Background.width, m_Background.height - m_Height, CaptionGrey);
  std::size_t y = m_Height + Margin;
  DrawText(m_Background, Margin, y, image.title, FontScale, White);
  y += LineHeight();
  m_Background.FillRectangle(Margin, y + TextHeight(FontScale) / 2 - 2, barPixels, 4, White);
  DrawText(m_Background, 2 * Margin + barPixels, y, barLabel, FontScale, White);
  for (const std::string & line : lines)
  {
    y += LineHeight();
    DrawText(m_Background, Margin, y, line, FontScale, White);
  }
}

std::size_t
PreviewPage::GetCaptionHeight(std::size_t lines)
{
  return (2 + lines) * LineHeight() - Margin;
}

std::size_t
PreviewPage::GetLegendX() const
{
  return m_Background.width - Margin - m_LegendSize;
}

std::size_t
PreviewPage::GetLegendY() const
{
  return m_Height + Margin;
}

/** With the right aspect: no pixel is lost, equal pixels become equal squares. */
void
PreviewPage::ChooseSize()
{
  const double width = m_Image.spacingX * static_cast<double>(m_Image.nx);
  const double height = m_Image.spacingY * static_cast<double>(m_Image.ny);
  const double smallest = std::min(m_Image.spacingX, m_Image.spacingY);
  double       scale = std::max(static_cast<double>(TargetSize) / std::max(width, height), 1.0 / smallest);
  if (std::abs(m_Image.spacingX - m_Image.spacingY) < 1e-9 * smallest)
  {
    scale = std::max(1.0, std::floor(scale * smallest + 1e-9)) / smallest;
  }
  scale = std::min(scale, static_cast<double>(LargestSize) / std::max(width, height));
  const auto shown = [scale](double length) { return static_cast<std::size_t>(std::max(1L, std::lround(length * scale))); };
  m_Width = shown(width);
  m_Height = shown(height);
  m_PixelsPerUnit = scale;
}

void
PreviewPage::DrawTileBorders(GreyPicture & picture) const
{
  for (std::size_t column = 1; column < m_Image.tilesX; ++column)
  {
    picture.FillRectangle(m_Left + column * m_Width / m_Image.tilesX, 0, 1, m_Height, BorderGrey);
  }
  for (std::size_t row = 1; row < m_Image.tilesY; ++row)
  {
    picture.FillRectangle(m_Left, row * m_Height / m_Image.tilesY, m_Width, 1, BorderGrey);
  }
}
} // namespace ElectronMultislice
