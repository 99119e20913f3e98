#include "execution/Report.h"
#include <algorithm>

namespace ElectronMultislice
{
void
Report::Add(Kind kind, const std::string & subject, const std::string & text)
{
  const auto same = [&](const Line & line) { return line.kind == kind && line.subject == subject && line.text == text; };
  if (std::none_of(m_Lines.begin(), m_Lines.end(), same))
  {
    m_Lines.push_back({ kind, subject, text });
  }
}

std::string
Report::ToText() const
{
  std::size_t kindWidth = 0;
  for (const Kind kind : { Kind::Taken, Kind::Declined, Kind::Note, Kind::Warning })
  {
    kindWidth = std::max(kindWidth, std::string(ReportKindName(kind)).size());
  }
  std::size_t subjectWidth = 0;
  for (const Line & line : m_Lines)
  {
    subjectWidth = std::max(subjectWidth, line.subject.size());
  }
  const auto padded = [](std::string text, std::size_t width) {
    text.resize(std::max(text.size(), width) + 2, ' ');
    return text;
  };

  std::string result;
  for (const Line & line : m_Lines)
  {
    const std::string head = padded(ReportKindName(line.kind), kindWidth) + padded(line.subject, subjectWidth);
    result += head;
    for (const char c : line.text)
    {
      result += c;
      if (c == '\n') // further lines of a text stay in its column
      {
        result.append(head.size(), ' ');
      }
    }
    result += '\n';
  }
  return result;
}

const char *
ReportKindName(Report::Kind kind)
{
  switch (kind)
  {
    case Report::Kind::Taken:
      return "taken";
    case Report::Kind::Declined:
      return "declined";
    case Report::Kind::Note:
      return "note";
    case Report::Kind::Warning:
      return "warning";
  }
  return "note";
}
} // namespace ElectronMultislice
