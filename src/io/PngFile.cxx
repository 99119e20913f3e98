#include "io/PngFile.h"
#include "common/Error.h"
#include "io/OutputFiles.h"
#include <png.h>

namespace ElectronMultislice
{
namespace
{
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

/** Channels of a pixel stand together. No object with a destructor lives between setjmp and the library's longjmp. */
bool
EncodePng(std::size_t width, int colorType, std::vector<png_bytep> & rows, std::string & bytes)
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
               static_cast<png_uint_32>(width),
               static_cast<png_uint_32>(rows.size()),
               8,
               colorType,
               PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_rows(png, info, rows.data());
  png_write_png(png, info, PNG_TRANSFORM_IDENTITY, nullptr);
  png_destroy_write_struct(&png, &info);
  return true;
}

void
WriteChannels(const std::string & path, const GreyPicture * planes, std::size_t channels)
{
  const std::size_t         pixels = planes->width * planes->height;
  std::vector<std::uint8_t> together(pixels * channels);
  for (std::size_t channel = 0; channel < channels; ++channel)
  {
    for (std::size_t i = 0; i < pixels; ++i)
    {
      together[i * channels + channel] = planes[channel].pixels[i];
    }
  }
  std::vector<png_bytep> rows;
  for (std::size_t row = 0; row < planes->height; ++row)
  {
    rows.push_back(&together[row * planes->width * channels]);
  }
  std::string bytes;
  if (!EncodePng(planes->width, channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB, rows, bytes))
  {
    throw Error(ErrorKind::Internal, "The PNG library cannot encode the preview " + path + ".");
  }
  WriteWholeFile(path, bytes);
}
} // namespace

void
WritePng(const std::string & path, const GreyPicture & picture)
{
  WriteChannels(path, &picture, 1);
}

void
WritePng(const std::string & path, const ColorPicture & picture)
{
  WriteChannels(path, picture.data(), picture.size());
}
} // namespace ElectronMultislice
