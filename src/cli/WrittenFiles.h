#ifndef cli_WrittenFiles_h
#define cli_WrittenFiles_h
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** The files of a finished run, what each is, and which to look at first. */
std::string
DescribeWrittenFiles(const std::vector<std::string> & files, double seconds);
} // namespace ElectronMultislice
#endif
