#ifndef cli_WrittenFiles_h
#define cli_WrittenFiles_h
#include <cstdint>
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** The files of a finished run, what each is, and which to look at first. */
std::string
DescribeWrittenFiles(const std::vector<std::string> & files, double seconds);

/** \class ResultFileWitness
 * \brief Remembers how a result file was before the run, to say what can be had from it when the run is stopped. */
class ResultFileWitness
{
public:
  explicit ResultFileWitness(const std::string & path);

  /** "FILE opens; 1200 of 4096 positions are finished and right", or that nothing was written. */
  std::string
  DescribeStoppedRun() const;

private:
  std::string    m_Path;
  std::uintmax_t m_File; ///< inode; 0: there was no file
};
} // namespace ElectronMultislice
#endif
