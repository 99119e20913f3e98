#include "JobTestSupport.h"
#include "execution/Settings.h"
#include "io/JobFile.h"
#include "io/JobKeys.h"
#include "io/JobReference.h"
#include "io/TextFile.h"
#include "physics/Aberrations.h"
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

using namespace ElectronMultislice;

namespace
{
const std::string DocumentFile = SOURCE_DIR "/docs/job-file.md";
const std::string Begin = "<!-- begin of the generated tables -->\n\n";
const std::string End = "\n<!-- end of the generated tables -->\n";

std::string
Between(const std::string & text, const std::string & begin, const std::string & end)
{
  const std::size_t first = text.find(begin);
  const std::size_t last = text.find(end, first == std::string::npos ? first : first + begin.size());
  if (last == std::string::npos)
  {
    ADD_FAILURE() << "no text between \"" << begin << "\" and \"" << end << "\" in " << DocumentFile;
    return "";
  }
  return text.substr(first + begin.size(), last - first - begin.size());
}
} // namespace

TEST(JobReference, HasEveryKeyOnce)
{
  std::set<std::pair<std::string, std::string>> seen;
  for (const JobKey & key : GetJobKeys())
  {
    EXPECT_TRUE(seen.emplace(key.section, key.name).second) << key.section << "." << key.name;
    EXPECT_FALSE(key.value.empty() || key.defaultValue.empty() || key.meaning.empty()) << key.name;
    ExpectContains(JobFileReference(), "| `" + key.name + "` | ");
  }
  EXPECT_EQ(GetJobKeyNames("illumination.aberrations"), Aberrations::GetNames());
  EXPECT_EQ(GetJobKeyNames("execution").size(), Settings::GetDefinitions().size());
}

TEST(JobReference, EveryRowOfATableHasItsFourCells)
{
  std::istringstream text(JobFileReference());
  for (std::string line; std::getline(text, line);)
  {
    if (!line.empty() && line.front() == '|')
    {
      std::size_t bars = 0;
      for (std::size_t i = 0; i < line.size(); ++i)
      {
        bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\') ? 1 : 0;
      }
      EXPECT_EQ(bars, 5u) << line;
    }
  }
}

/** With ELECTRON_MULTISLICE_UPDATE_DOCS=1 the test writes the tables instead. */
TEST(JobReference, StandsInTheDocumentation)
{
  std::string       document = ReadTextFile(DocumentFile, "document");
  const std::string tables = Between(document, Begin, End);
  if (std::getenv("ELECTRON_MULTISLICE_UPDATE_DOCS") != nullptr)
  {
    document.replace(document.find(Begin) + Begin.size(), tables.size(), JobFileReference());
    std::ofstream(DocumentFile, std::ios::binary) << document;
    return;
  }
  EXPECT_TRUE(tables == JobFileReference())
    << "the tables differ; write them anew: ELECTRON_MULTISLICE_UPDATE_DOCS=1 JobFileTests --gtest_filter='JobReference.*'";
}

TEST(JobReference, SampleOfTheDocumentationIsAJob)
{
  const std::string sample = Between(ReadTextFile(DocumentFile, "document"), "```yaml\nspecimen:", "```\n");
  const auto        job = ReadJob("specimen:" + sample);
  EXPECT_EQ(job.energy, 200e3);
  EXPECT_EQ(job.detectors.size(), 5u);
  // the sample shows every section that a probe can have
  for (const std::string & section : GetJobKeyNames(""))
  {
    if (section != "imaging" && section != "specimen")
    {
      ExpectContains(sample, "\n" + section + ":");
    }
  }
}
