#include "cli/StructureSummary.h"
#include "cli/Console.h"
#include "common/Text.h"
#include "physics/Constants.h"
#include "physics/Elements.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace ElectronMultislice
{
namespace
{
/** Smallest and largest of some values, as "0.5" or "0.5 to 1". */
struct Interval
{
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  void
  Add(double value)
  {
    least = std::min(least, value);
    most = std::max(most, value);
  }
  std::string
  ToText() const
  {
    const std::string low = FormatNumber(least, 4);
    const std::string high = FormatNumber(most, 4);
    return low == high ? low : low + " to " + high;
  }
};

struct ElementSummary
{
  std::size_t atoms = 0;
  double      occupancySum = 0.0;
  Interval    occupancy;
  Interval    displacement;
  bool        anisotropic = false;
};

bool
IsAnisotropic(const DisplacementTensor & u)
{
  const double scale = 1e-6 * (std::abs(u[0]) + std::abs(u[1]) + std::abs(u[2]));
  return std::abs(u[0] - u[1]) > scale || std::abs(u[1] - u[2]) > scale || std::abs(u[3]) > scale || std::abs(u[4]) > scale ||
         std::abs(u[5]) > scale;
}

std::map<int, ElementSummary>
Summarize(const std::vector<Atom> & atoms)
{
  std::map<int, ElementSummary> elements;
  for (const Atom & atom : atoms)
  {
    ElementSummary & element = elements[atom.atomicNumber];
    ++element.atoms;
    element.occupancySum += atom.occupancy;
    element.occupancy.Add(atom.occupancy);
    element.displacement.Add((atom.displacement[0] + atom.displacement[1] + atom.displacement[2]) / 3.0);
    element.anisotropic = element.anisotropic || IsAnisotropic(atom.displacement);
  }
  return elements;
}

std::string
Table(const std::vector<std::vector<std::string>> & rows)
{
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto & row : rows)
  {
    for (std::size_t column = 0; column < row.size(); ++column)
    {
      widths[column] = std::max(widths[column], TextWidth(row[column]));
    }
  }
  std::string text;
  for (const auto & row : rows)
  {
    std::string line = " ";
    for (std::size_t column = 0; column < row.size(); ++column)
    {
      line += " " + PadText(row[column], widths[column] + 1);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text;
}

std::string
ElementTable(const Structure & structure)
{
  std::vector<std::vector<std::string>> rows{ { "element", "atoms", "occupancy", "sum", "u² along one direction (Å²)", "B (Å²)" } };
  for (const auto & [atomicNumber, element] : Summarize(structure.atoms))
  {
    const double factor = 8.0 * Pi * Pi;
    std::string  displacement = "none";
    std::string  temperatureFactor = "none";
    if (element.displacement.most > 0.0)
    {
      displacement = element.displacement.ToText() + (element.anisotropic ? ", anisotropic (mean of the three axes)" : "");
      temperatureFactor = Interval{ factor * element.displacement.least, factor * element.displacement.most }.ToText();
    }
    rows.push_back({ ElementSymbol(atomicNumber),
                     std::to_string(element.atoms),
                     element.occupancy.ToText(),
                     FormatNumber(element.occupancySum, 6),
                     displacement,
                     temperatureFactor });
  }
  return Table(rows);
}

bool
HasCell(const Structure & structure)
{
  return std::any_of(structure.cell.begin(), structure.cell.end(), [](const Vector3 & v) { return v != Vector3{}; });
}

std::string
CellText(const CellParameters & cell)
{
  const auto number = [](double value) { return FormatNumber(value, 8); };
  return "cell a = " + number(cell.a) + " Å, b = " + number(cell.b) + " Å, c = " + number(cell.c) + " Å, alpha = " + number(cell.alpha) +
         "°, beta = " + number(cell.beta) + "°, gamma = " + number(cell.gamma) + "°\n";
}

std::string
Warnings(const Structure & structure)
{
  std::string text;
  if (!HasCell(structure))
  {
    text += "warning: the file gives no cell, and a run needs one; extended XYZ (Lattice=\"...\") or CIF carry it.\n";
  }
  else
  {
    const CellParameters cell = GetCellParameters(structure.cell);
    const double         angle = std::max({ std::abs(cell.alpha - 90.0), std::abs(cell.beta - 90.0), std::abs(cell.gamma - 90.0) });
    if (angle * Pi / 180.0 > 1e-4)
    {
      text += "warning: the cell is not right-angled (up to " + FormatNumber(angle, 4) +
              "° off), which a run refuses: describe the crystal by an orthogonal supercell.\n";
    }
  }
  if (!structure.hasDisplacements)
  {
    text += "warning: no thermal displacements in the file; for frozen phonons give them in the job "
            "(thermal: mean-square-displacement).\n";
  }
  return text;
}
} // namespace

std::string
DescribeStructure(const Structure & structure)
{
  std::string text = structure.source + "\n";
  if (HasCell(structure))
  {
    text += CellText(GetCellParameters(structure.cell));
  }
  text += std::to_string(structure.atoms.size()) + " atoms, sum of occupancies " + FormatNumber(TotalOccupancy(structure), 8) + "\n";
  text += ElementTable(structure);
  for (const std::string & remark : structure.remarks)
  {
    text += "note: " + remark + "\n";
  }
  return text + Warnings(structure);
}
} // namespace ElectronMultislice
