#include "common/Text.h"
#include "specimen/AtomRecords.h"
#include "specimen/StructureText.h"
#include "specimen/XyzFields.h"
#include "specimen/XyzReader.h"

namespace ElectronMultislice
{
namespace
{
std::array<Vector3, 3>
ReadCell(const XyzLines & lines)
{
  const auto             fields = lines.GetFields();
  std::array<Vector3, 3> cell{};
  for (std::size_t k = 0; k < 3; ++k)
  {
    cell[k][k] = lines.Number(fields[k], std::string("cell length ") + "abc"[k]);
    if (!(cell[k][k] > 0.0))
    {
      lines.Fail(std::string("cell length ") + "abc"[k] + " is " + FormatNumber(cell[k][k], 8) + " Å; it must be positive.");
    }
  }
  return cell;
}

Atom
ReadAtom(const XyzLines & lines, const std::vector<std::string_view> & fields)
{
  Atom atom;
  atom.atomicNumber = lines.Element(fields[0]);
  for (std::size_t k = 0; k < 3; ++k)
  {
    atom.position[k] = lines.Number(fields[k + 1], std::string(1, "xyz"[k]) + " of the atom");
  }
  atom.occupancy = lines.Number(fields[4], "the occupancy");
  const double u = lines.Number(fields[5], "the root-mean-square displacement");
  if (u < 0.0)
  {
    lines.Fail("the root-mean-square displacement is " + FormatNumber(u, 6) + " Å; it must be 0 or more.");
  }
  atom.displacement = IsotropicDisplacement(u * u);
  return atom;
}
} // namespace

Structure
ReadPrismaticXyz(std::string_view text, const std::string & name)
{
  XyzLines lines(text, name);
  lines.NextAny(); // comment
  lines.NextAny();
  Structure structure;
  structure.source = name;
  structure.cell = ReadCell(lines);
  AtomRecords records(name, structure);
  bool        closed = false;
  while (!closed && lines.NextFilled())
  {
    const auto fields = lines.GetFields();
    long long  number = 0;
    closed = !fields.empty() && ParseInteger(fields[0], number) && number == -1;
    if (closed)
    {
      break;
    }
    if (fields.size() != 6)
    {
      lines.Fail("the line has " + std::to_string(fields.size()) +
                 " columns instead of 6 (atomic number, x, y, z, occupancy, root-mean-square displacement): " +
                 Quoted(Trimmed(lines.GetLine())) + ".");
    }
    records.Add(ReadAtom(lines, fields), lines.GetNumber());
  }
  if (!closed)
  {
    structure.remarks.push_back("The closing line -1 is missing: the file may be cut short.");
  }
  else if (lines.NextFilled())
  {
    structure.remarks.push_back("Lines after the closing -1 (from line " + std::to_string(lines.GetNumber()) + ") are not used.");
  }
  structure.remarks.push_back("Thermal displacements: the last column holds root-mean-square displacements u in Å, became u² in Å².");
  records.Finish();
  return structure;
}
} // namespace ElectronMultislice
