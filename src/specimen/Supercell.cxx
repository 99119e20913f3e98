#include "specimen/Supercell.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Elements.h"
#include "specimen/ClosePairs.h"
#include "specimen/SharedSites.h"
#include <algorithm>
#include <limits>
#include <set>

namespace ElectronMultislice
{
namespace
{
constexpr double OverlapDistance = 0.5;  // Å
constexpr double TopGrace = 1e-6;        // Å: an atom this near below the top belongs to the next period
constexpr double RightAngleGrace = 1e-4; // rad

std::string
Place(const Atom & atom)
{
  return ElementSymbol(atom.atomicNumber) + " at (" + FormatNumber(atom.position[0], 6) + ", " + FormatNumber(atom.position[1], 6) + ", " +
         FormatNumber(atom.position[2], 6) + ") Å";
}

/** Which of a, b, c becomes x, y, z. */
std::array<std::size_t, 3>
AxisOrder(BeamAxis axis)
{
  switch (axis)
  {
    case BeamAxis::A:
      return { 1, 2, 0 };
    case BeamAxis::B:
      return { 2, 0, 1 };
    case BeamAxis::C:
      break;
  }
  return { 0, 1, 2 };
}

void
RefuseObliqueCell(const Structure & structure)
{
  static const char * const names[] = { "alpha (between b and c)", "beta (between a and c)", "gamma (between a and b)" };
  const std::string         where = structure.source.empty() ? std::string("the structure") : structure.source;
  const CellParameters      parameters = GetCellParameters(structure.cell);
  const double              angles[] = { parameters.alpha, parameters.beta, parameters.gamma };
  for (std::size_t k = 0; k < 3; ++k)
  {
    const auto & first = structure.cell[(k + 1) % 3];
    const auto & second = structure.cell[(k + 2) % 3];
    if (std::abs(std::asin(std::clamp(Dot(first, second) / (Norm(first) * Norm(second)), -1.0, 1.0))) > RightAngleGrace)
    {
      throw InputError(
        where + ": the cell is not right-angled: " + names[k] + " is " + FormatNumber(angles[k], 8) +
        "° and must be 90° within 0.006°. Write the structure in a right-angled cell first: for a hexagonal cell the vectors "
        "a, a + 2b, c if gamma is 120° (a, 2b - a, c if it is 60°), which hold twice as many atoms; in Python, "
        "ase.build.make_supercell(atoms, [[1, 0, 0], [1, 2, 0], [0, 0, 1]]).");
    }
  }
  if (Determinant(structure.cell) < 0.0)
  {
    throw InputError(
      where + ": the cell vectors a, b, c are left-handed, so that turning them into x, y, z would mirror the structure. Exchange two "
              "of them, or reverse one.");
  }
}

void
CheckOptions(const Structure & structure, const SupercellOptions & options)
{
  for (const int repetitions : options.repetitions)
  {
    if (repetitions < 1)
    {
      throw InputError("The number of repetitions of a cell axis is " + std::to_string(repetitions) + "; it must be at least 1.");
    }
  }
  for (const double padding : options.padding)
  {
    if (!(std::isfinite(padding) && padding >= 0.0))
    {
      throw InputError("The padding is " + FormatNumber(padding, 8) + " Å; it must be a number of ångström, 0 or more, on each side.");
    }
  }
  for (const auto & [element, value] : options.displacementOverride)
  {
    if (!(std::isfinite(value) && value >= 0.0))
    {
      throw InputError("The mean-square displacement of " + ElementSymbol(element) + " is " + FormatNumber(value, 8) +
                       " Å²; it must be a number, 0 or more.");
    }
    const auto isOfElement = [element = element](const Atom & atom) { return atom.atomicNumber == element; };
    if (std::none_of(structure.atoms.begin(), structure.atoms.end(), isOfElement))
    {
      std::set<int>            present;
      std::vector<std::string> names;
      for (const auto & atom : structure.atoms)
      {
        if (present.insert(atom.atomicNumber).second)
        {
          names.push_back(ElementSymbol(atom.atomicNumber));
        }
      }
      throw InputError("A mean-square displacement is given for " + ElementSymbol(element) + ", but " + structure.source +
                       " has no such atom. Its elements: " + JoinAlternatives(names) + ".");
    }
  }
}

/** Occupancies on one site that sum to more than 1 are scaled to 1. */
void
ScaleCrowdedSites(std::vector<Atom> & atoms, std::size_t sites, std::vector<std::string> & remarks)
{
  std::vector<double> sums(sites, 0.0);
  for (const auto & atom : atoms)
  {
    if (atom.site >= 0)
    {
      sums[static_cast<std::size_t>(atom.site)] += atom.occupancy;
    }
  }
  std::size_t  crowded = 0;
  double       largest = 1.001; // thirds written as 0.334 are not worth a remark
  const Atom * example = nullptr;
  for (auto & atom : atoms)
  {
    if (atom.site < 0 || sums[static_cast<std::size_t>(atom.site)] <= 1.0)
    {
      continue;
    }
    const double sum = sums[static_cast<std::size_t>(atom.site)];
    atom.occupancy /= sum;
    crowded += sum > 1.001 ? 1 : 0;
    if (sum > largest)
    {
      largest = sum;
      example = &atom;
    }
  }
  if (example != nullptr)
  {
    remarks.push_back("The occupancies of " + std::to_string(crowded) + " atoms on shared sites sum to more than 1 (up to " +
                      FormatNumber(largest, 4) + ", " + Place(*example) + "); they were scaled to 1.");
  }
}

/** The atoms of one cell along x, y, z of the supercell, from its corner. */
std::vector<Atom>
OrientedCell(const Structure & structure, const std::array<std::size_t, 3> & order, const SupercellOptions & options)
{
  const Matrix3 toFractional = Inverse(Transposed(structure.cell));
  Matrix3       rotation{};
  Vector3       lengths{};
  for (std::size_t k = 0; k < 3; ++k)
  {
    const auto & axis = structure.cell[order[k]];
    lengths[k] = Norm(axis);
    rotation[k] = { axis[0] / lengths[k], axis[1] / lengths[k], axis[2] / lengths[k] };
  }
  std::vector<Atom> atoms = structure.atoms;
  for (auto & atom : atoms)
  {
    // through fractional coordinates, so that a cell that is right-angled only within the grace still tiles without a seam
    const Vector3 fractional = Multiply(toFractional, atom.position);
    for (std::size_t k = 0; k < 3; ++k)
    {
      atom.position[k] = fractional[order[k]] * lengths[k];
    }
    const auto given = options.displacementOverride.find(atom.atomicNumber);
    if (given != options.displacementOverride.end())
    {
      atom.displacement = IsotropicDisplacement(given->second);
    }
    else if (!IsIsotropic(atom.displacement))
    {
      atom.displacement = Transform(rotation, atom.displacement);
    }
  }
  return atoms;
}

void
Wrap(Vector3 & position, const Vector3 & lengths)
{
  for (std::size_t k = 0; k < 3; ++k)
  {
    auto & x = position[k];
    x -= std::floor(x / lengths[k]) * lengths[k];
    const double grace = k == 2 ? TopGrace : 0.0;
    if (x >= lengths[k] - grace || x < 0.0)
    {
      x = 0.0;
    }
  }
}

void
ReportOverlaps(Supercell & supercell)
{
  constexpr std::size_t most = 1000000;
  const auto &          l = supercell.lengths;
  const Matrix3         cell{ Vector3{ l[0], 0.0, 0.0 }, Vector3{ 0.0, l[1], 0.0 }, Vector3{ 0.0, 0.0, l[2] } };
  std::size_t           pairs = 0;
  std::string           example;
  ForEachClosePair(cell, supercell.atoms, OverlapDistance, [&](std::size_t i, std::size_t j, double distance) {
    const auto & first = supercell.atoms[i];
    const auto & second = supercell.atoms[j];
    if (first.site >= 0 && first.site == second.site)
    {
      return true;
    }
    if (pairs++ == 0)
    {
      example = Place(first) + " and " + Place(second) + ", " + FormatNumber(distance, 3) + " Å apart";
    }
    return pairs < most;
  });
  if (pairs > 0)
  {
    supercell.remarks.push_back((pairs == most ? "More than " : "") + std::to_string(pairs) +
                                (pairs == 1 ? " pair of atoms is" : " pairs of atoms are") +
                                " closer than 0.5 Å after wrapping into the box, for example " + example +
                                ". All of them are kept; check the structure, the cell and the repetitions.");
  }
}
} // namespace

std::size_t
CountSupercellAtoms(const Structure & structure, const SupercellOptions & options)
{
  double count = static_cast<double>(structure.atoms.size());
  for (const int repetitions : options.repetitions)
  {
    count *= repetitions;
  }
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  if (count > most)
  {
    throw InputError("The supercell would have " + FormatNumber(count, 4) + " atoms; the most is " + std::to_string(most) +
                     ". Take fewer repetitions.");
  }
  return static_cast<std::size_t>(count);
}

Supercell
BuildSupercell(const Structure & structure, const SupercellOptions & options)
{
  CheckStructure(structure);
  CheckOptions(structure, options);
  RefuseObliqueCell(structure);

  Supercell         supercell;
  const auto        order = AxisOrder(options.beamAxis);
  std::vector<Atom> cellAtoms = OrientedCell(structure, order, options);
  Matrix3           oriented{};
  for (std::size_t k = 0; k < 3; ++k)
  {
    oriented[k][k] = Norm(structure.cell[order[k]]);
    supercell.lengths[k] = oriented[k][k] * options.repetitions[order[k]] + 2.0 * options.padding[k];
  }
  const auto sites = AssignSharedSites(oriented, cellAtoms);
  ScaleCrowdedSites(cellAtoms, sites, supercell.remarks);

  const std::size_t count = CountSupercellAtoms(structure, options);
  supercell.atoms.reserve(count);
  std::int64_t firstSite = 0; // of the tile: atoms exclude one another only within their own tile
  for (int iz = 0; iz < options.repetitions[order[2]]; ++iz)
  {
    for (int iy = 0; iy < options.repetitions[order[1]]; ++iy)
    {
      for (int ix = 0; ix < options.repetitions[order[0]]; ++ix)
      {
        const Vector3 corner{ ix * oriented[0][0] + options.padding[0],
                              iy * oriented[1][1] + options.padding[1],
                              iz * oriented[2][2] + options.padding[2] };
        for (Atom atom : cellAtoms)
        {
          for (std::size_t k = 0; k < 3; ++k)
          {
            atom.position[k] += corner[k];
          }
          Wrap(atom.position, supercell.lengths);
          if (atom.site >= 0)
          {
            atom.site += firstSite;
          }
          supercell.atoms.push_back(atom);
        }
        firstSite += static_cast<std::int64_t>(sites);
      }
    }
  }
  if (supercell.atoms.size() != count)
  {
    throw Error(ErrorKind::Internal,
                "The supercell holds " + std::to_string(supercell.atoms.size()) + " atoms instead of " + std::to_string(count) + ".");
  }
  ReportOverlaps(supercell);
  return supercell;
}
} // namespace ElectronMultislice
