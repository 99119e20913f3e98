#ifndef cli_Console_h
#define cli_Console_h
#include "execution/Report.h"
#include <iosfwd>
#include <string>

namespace ElectronMultislice
{
/** How much the command says beside its results. */
enum class LogLevel
{
  Error,
  Warning,
  Info,
  Debug
};

/** From the setting log-level. */
LogLevel
ParseLogLevel(const std::string & name);

/** "electron-multislice: error: ..." on stderr, as one paragraph. */
void
PrintError(const std::string & text);

/** A line on stderr ("electron-multislice: ..."). */
void
PrintMessage(const std::string & text);

/** The report's lines that this level asks for: warnings from Warning, everything from Info. */
void
PrintReport(std::ostream & stream, const Report & report, LogLevel level);

/** Throws a File error when stdout did not take everything (a full disk). */
void
FlushResults();

/** Columns of a UTF-8 text, for aligned tables. */
std::size_t
TextWidth(const std::string & text);

/** The text with blanks up to the width. */
std::string
PadText(const std::string & text, std::size_t width);
} // namespace ElectronMultislice
#endif
