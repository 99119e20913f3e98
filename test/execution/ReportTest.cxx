#include "execution/Report.h"
#include <gtest/gtest.h>

using namespace ElectronMultislice;

TEST(Report, TextHasOneLinePerEntryInColumns)
{
  Report report;
  report.Add(Report::Kind::Taken, "cpu:0", "2 threads, avx2");
  report.Add(Report::Kind::Declined, "cuda", "built without CUDA");
  report.Add(Report::Kind::Warning, "grid", "257 is slow;\nuse 270");
  report.Add(Report::Kind::Note, "scan", "4 blocks");
  EXPECT_EQ(report.ToText(),
            "taken     cpu:0  2 threads, avx2\n"
            "declined  cuda   built without CUDA\n"
            "warning   grid   257 is slow;\n"
            "                 use 270\n"
            "note      scan   4 blocks\n");
}

TEST(Report, KeepsTheSameLineOnce)
{
  Report report;
  report.Add(Report::Kind::Note, "grid", "text");
  report.Add(Report::Kind::Note, "grid", "text");
  report.Add(Report::Kind::Warning, "grid", "text");
  report.Add(Report::Kind::Note, "grid", "other");
  ASSERT_EQ(report.GetLines().size(), 3u);
  EXPECT_EQ(report.GetLines()[1].kind, Report::Kind::Warning);
  EXPECT_EQ(report.GetLines()[2].text, "other");
}

TEST(Report, EmptyOneHasNoText)
{
  EXPECT_EQ(Report().ToText(), "");
}
