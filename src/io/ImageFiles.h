#ifndef io_ImageFiles_h
#define io_ImageFiles_h
#include <cstddef>
#include <string>

namespace ElectronMultislice
{
/** A real image, [y][x], with its geometry. NaN = not measured. */
struct ImageView
{
  const float * values = nullptr;
  std::size_t   nx = 0, ny = 0;
  double        spacingX = 1.0, spacingY = 1.0; ///< in `unit`
  std::string   unit;                           ///< "Å" or "1/Å"
  std::string   title;
  double        originX = 0.0, originY = 0.0; ///< of pixel (0, 0), in `unit`
};

/** 32-bit float TIFF with an ImageJ description (unit, origin, pixel size as resolution); written beside and renamed, so never half a file.
 *  ImageJ, Fiji and tifffile read unit and pixel size from it. */
void
WriteTiff(const std::string & path, const ImageView & image);

/** 8-bit preview: nearest-neighbour enlarged to about 512 pixels, contrast from the 0.1 to the 99.9 percentile (a constant image is mid
 * grey), scale bar with its length in the unit, title and value range below. logarithmic: for diffraction patterns; values that are not
 * positive are black, as are NaN. */
void
WritePreview(const std::string & path, const ImageView & image, bool logarithmic = false);
} // namespace ElectronMultislice
#endif
