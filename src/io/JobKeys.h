#ifndef io_JobKeys_h
#define io_JobKeys_h
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** One key of the job file. The table of keys is the schema: the reader refuses every other key, the reference is made from it. */
struct JobKey
{
  std::string section; ///< "" for the whole file, "potential", "detectors.NAME (annular)"
  std::string name;
  std::string value;        ///< kind and unit of the value
  std::string defaultValue; ///< "required", or what stands when the key is absent
  std::string meaning;
};

const std::vector<JobKey> &
GetJobKeys();

/** Names of the keys of a section, in the order of the table. */
std::vector<std::string>
GetJobKeyNames(const std::string & section);
} // namespace ElectronMultislice
#endif
