#ifndef specimen_SpaceGroups_h
#define specimen_SpaceGroups_h
#include "specimen/SymmetryOperators.h"
#include <optional>

namespace ElectronMultislice
{
/** \struct SpaceGroupSetting
 * \brief A space group in one setting, from the tables of gemmi. */
struct SpaceGroupSetting
{
  int                           number = 0; ///< 1 to 230
  std::string                   name;       ///< Hermann-Mauguin with the setting, "F d -3 m:1"
  std::vector<SymmetryOperator> operators;
};

/** Settings that a Hermann-Mauguin name can mean: none if it is unknown, two if it leaves the choice of the origin open. Understands spaces
 *  or none, old cubic names (F d 3 m), and the setting after a colon or a blank (R -3 m :H, R -3 c H, F d -3 m S). Rhombohedral or
 *  hexagonal axes follow from the cell if the name does not say. */
std::vector<SpaceGroupSetting>
SettingsOfName(const std::string & name, const CellParameters & cell);

/** The same for a number: its standard setting, or another one if only that suits the cell. */
std::vector<SpaceGroupSetting>
SettingsOfNumber(long long number, const CellParameters & cell);

/** Of a Hall symbol; number 0 if the setting is in no table. */
std::optional<SpaceGroupSetting>
SettingOfHall(const std::string & symbol);

/** Number and name of a set of operators if it is a tabulated setting. */
std::optional<SpaceGroupSetting>
SettingOfOperators(const std::vector<SymmetryOperator> & operators);

/** Whether the operators have the same kinds of rotation as the space group, in any setting. */
bool
HasPointGroupOf(const std::vector<SymmetryOperator> & operators, int number);
} // namespace ElectronMultislice
#endif
