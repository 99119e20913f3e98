#include "specimen/SymmetryOperators.h"
#include "common/Text.h"
#include "specimen/StructureText.h"
#include <algorithm>
#include <map>

namespace ElectronMultislice
{
namespace
{
constexpr double SameTranslation = 1e-3;

double
WithinCell(double x)
{
  x -= std::floor(x);
  return x >= 1.0 - 1e-9 ? 0.0 : x;
}

double
SnapDecimal(double value)
{
  const double nearest = std::round(value * 24.0) / 24.0;
  return std::abs(value - nearest) < 4e-3 ? nearest : value;
}

/** One of the three parts, for instance -x+1/2: coefficients of x, y, z and the constant. */
bool
ParsePart(std::string_view part, std::array<double, 4> & result)
{
  result = {};
  std::size_t i = 0;
  const auto  skipBlanks = [&] {
    while (i < part.size() && (IsBlank(part[i]) || part[i] == '_'))
    {
      ++i;
    }
  };
  const auto number = [&](double & value) {
    const std::size_t start = i;
    while (i < part.size() && ((part[i] >= '0' && part[i] <= '9') || part[i] == '.'))
    {
      ++i;
    }
    return ParseNumber(part.substr(start, i - start), value);
  };
  skipBlanks();
  bool first = true;
  while (i < part.size())
  {
    double sign = 1.0;
    if (part[i] == '+' || part[i] == '-')
    {
      sign = part[i] == '-' ? -1.0 : 1.0;
      ++i;
      skipBlanks();
    }
    else if (!first)
    {
      return false;
    }
    first = false;
    double factor = 1.0;
    bool   isNumber = false;
    if (i < part.size() && part[i] != '/' && (part[i] == '.' || (part[i] >= '0' && part[i] <= '9')))
    {
      isNumber = true;
      const bool decimal = part.substr(i, part.find_first_of("+-*/xyzXYZ", i) - i).find('.') != std::string_view::npos;
      if (!number(factor))
      {
        return false;
      }
      factor = decimal ? SnapDecimal(factor) : factor;
      skipBlanks();
    }
    const auto divide = [&] {
      double divisor = 0.0;
      ++i;
      skipBlanks();
      if (!number(divisor) || !(divisor > 0.0))
      {
        return false;
      }
      factor /= divisor;
      skipBlanks();
      return true;
    };
    if (isNumber && i < part.size() && part[i] == '/' && !divide())
    {
      return false;
    }
    if (isNumber && i < part.size() && part[i] == '*')
    {
      ++i;
      skipBlanks();
    }
    const char  letter = i < part.size() ? static_cast<char>(part[i] | 0x20) : '\0';
    const bool  isAxis = letter == 'x' || letter == 'y' || letter == 'z';
    std::size_t index = 3;
    if (isAxis)
    {
      index = static_cast<std::size_t>(letter - 'x');
      ++i;
      skipBlanks();
      if (i < part.size() && part[i] == '/' && !divide())
      {
        return false;
      }
    }
    else if (!isNumber)
    {
      return false;
    }
    result[index] += sign * factor;
  }
  return !first;
}

std::string
FormatPart(const Vector3 & row, double translation)
{
  std::string text;
  const auto  add = [&](double value, const std::string & letter) {
    if (value != 0.0)
    {
      text += value < 0.0 ? "-" : text.empty() ? "" : "+";
      const double size = std::abs(value);
      text += letter.empty() ? FormatNumber(size, 4) : size == 1.0 ? letter : FormatNumber(size, 4) + letter;
    }
  };
  add(row[0], "x");
  add(row[1], "y");
  add(row[2], "z");
  add(translation, "");
  return text.empty() ? "0" : text;
}

/** Operators by their rotation, for quick comparison. */
class OperatorTable
{
public:
  /** False if it was there. */
  bool
  Add(const SymmetryOperator & op)
  {
    auto & translations = m_Translations[Key(op)];
    if (Holds(translations, op.translation))
    {
      return false;
    }
    translations.push_back(op.translation);
    return true;
  }
  bool
  Holds(const SymmetryOperator & op) const
  {
    const auto found = m_Translations.find(Key(op));
    return found != m_Translations.end() && Holds(found->second, op.translation);
  }

private:
  using RotationKey = std::array<long, 9>;

