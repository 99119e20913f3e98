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

namespace
{
/** Channels of a pixel stand together. */
std::vector<std::uint8_t>
ReadPixels(const std::string & path, png_uint_32 format, png_image & image)
{
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, path.c_str()))
  {
    throw std::runtime_error("cannot open " + path);
  }
  if (image.format != format)
  {
    throw std::runtime_error(path + " is of another kind");
  }
  std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
  png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr);
  return pixels;
}
} // namespace

GreyPicture
ReadPng(const std::string & path)
{
  png_image   image = {};
  const auto  pixels = ReadPixels(path, PNG_FORMAT_GRAY, image);
  GreyPicture picture(image.width, image.height);
  picture.pixels = pixels;
  return picture;
}

ColorPicture
ReadColorPng(const std::string & path)
{
  png_image         image = {};
  const auto        pixels = ReadPixels(path, PNG_FORMAT_RGB, image);
  const GreyPicture plane(image.width, image.height);
  ColorPicture      picture{ plane, plane, plane };
  for (std::size_t i = 0; i < pixels.size(); ++i)
  {
    picture[i % 3].pixels[i / 3] = pixels[i];
  }
  return picture;
}
} // namespace ElectronMultislice
