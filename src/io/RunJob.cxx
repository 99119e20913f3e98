#include "io/RunJob.h"
#include "common/Error.h"
#include "execution/HostResources.h"
#include "io/OutputFiles.h"
#include "io/ResultFile.h"
#include "io/ResultImages.h"
#include <algorithm>
#include <filesystem>
#include <new>

namespace ElectronMultislice
{
namespace
{
/** Hands everything on to the file and keeps only the sums that the images of averaged patterns need. */
template <typename T>
class JobSink : public Sink<T>
{
public:
  JobSink(ResultFile<T> & file, const Plan & plan)
    : m_File(file)
    , m_Layout(plan.layout)
    , m_NumberOfPlanes(plan.problem.exitPlanes.size())
    , m_NumberOfWaves(plan.problem.GetNumberOfWaves())
  {
    for (const auto & pattern : m_Layout.patterns)
    {
      m_Patterns.emplace_back(m_NumberOfPlanes * pattern.nx * pattern.ny, 0.0);
    }
  }

  void
  WriteBlock(const BlockResult<T> & block) override
  {
    m_File.WriteBlock(block);
    for (std::size_t p = 0; p < m_Patterns.size(); ++p)
    {
      // wave after wave, so that the sums do not depend on the size of the blocks
      const std::size_t pixels = m_Layout.patterns[p].nx * m_Layout.patterns[p].ny;
      for (std::size_t plane = 0; plane < m_NumberOfPlanes; ++plane)
      {
        double * sums = m_Patterns[p].data() + plane * pixels;
        for (std::size_t wave = 0; wave < block.waves.count; ++wave)
        {
          const T * values = block.patterns[p].data() + (plane * block.waves.count + wave) * pixels;
          for (std::size_t i = 0; i < pixels; ++i)
          {
            sums[i] += static_cast<double>(values[i]);
          }
        }
      }
    }
  }

  void
  WriteExitWaves(std::size_t configuration, Range waves, const std::vector<std::complex<T>> & values) override
  {
    m_File.WriteExitWaves(configuration, waves, values);
  }

