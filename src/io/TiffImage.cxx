#include "common/Error.h"
#include "common/Text.h"
#include "io/ImageFiles.h"
#include "io/OutputFiles.h"
#include "io/ResultFile.h"
#include <cstring>
#include <tiffio.h>

namespace ElectronMultislice
{
namespace
{
/** The encoder writes into memory: what can fail on the disk is then in one place, WriteWholeFile. */
struct MemoryFile
{
  std::string bytes;
  std::size_t position = 0;
};

tsize_t
ReadMemory(thandle_t handle, tdata_t data, tsize_t size)
{
  auto &            file = *static_cast<MemoryFile *>(handle);
  const std::size_t left = file.position < file.bytes.size() ? file.bytes.size() - file.position : 0;
  const std::size_t count = std::min<std::size_t>(left, static_cast<std::size_t>(size));
  std::memcpy(data, file.bytes.data() + file.position, count);
  file.position += count;
  return static_cast<tsize_t>(count);
}

tsize_t
WriteMemory(thandle_t handle, tdata_t data, tsize_t size)
{
  auto &            file = *static_cast<MemoryFile *>(handle);
  const std::size_t end = file.position + static_cast<std::size_t>(size);
  if (file.bytes.size() < end)
  {
    file.bytes.resize(end);
  }
  std::memcpy(&file.bytes[file.position], data, static_cast<std::size_t>(size));
  file.position = end;
  return size;
}

toff_t
SeekMemory(thandle_t handle, toff_t offset, int whence)
{
  auto & file = *static_cast<MemoryFile *>(handle);
  file.position = offset + (whence == SEEK_CUR ? file.position : whence == SEEK_END ? file.bytes.size() : 0);
  return file.position;
}

int
CloseMemory(thandle_t)
{
  return 0;
}

toff_t
SizeOfMemory(thandle_t handle)
{
  return static_cast<MemoryFile *>(handle)->bytes.size();
}

/** Java's way to write other than ASCII in a properties file, which ImageJ reads the description as. */
std::string
EscapeForImageJ(const std::string & unit)
{
  std::string escaped = unit;
  for (auto at = escaped.find("Å"); at != std::string::npos; at = escaped.find("Å"))
  {
    escaped.replace(at, std::strlen("Å"), "\\u00C5");
  }
  return escaped;
}

std::string
DescribeForImageJ(const ImageView & image)
{
  std::string text = "ImageJ=1.53t\nunit=" + EscapeForImageJ(image.unit) + "\n";
  if (image.originX != 0.0 || image.originY != 0.0)
  {
    // in pixels: position = (index - origin) x pixel size
    text += "xorigin=" + FormatNumber(-image.originX / image.spacingX) + "\n";
    text += "yorigin=" + FormatNumber(-image.originY / image.spacingY) + "\n";
  }
  return text;
}
} // namespace

void
WriteTiff(const std::string & path, const ImageView & image)
{
  MemoryFile file;
  TIFF *     tiff = TIFFClientOpen(
    "memory",
    "w",
    &file,
    ReadMemory,
    WriteMemory,
    SeekMemory,
    CloseMemory,
    SizeOfMemory,
    [](thandle_t, tdata_t *, toff_t *) { return 0; },
    [](thandle_t, tdata_t, toff_t) {});
  if (!tiff)
  {
    throw Error(ErrorKind::Memory, "There is no memory for the image " + path + ".");
  }
  const std::string software = "ElectronMultislice " + GetVersion();
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(image.nx));
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(image.ny));
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, 32);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, COMPRESSION_NONE);
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(image.ny)); // ImageJ wants one strip
  TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, RESUNIT_NONE);
  TIFFSetField(tiff, TIFFTAG_XRESOLUTION, 1.0 / image.spacingX);
  TIFFSetField(tiff, TIFFTAG_YRESOLUTION, 1.0 / image.spacingY);
  TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, DescribeForImageJ(image).c_str());
  TIFFSetField(tiff, TIFFTAG_DOCUMENTNAME, image.title.c_str());
  TIFFSetField(tiff, TIFFTAG_SOFTWARE, software.c_str());
  bool written = true;
  for (std::size_t y = 0; y < image.ny && written; ++y)
  {
    // the library wants a pointer to what it may change
    std::string row(reinterpret_cast<const char *>(image.values + y * image.nx), image.nx * sizeof(float));
    written = TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y), 0) == 1;
  }
  TIFFClose(tiff);
  if (!written)
  {
    throw Error(ErrorKind::Internal, "The TIFF library cannot encode the image " + path + ".");
  }
  WriteWholeFile(path, file.bytes);
}
} // namespace ElectronMultislice
