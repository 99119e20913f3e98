#ifndef physics_Elements_h
#define physics_Elements_h
#include <string>
#include <string_view>
namespace ElectronMultislice
{
inline constexpr int LargestAtomicNumber = 118;

/** Symbol of an element, "H" to "Og"; Input error outside 1 to 118. */
const std::string &
ElementSymbol(int atomicNumber);

/** Atomic number of a symbol in any letter case ("Fe", "FE"; "D" and "T" are hydrogen), or 0 if it is none. */
int
AtomicNumberOfSymbol(std::string_view symbol);
} // namespace ElectronMultislice
#endif
