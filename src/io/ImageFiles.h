#ifndef io_ImageFiles_h
#define io_ImageFiles_h
#include <string>

namespace ElectronMultislice
{
/** A real image, [y][x], with its geometry. */
struct ImageView
{
  const float * values;
  std::size_t   nx, ny;
  double        spacingX, spacingY; ///< in `unit`
  std::string   unit;               ///< "Å" or "1/Å"
  std::string   title;
};

/** 32-bit float TIFF with an ImageJ description (unit, pixel size as resolution); written beside and renamed, so never half a file. */
void
WriteTiff(const std::string & path, const ImageView & image);

/** 8-bit preview: nearest-neighbour enlarged to about 512 pixels, contrast from the 0.1 to the 99.9 percentile (a constant image is mid
 * grey), scale bar with its length in the unit, title and value range below. logarithmic: for diffraction patterns. */
void
WritePreview(const std::string & path, const ImageView & image, bool logarithmic = false);
} // namespace ElectronMultislice
#endif
