#ifndef cli_ProgressDisplay_h
#define cli_ProgressDisplay_h
#include "simulation/Run.h"
#include <cstddef>
#include <iosfwd>
#include <string>

namespace ElectronMultislice
{
/** \class ProgressDisplay
 * \brief Shows progress: one line redrawn in place (Bar), a plain line every 10 % or 30 s (Lines), or nothing. */
class ProgressDisplay
{
public:
  enum class Style
  {
    None,
    Bar,
    Lines
  };

  ProgressDisplay(std::ostream & stream, Style style, std::size_t columns = 80);
  ~ProgressDisplay();
  ProgressDisplay(const ProgressDisplay &) = delete;
  ProgressDisplay &
  operator=(const ProgressDisplay &) = delete;

  void
  Update(const ProgressState & state);

  /** Ends the bar's line, so that what follows starts on a line of its own; also done at the end of life. */
  void
  Close();

private:
  std::string
  BarText(const ProgressState & state) const;

  std::ostream & m_Stream;
  Style          m_Style;
  std::size_t    m_Columns;
  std::string    m_Shown;
  int            m_TenthsShown = -1;
  double         m_SecondsShown = 0.0;
};

/** What the setting `progress` (auto, on, off) means here: a bar on a terminal, lines elsewhere, nothing when it is off. */
ProgressDisplay::Style
ChooseProgressStyle(const std::string & setting, bool quiet, bool terminal);

/** Columns of the terminal behind stderr, 80 if it is none. */
std::size_t
GetTerminalColumns();
} // namespace ElectronMultislice
#endif
