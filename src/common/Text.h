#ifndef common_Text_h
#define common_Text_h
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ElectronMultislice
{
/** Numbers are read and written in the C locale whatever the process's locale is (a decimal comma never appears). */

/** Shortest text that reads back as the same double; "nan" and "inf" as such. */
std::string
FormatNumber(double value);

/** Text with the given number of significant digits, for messages. */
std::string
FormatNumber(double value, int significantDigits);

/** 1536 -> "1.5 KiB"; whole bytes below 1 KiB. */
std::string
FormatBytes(std::uint64_t bytes);

/** "1 wave", "3 waves". */
std::string
FormatCount(std::size_t count, const std::string & noun);

/** 75 -> "1 min 15 s"; 0.25 -> "0.25 s". */
std::string
FormatDuration(double seconds);

/** The whole text as a finite number, or false; surrounding blanks are allowed. Accepts "1e-3", "+2.5", never a comma. */
bool
ParseNumber(std::string_view text, double & value);

/** The whole text as an integer, or false. */
bool
ParseInteger(std::string_view text, long long & value);

/** The candidate with the smallest edit distance, or empty if none is near enough to be a typing error. */
std::string
NearestName(std::string_view name, const std::vector<std::string> & candidates);

/** "a, b or c". */
std::string
JoinAlternatives(const std::vector<std::string> & names);
} // namespace ElectronMultislice
#endif
