#include "specimen/CifSymmetry.h"
#include "common/Text.h"
#include "specimen/SpaceGroups.h"
#include "specimen/StructureText.h"

namespace ElectronMultislice
{
namespace
{
const std::vector<std::string> HallTags{ "_space_group_name_hall", "_symmetry_space_group_name_hall" };
const std::vector<std::string> NameTags{ "_space_group_name_h-m_alt",
                                         "_symmetry_space_group_name_h-m",
                                         "_space_group_name_h-m_ref",
                                         "_space_group_name_h-m_full",
                                         "_space_group_name_h-m" };
const std::vector<std::string> NumberTags{ "_space_group_it_number", "_symmetry_int_tables_number" };

const char * const WayOut = " Write the operators as a loop of _space_group_symop_operation_xyz, or correct the name.";

/** A space group that the file names. */
struct NamedGroup
{
  std::string                    text; ///< how the file says it
  std::size_t                    line = 0;
  std::vector<SpaceGroupSetting> settings; ///< empty: unknown to the tables
};

std::vector<SymmetryOperator>
ReadOperators(const CifBlock & block, const CifColumn & column)
{
  std::vector<SymmetryOperator> operators;
  for (const auto & value : column.values)
  {
    SymmetryOperator op;
    if (!value.known || !ParseSymmetryOperator(value.text, op))
    {
      throw ErrorAtLine(block.GetFileName(), value.line, Quoted(value.text) + " is no symmetry operator; it should look like -x,y+1/2,-z.");
    }
    operators.push_back(op);
  }
  return operators;
}

const CifColumn *
FindOperatorColumn(const CifBlock & block)
{
  for (const char * tag : { "_space_group_symop_operation_xyz", "_symmetry_equiv_pos_as_xyz" })
  {
    const auto * column = block.Find(tag);
    if (column != nullptr && column->values.front().known)
    {
      return column;
    }
  }
  return nullptr;
}

/** Operators of a magnetic structure, without time reversal, times its centring loop. */
std::vector<SymmetryOperator>
ReadMagneticOperators(const CifBlock & block)
{
  const auto * operations = block.Find("_space_group_symop_magn_operation_xyz");
  if (operations == nullptr)
  {
    return {};
  }
  const auto   operators = ReadOperators(block, *operations);
  const auto * centring = block.Find("_space_group_symop_magn_centering_xyz");
  if (centring == nullptr)
  {
    return operators;
  }
  std::vector<SymmetryOperator> all;
  for (const auto & shift : ReadOperators(block, *centring))
  {
    for (const auto & op : operators)
    {
      all.push_back(Combine(shift, op));
    }
  }
  return all;
}

std::vector<NamedGroup>
ReadNames(const CifBlock & block, const CellParameters & cell)
{
  std::vector<NamedGroup> names;
  if (const auto * hall = block.FindValue(HallTags))
  {
    NamedGroup group{ "the Hall symbol " + Quoted(hall->text), hall->line, {} };
    if (const auto setting = SettingOfHall(hall->text))
    {
      group.settings.push_back(*setting);
    }
    names.push_back(group);
  }
  if (const auto * name = block.FindValue(NameTags))
  {
    names.push_back({ "the space group " + Quoted(name->text), name->line, SettingsOfName(name->text, cell) });
  }
  if (const auto * number = block.FindValue(NumberTags))
  {
    long long  value = 0;
    const bool read = ParseInteger(number->text, value);
    if (!read || value != 0) // some programs write 0 for a setting they have no number for
    {
      names.push_back({ "the space group number " + Quoted(number->text),
                        number->line,
                        read ? SettingsOfNumber(value, cell) : std::vector<SpaceGroupSetting>{} });
    }
  }
  return names;
}

/** Everything that names a known group must name the same one. */
void
RefuseDisagreement(const CifBlock & block, const std::vector<NamedGroup> & names)
{
  const NamedGroup * first = nullptr;
  for (const auto & name : names)
  {
    if (name.settings.empty() || name.settings.front().number == 0)
    {
      continue;
    }
    if (first == nullptr)
    {
      first = &name;
    }
    else if (first->settings.front().number != name.settings.front().number)
    {
      throw ErrorAtLine(block.GetFileName(),
                        name.line,
                        name.text + " is number " + std::to_string(name.settings.front().number) + ", but " + first->text + " in line " +
                          std::to_string(first->line) + " is number " + std::to_string(first->settings.front().number) +
                          ". Correct the one that is wrong.");
    }
  }
}

void
RefuseOtherGroup(const CifBlock &                      block,
                 const std::vector<SymmetryOperator> & operators,
                 std::size_t                           operatorLine,
                 const std::vector<NamedGroup> &       names)
{
  const auto found = SettingOfOperators(operators);
  for (const auto & name : names)
  {
    if (name.settings.empty())
    {
      continue;
    }
    const auto & setting = name.settings.front();
    const bool   same = found && setting.number > 0 ? found->number == setting.number
                        : setting.number > 0        ? HasPointGroupOf(operators, setting.number)
                                                    : DistinctOperators(setting.operators).size() == operators.size();
    if (!same)
    {
      throw ErrorAtLine(block.GetFileName(),
                        name.line,
                        "the " + std::to_string(operators.size()) + " symmetry operators from line " + std::to_string(operatorLine) +
                          (found ? " are those of " + found->name + " (number " + std::to_string(found->number) + ")"
                                 : std::string(" belong to another space group")) +
                          ", but " + name.text + " has " + std::to_string(setting.operators.size()) +
                          ". Remove or correct the one that is wrong; atoms already expanded need P 1 and the operator x,y,z alone.");
    }
  }
}

CifSymmetry
FromOperators(const CifBlock & block, std::vector<SymmetryOperator> operators, std::size_t line, const std::vector<NamedGroup> & names)
{
  operators = DistinctOperators(operators);
  const std::string missing = MissingOperator(operators);
  if (!missing.empty())
  {
    throw ErrorAtLine(block.GetFileName(),
                      line,
                      "the " + std::to_string(operators.size()) + " symmetry operators from here on are no group: " + missing +
                        ", which is not in the list. The list is incomplete or has a mistake.");
  }
  RefuseOtherGroup(block, operators, line, names);
  const auto  found = SettingOfOperators(operators);
  const auto  count = std::to_string(operators.size()) + (operators.size() == 1 ? " operator" : " operators");
  CifSymmetry symmetry;
  symmetry.remark = "Symmetry: the file's " + count + (found ? " (" + found->name + ")" : std::string(" (a setting in no table)")) + ".";
  for (const auto & name : names)
  {
    if (name.settings.empty())
    {
      symmetry.remark += " Not recognized, and not needed: " + name.text + ".";
    }
  }
  symmetry.choices.push_back({ found ? found->name : "the file's operators", std::move(operators) });
  return symmetry;
}

CifSymmetry
FromNames(const CifBlock & block, const std::vector<NamedGroup> & names)
{
  for (const auto & name : names)
  {
    if (name.settings.empty())
    {
      throw ErrorAtLine(block.GetFileName(), name.line, name.text + " is not known, and the file gives no symmetry operators." + WayOut);
    }
  }
  // The Hall symbol leaves nothing open, a name more than a symbol, a number most.
  const auto & chosen = names.front();
  CifSymmetry  symmetry;
  for (const auto & setting : chosen.settings)
  {
    symmetry.choices.push_back({ setting.name, setting.operators });
  }
  symmetry.remark = "Symmetry: " + std::to_string(chosen.settings.front().operators.size()) + " operators of " + chosen.text + ".";
  return symmetry;
}

/** A tag that ought to say something about the symmetry, but does not. */
const CifValue *
FindEmptyTag(const CifBlock & block)
{
  for (const auto * tags : { &HallTags, &NameTags, &NumberTags })
  {
    for (const auto & tag : *tags)
    {
      if (const auto * column = block.Find(tag))
      {
        return &column->values.front();
      }
    }
  }
  for (const char * tag : { "_space_group_symop_operation_xyz", "_symmetry_equiv_pos_as_xyz" })
  {
    if (const auto * column = block.Find(tag))
    {
      return &column->values.front();
    }
  }
  return nullptr;
}
} // namespace

CifSymmetry
ReadCifSymmetry(const CifBlock & block, const Matrix3 & cell)
{
  const auto names = ReadNames(block, GetCellParameters(cell));
  RefuseDisagreement(block, names);
  CifSymmetry symmetry;
  if (auto magnetic = ReadMagneticOperators(block); !magnetic.empty())
  {
    symmetry = FromOperators(block, magnetic, block.Find("_space_group_symop_magn_operation_xyz")->values.front().line, names);
  }
  else if (const auto * column = FindOperatorColumn(block))
  {
    symmetry = FromOperators(block, ReadOperators(block, *column), column->values.front().line, names);
  }
  else if (!names.empty())
  {
    symmetry = FromNames(block, names);
  }
  else if (const auto * empty = FindEmptyTag(block))
  {
    throw ErrorAtLine(block.GetFileName(),
                      empty->line,
                      std::string("the symmetry is left open (?).") + WayOut + " For atoms already expanded write 'P 1'.");
  }
  else
  {
    symmetry.choices.push_back({ "P 1", { SymmetryOperator{ { Vector3{ 1, 0, 0 }, Vector3{ 0, 1, 0 }, Vector3{ 0, 0, 1 } }, {} } } });
    symmetry.remark = "Symmetry: the file says nothing about it; taken for P 1, every atom of the cell listed.";
  }
  for (const auto & choice : symmetry.choices)
  {
    if (const auto * bad = FindOperatorAgainstCell(choice.operators, cell))
    {
      const auto p = GetCellParameters(cell);
      throw InputError(block.GetFileName() + ": the symmetry operator " + FormatSymmetryOperator(*bad) + " of " + choice.name +
                       " does not fit the cell " + FormatNumber(p.a, 6) + ", " + FormatNumber(p.b, 6) + ", " + FormatNumber(p.c, 6) +
                       " Å, " + FormatNumber(p.alpha, 6) + "°, " + FormatNumber(p.beta, 6) + "°, " + FormatNumber(p.gamma, 6) +
                       "°: it would change its lengths or angles. Correct the cell or the symmetry.");
    }
  }
  return symmetry;
}
} // namespace ElectronMultislice
