#ifndef io_BitmapFont_h
#define io_BitmapFont_h
#include <cstdint>
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** An 8-bit grey picture, [y][x]. */
struct GreyPicture
{
  std::size_t               width = 0;
  std::size_t               height = 0;
  std::vector<std::uint8_t> pixels;

  GreyPicture(std::size_t w, std::size_t h, std::uint8_t value = 0)
    : width(w)
    , height(h)
    , pixels(w * h, value)
  {}
  /** Parts outside the picture are left out. */
  void
  FillRectangle(std::size_t x, std::size_t y, std::size_t w, std::size_t h, std::uint8_t value);
};

/** Text in a font of 5 x 7 dots, each `scale` pixels wide, one dot between letters: printable ASCII and Å; anything else shows as '?'. */
std::size_t
TextWidth(const std::string & utf8, std::size_t scale);
inline std::size_t
TextHeight(std::size_t scale)
{
  return 7 * scale;
}
void
DrawText(GreyPicture & picture, std::size_t x, std::size_t y, const std::string & utf8, std::size_t scale, std::uint8_t value);
} // namespace ElectronMultislice
#endif
