#ifndef cli_WrittenFiles_h
#define cli_WrittenFiles_h
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** The files of a finished run, what each is, and which to look at first. */
std::string
DescribeWrittenFiles(const std::vector<std::string> & files, double seconds);

/** What can be had from the result file of a run that was stopped. */
std::string
DescribeUnfinishedFile(const std::string & path);
} // namespace ElectronMultislice
#endif
