#ifndef specimen_RepeatedSites_h
#define specimen_RepeatedSites_h
#include "specimen/Structure.h"

namespace ElectronMultislice
{
/** For every site the earlier site that it repeats, or itself: some files list atoms that their own symmetry already makes. A site repeats
 *  another if an atom of it lies on one of the other (0.02 Å), of the same element, and both cannot be there at once (occupancies above 1
 *  in sum). */
std::vector<std::size_t>
FindRepeatedSites(const std::array<Vector3, 3> &   cell,
                  const std::vector<Atom> &        atoms,
                  const std::vector<std::size_t> & siteOfAtom,
                  std::size_t                      sites);
} // namespace ElectronMultislice
#endif
