#include "specimen/SpaceGroups.h"
#include "specimen/StructureText.h"
#include <algorithm>
#include <gemmi/symmetry.hpp>
#include <map>

namespace ElectronMultislice
{
namespace
{
std::vector<SymmetryOperator>
FromGemmi(const gemmi::GroupOps & group)
{
  std::vector<SymmetryOperator> operators;
  for (const gemmi::Op & op : group)
  {
    SymmetryOperator result;
    for (std::size_t i = 0; i < 3; ++i)
    {
      for (std::size_t j = 0; j < 3; ++j)
      {
        result.rotation[i][j] = static_cast<double>(op.rot[i][j]) / gemmi::Op::DEN;
      }
      result.translation[i] = static_cast<double>(op.tran[i]) / gemmi::Op::DEN;
    }
    operators.push_back(result);
  }
  return operators;
}

/** Sorted, in gemmi's 24ths; nothing if some number is no 24th. */
std::optional<std::vector<gemmi::Op>>
ToGemmi(const std::vector<SymmetryOperator> & operators)
{
  const auto in24ths = [](double value, int & result) {
    result = static_cast<int>(std::lround(value * gemmi::Op::DEN));
    return std::abs(value * gemmi::Op::DEN - result) < 0.02;
  };
  std::vector<gemmi::Op> result;
  for (const auto & op : operators)
  {
    gemmi::Op converted{};
    for (std::size_t i = 0; i < 3; ++i)
    {
      for (std::size_t j = 0; j < 3; ++j)
      {
        if (!in24ths(op.rotation[i][j], converted.rot[i][j]))
        {
          return std::nullopt;
        }
      }
      if (!in24ths(op.translation[i], converted.tran[i]))
      {
        return std::nullopt;
      }
    }
    result.push_back(converted.wrap());
  }
  std::sort(result.begin(), result.end());
  return result;
}

SpaceGroupSetting
MakeSetting(const gemmi::SpaceGroup & group)
{
  return { group.number, group.xhm(), FromGemmi(group.operations()) };
}

/** The setting, and the second origin choice when the first was taken only for want of a word. */
std::vector<SpaceGroupSetting>
WithOtherOrigin(const gemmi::SpaceGroup & group, bool originGiven)
{
  std::vector<SpaceGroupSetting> settings{ MakeSetting(group) };
  if (!originGiven && group.ext == '1')
  {
    for (const auto & other : gemmi::spacegroup_tables::main)
    {
      if (other.number == group.number && other.ext == '2' && std::string(other.hm) == group.hm)
      {
        settings.push_back(MakeSetting(other));
      }
    }
  }
  return settings;
}

/** Name without underscores and brackets of subscripts: P 2_1/c, P2(1)/c. */
std::string
PlainName(const std::string & name)
{
  std::string plain;
  for (const char c : Trimmed(name))
  {
    if (c == '_' && !plain.empty() && plain.back() >= '0' && plain.back() <= '9')
    {
      continue;
    }
    if (c != '(' && c != ')')
    {
      plain.push_back(c == '_' ? ' ' : c);
    }
  }
  return plain;
}

struct NameAndSetting
{
  std::string name;
  char        setting = 0; ///< H, R, 1 or 2
};

/** Setting of a letter after the name: H and R for axes, 1 and 2 (S and Z in older databases) for origins; 0 if it is none. */
char
SettingOfLetter(char letter, bool alsoOldLetters)
{
  switch (letter & ~(letter >= 'a' ? 0x20 : 0))
  {
    case 'H':
      return 'H';
    case 'R':
      return 'R';
    case '1':
      return '1';
    case '2':
      return '2';
    case 'S':
      return alsoOldLetters ? '1' : '\0';
    case 'Z':
      return alsoOldLetters ? '2' : '\0';
    default:
      return '\0';
  }
}

/** Before 1983 the inversion of the threefold axis was left out of cubic names: F d 3 m, Pm3m. Empty if the name is none of these. */
std::string
WithInversionAxis(const std::string & name)
{
  std::string letters;
  for (const char c : name)
  {
    letters += IsBlank(c) ? std::string() : std::string(1, c);
  }
  const std::string lower = LowerCase(letters);
  const bool        old = (lower.size() == 3 || lower.size() == 4) && std::string("pfi").find(lower[0]) != std::string::npos &&
                   std::string("mnda").find(lower[1]) != std::string::npos && lower[2] == '3' &&
                   (lower.size() == 3 || std::string("mncd").find(lower[3]) != std::string::npos);
  return old ? letters.substr(0, 1) + " " + letters.substr(1, 1) + " -3 " + letters.substr(3) : std::string();
}

/** The ways in which a name can be read, the likeliest first. */
std::vector<NameAndSetting>
ReadingsOfName(const std::string & given)
{
  const std::string           name = PlainName(given);
  std::vector<NameAndSetting> readings;
  const auto                  colon = name.rfind(':');
  if (colon != std::string::npos)
  {
    const auto word = Trimmed(std::string_view(name).substr(colon + 1));
    const char setting = word.size() == 1 ? SettingOfLetter(word[0], false) : '\0';
    if (setting != '\0')
    {
      readings.push_back({ std::string(Trimmed(std::string_view(name).substr(0, colon))), setting });
    }
  }
  else
  {
    readings.push_back({ name, 0 });
    const auto blank = name.find_last_of(" \t");
    const char setting = blank != std::string::npos && blank + 2 == name.size() ? SettingOfLetter(name.back(), true) : '\0';
    if (setting != '\0')
    {
      const std::string before(Trimmed(std::string_view(name).substr(0, blank)));
      readings.push_back({ before, setting });
      readings.push_back({ before, 0 }); // I -4 2 d S: an S where there is no choice of origin
    }
  }
  const auto count = readings.size();
  for (std::size_t i = 0; i < count; ++i)
  {
    if (const auto modern = WithInversionAxis(readings[i].name); !modern.empty())
    {
      readings.push_back({ modern, readings[i].setting });
    }
  }
  return readings;
}

bool
SuitsCell(const SpaceGroupSetting & setting, const CellParameters & cell)
{
  return FindOperatorAgainstCell(setting.operators, CellVectors(cell)) == nullptr;
}

using RotationCounts = std::map<std::pair<long, long>, std::size_t>;

/** How many distinct rotations of each determinant and trace, which no change of axes alters. */
RotationCounts
CountRotations(std::vector<SymmetryOperator> operators)
{
  for (auto & op : operators)
  {
    op.translation = {};
  }
  RotationCounts counts;
  for (const auto & op : DistinctOperators(operators))
  {
    const auto & r = op.rotation;
    ++counts[{ std::lround(Determinant(r)), std::lround(100.0 * (r[0][0] + r[1][1] + r[2][2])) }];
  }
  return counts;
}
} // namespace

std::vector<SpaceGroupSetting>
SettingsOfName(const std::string & name, const CellParameters & cell)
{
  for (const auto & reading : ReadingsOfName(name))
  {
    if (reading.name.empty() || (reading.name[0] >= '0' && reading.name[0] <= '9')) // gemmi would take a number
    {
      continue;
    }
    const std::string full = reading.setting == 0 ? reading.name : reading.name + ":" + reading.setting;
    if (const auto * group = gemmi::find_spacegroup_by_name(full, cell.alpha, cell.gamma))
    {
      return WithOtherOrigin(*group, reading.setting != 0);
    }
  }
  return {};
}

std::vector<SpaceGroupSetting>
SettingsOfNumber(long long number, const CellParameters & cell)
{
  std::vector<SpaceGroupSetting> firstSuiting;
  for (const auto & group : gemmi::spacegroup_tables::main)
  {
    if (group.number == number && group.ext != '2')
    {
      auto settings = WithOtherOrigin(group, false);
      if (SuitsCell(settings.front(), cell))
      {
        return settings;
      }
      if (firstSuiting.empty())
      {
        firstSuiting = std::move(settings);
      }
    }
  }
  return firstSuiting;
}

std::optional<SpaceGroupSetting>
SettingOfHall(const std::string & symbol)
{
  try
  {
    SpaceGroupSetting setting{ 0, symbol, DistinctOperators(FromGemmi(gemmi::symops_from_hall(symbol.c_str()))) };
    if (const auto tabulated = SettingOfOperators(setting.operators))
    {
      setting.number = tabulated->number;
    }
    return setting;
  }
  catch (const std::exception &)
  {
    return std::nullopt;
  }
}

std::optional<SpaceGroupSetting>
SettingOfOperators(const std::vector<SymmetryOperator> & operators)
{
  const auto wanted = ToGemmi(DistinctOperators(operators));
  if (!wanted)
  {
    return std::nullopt;
  }
  for (const auto & group : gemmi::spacegroup_tables::main)
  {
    const auto tabulated = group.operations();
    if (static_cast<std::size_t>(tabulated.order()) == wanted->size() && tabulated.all_ops_sorted() == *wanted)
    {
      return MakeSetting(group);
    }
  }
  return std::nullopt;
}

bool
HasPointGroupOf(const std::vector<SymmetryOperator> & operators, int number)
{
  for (const auto & group : gemmi::spacegroup_tables::main)
  {
    if (group.number == number)
    {
      return CountRotations(operators) == CountRotations(FromGemmi(group.operations()));
    }
  }
  return false;
}
} // namespace ElectronMultislice
