#include "io/ReadImages.h"
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <png.h>
#include <stdexcept>
#include <tiffio.h>

namespace ElectronMultislice
{
TiffContent
ReadTiff(const std::string & path)
{
  TIFF * tiff = TIFFOpen(path.c_str(), "r");
  if (!tiff)
  {
    throw std::runtime_error("cannot open " + path);
  }
  TiffContent   content;
  std::uint32_t nx = 0;
  std::uint32_t ny = 0;
  std::uint16_t bits = 0;
  const char *  description = "";
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &nx);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &ny);
  TIFFGetField(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetField(tiff, TIFFTAG_XRESOLUTION, &content.resolutionX);
  TIFFGetField(tiff, TIFFTAG_YRESOLUTION, &content.resolutionY);
  TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &description);
  content.nx = nx;
  content.ny = ny;
  content.bits = bits;
  content.description = description;
  content.values.resize(content.nx * content.ny);
  for (std::uint32_t y = 0; y < ny; ++y)
  {
    TIFFReadScanline(tiff, content.values.data() + y * content.nx, y, 0);
  }
  TIFFClose(tiff);
  return content;
}

GreyPicture
ReadPng(const std::string & path)
{
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, path.c_str()))
  {
    throw std::runtime_error("cannot open " + path);
  }
  if (image.format != PNG_FORMAT_GRAY)
  {
    throw std::runtime_error(path + " is no grey picture");
  }
  GreyPicture picture(image.width, image.height);
  png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr);
  return picture;
}
} // namespace ElectronMultislice