  AveragedPatterns
  GetAveragedPatterns() const
  {
    AveragedPatterns averaged = m_Patterns;
    for (auto & pattern : averaged)
    {
      for (double & value : pattern)
      {
        value /= static_cast<double>(m_NumberOfWaves);
      }
    }
    return averaged;
  }

private:
  ResultFile<T> &         m_File;
  const MeasurementLayout m_Layout;
  const std::size_t       m_NumberOfPlanes;
  const std::size_t       m_NumberOfWaves;
  AveragedPatterns        m_Patterns;
};

/** Every slice of every configuration, computed once more by the first device. */
template <typename T>
void
WritePotentials(const Plan & plan, ResultFile<T> & file, RunControl & control, const ProgressFunction & progress, double seconds)
{
  const MultisliceProblem & problem = plan.problem;
  const PlannedDevice &     planned = plan.devices.at(0);
  const auto                session = OpenSession<T>(*planned.device.backend, problem, { planned.setup.threads, 1, 1 }, control);
  std::vector<T>            values(problem.grid.Refined(problem.oversampling).GetNumberOfPixels());
  for (std::size_t configuration = 0; configuration < problem.GetNumberOfConfigurations(); ++configuration)
  {
    for (std::size_t slice = 0; slice < problem.GetNumberOfSlices(); ++slice)
    {
      control.Check();
      if (progress)
      {
        progress({ 1.0, seconds, 0.0 }); // so that it can still stop the run
      }
      session->ComputePotential(configuration, slice, values.data());
      file.WritePotential(configuration, slice, values);
    }
  }
}

/** What of a run that ended early can be used. */
std::string
DescribeRemains(const std::string & path, std::size_t finished, std::size_t waves)
{
  return path + " is marked incomplete and opens: " + std::to_string(finished) + " of " + std::to_string(waves) +
         (waves == 1 ? " wave is" : " positions are") + " finished and right (/root/finished says which), the others are NaN.";
}

/** Two sentences, whether or not the first has its full stop. */
std::string
JoinSentences(const std::string & first, const std::string & second)
{
  return first + (!first.empty() && first.back() == '.' ? " " : ". ") + second;
}

/** Everything that can be known to fail at the end fails now. */
void
CheckImagePaths(const std::vector<PlannedImage> & images, const std::vector<std::string> & formats)
{
  for (const PlannedImage & image : images)
  {
    for (const std::string & format : formats)
    {
      for (const std::string & path : ImageFilePaths(image, format))
      {
        PrepareOutputPath(path);
      }
    }
  }
}

std::vector<std::string>
UniqueFormats(const std::vector<std::string> & formats)
{
  std::vector<std::string> unique;
  for (const std::string & format : formats)
  {
    if (std::find(unique.begin(), unique.end(), format) == unique.end())
    {
      unique.push_back(format);
    }
  }
  return unique;
}

template <typename T>
JobOutcome
RunInPrecision(const SimulationDescription & description, const Plan & plan, RunControl & control, const ProgressFunction & progress)
{
  const std::string              path = PrepareOutputPath(description.output.file);
  const std::vector<std::string> formats = UniqueFormats(description.output.images);
  const auto                     layout = MakeEmdLayout(description, plan.problem, plan.layout);
  const auto                     images = PlanResultImages(layout, plan.problem, path);
  CheckImagePaths(images, formats);

  ResultFile<T> file(path, description, plan, &control);
  JobSink<T>    sink(file, plan);
  JobOutcome    outcome;
  try
  {
    outcome.summary = Run<T>(plan, sink, control, progress);
    if (KeepsPotential(description))
    {
      WritePotentials(plan, file, control, progress, outcome.summary.seconds);
    }
    if (!formats.empty() && images.empty())
    {
      outcome.summary.report.Add(
        Report::Kind::Note, "images", "none: a list of positions, or a plane wave without imaging or a pixelated detector, makes no image");
    }
    file.Finish(outcome.summary);
  }
  catch (const Error & error)
  {
    throw Error(error.GetKind(),
                JoinSentences(error.what(), DescribeRemains(path, file.GetNumberOfFinishedWaves(), plan.problem.GetNumberOfWaves())));
  }
  catch (const std::bad_alloc &)
  {
    throw Error(ErrorKind::Memory,
                "There is no memory left for the run. Lower memory-limit.host or scan.batch-size. " +
                  DescribeRemains(path, file.GetNumberOfFinishedWaves(), plan.problem.GetNumberOfWaves()));
  }
  outcome.files.push_back(path);
  try
  {
    const auto written = WriteResultImages(images, formats, layout, path, sink.GetAveragedPatterns());
    outcome.files.insert(outcome.files.end(), written.begin(), written.end());
  }
  catch (const Error & error)
  {
    throw Error(error.GetKind(), JoinSentences(error.what(), "The results themselves are complete in " + path + "."));
  }
  return outcome;
}
} // namespace

Plan
PlanJob(const SimulationDescription & description, const Settings & settings)
{
  CheckDetectorNames(description.detectors);
  for (const std::string & format : description.output.images)
  {
    ImageFilePaths({}, format);
  }
  return MakePlan(BuildProblem(description, GetHostMemoryLimit(settings, GetAvailableHostMemory())),
                  settings.GetText("precision") == "float64",
                  settings,
                  false);
}

JobOutcome
RunJob(const SimulationDescription & description, const Settings & settings, RunControl & control, const ProgressFunction & progress)
{
  return RunJob(description, PlanJob(description, settings), control, progress);
}

JobOutcome
RunJob(const SimulationDescription & description, const Plan & plan, RunControl & control, const ProgressFunction & progress)
{
  return plan.doublePrecision ? RunInPrecision<double>(description, plan, control, progress)
                              : RunInPrecision<float>(description, plan, control, progress);
}
} // namespace ElectronMultislice
