#include "io/RunJob.h"
#include "common/Error.h"
#include "execution/HostResources.h"
#include "io/ChildProcess.h"
#include "io/JobFile.h"
#include "io/ReadImages.h"
#include "io/ResultReader.h"
#include "io/SampleRun.h"
#include "simulation/Sink.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

using namespace ElectronMultislice;
namespace fs = std::filesystem;

namespace
{
/** Two light atoms in a cell of 5 x 6 x 4 Å, two slices, 4 x 3 positions: computed in no time. */
SimulationDescription
MakeSmallJob(const TemporaryFolder & folder)
{
  Structure structure;
  structure.cell = { { { 5.0, 0.0, 0.0 }, { 0.0, 6.0, 0.0 }, { 0.0, 0.0, 4.0 } } };
  for (const Vector3 & position : { Vector3{ 1.5, 2.0, 1.0 }, Vector3{ 3.5, 4.5, 3.0 } })
  {
    Atom atom;
    atom.atomicNumber = 14;
    atom.position = position;
    atom.displacement = IsotropicDisplacement(0.006);
    structure.atoms.push_back(atom);
  }
  structure.hasDisplacements = true;
  structure.source = "two atoms";

  SimulationDescription job;
  job.specimen.structures = std::make_shared<const std::vector<Structure>>(1, structure);
  job.potential.grid = std::array<std::size_t, 2>{ 48, 60 };
  job.potential.slicing.count = 2;
  job.thermal.model = ThermalModel::FrozenPhonons;
  job.thermal.configurations = 3;
  job.thermal.seed = 7;
  job.energy = 200e3;
  job.lens.semiangle = 0.020;
  job.scan.start = { 0.5, 1.0 };
  job.scan.step = { 0.75, 1.25 };
  job.scan.count = { 4, 3 };
  Detector haadf;
  haadf.name = "haadf";
  haadf.inner = 0.04;
  haadf.outer = 0.075;
  Detector com;
  com.name = "com";
  com.type = DetectorType::CenterOfMass;
  Detector patterns;
  patterns.name = "patterns";
  patterns.type = DetectorType::Pixelated;
  patterns.outer = 0.05;
  job.detectors = { haadf, com, patterns };
  job.exitPlaneDepths = { 2.0, 4.0 };
  job.output.file = folder / "result.h5";
  job.output.images = { "tiff", "png" };
  job.output.keep = { "exit-waves", "potential" };
  return job;
}

Settings
MakeSettings(const std::string & precision = "float32")
{
  Settings settings;
  settings.Set("precision", precision, "test");
  settings.Set("threads", "1", "test");
  settings.Set("scan.batch-size", "2", "test");
  return settings;
}

std::vector<double>
ReadValues(const std::string & path, const std::string & name)
{
  return ReadResultArray(path, name).values;
}

/** Text of the error of a run. */
std::string
RunError(const SimulationDescription & job, ErrorKind kind, const ProgressFunction & progress = nullptr, RunControl * given = nullptr)
{
  RunControl   own;
  RunControl & control = given ? *given : own;
  try
  {
    RunJob(job, MakeSettings(), control, progress);
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}

/** The file against the same plan run into memory. */
template <typename T>
void
ExpectFileHoldsWhatTheRunGives(const SimulationDescription & job, const Settings & settings, const std::string & path)
{
  const Plan    plan = PlanJob(job, settings);
  MemorySink<T> memory(plan.problem);
  RunControl    control;
  Run<T>(plan, memory, control);

  const std::size_t         waves = 12;
  const std::vector<double> haadf = ReadValues(path, "haadf");
  const std::vector<double> com = ReadValues(path, "com");
  ASSERT_EQ(haadf.size(), 2 * waves);
  ASSERT_EQ(com.size(), 4 * waves);
  for (std::size_t plane = 0; plane < 2; ++plane)
  {
    for (std::size_t wave = 0; wave < waves; ++wave)
    {
      const std::size_t i = plane * waves + wave;
      EXPECT_EQ(haadf[i], static_cast<double>(static_cast<T>(memory.values[0][i])));
      EXPECT_EQ(com[(2 * plane) * waves + wave], static_cast<double>(static_cast<T>(memory.values[1][i])));
      EXPECT_EQ(com[(2 * plane + 1) * waves + wave], static_cast<double>(static_cast<T>(memory.values[2][i])));
    }
  }
  const std::vector<double> patterns = ReadValues(path, "patterns");
  ASSERT_EQ(patterns.size(), memory.patterns[0].size());
  for (std::size_t i = 0; i < patterns.size(); ++i)
  {
    ASSERT_EQ(patterns[i], static_cast<double>(memory.patterns[0][i]));
  }
  const std::vector<double> exitWaves = ReadValues(path, "exit-waves");
  const std::size_t         perConfiguration = 2 * waves * 48 * 60;
  ASSERT_EQ(exitWaves.size(), 3 * perConfiguration * 2);
  for (std::size_t i = 0; i < 3 * perConfiguration; ++i)
  {
    const std::complex<T> expected = memory.exitWaves[i / perConfiguration][i % perConfiguration];
    ASSERT_EQ(exitWaves[2 * i], static_cast<double>(expected.real()));
    ASSERT_EQ(exitWaves[2 * i + 1], static_cast<double>(expected.imag()));
  }
  const std::vector<double> potential = ReadValues(path, "potential");
  const auto                session = OpenSession<T>(*plan.devices[0].device.backend, plan.problem, plan.devices[0].setup, control);
  std::vector<T>            slice(plan.problem.grid.Refined(2).GetNumberOfPixels());
  ASSERT_EQ(potential.size(), 3 * 2 * slice.size());
  for (std::size_t part = 0; part < 6; ++part)
  {
    session->ComputePotential(part / 2, part % 2, slice.data());
    for (std::size_t i = 0; i < slice.size(); ++i)
    {
      ASSERT_EQ(potential[part * slice.size() + i], static_cast<double>(slice[i]));
    }
  }
}
} // namespace

TEST(RunJob, WritesWhatTheRunGivesInBothPrecisions)
{
  const TemporaryFolder       folder;
  const SimulationDescription job = MakeSmallJob(folder);
  RunControl                  control;
  const std::string           path = RunJob(job, MakeSettings(), control).files.front();
  EXPECT_TRUE(IsResultComplete(path));
  ExpectFileHoldsWhatTheRunGives<float>(job, MakeSettings(), path);
  const std::vector<double> inFloat = ReadValues(path, "haadf");

  RunJob(job, MakeSettings("float64"), control);
  ExpectFileHoldsWhatTheRunGives<double>(job, MakeSettings("float64"), path);
  EXPECT_NE(ReadValues(path, "haadf"), inFloat); // double is not float in a larger box
}

TEST(RunJob, NamesAndContentOfTheImages)
{
  const TemporaryFolder folder;
  RunControl            control;
  const JobOutcome      outcome = RunJob(MakeSmallJob(folder), MakeSettings(), control);
  const std::string     stem = fs::canonical(folder / "result.h5").replace_extension().string();

  std::vector<std::string> expected{ stem + ".h5" };
  for (const char * name : { "haadf", "com-x", "com-y", "patterns", "patterns-each" })
  {
    for (const char * depth : { "2A", "4A" })
    {
      expected.push_back(stem + "-" + name + "-" + depth + ".tif");
      expected.push_back(stem + "-" + name + "-" + depth + ".png");
    }
  }
  for (const char * depth : { "2A", "4A" })
  {
    for (const char * ending : { "-amplitude.tif", "-phase.tif", ".png" })
    {
      expected.push_back(stem + "-exit-waves-" + depth + ending);
    }
  }
  EXPECT_EQ(outcome.files, expected);
  for (const std::string & file : outcome.files)
  {
    EXPECT_TRUE(fs::is_regular_file(file)) << file;
  }

  const std::vector<double> com = ReadValues(stem + ".h5", "com");
  const TiffContent         image = ReadTiff(stem + "-com-y-4A.tif");
  ASSERT_EQ(image.nx, 4u);
  ASSERT_EQ(image.ny, 3u);
  EXPECT_NEAR(1.0 / image.resolutionX, 0.75, 1e-6);
  EXPECT_NEAR(1.0 / image.resolutionY, 1.25, 1e-6);
  for (std::size_t i = 0; i < 12; ++i)
  {
    EXPECT_EQ(image.values[i], static_cast<float>(com[3 * 12 + i]));
  }

  const ResultArray patterns = ReadResultArray(stem + ".h5", "patterns");
  const TiffContent mean = ReadTiff(stem + "-patterns-2A.tif");
  const std::size_t pixels = patterns.shape[3] * patterns.shape[4];
  ASSERT_EQ(mean.values.size(), pixels);
  EXPECT_NEAR(mean.resolutionX, 5.0, 1e-5); // pixels of 1/5 and 1/6 1/Å
  EXPECT_NEAR(mean.resolutionY, 6.0, 1e-5);
  for (std::size_t i = 0; i < pixels; ++i)
  {
    double sum = 0.0;
    for (std::size_t wave = 0; wave < 12; ++wave)
    {
      sum += patterns.values[wave * pixels + i];
    }
    EXPECT_FLOAT_EQ(mean.values[i], static_cast<float>(sum / 12));
  }
}

TEST(RunJob, FewPositionsAreShownOneByOne)
{
  const TemporaryFolder folder;
  RunControl            control;
  SimulationDescription job = MakeSmallJob(folder); // 4 x 3 positions
  RunJob(job, MakeSettings(), control);
  const std::string stem = fs::canonical(folder / "result.h5").replace_extension().string();

  // the pattern of position (x, y) at tile (x, y)
  const ResultArray patterns = ReadResultArray(stem + ".h5", "patterns");
  const std::size_t ny = patterns.shape[3], nx = patterns.shape[4];
  const TiffContent each = ReadTiff(stem + "-patterns-each-4A.tif");
  ASSERT_EQ(each.nx, 4 * nx);
  ASSERT_EQ(each.ny, 3 * ny);
  EXPECT_NEAR(each.resolutionX, 5.0, 1e-5);
  for (std::size_t y = 0; y < each.ny; ++y)
  {
    for (std::size_t x = 0; x < each.nx; ++x)
    {
      const std::size_t wave = 12 + y / ny * 4 + x / nx; // second plane
      ASSERT_EQ(each.values[y * each.nx + x], static_cast<float>(patterns.values[(wave * ny + y % ny) * nx + x % nx]));
    }
  }

  // exit waves of the first configuration: amplitude and phase in rad
  const ResultArray waves = ReadResultArray(stem + ".h5", "exit-waves");
  const TiffContent amplitude = ReadTiff(stem + "-exit-waves-4A-amplitude.tif");
  const TiffContent phase = ReadTiff(stem + "-exit-waves-4A-phase.tif");
  ASSERT_EQ(amplitude.nx, 4u * 48);
  ASSERT_EQ(amplitude.ny, 3u * 60);
  for (std::size_t y = 0; y < amplitude.ny; ++y)
  {
    for (std::size_t x = 0; x < amplitude.nx; ++x)
    {
      const std::size_t         wave = 12 + y / 60 * 4 + x / 48;
      const std::size_t         pixel = (wave * 60 + y % 60) * 48 + x % 48;
      const std::complex<float> value(static_cast<float>(waves.values[2 * pixel]), static_cast<float>(waves.values[2 * pixel + 1]));
      ASSERT_FLOAT_EQ(amplitude.values[y * amplitude.nx + x], std::abs(value));
      ASSERT_FLOAT_EQ(phase.values[y * amplitude.nx + x], std::arg(value));
    }
  }
  EXPECT_GT(ReadColorPng(stem + "-exit-waves-4A.png")[0].width, 500u);

  // many positions: the mean pattern alone, and the wave of the first position
  job.scan.count = { 37, 1 };
  job.output.images = { "tiff" };
  job.exitPlaneDepths = { 4.0 };
  const JobOutcome outcome = RunJob(job, MakeSettings(), control);
  EXPECT_FALSE(fs::exists(stem + "-patterns-each.tif"));
  EXPECT_EQ(outcome.files.back(), stem + "-exit-waves-phase.tif");
  EXPECT_EQ(ReadTiff(stem + "-exit-waves-amplitude.tif").nx, 48u);
}

TEST(RunJob, ImagesOfAPlaneWave)
{
  const TemporaryFolder folder;
  SimulationDescription job = MakeSmallJob(folder);
  job.illumination = Illumination::PlaneWave;
  job.detectors.clear();
  job.imaging.emplace();
  job.imaging->lens.semiangle = 0.03;
  job.imaging->lens.aberrations.Set("Cs", 1e5);
  job.imaging->defoci = { 50.0, -12.5, 0.0 };
  job.output.keep = { "exit-waves" };
  RunControl        control;
  const JobOutcome  outcome = RunJob(job, MakeSettings(), control);
  const std::string stem = fs::canonical(folder / "result.h5").replace_extension().string();

  std::vector<std::string> expected{ stem + ".h5" };
  for (const char * name : { "50A-2A", "50A-4A", "-12.5A-2A", "-12.5A-4A", "0A-2A", "0A-4A" })
  {
    expected.push_back(stem + "-image-" + name + ".tif");
    expected.push_back(stem + "-image-" + name + ".png");
  }
  for (const char * name : { "2A-amplitude.tif", "2A-phase.tif", "2A.png", "4A-amplitude.tif", "4A-phase.tif", "4A.png" })
  {
    expected.push_back(stem + "-exit-waves-" + name);
  }
  EXPECT_EQ(outcome.files, expected);
  EXPECT_EQ(ListResultArrays(stem + ".h5"), (std::vector<std::string>{ "exit-waves", "image" }));

  const ResultArray array = ReadResultArray(stem + ".h5", "image");
  EXPECT_EQ(array.units, "1");
  EXPECT_EQ(array.shape, (std::vector<std::size_t>{ 3, 2, 60, 48 }));
  EXPECT_EQ(array.dimensions[0].name, "defocus");
  EXPECT_EQ(array.dimensions[0].units, "Å");
  EXPECT_EQ(array.dimensions[0].values, job.imaging->defoci);
  EXPECT_EQ(array.dimensions[1].name, "depth");
  EXPECT_EQ(array.dimensions[1].values, (std::vector<double>{ 2.0, 4.0 }));
  EXPECT_EQ(array.dimensions[2].name, "y");
  EXPECT_EQ(array.dimensions[2].units, "Å");
  EXPECT_EQ(array.dimensions[2].values.front(), 0.0);
  EXPECT_NEAR(array.dimensions[2].spacing, 0.1, 1e-12);
  EXPECT_EQ(array.dimensions[3].name, "x");
  EXPECT_NEAR(array.dimensions[3].spacing, 5.0 / 48, 1e-12);

  const Plan        plan = PlanJob(job, MakeSettings());
  MemorySink<float> memory(plan.problem);
  ElectronMultislice::Run<float>(plan, memory, control);
  const std::size_t pixels = 48 * 60;
  for (std::size_t defocus = 0; defocus < 3; ++defocus)
  {
    const TiffContent second = ReadTiff(expected[1 + 2 * (2 * defocus + 1)]);
    ASSERT_EQ(second.values.size(), pixels);
    EXPECT_NEAR(1.0 / second.resolutionY, 0.1, 1e-6);
    for (std::size_t i = 0; i < 2 * pixels; ++i)
    {
      ASSERT_EQ(array.values[defocus * 2 * pixels + i], static_cast<double>(memory.images[defocus][i]));
      if (i >= pixels)
      {
        ASSERT_EQ(second.values[i - pixels], memory.images[defocus][i]);
      }
    }
  }
  const std::vector<double> waves = ReadValues(stem + ".h5", "exit-waves");
  ASSERT_EQ(waves.size(), 3 * 2 * 2 * pixels);
  EXPECT_EQ(waves[2 * pixels], static_cast<double>(memory.exitWaves[0][pixels].real()));

  SimulationDescription again = ReadJobText(ReadResultText(stem + ".h5", "job"), "the stored job", "");
  again.output.file = folder / "again.h5";
  RunJob(again, MakeSettings(), control);
  EXPECT_EQ(ReadValues(folder / "again.h5", "image"), array.values);

  job.imaging->defoci = { -12.5 };
  job.exitPlaneDepths = { 4.0 };
  job.output.file = folder / "one.h5";
  const JobOutcome alone = RunJob(job, MakeSettings(), control);
  EXPECT_EQ(alone.files.at(1), fs::canonical(folder / "one.h5").replace_extension().string() + "-image--12.5A.tif");
  const ResultArray one = ReadResultArray(folder / "one.h5", "image");
  EXPECT_EQ(one.shape, (std::vector<std::size_t>{ 60, 48 }));
  const auto start = array.values.begin() + static_cast<std::ptrdiff_t>(3 * pixels);
  EXPECT_EQ(one.values, std::vector<double>(start, start + static_cast<std::ptrdiff_t>(pixels)));
}

TEST(RunJob, TheStoredJobGivesTheSameResultAgain)
{
  const TemporaryFolder folder;
  RunControl            control;
  const std::string     path = RunJob(MakeSmallJob(folder), MakeSettings(), control).files.front();
  SimulationDescription again = ReadJobText(ReadResultText(path, "job"), "the stored job", "");
  again.output.file = folder / "again.h5";
  RunJob(again, MakeSettings(), control);
  for (const std::string & name : ListResultArrays(path))
  {
    EXPECT_TRUE(ReadValues(path, name) == ReadValues(folder / "again.h5", name)) << name;
  }
}

TEST(RunJob, StoppedRunKeepsWhatIsFinishedAndMakesNoImages)
{
  const TemporaryFolder folder;
  SimulationDescription job = MakeSmallJob(folder);
  job.scan.count = { 40, 50 };
  job.scan.step = { 0.1, 0.1 };
  job.thermal.configurations = 2;
  job.output.keep.clear();
  RunControl        control;
  const std::string text = RunError(
    job,
    ErrorKind::Aborted,
    [&control](const ProgressState & state) {
      if (state.fraction > 0.1)
      {
        control.abort = true;
      }
    },
    &control);
  const std::string path = fs::canonical(folder / "result.h5").string();
  EXPECT_NE(text.find(path), std::string::npos) << text;
  EXPECT_FALSE(IsResultComplete(path));
  const std::vector<unsigned char> finished = ReadFinished(path);
  const std::size_t                count = static_cast<std::size_t>(std::count(finished.begin(), finished.end(), 1));
  ASSERT_GT(count, 0u);
  ASSERT_LT(count, 2000u);
  EXPECT_NE(text.find(std::to_string(count) + " of 2000 positions"), std::string::npos) << text;
  const std::vector<double> stopped = ReadValues(path, "haadf");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "."), {}), 1);

  RunControl another;
  RunJob(job, MakeSettings(), another);
  const std::vector<double> whole = ReadValues(path, "haadf");
  for (std::size_t i = 0; i < whole.size(); ++i)
  {
    if (finished[i % 2000])
    {
      ASSERT_EQ(stopped[i], whole[i]);
    }
  }
}

