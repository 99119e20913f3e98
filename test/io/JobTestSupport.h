#ifndef JobTestSupport_h
#define JobTestSupport_h
#include "simulation/Description.h"
#include <filesystem>
#include <string>

namespace ElectronMultislice
{
/** The smallest complete job, with comments where tests add or replace lines. */
std::string
SmallJob();

/** SmallJob with one text in it replaced; the text must be there. */
std::string
SmallJobWith(const std::string & old, const std::string & replacement);

SimulationDescription
ReadJob(const std::string & text);

/** Message of the Error of this kind that reading throws; a test failure and an empty text if there is none. */
std::string
JobRefusal(const std::string & text, int exitCode = 2);

void
ExpectContains(const std::string & text, const std::string & part);

/** Every value that a job file can hold. */
void
ExpectEqual(const SimulationDescription & a, const SimulationDescription & b);

/** \class TemporaryFolder
 * \brief A folder of its own, with a name that is not ASCII, removed at the end. */
class TemporaryFolder
{
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &
  operator=(const TemporaryFolder &) = delete;

  /** Writes a file (folders are made) and gives its path. */
  std::string
  Write(const std::string & name, const std::string & text) const;
  std::string
  GetPath(const std::string & name) const;

private:
  std::filesystem::path m_Path;
};
} // namespace ElectronMultislice
#endif
