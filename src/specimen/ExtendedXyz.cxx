#include "specimen/ExtendedXyz.h"
#include "common/Text.h"
#include "specimen/StructureText.h"
#include <algorithm>
#include <map>

namespace ElectronMultislice
{
namespace
{
/** key=value pairs, keys in lower case; values may stand in quotes or brackets. */
std::map<std::string, std::string>
KeysAndValues(std::string_view line)
{
  std::map<std::string, std::string> result;
  std::size_t                        i = 0;
  while (i < line.size())
  {
    const std::size_t start = i;
    while (i < line.size() && !IsBlank(line[i]) && line[i] != '=')
    {
      ++i;
    }
    const std::string key = LowerCase(line.substr(start, i - start));
    if (i >= line.size() || line[i] != '=')
    {
      ++i;
      continue;
    }
    ++i;
    static constexpr std::string_view opening = "\"'{[", closing = "\"'}]";
    const auto                        bracket = i < line.size() ? opening.find(line[i]) : std::string_view::npos;
    std::size_t                       first = i;
    if (bracket != std::string_view::npos)
    {
      first = ++i;
      i = std::min(line.find(closing[bracket], first), line.size());
    }
    else
    {
      while (i < line.size() && !IsBlank(line[i]))
      {
        ++i;
      }
    }
    result.emplace(key, line.substr(first, i - first));
    ++i;
  }
  return result;
}

std::vector<std::string>
Words(std::string_view text, std::string_view separators)
{
  std::vector<std::string> words;
  std::size_t              start = 0;
  for (std::size_t i = 0; i <= text.size(); ++i)
  {
    if (i == text.size() || separators.find(text[i]) != std::string_view::npos)
    {
      if (i > start)
      {
        words.emplace_back(text.substr(start, i - start));
      }
      start = i + 1;
    }
  }
  return words;
}

template <std::size_t N>
std::array<double, N>
Numbers(const XyzLines & lines, const std::string & key, const std::string & value)
{
  const auto words = Words(value, " \t,[]");
  if (words.size() != N)
  {
    lines.Fail(key + " must hold " + std::to_string(N) + " numbers, but has " + std::to_string(words.size()) + ": " + Quoted(value) + ".");
  }
  std::array<double, N> numbers{};
  for (std::size_t i = 0; i < N; ++i)
  {
    numbers[i] = lines.Number(words[i], key);
  }
  return numbers;
}

void
ReadLattice(const XyzLines & lines, const std::string & value, XyzColumns & columns)
{
  const auto v = Numbers<9>(lines, "Lattice", value);
  columns.cell = { Vector3{ v[0], v[1], v[2] }, Vector3{ v[3], v[4], v[5] }, Vector3{ v[6], v[7], v[8] } };
  if (!(std::abs(Determinant(columns.cell)) > 1e-6))
  {
    lines.Fail("the cell given by Lattice has no volume: " + Quoted(value) + ". It must be the vectors a, b and c, one after the other.");
  }
}

/** Unit of a column by its name; only names that leave no doubt. */
DisplacementUnit
UnitOfName(const std::string & name)
{
  static const std::map<std::string, DisplacementUnit> names = { { "u2", DisplacementUnit::MeanSquare },
                                                                 { "msd", DisplacementUnit::MeanSquare },
                                                                 { "u_iso", DisplacementUnit::MeanSquare },
                                                                 { "uiso", DisplacementUnit::MeanSquare },
                                                                 { "mean_square_displacement", DisplacementUnit::MeanSquare },
                                                                 { "b", DisplacementUnit::DebyeWallerB },
                                                                 { "b_iso", DisplacementUnit::DebyeWallerB },
                                                                 { "biso", DisplacementUnit::DebyeWallerB },
                                                                 { "rms", DisplacementUnit::RootMeanSquare },
                                                                 { "u_rms", DisplacementUnit::RootMeanSquare },
                                                                 { "rms_displacement", DisplacementUnit::RootMeanSquare } };
  const auto                                           found = names.find(name);
  return found == names.end() ? DisplacementUnit::None : found->second;
}

bool
IsOneOf(const std::string & name, std::initializer_list<const char *> names)
{
  return std::find(names.begin(), names.end(), name) != names.end();
}

/** The remark that echoes the unit in the file and what it became. */
std::string
DisplacementRemark(const std::string & name, DisplacementUnit unit)
{
  const std::string column = "Thermal displacements: column \"" + name + "\" holds ";
  switch (unit)
  {
    case DisplacementUnit::MeanSquare:
      return column + "mean-square displacements u² in Å², taken as they are.";
    case DisplacementUnit::DebyeWallerB:
      return column + "B in Å², became u² = B / (8 pi²) in Å².";
    case DisplacementUnit::RootMeanSquare:
      return column + "root-mean-square displacements u in Å, became u² in Å².";
    case DisplacementUnit::None:
      break;
  }
  return column + "nothing that is used.";
}

void
ReadProperties(const XyzLines & lines, const std::string & value, XyzColumns & columns)
{
  const auto words = Words(value, ":");
  const auto fail = [&](const std::string & what) {
    lines.Fail("Properties=" + value + " " + what + ". The usual form is Properties=species:S:1:pos:R:3.");
  };
  if (words.empty() || words.size() % 3 != 0)
  {
    fail("is not made of name:type:columns");
  }
  std::optional<std::size_t> element, position;
  std::string                unused;
  columns.count = 0;
  for (std::size_t i = 0; i < words.size(); i += 3)
  {
    const std::string name = LowerCase(words[i]);
    const std::string type = LowerCase(words[i + 1]);
    long long         width = 0;
    if (!ParseInteger(words[i + 2], width) || width < 1 || width > 1000)
    {
      fail("has a bad number of columns, " + Quoted(words[i + 2]));
    }
    const bool number = (type == "r" || type == "i") && width == 1;
    const auto unit = UnitOfName(name);
    if (name == "species" || (number && IsOneOf(name, { "z", "numbers", "atomic_numbers" })))
    {
      element = columns.count;
    }
    else if (name == "pos" && type == "r" && width == 3)
    {
      position = columns.count;
    }
    else if (number && IsOneOf(name, { "occupancy", "occupancies", "occ" }))
    {
      columns.occupancy = columns.count;
    }
    else if (number && IsOneOf(name, { "charge", "charges", "initial_charges" }))
    {
      columns.charge = columns.count;
    }
    else if (number && unit != DisplacementUnit::None && !columns.displacement)
    {
      columns.displacement = columns.count;
      columns.displacementUnit = unit;
      columns.remarks.push_back(DisplacementRemark(words[i], unit));
    }
    else
    {
      unused += (unused.empty() ? "" : ", ") + words[i];
    }
    columns.count += static_cast<std::size_t>(width);
  }
  if (!element || !position)
  {
    fail(std::string("has no ") + (element ? "pos:R:3" : "species:S:1"));
  }
  columns.element = *element;
  columns.position = *position;
  if (!unused.empty())
  {
    columns.remarks.push_back("Columns that are not used: " + unused +
                              ". (Thermal displacements are read from u2 in Å², B in Å² or rms in Å; occupancies from occupancy.)");
  }
}

void
ReadPeriodicity(const std::string & value, XyzColumns & columns)
{
  const auto  words = Words(value, " \t,");
  std::string open;
  for (std::size_t i = 0; i < words.size() && i < 3; ++i)
  {
    if (LowerCase(words[i]).front() == 'f' || words[i] == "0")
    {
      open += (open.empty() ? "" : ", ") + std::string(1, "abc"[i]);
    }
  }
  if (!open.empty())
  {
    columns.remarks.push_back("The file says that the structure is not periodic along " + open +
                              "; the simulation is periodic in x and y, so add padding where its edge matters.");
  }
}
} // namespace

XyzColumns
ReadXyzColumns(const XyzLines & lines)
{
  XyzColumns columns;
  const auto values = KeysAndValues(lines.GetLine());
  const auto withValue = [&](const char * key, auto use) {
    const auto found = values.find(key);
    if (found != values.end())
    {
      use(found->second);
    }
    return found != values.end();
  };
  const bool lattice = withValue("lattice", [&](const std::string & value) { ReadLattice(lines, value, columns); });
  const bool properties = withValue("properties", [&](const std::string & value) { ReadProperties(lines, value, columns); });
  columns.extended = lattice || properties;
  if (columns.extended)
  {
    withValue("pbc", [&](const std::string & value) { ReadPeriodicity(value, columns); });
    withValue("origin", [&](const std::string & value) { columns.origin = Numbers<3>(lines, "Origin", value); });
    if (columns.origin != Vector3{})
    {
      columns.remarks.push_back("Positions count from the Origin that the file gives.");
    }
  }
  return columns;
}
} // namespace ElectronMultislice
