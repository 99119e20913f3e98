#include "specimen/XyzFields.h"
#include "common/Text.h"
#include "physics/Elements.h"
#include "specimen/StructureText.h"

namespace ElectronMultislice
{
namespace
{
bool
IsDigit(char c)
{
  return c >= '0' && c <= '9';
}

std::vector<std::string_view>
Split(std::string_view line, bool atCommas)
{
  std::vector<std::string_view> fields;
  std::size_t                   start = 0;
  for (std::size_t i = 0; i <= line.size(); ++i)
  {
    if (i == line.size() || IsBlank(line[i]) || (atCommas && line[i] == ','))
    {
      if (i > start)
      {
        fields.push_back(line.substr(start, i - start));
      }
      start = i + 1;
    }
  }
  return fields;
}

/** A comma between digits in a line of more than two words: "0,5 1,5 2,0". */
bool
HasDecimalComma(std::string_view line, std::size_t words)
{
  for (std::size_t i = 1; words > 2 && i + 1 < line.size(); ++i)
  {
    if (line[i] == ',' && IsDigit(line[i - 1]) && IsDigit(line[i + 1]))
    {
      return true;
    }
  }
  return false;
}
} // namespace

XyzLines::XyzLines(std::string_view text, std::string name)
  : m_Lines(SplitLines(text))
  , m_Name(std::move(name))
{}

bool
XyzLines::NextAny()
{
  if (m_Next == m_Lines.size())
  {
    return false;
  }
  ++m_Next;
  return true;
}

bool
XyzLines::NextFilled()
{
  while (NextAny())
  {
    const auto line = Trimmed(GetLine());
    if (!line.empty() && line.front() != '#')
    {
      return true;
    }
  }
  return false;
}

std::vector<std::string_view>
XyzLines::GetFields() const
{
  const auto line = GetLine();
  const auto words = Split(line, false);
  if (HasDecimalComma(line, words.size()))
  {
    Fail("there is a comma inside a number: " + Quoted(Trimmed(line)) + ". Write decimals with a dot, and separate columns by blanks.");
  }
  return Split(line, true);
}

std::vector<std::string_view>
XyzLines::GuessFields() const
{
  return Split(GetLine(), true);
}

double
XyzLines::Number(std::string_view field, const std::string & what) const
{
  double value = 0.0;
  if (!ParseNumber(field, value))
  {
    Fail(what + " must be a number, but is " + Quoted(field) + ".");
  }
  return value;
}

int
XyzLines::Element(std::string_view field) const
{
  long long number = 0;
  if (ParseInteger(field, number))
  {
    if (number < 1 || number > LargestAtomicNumber)
    {
      Fail("the atomic number is " + std::to_string(number) + "; allowed are 1 to " + std::to_string(LargestAtomicNumber) + ".");
    }
    return static_cast<int>(number);
  }
  auto symbol = field;
  while (!symbol.empty() && IsDigit(symbol.back()))
  {
    symbol.remove_suffix(1);
  }
  const int element = AtomicNumberOfSymbol(symbol);
  if (element == 0)
  {
    Fail(Quoted(field) + " is no element: a symbol such as Fe or an atomic number is needed in the first column.");
  }
  return element;
}

void
XyzLines::Fail(const std::string & text) const
{
  throw ErrorAtLine(m_Name, m_Next, text);
}
} // namespace ElectronMultislice
