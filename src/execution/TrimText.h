#ifndef execution_TrimText_h
#define execution_TrimText_h
#include <string>

namespace ElectronMultislice
{
/** The text without blanks and line breaks at its ends. */
inline std::string
TrimText(const std::string & text)
{
  const char * const blanks = " \t\r\n";
  const std::size_t  first = text.find_first_not_of(blanks);
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(blanks) - first + 1);
}
} // namespace ElectronMultislice
#endif
