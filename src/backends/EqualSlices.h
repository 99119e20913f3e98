#ifndef backends_EqualSlices_h
#define backends_EqualSlices_h
#include "backends/MultisliceProblem.h"

namespace ElectronMultislice
{
/** For each of some slices of a configuration the first of them that has the same atoms, number for number (itself if it is the first), so
 * that the slices of a crystal at rest are built once. Slices of a given potential are never taken for equal. */
std::vector<std::size_t>
FindEqualSlices(const MultisliceProblem & problem, std::size_t configuration, const std::vector<std::size_t> & slices);
/** Those of the slices that are the first ones of FindEqualSlices' answer: what has to be built, the others are equal to one of them. */
std::vector<std::size_t>
GetFirstSlices(const std::vector<std::size_t> & slices, const std::vector<std::size_t> & equal);
} // namespace ElectronMultislice
#endif
