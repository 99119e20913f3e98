// Writes the made-up runs of SampleRun.h for readers.py: WriteReaderSamples FOLDER
#include "io/ChildProcess.h"
#include "io/ImageFiles.h"
#include "io/SampleRun.h"
#include <iostream>
#include <limits>

using namespace ElectronMultislice;

namespace
{
template <typename T>
void
WriteSample(const std::string & path, const SampleRun & run, const std::vector<std::size_t> & blocks)
{
  ResultFile<T> file(path, run.description, run.plan);
  WriteWholeSample(file, run, blocks);
  RunSummary summary;
  summary.report = run.plan.report;
  file.Finish(summary);
}

/** Killed when 20 of 35 positions are finished. */
void
WriteKilled(const std::string & path)
{
  const ChildProcess child([&path] {
    const SampleRun   run = MakeRasterRun();
    ResultFile<float> file(path, run.description, run.plan);
    file.WriteBlock(MakeSampleBlock<float>(run.plan, { 0, 20 }));
    kill(getpid(), SIGKILL);
    return 0;
  });
  child.Wait();
}

void
WriteImages(const std::string & folder)
{
  std::vector<float> values;
  for (int i = 0; i < 35; ++i)
  {
    values.push_back(static_cast<float>(i) + 0.5F);
  }
  values[8] = std::numeric_limits<float>::quiet_NaN();
  ImageView view;
  view.values = values.data();
  view.nx = 7;
  view.ny = 5;
  view.spacingX = 0.2;
  view.spacingY = 0.25;
  view.unit = "Å";
  view.title = "haadf";
  view.originX = 2.0;
  view.originY = 1.0;
  WriteTiff(folder + "/image.tif", view);
  WritePreview(folder + "/image.png", view);
}
} // namespace

int
main(int argc, char * argv[])
{
  if (argc != 2)
  {
    std::cerr << "usage: WriteReaderSamples FOLDER\n";
    return 2;
  }
  const std::string folder = argv[1];
  WriteSample<float>(folder + "/raster.h5", MakeRasterRun(), { 9, 4 });
  WriteSample<double>(folder + "/double.h5", MakeRasterRun(), { 35 });
  WriteSample<float>(folder + "/single.h5", MakeSinglePositionRun(), { 1 });
  WriteSample<float>(folder + "/list.h5", MakePositionListRun(), { 4 });
  WriteSample<float>(folder + "/wave.h5", MakePlaneWaveRun(), { 1 });
  WriteKilled(folder + "/killed.h5");
  WriteImages(folder);
  return 0;
}
