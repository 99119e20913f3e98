#include "io/InlineStructure.h"
#include "common/Text.h"
#include "io/JobValues.h"
#include "io/YamlWriter.h"
#include "physics/Constants.h"
#include "physics/Elements.h"

namespace ElectronMultislice
{
namespace
{
/** Far beyond any crystal's; larger ones are taken for B. */
constexpr double LargestDisplacement = 1.0;

/** What stands after element, x, y, z in an atom's list. */
enum AtomItem
{
  OccupancyItem = 4,
  DisplacementItem,
  ChargeItem,
  SiteItem,
  LargestAtomSize
};

Vector3
ReadVector(const YamlNode & node)
{
  const auto items = node.GetItems(3, "[3.905, 0, 0]");
  return { ReadLength(items[0]), ReadLength(items[1]), ReadLength(items[2]) };
}

std::array<Vector3, 3>
ReadCell(const YamlNode & node)
{
  const auto items = node.GetItems();
  if (items.size() != 3 && items.size() != 6)
  {
    throw node.Failure("a cell is [a, b, c], [a, b, c, 90 deg, 90 deg, 120 deg] or three vectors [[ax, ay, az], [bx, by, bz], [cx, cy, "
                       "cz]], not a list of " +
                       std::to_string(items.size()));
  }
  if (items.front().IsList())
  {
    return { ReadVector(items[0]), ReadVector(items[1]), ReadVector(items[2]) };
  }
  CellParameters cell{ ReadPositiveLength(items[0]), ReadPositiveLength(items[1]), ReadPositiveLength(items[2]), 90.0, 90.0, 90.0 };
  if (items.size() == 3)
  {
    return { Vector3{ cell.a, 0.0, 0.0 }, Vector3{ 0.0, cell.b, 0.0 }, Vector3{ 0.0, 0.0, cell.c } };
  }
  const double degrees = 180.0 / Pi;
  cell.alpha = ReadAngle(items[3]) * degrees;
  cell.beta = ReadAngle(items[4]) * degrees;
  cell.gamma = ReadAngle(items[5]) * degrees;
  return node.Located([&] { return CellVectors(cell); });
}

int
ReadElement(const YamlNode & node)
{
  const int atomicNumber = AtomicNumberOfSymbol(node.GetText());
  if (atomicNumber == 0)
  {
    throw node.Failure("\"" + node.GetText() + "\" is no element; write a symbol such as Sr");
  }
  return atomicNumber;
}

DisplacementTensor
ReadDisplacement(const YamlNode & node)
{
  if (!node.IsList())
  {
    return IsotropicDisplacement(ReadMeanSquareDisplacement(node, LargestDisplacement));
  }
  const auto         items = node.GetItems(6, "[xx, yy, zz, xy, xz, yz] in Å²");
  DisplacementTensor tensor{};
  for (std::size_t i = 0; i < tensor.size(); ++i)
  {
    const bool isDiagonal = i < 3;
    tensor[i] = isDiagonal ? ReadMeanSquareDisplacement(items[i], LargestDisplacement)
                           : items[i].GetNumber(-LargestDisplacement, LargestDisplacement);
  }
  return tensor;
}

Atom
ReadAtom(const YamlNode & node)
{
  const auto items = node.GetItems();
  if (items.size() < OccupancyItem || items.size() > LargestAtomSize)
  {
    throw node.Failure("an atom is [element, x, y, z], and after them occupancy, u2, charge and site if need be, not a list of " +
                       std::to_string(items.size()));
  }
  Atom atom;
  atom.atomicNumber = ReadElement(items[0]);
  atom.position = { ReadLength(items[1]), ReadLength(items[2]), ReadLength(items[3]) };
  if (items.size() > OccupancyItem)
  {
    atom.occupancy = items[OccupancyItem].GetNumber();
    if (!(atom.occupancy > 0.0 && atom.occupancy <= 1.0))
    {
      throw items[OccupancyItem].Failure("an occupancy is above 0 and at most 1, not " + items[OccupancyItem].GetText());
    }
  }
  if (items.size() > DisplacementItem)
  {
    atom.displacement = ReadDisplacement(items[DisplacementItem]);
  }
  if (items.size() > ChargeItem)
  {
    atom.charge = items[ChargeItem].GetNumber(-LargestAtomicNumber, LargestAtomicNumber);
  }
  if (items.size() > SiteItem && items[SiteItem].GetText() != "-1")
  {
    atom.site = static_cast<std::int64_t>(items[SiteItem].GetCount(0, std::uint64_t{ 1 } << 62));
  }
  return atom;
}

void
WriteAtom(YAML::Emitter & emitter, const Atom & atom)
{
  emitter << YAML::Flow << YAML::BeginSeq << ElementSymbol(atom.atomicNumber);
  for (const double coordinate : atom.position)
  {
    emitter << FormatNumber(coordinate);
  }
  emitter << FormatNumber(atom.occupancy);
  if (atom.displacement == IsotropicDisplacement(atom.displacement[0]))
  {
    emitter << FormatNumber(atom.displacement[0]);
  }
  else
  {
    WriteNumbers(emitter, atom.displacement);
  }
  if (atom.charge != 0.0 || atom.site >= 0)
  {
    emitter << FormatNumber(atom.charge) << std::to_string(atom.site);
  }
  emitter << YAML::EndSeq;
}
} // namespace

double
ReadMeanSquareDisplacement(const YamlNode & node, double largest)
{
  const double value = node.GetNumber();
  if (value < 0.0)
  {
    throw node.Failure(node.GetText() + " Å² is negative; a mean-square displacement is not");
  }
  if (value > largest)
  {
    throw node.Failure(node.GetText() + " Å² is more than " + FormatNumber(largest) +
                       " Å², too much for a mean-square displacement along one direction; if it is a B factor, write u² = B/(8π²) = " +
                       FormatNumber(value / (8.0 * Pi * Pi), 3));
  }
  return value;
}

Structure
ReadInlineStructure(const YamlNode & section)
{
  Structure structure;
  structure.cell = ReadCell(section.Require("cell"));
  const YamlNode atoms = section.Require("atoms");
  for (const YamlNode & item : atoms.GetItems())
  {
    structure.atoms.push_back(ReadAtom(item));
    structure.hasDisplacements = structure.hasDisplacements || structure.atoms.back().displacement != DisplacementTensor{};
  }
  if (structure.atoms.empty())
  {
    throw atoms.Failure("there are no atoms");
  }
  ReadIfPresent(section, "source", structure.source, [](const YamlNode & node) { return node.GetText(); });
  if (const auto remarks = section.Find("remarks"))
  {
    for (const YamlNode & remark : remarks->GetItems())
    {
      structure.remarks.push_back(remark.GetText());
    }
  }
  atoms.Located([&] { CheckStructure(structure); });
  return structure;
}

void
WriteInlineStructure(YAML::Emitter & emitter, const Structure & structure)
{
  emitter << YAML::Key << "cell" << YAML::Value << YAML::Flow << YAML::BeginSeq;
  for (const Vector3 & vector : structure.cell)
  {
    WriteNumbers(emitter, vector);
  }
  emitter << YAML::EndSeq << YAML::Key << "atoms" << YAML::Value << YAML::BeginSeq;
  for (const Atom & atom : structure.atoms)
  {
    WriteAtom(emitter, atom);
  }
  emitter << YAML::EndSeq;
  if (!structure.source.empty())
  {
    emitter << YAML::Key << "source" << YAML::Value << structure.source;
  }
  if (!structure.remarks.empty())
  {
    emitter << YAML::Key << "remarks" << YAML::Value << YAML::BeginSeq;
    for (const std::string & remark : structure.remarks)
    {
      emitter << remark;
    }
    emitter << YAML::EndSeq;
  }
}
} // namespace ElectronMultislice
