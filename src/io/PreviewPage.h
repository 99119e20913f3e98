#ifndef io_PreviewPage_h
#define io_PreviewPage_h
#include "io/BitmapFont.h"
#include "io/ImageFiles.h"
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** \class PreviewPage
 * \brief Where an image and its caption stand on a preview: the image enlarged to about 512 pixels, below it the title, a scale bar and
 * more lines of text. */
class PreviewPage
{
public:
  /** legendSize: pixels to keep free at the right end of the caption, as a square of at most GetCaptionHeight(). */
  PreviewPage(const ImageGeometry & image, const std::vector<std::string> & lines, std::size_t legendSize = 0);

  /** Height of the caption without its margins, for so many lines below title and scale bar. */
  static std::size_t
  GetCaptionHeight(std::size_t lines);

  /** Everything but the pixels of the image, which are black. */
  const GreyPicture &
  GetBackground() const
  {
    return m_Background;
  }

  /** Sets each pixel of the image on the picture to value(index of the pixel of the image). */
  template <typename TFunction>
  void
  DrawImage(GreyPicture & picture, const TFunction & value) const
  {
    for (std::size_t y = 0; y < m_Height; ++y)
    {
      const std::size_t row = y * m_Image.ny / m_Height * m_Image.nx;
      for (std::size_t x = 0; x < m_Width; ++x)
      {
        picture.pixels[y * picture.width + m_Left + x] = value(row + x * m_Image.nx / m_Width);
      }
    }
    DrawTileBorders(picture);
  }

  /** Upper left corner of the free square. */
  std::size_t
  GetLegendX() const;
  std::size_t
  GetLegendY() const;

private:
  void
  ChooseSize();
  void
  DrawTileBorders(GreyPicture & picture) const;

  ImageGeometry m_Image;
  std::size_t   m_LegendSize;
  std::size_t   m_Width = 0; ///< of the image on the page
  std::size_t   m_Height = 0;
  std::size_t   m_Left = 0;
  double        m_PixelsPerUnit = 1.0;
  GreyPicture   m_Background{ 0, 0 };
};
} // namespace ElectronMultislice
#endif
