#ifndef itk_itkImageDigest_h
#define itk_itkImageDigest_h
#include "itksys/MD5.h"
#include <algorithm>
#include <string>

namespace itk
{
/** MD5 of the pixels of a buffered image in a region whose x and y are whole, as 32 hexadecimal digits: equal for equal pixels, and for no
 * others that anybody meets by chance. Reading costs a hundredth of building slices from them. */
template <typename TImage>
std::string
GetPixelDigest(const TImage & image, const typename TImage::RegionType & region)
{
  itksysMD5 * const digest = itksysMD5_New();
  itksysMD5_Initialize(digest);
  const auto *     bytes = reinterpret_cast<const unsigned char *>(image.GetBufferPointer() + image.ComputeOffset(region.GetIndex()));
  constexpr size_t Piece = size_t{ 1 } << 30; // lengths are int
  for (size_t left = region.GetNumberOfPixels() * sizeof(typename TImage::PixelType); left > 0;)
  {
    const size_t piece = std::min(left, Piece);
    itksysMD5_Append(digest, bytes, static_cast<int>(piece));
    bytes += piece;
    left -= piece;
  }
  char text[32];
  itksysMD5_FinalizeHex(digest, text);
  itksysMD5_Delete(digest);
  return std::string(text, sizeof(text));
}
} // namespace itk
#endif
