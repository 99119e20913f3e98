#ifndef specimen_ClosePairs_h
#define specimen_ClosePairs_h
#include "specimen/Matrix3.h"
#include <functional>

namespace ElectronMultislice
{
/** Calls visit(i, j, distance), i < j, once for every pair of atoms nearer than `limit` (Å), through the faces of the cell (vectors in
 *  rows) if its volume is not zero. Stops when visit returns false. Time grows with the number of atoms, not with its square. */
void
ForEachClosePair(const Matrix3 &                                               cell,
                 const std::vector<Atom> &                                     atoms,
                 double                                                        limit,
                 const std::function<bool(std::size_t, std::size_t, double)> & visit);
} // namespace ElectronMultislice
#endif
