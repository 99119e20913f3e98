#include "cli/WrittenFiles.h"
#include "cli/Console.h"
#include "common/Text.h"
#include <algorithm>

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
} // namespace ElectronMultislice
