#ifndef specimen_CifSites_h
#define specimen_CifSites_h
#include "specimen/CifDocument.h"
#include "specimen/Matrix3.h"

namespace ElectronMultislice
{
/** An atom site of a CIF, before symmetry. */
struct CifSite
{
  std::string        label;
  std::size_t        line = 0;
  int                atomicNumber = 0;
  double             charge = 0.0;
  double             occupancy = 1.0;
  Vector3            fractional{};
  bool               anisotropic = false;
  DisplacementTensor displacement{}; ///< isotropic: Cartesian, Å²; anisotropic: on the fractional axes
};

struct CifSites
{
  std::vector<CifSite>     sites;
  std::vector<std::string> remarks; ///< thermal units, elements from labels, dummies left out
};

/** Whether the block has a loop (or one) of fractional coordinates. */
bool
HasCifSites(const CifBlock & block);

/** Reads the atom sites of a block. Input error with the line for anything that is unknown or no number. */
CifSites
ReadCifSites(const CifBlock & block, const Matrix3 & cell);
} // namespace ElectronMultislice
#endif