TEST(RunJob, WhatCannotBeWrittenIsSaidBeforeAnythingIsComputed)
{
  const TemporaryFolder folder;
  SimulationDescription job = MakeSmallJob(folder);
  const auto            never = [](const ProgressState &) { ADD_FAILURE() << "something was computed"; };

  std::ofstream(folder / "structure.cif") << "data_x\n";
  job.output.file = folder / "structure.cif";
  EXPECT_NE(RunError(job, ErrorKind::File, never).find("structure.cif"), std::string::npos);

  job.output.file = folder / "no/such/result.h5";
  EXPECT_NE(RunError(job, ErrorKind::File, never).find("does not exist"), std::string::npos);

  job.output.file = "";
  EXPECT_NE(RunError(job, ErrorKind::Input, never).find("output"), std::string::npos);

  // an image's name is taken by a folder
  job.output.file = folder / "result.h5";
  fs::create_directory(folder / "result-com-y-4A.png");
  EXPECT_NE(RunError(job, ErrorKind::File, never).find("result-com-y-4A.png"), std::string::npos);
  EXPECT_FALSE(fs::exists(folder / "result.h5"));

  job.output.images = { "jpeg" };
  EXPECT_NE(RunError(job, ErrorKind::Input, never).find("jpeg"), std::string::npos);
}

