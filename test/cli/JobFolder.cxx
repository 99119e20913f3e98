#include "cli/JobFolder.h"
#include <fstream>
#include <stdexcept>
#include <stdlib.h>

namespace ElectronMultislice
{
namespace
{
const char * const StructureText = "5\n"
                                   "Lattice=\"3.905 0 0 0 3.905 0 0 0 3.905\" Properties=species:S:1:pos:R:3\n"
                                   "Sr 0 0 0\n"
                                   "Ti 1.9525 1.9525 1.9525\n"
                                   "O 1.9525 1.9525 0\n"
                                   "O 1.9525 0 1.9525\n"
                                   "O 0 1.9525 1.9525\n";

const char * const JobText = "specimen:\n"
                             "  structure: cell.xyz\n"
                             "  repetitions: [2, 2, 2]\n"
                             "potential:\n"
                             "  grid: [64, 64]\n"
                             "  slice-thickness: 1.9525\n"
                             "thermal:\n"
                             "  model: frozen-phonons\n"
                             "  configurations: 2\n"
                             "  seed: 7\n"
                             "  mean-square-displacement: {Sr: 0.008, Ti: 0.006, O: 0.010}\n"
                             "beam:\n"
                             "  energy: 200 keV\n"
                             "illumination:\n"
                             "  type: probe\n"
                             "  semiangle: 20 mrad\n"
                             "scan:\n"
                             "  start: [0, 0]\n"
                             "  step: [0.5, 0.5]\n"
                             "  count: [4, 3]\n"
                             "detectors:\n"
                             "  haadf: {type: annular, inner: 30 mrad, outer: 60 mrad}\n"
                             "  bf: {type: annular, inner: 0 mrad, outer: 20 mrad}\n"
                             "output:\n"
                             "  file: result.h5\n"
                             "  images: [tiff, png]\n";

std::string
Replaced(std::string text, const std::string & what, const std::string & by)
{
  const std::size_t place = text.find(what);
  if (place == std::string::npos)
  {
    throw std::runtime_error("the job does not hold: " + what);
  }
  return text.replace(place, what.size(), by);
}
} // namespace

JobFolder::JobFolder()
{
  std::string name = (std::filesystem::temp_directory_path() / "electron-multislice-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
  {
    throw std::runtime_error("cannot make a temporary folder");
  }
  m_Folder = name;
  Write("cell.xyz", StructureText);
}

JobFolder::~JobFolder()
{
  std::error_code ignored;
  std::filesystem::remove_all(m_Folder, ignored);
}

std::string
JobFolder::Write(const std::string & name, const std::string & text) const
{
  std::ofstream(m_Folder / name) << text;
  return Path(name);
}

std::string
JobFolder::WriteJob(const std::vector<std::pair<std::string, std::string>> & replacements) const
{
  std::string text = JobText;
  for (const auto & [what, by] : replacements)
  {
    text = Replaced(text, what, by);
  }
  return Write("job.yaml", text);
}

std::string
JobFolder::WriteLongJob() const
{
  return WriteJob({ { "repetitions: [2, 2, 2]", "repetitions: [2, 2, 20]" },
                    { "step: [0.5, 0.5]", "step: [0.05, 0.05]" },
                    { "count: [4, 3]", "count: [150, 150]" } });
}

CommandProcess::Options
JobFolder::GetOptions() const
{
  CommandProcess::Options options;
  options.folder = m_Folder.string();
  options.environment = { { "XDG_CONFIG_HOME", Path("no-configuration") }, { "ELECTRON_MULTISLICE_CONFIG", "" }, { "LC_ALL", "C.UTF-8" } };
  return options;
}
} // namespace ElectronMultislice
