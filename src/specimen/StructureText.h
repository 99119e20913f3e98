#ifndef specimen_StructureText_h
#define specimen_StructureText_h
#include "common/Error.h"
#include <string>
#include <string_view>
#include <vector>

namespace ElectronMultislice
{
/** Content of a text file (UTF-8 path), inflated if it is gzip-compressed. File error if it cannot be opened, Input error if its compressed
 *  data are damaged or cut short. */
std::string
LoadStructureText(const std::string & path);

/** The text with "\n" line ends, without a byte order mark; Input error for UTF-16 and binary data. Line numbers stay. */
std::string
NormalizeText(const std::string & text, const std::string & name);

/** Lines without their ends. The text must outlive them. */
std::vector<std::string_view>
SplitLines(std::string_view text);

/** Input error "name:line: text". Lines count from 1. */
Error
ErrorAtLine(const std::string & name, std::size_t line, const std::string & text);

/** "text" for messages: quoted, shortened to 60 characters. */
std::string
Quoted(std::string_view text);

inline bool
IsBlank(char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

std::string_view
Trimmed(std::string_view text);

/** ASCII lower case. */
std::string
LowerCase(std::string_view text);
} // namespace ElectronMultislice
#endif