TEST(RunJob, ListOfPositionsAndPlaneWaveMakeTheImagesTheyCan)
{
  const TemporaryFolder folder;
  SimulationDescription job = MakeSmallJob(folder);
  job.scan.positions = { { 1.0, 1.0 }, { 2.5, 3.0 }, { 0.0, 5.5 } };
  job.exitPlaneDepths.clear();
  job.output.images = { "tiff" };
  RunControl control;
  JobOutcome outcome = RunJob(job, MakeSettings(), control);
  // scattered points are no image; their mean pattern is, and so are patterns and waves side by side
  std::vector<std::string> names;
  for (const std::string & file : outcome.files)
  {
    names.push_back(fs::path(file).filename());
  }
  EXPECT_EQ(
    names,
    (std::vector<std::string>{
      "result.h5", "result-patterns.tif", "result-patterns-each.tif", "result-exit-waves-amplitude.tif", "result-exit-waves-phase.tif" }));
  // three in two columns: the fourth place is empty
  const TiffContent each = ReadTiff(outcome.files[2]);
  EXPECT_TRUE(std::isfinite(each.values[each.nx / 2 - 1]));
  EXPECT_TRUE(std::isfinite(each.values[(each.ny - 1) * each.nx]));
  EXPECT_TRUE(std::isnan(each.values[each.ny * each.nx - 1]));
  EXPECT_EQ(ReadResultArray(outcome.files[0], "haadf").shape, (std::vector<std::size_t>{ 3 }));

  job.detectors.pop_back();
  job.output.keep.clear();
  outcome = RunJob(job, MakeSettings(), control);
  EXPECT_EQ(outcome.files.size(), 1u);
  EXPECT_NE(outcome.summary.report.ToText().find("list of positions"), std::string::npos);
  EXPECT_NE(ReadResultText(outcome.files[0], "report").find("list of positions"), std::string::npos);

  job = MakeSmallJob(folder);
  job.illumination = Illumination::PlaneWave;
  job.lens = {};
  job.exitPlaneDepths.clear();
  outcome = RunJob(job, MakeSettings(), control);
  ASSERT_EQ(outcome.files.size(), 6u);
  EXPECT_EQ(fs::path(outcome.files[1]).filename(), "result-patterns.tif");
  EXPECT_EQ(fs::path(outcome.files[5]).filename(), "result-exit-waves.png");
  EXPECT_EQ(ReadResultArray(outcome.files[0], "exit-waves").shape, (std::vector<std::size_t>{ 3, 60, 48 }));
}

TEST(RunJob, ResultsLargerThanMemoryGoThroughAFewBlocks)
{
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer keeps freed memory";
#endif
  // 300 MB of patterns in blocks of 1 MB: a child's peak above its start
  const TemporaryFolder folder;
  SampleRun             run = MakeRasterRun();
  run.description.scan.count = { 64, 64 };
  run.description.output.keep.clear();
  run.plan.problem.positions = run.description.scan.GetPositions();
  run.plan.problem.exitWaves = false;
  run.plan.layout.patterns[0].nx = 96;
  run.plan.layout.patterns[0].ny = 96;
  const ChildProcess child([&] {
    const std::uint64_t before = GetResidentMemory();
    ResultFile<float>   file(folder / "result.h5", run.description, run.plan);
    for (std::size_t first = 0; first < 4096; first += 16)
    {
      file.WriteBlock(MakeSampleBlock<float>(run.plan, { first, 16 }));
    }
    file.Finish({});
    return GetPeakResidentMemory() - before < 32u * 1024 * 1024 ? 0 : 1;
  });
  EXPECT_EQ(child.Wait(), 0);
  EXPECT_GT(fs::file_size(folder / "result.h5"), 300u * 1000 * 1000);
}
