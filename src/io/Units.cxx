#include "io/Units.h"
#include "common/Error.h"
#include "common/Text.h"
#include "execution/TrimText.h"
#include "physics/Constants.h"
#include <cmath>
#include <vector>

namespace ElectronMultislice
{
namespace
{
/** value = number x factor / divisor; a divisor keeps decimal numbers exact ("20 mrad" is the double nearest to 0.02). */
struct Unit
{
  std::vector<std::string> names; ///< the first one is shown in messages
  double                   factor;
  double                   divisor;
};

const std::vector<Unit> &
UnitsOf(Dimension dimension)
{
  // both code points of Å (letter and ångström sign) and of µ (sign and Greek letter)
  static const std::vector<Unit> lengths{ { { "\xC3\x85", "\xE2\x84\xAB", "A", "angstrom", "Angstrom" }, 1.0, 1.0 },
                                          { { "pm" }, 1.0, 100.0 },
                                          { { "nm" }, 10.0, 1.0 },
                                          { { "\xC2\xB5m", "\xCE\xBCm", "um" }, 1e4, 1.0 },
                                          { { "mm" }, 1e7, 1.0 } };
  static const std::vector<Unit> angles{ { { "mrad" }, 1.0, 1e3 },
                                         { { "rad" }, 1.0, 1.0 },
                                         { { "deg", "\xC2\xB0" }, Pi / 180.0, 1.0 },
                                         { { "\xC2\xB5rad", "\xCE\xBCrad", "urad" }, 1.0, 1e6 } };
  static const std::vector<Unit> energies{ { { "keV" }, 1e3, 1.0 }, { { "eV" }, 1.0, 1.0 }, { { "MeV" }, 1e6, 1.0 } };
  switch (dimension)
  {
    case Dimension::Angle:
      return angles;
    case Dimension::Energy:
      return energies;
    case Dimension::Length:
      break;
  }
  return lengths;
}

const char *
NameOf(Dimension dimension)
{
  return dimension == Dimension::Length ? "a length" : dimension == Dimension::Angle ? "an angle" : "an energy";
}

std::vector<std::string>
FirstNames(Dimension dimension)
{
  std::vector<std::string> names;
  for (const Unit & unit : UnitsOf(dimension))
  {
    names.push_back(unit.names.front());
  }
  return names;
}

/** What a person may have meant by a bare number. */
std::string
LikelyReadings(double number, Dimension dimension)
{
  const std::string digits = FormatNumber(number);
  if (dimension == Dimension::Energy)
  {
    return digits + " keV or " + digits + " eV";
  }
  return std::fabs(number) < 1.6 ? digits + " rad or " + digits + " mrad" : digits + " mrad or " + digits + " deg";
}

/** Position where the unit begins: the longest leading part that is a number. */
std::size_t
EndOfNumber(const std::string & text)
{
  const std::string digits = "+-.0123456789";
  std::size_t       end = text.find_first_not_of(digits);
  if (end != std::string::npos && (text[end] == 'e' || text[end] == 'E') && end + 1 < text.size() &&
      digits.find(text[end + 1]) != std::string::npos)
  {
    end = text.find_first_not_of(digits, end + 1);
  }
  return end == std::string::npos ? text.size() : end;
}
} // namespace

double
ParseQuantity(const std::string & given, Dimension dimension)
{
  const std::string text = TrimText(given);
  const std::size_t end = EndOfNumber(text);
  const std::string name = TrimText(text.substr(end));
  double            number = 0.0;
  if (!ParseNumber(text.substr(0, end), number))
  {
    throw InputError("\"" + given + "\" is not " + NameOf(dimension) + ": a finite number is needed, and one of the units " +
                     JoinAlternatives(FirstNames(dimension)));
  }
  if (name.empty())
  {
    if (dimension == Dimension::Length)
    {
      return number;
    }
    throw InputError("\"" + given + "\" has no unit; did you mean " + LikelyReadings(number, dimension) + "?");
  }
  std::vector<std::string> known;
  for (const Unit & unit : UnitsOf(dimension))
  {
    for (const std::string & candidate : unit.names)
    {
      if (candidate == name)
      {
        const double value = number * unit.factor / unit.divisor;
        if (!std::isfinite(value))
        {
          throw InputError("\"" + given + "\" is too large a number");
        }
        return value;
      }
      known.push_back(candidate);
    }
  }
  const std::string nearest = NearestName(name, known);
  throw InputError("\"" + given + "\": the unit \"" + name + "\" is not one of " + NameOf(dimension) + "; use " +
                   JoinAlternatives(FirstNames(dimension)) + (nearest.empty() ? "" : " (did you mean \"" + nearest + "\"?)"));
}

std::string
FormatQuantity(double value, Dimension dimension)
{
  if (dimension == Dimension::Length)
  {
    return FormatNumber(value);
  }
  // the unit people use, if some text of it reads back as the same number; 15 digits avoid 21.499999999999996
  const double usual = dimension == Dimension::Angle ? value * 1e3 : value / 1e3;
  if (std::isfinite(usual))
  {
    for (const std::string & digits : { FormatNumber(usual, 15), FormatNumber(usual) })
    {
      const std::string text = digits + (dimension == Dimension::Angle ? " mrad" : " keV");
      if (ParseQuantity(text, dimension) == value)
      {
        return text;
      }
    }
  }
  return FormatNumber(value) + (dimension == Dimension::Angle ? " rad" : " eV");
}
} // namespace ElectronMultislice
