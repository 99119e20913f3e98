#include "specimen/SiteElement.h"
#include "physics/Elements.h"
#include "specimen/StructureText.h"

namespace ElectronMultislice
{
namespace
{
bool
IsLetter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool
IsCapital(char c)
{
  return c >= 'A' && c <= 'Z';
}

std::string
LeadingLetters(const std::string & text)
{
  std::size_t length = 0;
  while (length < text.size() && IsLetter(text[length]))
  {
    ++length;
  }
  return text.substr(0, length);
}

/** Element of a run of letters whose first one or two are a symbol. */
int
ElementOfLetters(const std::string & letters, const std::set<int> & formula)
{
  const std::string lower = LowerCase(letters);
  if (lower == "wat" || lower == "water" || lower == "ow" || lower == "oh")
  {
    return 8; // water and hydroxyl: their hydrogen is a site of its own or not in the file
  }
  if (letters.empty() || lower == "va" || lower.compare(0, 3, "vac") == 0) // vacancies are no vanadium
  {
    return 0;
  }
  const int one = AtomicNumberOfSymbol(letters.substr(0, 1));
  const int two = letters.size() > 1 ? AtomicNumberOfSymbol(letters.substr(0, 2)) : 0;
  if (two == 0 || one == 0)
  {
    return two == 0 ? one : two;
  }
  if (!IsCapital(letters[1]))
  {
    return two;
  }
  const bool hasOne = formula.count(one) > 0;
  const bool hasTwo = formula.count(two) > 0;
  return hasOne == hasTwo ? 0 : hasTwo ? two : one;
}
} // namespace

std::set<int>
ElementsOfFormula(const std::string & formula)
{
  std::set<int> elements;
  for (std::size_t i = 0; i < formula.size(); ++i)
  {
    if (IsCapital(formula[i]))
    {
      const std::size_t length = i + 1 < formula.size() && IsLetter(formula[i + 1]) && !IsCapital(formula[i + 1]) ? 2 : 1;
      const int         element = AtomicNumberOfSymbol(formula.substr(i, length));
      if (element > 0)
      {
        elements.insert(element);
      }
    }
  }
  return elements;
}

int
ElementOfTypeSymbol(const std::string & symbol, const std::set<int> & formula)
{
  const std::string letters = LeadingLetters(symbol);
  const int         whole = letters.size() <= 2 ? AtomicNumberOfSymbol(letters) : 0;
  return whole > 0 ? whole : ElementOfLetters(letters, formula);
}

int
ElementOfLabel(const std::string & label, const std::set<int> & formula)
{
  const std::string letters = LeadingLetters(label);
  if (letters == "T" || letters == "t")
  {
    return 0; // a tetrahedral site rather than tritium
  }
  return ElementOfLetters(letters, formula);
}

double
ChargeOfTypeSymbol(const std::string & symbol)
{
  const std::string rest = symbol.substr(LeadingLetters(symbol).size());
  const auto        sign = rest.find_first_of("+-");
  if (sign == std::string::npos)
  {
    return 0.0;
  }
  const std::string digits = rest.substr(0, sign) + rest.substr(sign + 1); // "3+" or "+3"
  if (digits.empty())
  {
    return rest[sign] == '-' ? -1.0 : 1.0;
  }
  const bool oneDigit = digits.size() == 1 && digits[0] >= '0' && digits[0] <= '9';
  return oneDigit ? (rest[sign] == '-' ? -1.0 : 1.0) * (digits[0] - '0') : 0.0;
}
} // namespace ElectronMultislice
