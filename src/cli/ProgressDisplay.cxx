#include "cli/ProgressDisplay.h"
#include "common/Text.h"
#include <algorithm>
#include <ostream>
#include <sys/ioctl.h>
#include <unistd.h>

namespace ElectronMultislice
{
namespace
{
// half a second of a long wait is noise
std::string
RoughDuration(double seconds)
{
  return FormatDuration(std::max(0.0, static_cast<double>(static_cast<long long>(seconds + 0.5))));
}

std::string
StateText(const ProgressState & state)
{
  const int   percent = static_cast<int>(std::clamp(state.fraction, 0.0, 1.0) * 100.0);
  std::string text = std::to_string(percent) + " %, " + RoughDuration(state.elapsedSeconds) + " passed";
  if (state.remainingSeconds >= 0.0)
  {
    text += ", " + RoughDuration(state.remainingSeconds) + " remaining";
  }
  return text;
}
} // namespace

ProgressDisplay::ProgressDisplay(std::ostream & stream, Style style, std::size_t columns)
  : m_Stream(stream)
  , m_Style(style)
  , m_Columns(columns)
{}

ProgressDisplay::~ProgressDisplay()
{
  Close();
}

std::string
ProgressDisplay::BarText(const ProgressState & state) const
{
  const std::string text = StateText(state);
  const std::size_t needed = text.size() + 4; // brackets, a blank, and the last column stays free
  if (m_Columns < needed + 10)
  {
    return text.substr(0, m_Columns > 1 ? m_Columns - 1 : 0);
  }
  const std::size_t width = std::min<std::size_t>(m_Columns - needed, 40);
  const auto        filled = static_cast<std::size_t>(std::clamp(state.fraction, 0.0, 1.0) * static_cast<double>(width));
  return "[" + std::string(filled, '#') + std::string(width - filled, '.') + "] " + text;
}

void
ProgressDisplay::Update(const ProgressState & state)
{
  if (m_Style == Style::Bar)
  {
    std::string text = BarText(state);
    if (text != m_Shown)
    {
      // blanks wipe what a longer line left behind
      m_Stream << '\r' << text << std::string(m_Shown.size() > text.size() ? m_Shown.size() - text.size() : 0, ' ') << std::flush;
      m_Shown = std::move(text);
    }
  }
  else if (m_Style == Style::Lines)
  {
    const int tenths = static_cast<int>(std::clamp(state.fraction, 0.0, 1.0) * 10.0);
    if (tenths > m_TenthsShown || state.elapsedSeconds >= m_SecondsShown + 30.0)
    {
      m_Stream << "progress: " << StateText(state) << std::endl;
      m_TenthsShown = std::max(tenths, m_TenthsShown);
      m_SecondsShown = state.elapsedSeconds;
    }
  }
}

void
ProgressDisplay::Close()
{
  if (m_Style == Style::Bar && !m_Shown.empty())
  {
    m_Stream << std::endl;
    m_Shown.clear();
  }
}

ProgressDisplay::Style
ChooseProgressStyle(const std::string & setting, bool quiet, bool terminal)
{
  if (quiet || setting == "off")
  {
    return ProgressDisplay::Style::None;
  }
  return terminal ? ProgressDisplay::Style::Bar : ProgressDisplay::Style::Lines;
}

std::size_t
GetTerminalColumns()
{
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
} // namespace ElectronMultislice
