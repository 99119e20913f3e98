#include "cli/WrittenFiles.h"
#include "cli/Console.h"
#include "common/Text.h"
#include "io/ResultReader.h"
#include <algorithm>
#include <sys/stat.h>

namespace ElectronMultislice
{
namespace
{
bool
HasEnding(const std::string & path, const std::string & ending)
{
  return path.size() >= ending.size() && path.compare(path.size() - ending.size(), ending.size(), ending) == 0;
}

std::string
FileKind(const std::string & path)
{
  if (HasEnding(path, ".tif") || HasEnding(path, ".tiff"))
  {
    return "32-bit image with its pixel size (ImageJ and others)";
  }
  if (HasEnding(path, ".png"))
  {
    return "preview with a scale bar";
  }
  return "everything: EMD 1.0 in HDF5 (RosettaSciIO, emdfile, h5py)";
}
/** Tells one file from another under the same name; 0 if there is none. */
std::uintmax_t
FileNumber(const std::string & path)
{
  struct stat status = {};
  return stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}
} // namespace

std::string
DescribeWrittenFiles(const std::vector<std::string> & files, double seconds)
{
  std::size_t width = 0;
  for (const std::string & file : files)
  {
    width = std::max(width, TextWidth(file));
  }
  std::string text = "Finished in " + FormatDuration(seconds) + ". Written:\n";
  for (const std::string & file : files)
  {
    text += "  " + PadText(file, width) + "  " + FileKind(file) + "\n";
  }
  const auto preview = std::find_if(files.begin(), files.end(), [](const std::string & file) { return HasEnding(file, ".png"); });
  if (preview != files.end())
  {
    text += "Look first at " + *preview + ".\n";
  }
  return text;
}

ResultFileWitness::ResultFileWitness(const std::string & path)
  : m_Path(path)
  , m_File(FileNumber(path))
{}

std::string
ResultFileWitness::DescribeStoppedRun() const
{
  const std::uintmax_t file = FileNumber(m_Path);
  if (file == m_File || !IsResultFile(m_Path))
  {
    return "Nothing was written" + std::string(file == 0 ? "." : "; " + m_Path + " is as it was.");
  }
  const std::vector<unsigned char> finished = ReadFinished(m_Path);
  const auto                       count = std::count(finished.begin(), finished.end(), 1);
  return m_Path + " opens: " + std::to_string(count) + " of " + std::to_string(finished.size()) +
         " positions are finished and right (/root/finished says which), the others are NaN. Images are only made of whole runs.";
}
} // namespace ElectronMultislice
