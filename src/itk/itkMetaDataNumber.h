#ifndef itk_itkMetaDataNumber_h
#define itk_itkMetaDataNumber_h
#include "itkMetaDataObject.h"
#include "common/Text.h"
#include <optional>
#include <string>

namespace itk
{
/** A number in the dictionary of an image; files bring it back as text. Nothing if there is none. */
inline std::optional<double>
GetMetaDataNumber(const MetaDataDictionary & dictionary, const std::string & key)
{
  double real = 0.0;
  if (ExposeMetaData<double>(dictionary, key, real))
  {
    return real;
  }
  float single = 0.0f;
  if (ExposeMetaData<float>(dictionary, key, single))
  {
    return single;
  }
  int whole = 0;
  if (ExposeMetaData<int>(dictionary, key, whole))
  {
    return whole;
  }
  unsigned int count = 0;
  if (ExposeMetaData<unsigned int>(dictionary, key, count))
  {
    return count;
  }
  std::string text;
  if (ExposeMetaData<std::string>(dictionary, key, text) && ::ElectronMultislice::ParseNumber(text, real))
  {
    return real;
  }
  return std::nullopt;
}
} // namespace itk
#endif