  static RotationKey
  Key(const SymmetryOperator & op)
  {
    RotationKey key{};
    for (std::size_t i = 0; i < 9; ++i)
    {
      key[i] = std::lround(op.rotation[i / 3][i % 3] * 1000.0);
    }
    return key;
  }
  static bool
  Holds(const std::vector<Vector3> & translations, const Vector3 & wanted)
  {
    return std::any_of(translations.begin(), translations.end(), [&](const Vector3 & t) {
      for (std::size_t k = 0; k < 3; ++k)
      {
        const double difference = t[k] - wanted[k];
        if (std::abs(difference - std::round(difference)) > SameTranslation)
        {
          return false;
        }
      }
      return true;
    });
  }

  std::map<RotationKey, std::vector<Vector3>> m_Translations;
};
} // namespace

bool
ParseSymmetryOperator(const std::string & text, SymmetryOperator & result)
{
  std::vector<std::string_view> parts;
  std::string_view              rest = Trimmed(text);
  for (std::size_t comma = rest.find(','); comma != std::string_view::npos; comma = rest.find(','))
  {
    parts.push_back(rest.substr(0, comma));
    rest.remove_prefix(comma + 1);
  }
  parts.push_back(rest);
  if (parts.size() == 4) // time reversal
  {
    long long time = 0;
    if (!ParseInteger(parts[3], time) || (time != 1 && time != -1))
    {
      return false;
    }
  }
  else if (parts.size() != 3)
  {
    return false;
  }
  SymmetryOperator op;
  for (std::size_t k = 0; k < 3; ++k)
  {
    std::array<double, 4> values{};
    if (!ParsePart(parts[k], values))
    {
      return false;
    }
    op.rotation[k] = { values[0], values[1], values[2] };
    op.translation[k] = WithinCell(values[3]);
  }
  if (std::abs(std::abs(Determinant(op.rotation)) - 1.0) > 1e-6)
  {
    return false; // such as x,x,z
  }
  result = op;
  return true;
}

std::string
FormatSymmetryOperator(const SymmetryOperator & op)
{
  return FormatPart(op.rotation[0], op.translation[0]) + "," + FormatPart(op.rotation[1], op.translation[1]) + "," +
         FormatPart(op.rotation[2], op.translation[2]);
}

SymmetryOperator
Combine(const SymmetryOperator & a, const SymmetryOperator & b)
{
  SymmetryOperator result;
  result.rotation = Multiply(a.rotation, b.rotation);
  const Vector3 turned = Multiply(a.rotation, b.translation);
  for (std::size_t k = 0; k < 3; ++k)
  {
    result.translation[k] = WithinCell(turned[k] + a.translation[k]);
  }
  return result;
}

bool
IsSameOperator(const SymmetryOperator & a, const SymmetryOperator & b)
{
  OperatorTable table;
  table.Add(a);
  return table.Holds(b);
}

std::vector<SymmetryOperator>
DistinctOperators(const std::vector<SymmetryOperator> & operators)
{
  OperatorTable                 table;
  std::vector<SymmetryOperator> distinct;
  for (const auto & op : operators)
  {
    if (table.Add(op))
    {
      distinct.push_back(op);
    }
  }
  return distinct;
}

std::string
MissingOperator(const std::vector<SymmetryOperator> & operators)
{
  OperatorTable table;
  for (const auto & op : operators)
  {
    table.Add(op);
  }
  for (const auto & a : operators)
  {
    for (const auto & b : operators)
    {
      const auto product = Combine(a, b);
      if (!table.Holds(product))
      {
        return FormatSymmetryOperator(a) + " after " + FormatSymmetryOperator(b) + " gives " + FormatSymmetryOperator(product);
      }
    }
  }
  return "";
}

const SymmetryOperator *
FindOperatorAgainstCell(const std::vector<SymmetryOperator> & operators, const Matrix3 & cell)
{
  const Matrix3 metric = Multiply(cell, Transposed(cell));
  const auto    bad = std::find_if(operators.begin(), operators.end(), [&](const SymmetryOperator & op) {
    const Matrix3 turned = Multiply(Multiply(Transposed(op.rotation), metric), op.rotation);
    for (std::size_t i = 0; i < 3; ++i)
    {
      for (std::size_t j = 0; j < 3; ++j)
      {
        if (std::abs(turned[i][j] - metric[i][j]) > 0.02 * std::sqrt(metric[i][i] * metric[j][j]))
        {
          return true;
        }
      }
    }
    return false;
  });
  return bad == operators.end() ? nullptr : &*bad;
}
} // namespace ElectronMultislice
