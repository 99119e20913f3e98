#include "common/Error.h"
#include "io/ChildProcess.h"
#include "io/OutputFiles.h"
#include "io/ResultFile.h"
#include "io/ResultReader.h"
#include "io/SampleRun.h"
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>

using namespace ElectronMultislice;
namespace fs = std::filesystem;

namespace
{
/** The text of the File error that making a result file there gives. */
std::string
Refusal(const std::string & path, const SampleRun & run = MakeRasterRun(), const RunControl * control = nullptr)
{
  try
  {
    ResultFile<float> file(path, run.description, run.plan, control);
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::File) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "not refused: " << path;
  return {};
}

void
ExpectMentions(const std::string & text, const std::string & part)
{
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

void
WriteFinished(const std::string & path)
{
  const SampleRun   run = MakeRasterRun();
  ResultFile<float> file(path, run.description, run.plan);
  WriteWholeSample(file, run, { 35 });
  file.Finish({});
}

void
WriteText(const std::string & path, const std::string & text)
{
  std::ofstream(path) << text;
}

std::string
ReadText(const std::string & path)
{
  std::ifstream stream(path);
  return { std::istreambuf_iterator<char>(stream), {} };
}

/** Files of more than this cannot be made by the process from now on: a full disk as far as a program can see. */
void
LimitFileSize(rlim_t bytes)
{
  signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{ bytes, RLIM_INFINITY };
  setrlimit(RLIMIT_FSIZE, &limit);
}
} // namespace

TEST(ResultFilePaths, UnicodeNamesWork)
{
  const TemporaryFolder folder;
  const std::string     path = folder / "результат Å.h5";
  WriteFinished(path);
  EXPECT_TRUE(IsResultComplete(path));
}

TEST(ResultFilePaths, TheLastFolderIsMadeTheOneAboveIsNot)
{
  const TemporaryFolder folder;
  WriteFinished(folder / "new/result.h5");
  EXPECT_TRUE(IsResultComplete(folder / "new/result.h5"));
  const std::string text = Refusal(folder / "none/new/result.h5");
  ExpectMentions(text, "none/new/result.h5");
  ExpectMentions(text, "does not exist");
  EXPECT_FALSE(fs::exists(folder / "none"));
}

TEST(ResultFilePaths, NoFileNoFolderNoDevice)
{
  const TemporaryFolder folder;
  fs::create_directory(folder / "sub");
  ExpectMentions(Refusal(folder / "sub"), "is a folder");
  WriteText(folder / "text", "x");
  ExpectMentions(Refusal(folder / "text/result.h5"), "is no folder");
  ExpectMentions(Refusal("/dev/null"), "no ordinary file");
  EXPECT_THROW(PrepareOutputPath(""), Error);
}

TEST(ResultFilePaths, UnwritableFolderIsRefusedBeforeAnything)
{
  const TemporaryFolder folder;
  fs::create_directory(folder / "locked");
  const fs::perms write = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
  fs::permissions(folder / "locked", fs::perms::all & ~write);
  fs::permissions(folder / ".", fs::perms::all);
  const ChildProcess child([&folder] {
    // the administrator may write everywhere
    if (geteuid() == 0 && seteuid(65534) != 0)
    {
      return 2;
    }
    const std::string text = Refusal(folder / "locked/result.h5");
    return text.find("Permission denied") != std::string::npos && text.find("Choose a folder") != std::string::npos ? 0 : 1;
  });
  EXPECT_EQ(child.Wait(), 0);
  EXPECT_TRUE(fs::is_empty(folder / "locked"));
}

TEST(ResultFilePaths, AForeignFileIsNeverOverwritten)
{
  const TemporaryFolder folder;
  const std::string     path = folder / "SrTiO3.cif";
  WriteText(path, "data_SrTiO3\n");
  const std::string text = Refusal(path);
  ExpectMentions(text, "SrTiO3.cif");
  ExpectMentions(text, "Choose another output file");
  EXPECT_EQ(ReadText(path), "data_SrTiO3\n");
  EXPECT_FALSE(fs::exists(path + ".partial"));
}

TEST(ResultFilePaths, AnEarlierResultIsReplacedOnlyByANewFile)
{
  const TemporaryFolder folder;
  const std::string     path = folder / "result.h5";
  WriteFinished(path);
  const std::string before = ReadText(path);

  // stopped while the new file is made: the old one is as it was
  RunControl control;
  control.abort = true;
  const SampleRun run = MakeRasterRun();
  try
  {
    ResultFile<float> file(path, run.description, run.plan, &control);
    FAIL();
  }
  catch (const Error & error)
  {
    EXPECT_EQ(error.GetKind(), ErrorKind::Aborted);
  }
  EXPECT_TRUE(ReadText(path) == before);
  EXPECT_FALSE(fs::exists(path + ".partial"));

  {
    ResultFile<float> file(path, run.description, run.plan);
    EXPECT_FALSE(IsResultComplete(path));
    EXPECT_FALSE(fs::exists(path + ".partial"));
  }
  WriteFinished(path); // an incomplete one is replaced too
  EXPECT_TRUE(IsResultComplete(path));
}

TEST(ResultFilePaths, TheRestOfAKilledStartIsNoHindrance)
{
  const TemporaryFolder folder;
  const std::string     path = folder / "result.h5";
  WriteText(path + ".partial", "half a file");
  WriteFinished(path);
  EXPECT_TRUE(IsResultComplete(path));
  EXPECT_FALSE(fs::exists(path + ".partial"));
}

TEST(ResultFilePaths, LinksAreFollowed)
{
  const TemporaryFolder folder;
  fs::create_directory(folder / "disk");
  WriteFinished(folder / "disk/result.h5");
  fs::create_symlink(folder / "disk/result.h5", folder / "link.h5");
  const SampleRun run = MakeRasterRun();
  {
    ResultFile<float> file(folder / "link.h5", run.description, run.plan);
  }
  EXPECT_TRUE(fs::is_symlink(folder / "link.h5"));
  EXPECT_FALSE(IsResultComplete(folder / "disk/result.h5"));
}

TEST(ResultFilePaths, TwoRunsDoNotWriteOneFile)
{
  const TemporaryFolder folder;
  const std::string     path = folder / "result.h5";
  const SampleRun       run = MakeRasterRun();
  ResultFile<float>     file(path, run.description, run.plan);
  ExpectMentions(Refusal(path), "Another run");
  WriteWholeSample(file, run, { 8 });
  file.Finish({});
  EXPECT_TRUE(IsResultComplete(path));
}

TEST(ResultFilePaths, TooLittleSpaceIsSaidWithTheNumbersBeforeAnything)
{
  const TemporaryFolder folder;
  SampleRun             run = MakeRasterRun();
  run.plan.layout.patterns[0].nx = 200000; // 35 positions x 2 planes x 200000 x 200000 pixels x 4 bytes = 11.2e12 bytes
  run.plan.layout.patterns[0].ny = 200000;
  const std::string text = Refusal(folder / "result.h5", run);
  ExpectMentions(text, "10.2 TiB"); // 11.2e12 / 2^40 = 10.19
  ExpectMentions(text, "free");
  ExpectMentions(text, "smaller maximum angle");
  EXPECT_TRUE(fs::is_empty(folder / "."));
}

TEST(ResultFilePaths, FullDiskWhileTheFileIsMade)
{
  const TemporaryFolder folder;
  const std::string     path = folder / "result.h5";
  WriteFinished(path);
  const std::string before = ReadText(path);
  // inside the structure of the file, inside the first array, inside the last
  for (const double part : { 0.01, 0.4, 0.5, 0.9, 0.999 })
  {
    const auto         size = static_cast<rlim_t>(part * static_cast<double>(before.size()));
    const ChildProcess child([&path, size] {
      LimitFileSize(size);
      const std::string text = Refusal(path);
      return text.find(path) != std::string::npos && text.find("File too large. Make room") != std::string::npos ? 0 : 1;
    });
    EXPECT_EQ(child.Wait(), 0) << part;
    EXPECT_TRUE(ReadText(path) == before);
    EXPECT_FALSE(fs::exists(path + ".partial"));
  }
}

TEST(ResultFilePaths, FullDiskWhileRunning)
{
  const TemporaryFolder folder;
  const std::string     path = folder / "result.h5";
  const ChildProcess    child([&path] {
    const SampleRun run = MakeRasterRun();
    int             result = 1;
    {
      ResultFile<float> file(path, run.description, run.plan);
      file.WriteBlock(MakeSampleBlock<float>(run.plan, { 0, 10 }));
      LimitFileSize(80000);
      try
      {
        file.WriteBlock(MakeSampleBlock<float>(run.plan, { 10, 10 }));
      }
      catch (const Error & error)
      {
        const std::string text = error.what();
        const bool        right =
          error.GetKind() == ErrorKind::File && text.find(path) != std::string::npos && text.find("File too large") != std::string::npos;
        result = right ? 0 : 3;
      }
    }
    exit(result); // with the HDF5 library's own tidying up
    return result;
  });
  EXPECT_EQ(child.Wait(), 0);
  EXPECT_FALSE(IsResultComplete(path));
  const std::vector<unsigned char> finished = ReadFinished(path);
  const ResultArray                haadf = ReadResultArray(path, "haadf");
  const ResultArray                patterns = ReadResultArray(path, "patterns");
  for (std::size_t wave = 0; wave < 35; ++wave)
  {
    ASSERT_EQ(finished[wave], wave < 10 ? 1 : 0);
    if (wave < 10)
    {
      EXPECT_EQ(haadf.values[wave], SampleScalar(0, wave, 0));
      EXPECT_EQ(patterns.values[wave * 20 + 7], SamplePixel(0, wave, 7));
    }
  }
}

TEST(ResultFilePaths, WholeFilesAreWrittenWholeOrNotAtAll)
{
  const TemporaryFolder folder;
  const std::string     path = folder / "image.tif";
  WriteWholeFile(path, "first");
  EXPECT_EQ(ReadText(path), "first");
  const ChildProcess child([&path] {
    LimitFileSize(100);
    try
    {
      WriteWholeFile(path, std::string(1000, 'x'));
    }
    catch (const Error & error)
    {
      return error.GetKind() == ErrorKind::File ? 0 : 1;
    }
    return 2;
  });
  EXPECT_EQ(child.Wait(), 0);
  EXPECT_EQ(ReadText(path), "first");
  EXPECT_FALSE(fs::exists(path + ".partial"));
}
