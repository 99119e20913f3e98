#ifndef specimen_SymmetryExpansion_h
#define specimen_SymmetryExpansion_h
#include "specimen/SymmetryOperators.h"
#include <vector>

namespace ElectronMultislice
{
/** Images of one site nearer than this (Å) are one atom on a special position. */
inline constexpr double SpecialPositionDistance = 0.02;

struct SiteImage
{
  Vector3            fractional{};   ///< in [0, 1)
  DisplacementTensor displacement{}; ///< on the fractional axes (U_frac = N U N)
};

struct ExpandedSite
{
  std::vector<SiteImage> images;
  double                 displacementChange = 0.0; ///< largest change of a component that the site's own symmetry demanded
  bool                   uneven = false;           ///< the images merge in unequal numbers: the site is nearly, not quite, special
};

/** Applies every operator to a site of the cell (vectors in rows), U as R U R^T, and merges images of this one site that coincide. A merged
 *  image is the mean of its members: coordinates such as 0.3333 come to lie exactly on the symmetry element, and U obeys its symmetry. */
ExpandedSite
ExpandSite(const SiteImage & site, const std::vector<SymmetryOperator> & operators, const Matrix3 & cell);
} // namespace ElectronMultislice
#endif
