#include "specimen/Structure.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Elements.h"
#include "specimen/Matrix3.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
constexpr double DegreesPerRadian = 57.29577951308232087680;

/** Exact at the angles that crystals have. */
double
CosineOfDegrees(double angle)
{
  if (angle == 90.0)
  {
    return 0.0;
  }
  if (angle == 120.0)
  {
    return -0.5;
  }
  return angle == 60.0 ? 0.5 : std::cos(angle / DegreesPerRadian);
}

double
AngleInDegrees(const Vector3 & a, const Vector3 & b)
{
  return std::atan2(Norm(Cross(a, b)), Dot(a, b)) * DegreesPerRadian;
}

bool
AllFinite(const double * values, std::size_t count)
{
  return std::all_of(values, values + count, [](double value) { return std::isfinite(value); });
}

/** Å. Positions beyond would be wrapped into the cell with more than 2e-9 Å of rounding. */
constexpr double LargestDistance = 1e7;

void
CheckAtom(const Atom & atom, std::size_t index, const std::string & source)
{
  const std::string where = source.empty() ? std::string("the structure") : source;
  const auto        fail = [&](const std::string & what) { throw InputError(where + ": atom " + std::to_string(index + 1) + " " + what); };
  if (atom.atomicNumber < 1 || atom.atomicNumber > LargestAtomicNumber)
  {
    fail("has atomic number " + std::to_string(atom.atomicNumber) + "; allowed are 1 (H) to " + std::to_string(LargestAtomicNumber) + ".");
  }
  const std::string name = "(" + ElementSymbol(atom.atomicNumber) + ")";
  if (!AllFinite(atom.position.data(), 3))
  {
    fail(name + " has a position that is not a finite number: (" + FormatNumber(atom.position[0], 6) + ", " +
         FormatNumber(atom.position[1], 6) + ", " + FormatNumber(atom.position[2], 6) + ") Å.");
  }
  if (std::any_of(atom.position.begin(), atom.position.end(), [](double value) { return std::abs(value) > LargestDistance; }))
  {
    fail(name + " lies more than 1 mm from the origin: (" + FormatNumber(atom.position[0], 6) + ", " + FormatNumber(atom.position[1], 6) +
         ", " + FormatNumber(atom.position[2], 6) + ") Å. Its place in the cell could not be computed exactly.");
  }
  if (!(atom.occupancy > 0.0 && atom.occupancy <= 1.0))
  {
    fail(name + " has occupancy " + FormatNumber(atom.occupancy, 6) +
         "; allowed is more than 0 up to 1. Leave out atoms that are not there.");
  }
  if (!AllFinite(atom.displacement.data(), 6) || !std::isfinite(atom.charge))
  {
    fail(name + " has a thermal displacement or a charge that is not a finite number.");
  }
}
} // namespace

CellParameters
GetCellParameters(const std::array<Vector3, 3> & cell)
{
  return { Norm(cell[0]),
           Norm(cell[1]),
           Norm(cell[2]),
           AngleInDegrees(cell[1], cell[2]),
           AngleInDegrees(cell[0], cell[2]),
           AngleInDegrees(cell[0], cell[1]) };
}

std::array<Vector3, 3>
CellVectors(const CellParameters & parameters)
{
  const auto & p = parameters;
  for (const double length : { p.a, p.b, p.c })
  {
    if (!(std::isfinite(length) && length > 0.0))
    {
      throw InputError("A cell length is " + FormatNumber(length, 8) + " Å; it must be a positive number.");
    }
  }
  for (const double angle : { p.alpha, p.beta, p.gamma })
  {
    if (!(angle > 0.0 && angle < 180.0))
    {
      throw InputError("A cell angle is " + FormatNumber(angle, 8) + "°; it must lie between 0° and 180°.");
    }
  }
  const double cosAlpha = CosineOfDegrees(p.alpha);
  const double cosBeta = CosineOfDegrees(p.beta);
  const double cosGamma = CosineOfDegrees(p.gamma);
  const double sinGamma = p.gamma == 90.0 ? 1.0 : std::sqrt(1.0 - cosGamma * cosGamma);
  const double cy = (cosAlpha - cosBeta * cosGamma) / sinGamma;
  const double height2 = 1.0 - cosBeta * cosBeta - cy * cy;
  if (!(height2 > 1e-8))
  {
    throw InputError("The cell angles " + FormatNumber(p.alpha, 8) + "°, " + FormatNumber(p.beta, 8) + "°, " + FormatNumber(p.gamma, 8) +
                     "° cannot belong to one cell: its volume would be zero. Check the angles in the file.");
  }
  return { Vector3{ p.a, 0.0, 0.0 },
           Vector3{ p.b * cosGamma, p.b * sinGamma, 0.0 },
           Vector3{ p.c * cosBeta, p.c * cy, p.c * std::sqrt(height2) } };
}

void
CheckStructure(const Structure & structure)
{
  const std::string         where = structure.source.empty() ? std::string("the structure") : structure.source;
  static const char * const names[] = { "a", "b", "c" };
  for (std::size_t axis = 0; axis < 3; ++axis)
  {
    const double length = Norm(structure.cell[axis]);
    if (!(std::isfinite(length) && length > 0.0))
    {
      throw InputError(where + ": cell vector " + names[axis] + " has the length " + FormatNumber(length, 8) +
                       " Å; it must be positive. A plain XYZ file has no cell: write it as extended XYZ with "
                       "Lattice=\"ax 0 0 0 by 0 0 0 cz\" in its second line, or use a CIF.");
    }
  }
  if (structure.atoms.empty())
  {
    throw InputError(where + ": there are no atoms; at least one is needed.");
  }
  for (std::size_t index = 0; index < structure.atoms.size(); ++index)
  {
    CheckAtom(structure.atoms[index], index, structure.source);
  }
}

double
TotalOccupancy(const Structure & structure)
{
  double sum = 0.0;
  for (const auto & atom : structure.atoms)
  {
    sum += atom.occupancy;
  }
  return sum;
}
} // namespace ElectronMultislice
