#ifndef io_Units_h
#define io_Units_h
#include <string>

namespace ElectronMultislice
{
/** A written quantity ("20 mrad", "0.1 nm") <-> a number in the unit of the program. */
enum class Dimension
{
  Length, ///< Å; a bare number is Å
  Angle,  ///< rad; the unit must be written
  Energy  ///< eV; the unit must be written
};

/** Input error that says what is wrong (no number, no unit with the likely readings, unknown unit with those known). */
double
ParseQuantity(const std::string & text, Dimension dimension);

/** Text that reads back as exactly the same number; in mrad or keV where that is exact. */
std::string
FormatQuantity(double value, Dimension dimension);
} // namespace ElectronMultislice
#endif
