#include "cli/Console.h"
#include "common/Error.h"
#include <algorithm>
#include <iostream>

namespace ElectronMultislice
{
LogLevel
ParseLogLevel(const std::string & name)
{
  if (name == "error")
  {
    return LogLevel::Error;
  }
  if (name == "warning")
  {
    return LogLevel::Warning;
  }
  return name == "debug" ? LogLevel::Debug : LogLevel::Info;
}

void
PrintError(const std::string & text)
{
  std::cout.flush();
  std::string paragraph;
  for (const char character : text)
  {
    const bool blank = character == '\n' || character == '\r' || character == '\t' || character == ' ';
    if (!blank)
    {
      paragraph += character;
    }
    else if (!paragraph.empty() && paragraph.back() != ' ')
    {
      paragraph += ' ';
    }
  }
  std::cerr << "electron-multislice: error: " << paragraph << std::endl;
}

void
PrintMessage(const std::string & text)
{
  std::cerr << "electron-multislice: " << text << std::endl;
}

void
PrintReport(std::ostream & stream, const Report & report, LogLevel level)
{
  Report chosen;
  for (const Report::Line & line : report.GetLines())
  {
    const LogLevel needed = line.kind == Report::Kind::Warning ? LogLevel::Warning : LogLevel::Info;
    if (level >= needed)
    {
      chosen.Add(line.kind, line.subject, line.text);
    }
  }
  stream << chosen.ToText() << std::flush;
}

void
FlushResults()
{
  std::cout.flush();
  if (!std::cout)
  {
    throw Error(ErrorKind::File, "the output of this command could not be written (standard output is full or closed).");
  }
}

std::size_t
TextWidth(const std::string & text)
{
  return static_cast<std::size_t>(
    std::count_if(text.begin(), text.end(), [](char character) { return (static_cast<unsigned char>(character) & 0xC0U) != 0x80U; }));
}

std::string
PadText(const std::string & text, std::size_t width)
{
  const std::size_t used = TextWidth(text);
  return used < width ? text + std::string(width - used, ' ') : text;
}
} // namespace ElectronMultislice
