#ifndef io_ImageFiles_h
#define io_ImageFiles_h
#include <array>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>

namespace ElectronMultislice
{
/** What an image shows and where. */
struct ImageGeometry
{
  std::size_t nx = 0, ny = 0;
  double      spacingX = 1.0, spacingY = 1.0; ///< in `unit`
  std::string unit;                           ///< "Å" or "1/Å"
  std::string title;
  double      originX = 0.0, originY = 0.0; ///< of pixel (0, 0), in `unit`
  std::size_t tilesX = 1, tilesY = 1;       ///< several images of equal size side by side; previews draw lines between them
};

/** A real image, [y][x], with its geometry. NaN = not measured. */
struct ImageView : ImageGeometry
{
  const float * values = nullptr;
};

/** A complex wave, [y][x]. */
struct WaveView : ImageGeometry
{
  const std::complex<float> * values = nullptr;
};

/** 32-bit float TIFF with an ImageJ description (unit, origin, pixel size as resolution); written beside and renamed, so never half a file.
 *  ImageJ, Fiji and tifffile read unit and pixel size from it. */
void
WriteTiff(const std::string & path, const ImageView & image);

/** 8-bit preview: nearest-neighbour enlarged to about 512 pixels, contrast from the 0.1 to the 99.9 percentile (a constant image is mid
 * grey), scale bar with its length in the unit, title and value range below. logarithmic: for diffraction patterns; values that are not
 * positive are black, as are NaN; at most six decades. */
void
WritePreview(const std::string & path, const ImageView & image, bool logarithmic = false);

/** Preview in colours: the phase is the hue, the amplitude the brightness on the screen (numbers go with its square root), from black at 0
 *  to full at the 99.9 percentile; a colour wheel stands in the caption. NaN is black. */
void
WriteWavePreview(const std::string & path, const WaveView & wave);

/** Red, green and blue of a phase in rad at a brightness of 0 to 1: red at 0, green at +120 degrees, blue at -120 degrees. */
std::array<std::uint8_t, 3>
PhaseColor(double phase, double brightness);
} // namespace ElectronMultislice
#endif
