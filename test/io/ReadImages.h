#ifndef test_io_ReadImages_h
#define test_io_ReadImages_h
#include "io/PngFile.h"
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** Images read back with the plain libraries. */
struct TiffContent
{
  std::size_t        nx = 0, ny = 0;
  int                bits = 0;
  std::vector<float> values;
  float              resolutionX = 0.0F, resolutionY = 0.0F;
  std::string        description;
};
TiffContent
ReadTiff(const std::string & path);

GreyPicture
ReadPng(const std::string & path);

ColorPicture
ReadColorPng(const std::string & path);
} // namespace ElectronMultislice
#endif
