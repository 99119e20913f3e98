#include "JobTestSupport.h"
#include "io/JobFile.h"
#include <filesystem>
#include <gtest/gtest.h>

using namespace ElectronMultislice;

namespace
{
std::vector<std::string>
ExampleJobs()
{
  std::vector<std::string> files;
  for (const auto & entry : std::filesystem::directory_iterator(SOURCE_DIR "/examples/jobs"))
  {
    if (entry.path().extension() == ".yaml")
    {
      files.push_back(entry.path().filename().string());
    }
  }
  return files;
}

class ExampleJob : public ::testing::TestWithParam<std::string>
{};
} // namespace

TEST_P(ExampleJob, IsReadAndCanBeComputed)
{
  const std::string           stem = std::filesystem::path(GetParam()).stem().string();
  const SimulationDescription job = ReadJobFile(SOURCE_DIR "/examples/jobs/" + GetParam());
  EXPECT_EQ(job.output.file, stem + ".h5");
  ExpectEqual(ReadJobText(WriteJobText(job), "again.yaml", job.baseDirectory), job);
  const MultisliceProblem problem = BuildProblem(job); // reads the structure; detectors inside the band limit and more
  EXPECT_GE(problem.GetNumberOfSlices(), 8u);
}

INSTANTIATE_TEST_SUITE_P(Shipped, ExampleJob, ::testing::ValuesIn(ExampleJobs()), [](const auto & info) {
  std::string name = info.param.substr(0, info.param.find('.'));
  for (char & c : name)
  {
    c = c == '-' ? '_' : c;
  }
  return name;
});
