#include "io/ResultFile.h"
#include "common/Error.h"
#include "io/EmdLayout.h"
#include "io/JobFile.h"
#include "io/ResultReader.h"
#include "io/SampleRun.h"
#include "io/ScanRectangles.h"
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <sstream>

using namespace ElectronMultislice;

namespace
{
using Shape = std::vector<std::size_t>;

std::string
ReadBytes(const std::string & path)
{
  std::ifstream      stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

RunSummary
MakeSummary(const SampleRun & run)
{
  RunSummary summary;
  summary.report = run.plan.report;
  summary.report.Add(Report::Kind::Note, "sample", "ended");
  return summary;
}

template <typename T>
std::string
WriteComplete(const TemporaryFolder & folder, const SampleRun & run, const std::vector<std::size_t> & blocks)
{
  const std::string path = folder / "result.h5";
  ResultFile<T>     file(path, run.description, run.plan);
  WriteWholeSample(file, run, blocks);
  file.Finish(MakeSummary(run));
  return path;
}

/** Name, unit, first value and step of every axis. */
struct ExpectedAxis
{
  std::string name, units;
  double      origin, step;
};

void
ExpectAxes(const ResultArray & array, const std::vector<ExpectedAxis> & expected)
{
  ASSERT_EQ(array.dimensions.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
  {
    EXPECT_EQ(array.dimensions[i].name, expected[i].name);
    EXPECT_EQ(array.dimensions[i].units, expected[i].units);
    const auto & values = array.dimensions[i].values;
    for (std::size_t j = 0; j < values.size(); ++j)
    {
      EXPECT_NEAR(values[j], expected[i].origin + expected[i].step * static_cast<double>(j), 1e-12) << expected[i].name << j;
    }
  }
}

std::string
ErrorText(const std::function<void()> & function, ErrorKind kind)
{
  try
  {
    function();
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error";
  return {};
}
} // namespace

TEST(ResultFile, RectanglesCoverEveryWaveOnce)
{
  const std::size_t nx = 7;
  const std::size_t ny = 5;
  for (std::size_t first = 0; first < nx * ny; ++first)
  {
    for (std::size_t count = 1; first + count <= nx * ny; ++count)
    {
      std::size_t next = first;
      const auto  rectangles = SplitIntoRectangles({ first, count }, nx);
      EXPECT_LE(rectangles.size(), 3u);
      for (const ScanRectangle & rectangle : rectangles)
      {
        EXPECT_EQ(rectangle.waves.first, next);
        EXPECT_EQ(rectangle.waves.count, rectangle.size[0] * rectangle.size[1]);
        // waves of a rectangle are consecutive only if it is one row or as wide as the scan
        EXPECT_TRUE(rectangle.size[0] == 1 || rectangle.size[1] == nx);
        EXPECT_EQ(rectangle.start[0] * nx + rectangle.start[1], next);
        EXPECT_LE(rectangle.start[1] + rectangle.size[1], nx);
        next = rectangle.waves.End();
      }
      EXPECT_EQ(next, first + count);
    }
  }
}

TEST(ResultFile, RasterHasItsAxesAndEveryValueInItsPlace)
{
  for (const std::vector<std::size_t> & blocks : { std::vector<std::size_t>{ 35 }, { 1 }, { 3, 9, 16 }, { 7 }, { 10, 2, 8 } })
  {
    const TemporaryFolder folder;
    const SampleRun       run = MakeRasterRun();
    const std::string     path = WriteComplete<float>(folder, run, blocks);
    EXPECT_TRUE(IsResultFile(path));
    EXPECT_TRUE(IsResultComplete(path));
    EXPECT_EQ(ListResultArrays(path),
              (std::vector<std::string>{ "bf", "bf-wide", "com", "exit-waves", "haadf", "patterns", "potential", "quadrant" }));

    const std::vector<ExpectedAxis> depth{ { "depth", "Å", 3.0, 4.0 } };
    const std::vector<ExpectedAxis> scan{ { "y", "Å", 1.0, 0.25 }, { "x", "Å", 2.0, 0.2 } };
    const auto                      join = [](std::vector<ExpectedAxis> a, const std::vector<ExpectedAxis> & b) {
      a.insert(a.end(), b.begin(), b.end());
      return a;
    };

    std::size_t component = 0;
    for (const char * name : { "haadf", "bf", "bf-wide" })
    {
      const ResultArray array = ReadResultArray(path, name);
      ASSERT_EQ(array.shape, (Shape{ 2, 5, 7 })) << name;
      EXPECT_EQ(array.units, "1");
      ExpectAxes(array, join(depth, scan));
      for (std::size_t i = 0; i < array.values.size(); ++i)
      {
        ASSERT_EQ(array.values[i], SampleScalar(i / 35, i % 35, component)) << name << " " << i;
      }
      ++component;
    }

    const ResultArray quadrant = ReadResultArray(path, "quadrant");
    ASSERT_EQ(quadrant.shape, (Shape{ 2, 2, 3, 5, 7 }));
    // 20 to 80 mrad in two rings, three sectors from 30 degrees: centres
    ExpectAxes(quadrant, join(join(depth, { { "radial", "mrad", 35.0, 30.0 }, { "azimuthal", "deg", 90.0, 120.0 } }), scan));
    for (std::size_t i = 0; i < quadrant.values.size(); ++i)
    {
      ASSERT_EQ(quadrant.values[i], SampleScalar(i / 210, i % 35, 3 + i / 35 % 6)) << i;
    }

    const ResultArray com = ReadResultArray(path, "com");
    ASSERT_EQ(com.shape, (Shape{ 2, 2, 5, 7 }));
    EXPECT_EQ(com.units, "1/Å");
    EXPECT_EQ(com.dimensions[1].labels, (std::vector<std::string>{ "kx", "ky" }));
    for (std::size_t i = 0; i < com.values.size(); ++i)
    {
      ASSERT_EQ(com.values[i], SampleScalar(i / 70, i % 35, 9 + i / 35 % 2)) << i;
    }

    const ResultArray patterns = ReadResultArray(path, "patterns");
    ASSERT_EQ(patterns.shape, (Shape{ 2, 5, 7, 4, 5 }));
    // zero frequency at N/2: ky index 2 of 4 and kx index 2 of 5
    ExpectAxes(patterns, join(join(depth, scan), { { "ky", "1/Å", -2.0 / 4.5, 1.0 / 4.5 }, { "kx", "1/Å", -2.0 / 4.0, 1.0 / 4.0 } }));
    EXPECT_EQ(patterns.dimensions[3].values[2], 0.0);
    EXPECT_EQ(patterns.dimensions[4].values[2], 0.0);
    for (std::size_t i = 0; i < patterns.values.size(); ++i)
    {
      ASSERT_EQ(patterns.values[i], SamplePixel(i / 700, i / 20 % 35, i % 20)) << i;
    }

    const ResultArray waves = ReadResultArray(path, "exit-waves");
    ASSERT_EQ(waves.shape, (Shape{ 2, 2, 5, 7, 6, 8 }));
    EXPECT_TRUE(waves.isComplex);
    ExpectAxes(waves,
               join(join(join({ { "configuration", "", 0.0, 1.0 } }, depth), { { "scan y", "Å", 1.0, 0.25 }, { "scan x", "Å", 2.0, 0.2 } }),
                    { { "y", "Å", 0.0, 0.75 }, { "x", "Å", 0.0, 0.5 } }));
    for (std::size_t i = 0; i < waves.values.size() / 2; ++i)
    {
      const auto expected = SampleExitWave(i / (2 * 35 * 48), i / (35 * 48) % 2, i / 48 % 35, i % 48);
      ASSERT_EQ(waves.values[2 * i], expected.real()) << i;
      ASSERT_EQ(waves.values[2 * i + 1], expected.imag()) << i;
    }

    const ResultArray potential = ReadResultArray(path, "potential");
    ASSERT_EQ(potential.shape, (Shape{ 2, 3, 12, 16 }));
    EXPECT_EQ(potential.units, "V Å");
    // slices of 1, 2 and 4 Å: their centres
    EXPECT_EQ(potential.dimensions[1].values, (std::vector<double>{ 0.5, 2.0, 5.0 }));
    EXPECT_NEAR(potential.dimensions[2].spacing, 4.5 / 12, 1e-12);
    EXPECT_NEAR(potential.dimensions[3].spacing, 4.0 / 16, 1e-12);
    for (std::size_t i = 0; i < potential.values.size(); ++i)
    {
      ASSERT_EQ(potential.values[i], SamplePotential(i / 576, i / 192 % 3, i % 192)) << i;
    }
  }
}

TEST(ResultFile, OnePositionIsAnImageOfOnePixelWithAScale)
{
  const TemporaryFolder folder;
  const std::string     path = WriteComplete<double>(folder, MakeSinglePositionRun(), { 1 });
  const ResultArray     haadf = ReadResultArray(path, "haadf");
  EXPECT_EQ(haadf.shape, (Shape{ 1, 1 }));
  EXPECT_EQ(haadf.values[0], SampleScalar(0, 0, 0));
  // one step on, so that readers know the scale
  EXPECT_EQ(haadf.dimensions[0].values, (std::vector<double>{ 1.0, 1.25 }));
  EXPECT_EQ(haadf.dimensions[1].values, (std::vector<double>{ 2.0, 2.2 }));
  EXPECT_EQ(ReadResultArray(path, "patterns").shape, (Shape{ 1, 1, 4, 5 }));
}

TEST(ResultFile, PositionListHasOnePositionAxis)
{
  const TemporaryFolder folder;
  const std::string     path = WriteComplete<float>(folder, MakePositionListRun(), { 4 });
  const ResultArray     haadf = ReadResultArray(path, "haadf");
  ASSERT_EQ(haadf.shape, (Shape{ 2, 9 }));
  EXPECT_EQ(haadf.dimensions[1].name, "position");
  for (std::size_t i = 0; i < 18; ++i)
  {
    EXPECT_EQ(haadf.values[i], SampleScalar(i / 9, i % 9, 0));
  }
  EXPECT_EQ(ReadResultArray(path, "quadrant").shape, (Shape{ 2, 2, 3, 9 }));
  EXPECT_EQ(ReadResultArray(path, "patterns").shape, (Shape{ 2, 9, 4, 5 }));
  const ResultArray positions = ReadResultArray(path, "positions");
  ASSERT_EQ(positions.shape, (Shape{ 9, 2 }));
  EXPECT_EQ(positions.units, "Å");
  for (std::size_t i = 0; i < 9; ++i)
  {
    EXPECT_EQ(positions.values[2 * i], 0.25 * static_cast<double>(i));
    EXPECT_EQ(positions.values[2 * i + 1], 4.0 - 0.125 * static_cast<double>(i));
  }
}

TEST(ResultFile, PlaneWaveHasNoScanAxes)
{
  const TemporaryFolder folder;
  const std::string     path = WriteComplete<float>(folder, MakePlaneWaveRun(), { 1 });
  EXPECT_EQ(ReadResultArray(path, "haadf").shape, (Shape{ 1 })); // its depth, since an array needs an axis
  EXPECT_EQ(ReadResultArray(path, "haadf").dimensions[0].values.front(), 7.0);
  EXPECT_EQ(ReadResultArray(path, "quadrant").shape, (Shape{ 2, 3 }));
  EXPECT_EQ(ReadResultArray(path, "patterns").shape, (Shape{ 4, 5 }));
  EXPECT_EQ(ReadResultArray(path, "exit-waves").shape, (Shape{ 2, 6, 8 }));
}

TEST(ResultFile, UnwrittenIsNaNAndNotComplete)
{
  const TemporaryFolder folder;
  const SampleRun       run = MakeRasterRun();
  const std::string     path = folder / "result.h5";
  {
    ResultFile<float> file(path, run.description, run.plan);
    EXPECT_EQ(file.GetPath(), std::filesystem::canonical(path).string());
    // readable while it is written
    EXPECT_FALSE(IsResultComplete(path));
    for (const std::string & name : ListResultArrays(path))
    {
      for (const double value : ReadResultArray(path, name).values)
      {
        ASSERT_TRUE(std::isnan(value)) << name;
      }
    }
    EXPECT_EQ(ReadFinished(path), std::vector<unsigned char>(35, 0));
    file.WriteBlock(MakeSampleBlock<float>(run.plan, { 0, 9 }));
    file.WriteExitWaves(1, { 3, 2 }, MakeSampleExitWaves<float>(run.plan, 1, { 3, 2 }));
    EXPECT_EQ(file.GetNumberOfFinishedWaves(), 9u);
    // what is missing is noticed
    EXPECT_NE(ErrorText([&] { file.Finish(MakeSummary(run)); }, ErrorKind::Internal).find("9 of 35"), std::string::npos);
  }
  EXPECT_FALSE(IsResultComplete(path));
  const std::vector<unsigned char> finished = ReadFinished(path);
  const ResultArray                haadf = ReadResultArray(path, "haadf");
  for (std::size_t i = 0; i < 70; ++i)
  {
    EXPECT_EQ(finished[i % 35], i % 35 < 9 ? 1 : 0);
    EXPECT_EQ(std::isnan(haadf.values[i]), i % 35 >= 9) << i;
  }
  const std::vector<unsigned char> waves = ReadFinished(path, "exit-waves");
  for (std::size_t i = 0; i < 70; ++i)
  {
    EXPECT_EQ(waves[i], i == 38 || i == 39 ? 1 : 0) << i;
  }
}

TEST(ResultFile, HoldsJobAndReport)
{
  const TemporaryFolder folder;
  const SampleRun       run = MakeRasterRun();
  const std::string     path = WriteComplete<float>(folder, run, { 35 });
  EXPECT_EQ(ReadResultText(path, "job"), WriteJobText(run.description));
  const std::string report = ReadResultText(path, "report");
  EXPECT_NE(report.find("a made-up run"), std::string::npos);
  EXPECT_NE(report.find("ended"), std::string::npos);
}

TEST(ResultFile, ReportLongerThanItsPlaceIsCutAndSaysSo)
{
  const TemporaryFolder folder;
  const SampleRun       run = MakeSinglePositionRun();
  const std::string     path = folder / "result.h5";
  ResultFile<float>     file(path, run.description, run.plan);
  WriteWholeSample(file, run, { 1 });
  RunSummary  summary;
  std::string longText;
  for (int i = 0; i < 100000; ++i)
  {
    longText += "Å";
  }
  summary.report.Add(Report::Kind::Warning, "long", longText);
  file.Finish(summary);
  const std::string report = ReadResultText(path, "report");
  EXPECT_GT(report.size(), 60000u);
  EXPECT_EQ(report.substr(report.size() - 8), "Å\n(cut)"); // not inside a character
}

TEST(ResultFile, EqualRunsGiveEqualBytes)
{
  const TemporaryFolder first;
  const TemporaryFolder second;
  const SampleRun       run = MakeRasterRun();
  const std::string     one = ReadBytes(WriteComplete<double>(first, run, { 35 }));
  const std::string     other = ReadBytes(WriteComplete<double>(second, run, { 4, 9 }));
  EXPECT_GT(one.size(), 100000u);
  EXPECT_TRUE(one == other);
}

TEST(ResultFile, WrongSizesAreInternalErrors)
{
  const TemporaryFolder folder;
  const SampleRun       run = MakeRasterRun();
  ResultFile<float>     file(folder / "result.h5", run.description, run.plan);
  auto                  block = MakeSampleBlock<float>(run.plan, { 30, 5 });
  block.waves.count = 6;
  ErrorText([&] { file.WriteBlock(block); }, ErrorKind::Internal);
  block.waves.count = 4;
  ErrorText([&] { file.WriteBlock(block); }, ErrorKind::Internal);
  block = MakeSampleBlock<float>(run.plan, { 30, 5 });
  block.patterns[0].pop_back();
  ErrorText([&] { file.WriteBlock(block); }, ErrorKind::Internal);
  EXPECT_EQ(file.GetNumberOfFinishedWaves(), 0u);
}

TEST(ResultFile, DetectorNamesThatCannotBeGroupsAreRefused)
{
  const auto refuse = [](const std::string & name) {
    Detector detector;
    detector.name = name;
    return ErrorText([&] { CheckDetectorNames({ detector }); }, ErrorKind::Input);
  };
  for (const std::string name : { "", "a/b", ".hidden", "a\nb", "positions", "exit-waves", "job" })
  {
    EXPECT_NE(refuse(name).find("'" + name + "'"), std::string::npos) << name;
  }
  Detector detector;
  detector.name = "Детектор Å 1";
  EXPECT_NO_THROW(CheckDetectorNames({ detector }));
  EXPECT_NE(ErrorText([&] { CheckDetectorNames({ detector, detector }); }, ErrorKind::Input).find("Two"), std::string::npos);
}

TEST(ResultFile, ReaderSaysWhatItCannotRead)
{
  const TemporaryFolder folder;
  const std::string     path = folder / "missing.h5";
  EXPECT_FALSE(IsResultFile(path));
  EXPECT_NE(ErrorText([&] { ReadResultArray(path, "haadf"); }, ErrorKind::File).find("missing.h5"), std::string::npos);
  EXPECT_NE(ErrorText([&] { ReadResultArray(path, "haadf"); }, ErrorKind::File).find("No such file"), std::string::npos);
  std::ofstream(path) << "no HDF5";
  EXPECT_FALSE(IsResultFile(path));
  EXPECT_NE(ErrorText([&] { IsResultComplete(path); }, ErrorKind::File).find("signature"), std::string::npos);
}
