#ifndef specimen_SharedSites_h
#define specimen_SharedSites_h
#include "specimen/Structure.h"

namespace ElectronMultislice
{
/** Atoms nearer than this (Å) of which at least one has an occupancy below 1 share a site and exclude one another. */
inline constexpr double SharedSiteDistance = 0.01;

/** Numbers the shared sites of a structure: Atom::site becomes 0, 1, ... for atoms that share one and -1 for all others. Sites already
 *  given stay together. Returns the number of shared sites. */
std::size_t
AssignSharedSites(const std::array<Vector3, 3> & cell, std::vector<Atom> & atoms);
} // namespace ElectronMultislice
#endif
