#include "cli/ProgressDisplay.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <sstream>

namespace ElectronMultislice
{
namespace
{
using Style = ProgressDisplay::Style;

std::string
Shown(Style style, const std::vector<ProgressState> & states, std::size_t columns = 80)
{
  std::ostringstream stream;
  ProgressDisplay    display(stream, style, columns);
  for (const ProgressState & state : states)
  {
    display.Update(state);
  }
  display.Close();
  return stream.str();
}

TEST(ProgressDisplay, BarIsRedrawnInPlaceWithTheRemainingTime)
{
  EXPECT_EQ(Shown(Style::Bar, { { 0.5, 10.0, 10.0 } }, 60), "\r[###########............] 50 %, 10 s passed, 10 s remaining\n");
}

TEST(ProgressDisplay, BarNeverReachesTheLastColumn)
{
  for (std::size_t columns = 2; columns < 200; ++columns)
  {
    const std::string text = Shown(Style::Bar, { { 0.99, 12345.0, 125.0 } }, columns);
    EXPECT_LT(text.size() - 2, columns) << text; // without \r and \n
  }
}

TEST(ProgressDisplay, ShorterBarWipesTheLongerOne)
{
  const std::string text = Shown(Style::Bar, { { 0.1, 1.0, 3725.0 }, { 0.1, 2.0, -1.0 } }, 20);
  const std::size_t second = text.rfind('\r');
  EXPECT_EQ(text.size() - 1 - second, second); // both parts have the same length, line end not counted
}

TEST(ProgressDisplay, UnknownRemainingTimeIsNotShown)
{
  EXPECT_EQ(Shown(Style::Lines, { { 0.0, 0.0, -1.0 } }), "progress: 0 %, 0 s passed\n");
}

TEST(ProgressDisplay, LinesComeEveryTenPercent)
{
  std::vector<ProgressState> states;
  for (int i = 0; i <= 1000; ++i)
  {
    states.push_back({ i / 1000.0, i / 500.0, (1000 - i) / 500.0 });
  }
  const std::string text = Shown(Style::Lines, states);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11) << text; // 0, 10, ... 100 %
  EXPECT_EQ(text.find('\r'), std::string::npos);
  EXPECT_NE(text.find("progress: 100 %"), std::string::npos);
}

TEST(ProgressDisplay, SlowRunsGiveALineEveryHalfMinute)
{
  std::vector<ProgressState> states;
  for (int i = 0; i <= 1200; ++i) // two minutes within the first 10 %
  {
    states.push_back({ i * 1e-5, i * 0.1, 1e4 });
  }
  const std::string text = Shown(Style::Lines, states);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 5) << text; // at 0, 30, 60, 90 and 120 s
}

TEST(ProgressDisplay, NothingIsNothing)
{
  EXPECT_EQ(Shown(Style::None, { { 0.0, 0.0, 1.0 }, { 1.0, 1.0, 0.0 } }), "");
}

TEST(ProgressDisplay, StyleFollowsSettingTerminalAndQuiet)
{
  EXPECT_EQ(ChooseProgressStyle("auto", false, true), Style::Bar);
  EXPECT_EQ(ChooseProgressStyle("auto", false, false), Style::Lines);
  EXPECT_EQ(ChooseProgressStyle("off", false, true), Style::None);
  EXPECT_EQ(ChooseProgressStyle("on", true, true), Style::None);
}
} // namespace
} // namespace ElectronMultislice
