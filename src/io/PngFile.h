#ifndef io_PngFile_h
#define io_PngFile_h
#include "io/BitmapFont.h"
#include <array>
#include <string>

namespace ElectronMultislice
{
/** Red, green and blue, each a picture of the same size. */
using ColorPicture = std::array<GreyPicture, 3>;

/** 8-bit PNG, written beside and renamed, so never half a file. */
void
WritePng(const std::string & path, const GreyPicture & picture);
void
WritePng(const std::string & path, const ColorPicture & picture);
} // namespace ElectronMultislice
#endif
