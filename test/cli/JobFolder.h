#ifndef cli_JobFolder_h
#define cli_JobFolder_h
#include "cli/CommandProcess.h"
#include <filesystem>
#include <string>

namespace ElectronMultislice
{
/** \class JobFolder
 * \brief A folder of its own with a small strontium titanate cell and jobs for it; removed at the end. No user's configuration counts. */
class JobFolder
{
public:
  JobFolder();
  ~JobFolder();
  JobFolder(const JobFolder &) = delete;
  JobFolder &
  operator=(const JobFolder &) = delete;

  /** Path of a file in the folder. */
  std::string
  Path(const std::string & name) const
  {
    return (m_Folder / name).string();
  }
  std::string
  Write(const std::string & name, const std::string & text) const;

  /** A job of a second or less: 64 x 64 pixels, 4 x 3 positions, with HDF5, TIFF and PNG files. Each replacement changes one piece of text
   * that must be there. */
  std::string
  WriteJob(const std::vector<std::pair<std::string, std::string>> & replacements = {}) const;

  /** The same with so many positions and configurations that it takes minutes. */
  std::string
  WriteLongJob() const;

  CommandProcess::Options
  GetOptions() const;

private:
  std::filesystem::path m_Folder;
};

inline bool
Contains(const std::string & text, const std::string & part)
{
  return text.find(part) != std::string::npos;
}
} // namespace ElectronMultislice
#endif
