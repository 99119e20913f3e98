#include "specimen/XyzReader.h"
#include "common/Text.h"
#include "specimen/AtomRecords.h"
#include "specimen/ExtendedXyz.h"
#include "specimen/StructureText.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
bool
AreNumbers(const std::vector<std::string_view> & fields)
{
  double value = 0.0;
  return std::all_of(fields.begin(), fields.end(), [&](std::string_view field) { return ParseNumber(field, value); });
}

/** What the first lines look like: a count and anything (XYZ), or anything and a cell of three numbers (Prismatic). When the first line is
 * a number and the second three numbers, the third decides: an atomic number and five more. */
bool
LooksLikePrismatic(std::string_view text, const std::string & name)
{
  XyzLines lines(text, name);
  if (lines.GetNumberOfLines() < 2)
  {
    return false;
  }
  long long number = 0;
  lines.NextAny();
  const bool counted = ParseInteger(Trimmed(lines.GetLine()), number);
  lines.NextAny();
  const auto cell = lines.GuessFields();
  if (cell.size() != 3 || !AreNumbers(cell))
  {
    return false;
  }
  if (!counted || !lines.NextFilled())
  {
    return !counted;
  }
  const auto atom = lines.GuessFields();
  return atom.size() == 6 && AreNumbers(atom) && ParseInteger(atom[0], number);
}

double
MeanSquareDisplacement(const XyzLines & lines, std::string_view field, DisplacementUnit unit)
{
  const double value = lines.Number(field, "the thermal displacement");
  if (value < 0.0)
  {
    lines.Fail("the thermal displacement is " + FormatNumber(value, 6) + "; it must be 0 or more.");
  }
  switch (unit)
  {
    case DisplacementUnit::RootMeanSquare:
      return value * value;
    case DisplacementUnit::DebyeWallerB:
      return DisplacementFromB(value)[0];
    default:
      return value;
  }
}

Atom
ReadAtom(const XyzLines & lines, const std::vector<std::string_view> & fields, const XyzColumns & columns)
{
  Atom atom;
  atom.atomicNumber = lines.Element(fields[columns.element]);
  for (std::size_t k = 0; k < 3; ++k)
  {
    atom.position[k] = lines.Number(fields[columns.position + k], std::string(1, "xyz"[k]) + " of the atom") - columns.origin[k];
  }
  if (columns.occupancy)
  {
    atom.occupancy = lines.Number(fields[*columns.occupancy], "the occupancy");
  }
  if (columns.charge)
  {
    atom.charge = lines.Number(fields[*columns.charge], "the charge");
  }
  if (columns.displacement)
  {
    atom.displacement = IsotropicDisplacement(MeanSquareDisplacement(lines, fields[*columns.displacement], columns.displacementUnit));
  }
  return atom;
}

/** The number of atoms in the first line of a frame. */
std::size_t
ReadCount(const XyzLines & lines)
{
  long long count = 0;
  if (!ParseInteger(Trimmed(lines.GetLine()), count))
  {
    lines.Fail("the number of atoms of a frame is expected here, but the line is " + Quoted(Trimmed(lines.GetLine())) +
               ". An XYZ file has the number of atoms, a comment line and then one line per atom; check that the number is right.");
  }
  if (count < 1)
  {
    lines.Fail("the number of atoms is " + std::to_string(count) + "; it must be at least 1.");
  }
  return static_cast<std::size_t>(count);
}

Structure
ReadFrame(XyzLines & lines)
{
  const std::size_t countLine = lines.GetNumber();
  const std::size_t count = ReadCount(lines);
  if (!lines.NextAny())
  {
    lines.Fail("the file ends after the number of atoms.");
  }
  const XyzColumns columns = ReadXyzColumns(lines);
  Structure        structure;
  structure.cell = columns.cell;
  structure.remarks = columns.remarks;
  structure.atoms.reserve(std::min(count, lines.GetNumberOfLinesLeft()));
  AtomRecords records(lines.GetName(), structure);
  bool        more = false;
  for (std::size_t i = 0; i < count; ++i)
  {
    if (!lines.NextFilled())
    {
      lines.Fail("the file ends after " + std::to_string(i) + " of the " + std::to_string(count) + " atoms that line " +
                 std::to_string(countLine) + " announces. The number is wrong, or the file is cut short.");
    }
    const auto fields = lines.GetFields();
    if (fields.size() < columns.count || (columns.extended && fields.size() > columns.count))
    {
      lines.Fail("the line has " + std::to_string(fields.size()) + " columns instead of " + std::to_string(columns.count) +
                 (columns.extended ? " as Properties says: " : " (symbol, x, y, z): ") + Quoted(Trimmed(lines.GetLine())) + ".");
    }
    more = more || fields.size() > columns.count;
    records.Add(ReadAtom(lines, fields, columns), lines.GetNumber());
  }
  if (more)
  {
    structure.remarks.push_back("Columns after x, y, z are not used; only an extended XYZ file (Properties=...) says what they mean.");
  }
  if (columns.cell == Matrix3{})
  {
    structure.remarks.push_back("The file gives no cell.");
  }
  records.Finish();
  return structure;
}
} // namespace

std::vector<Structure>
ReadXyz(std::string_view text, const std::string & name)
{
  if (LooksLikePrismatic(text, name))
  {
    return { ReadPrismaticXyz(text, name) };
  }
  XyzLines               lines(text, name);
  std::vector<Structure> frames;
  while (lines.NextFilled())
  {
    frames.push_back(ReadFrame(lines));
  }
  if (frames.empty())
  {
    throw InputError(name + ": the file is empty.");
  }
  for (std::size_t i = 0; i < frames.size(); ++i)
  {
    frames[i].source = frames.size() == 1 ? name : name + ", frame " + std::to_string(i + 1);
  }
  return frames;
}
} // namespace ElectronMultislice
