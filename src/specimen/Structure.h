#ifndef specimen_Structure_h
#define specimen_Structure_h
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ElectronMultislice
{
using Vector3 = std::array<double, 3>;

/** Mean-square thermal displacements U_ij in Å², Cartesian: xx, yy, zz, xy, xz, yz. Isotropic u²: {u², u², u², 0, 0, 0}. */
using DisplacementTensor = std::array<double, 6>;

inline DisplacementTensor
IsotropicDisplacement(double meanSquareDisplacement)
{
  return { meanSquareDisplacement, meanSquareDisplacement, meanSquareDisplacement, 0.0, 0.0, 0.0 };
}

/** One atom (or one of several atoms that share a site). */
struct Atom
{
  int                atomicNumber = 0;
  Vector3            position{};      ///< Cartesian, Å
  double             occupancy = 1.0; ///< probability that the site holds this atom, 0 to 1
  DisplacementTensor displacement{};  ///< thermal, Å²; zero if the file gives none
  double             charge = 0.0;    ///< in elementary charges; kept, not used by neutral parametrizations
  std::int64_t       site = -1;       ///< atoms with the same site >= 0 exclude one another; -1: a site of its own
};

/** Atoms in a cell; what the readers give. */
struct Structure
{
  std::array<Vector3, 3>   cell{};                   ///< vectors a, b, c in Å, Cartesian; may be oblique
  std::vector<Atom>        atoms;                    ///< not necessarily inside the cell
  bool                     hasDisplacements = false; ///< some atom has a thermal displacement
  std::string              source;                   ///< where it comes from: file name and block or frame
  std::vector<std::string> remarks; ///< what the reader decided: thermal unit in the file and what it became, symmetry source, merges
};

/** Lengths of a, b, c in Å and angles alpha, beta, gamma in degrees. */
struct CellParameters
{
  double a, b, c, alpha, beta, gamma;
};
CellParameters
GetCellParameters(const std::array<Vector3, 3> & cell);

/** Vectors of a cell: a along x, b in the xy plane (the usual crystallographic choice). Input error for impossible parameters. */
std::array<Vector3, 3>
CellVectors(const CellParameters & parameters);

/** Input error unless every number is finite, every atomic number in 1..118, every occupancy in (0, 1], cell lengths > 0. */
void
CheckStructure(const Structure & structure);

/** Sum of the occupancies. */
double
TotalOccupancy(const Structure & structure);
} // namespace ElectronMultislice
#endif
