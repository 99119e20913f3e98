#ifndef specimen_SiteElement_h
#define specimen_SiteElement_h
#include <set>
#include <string>

namespace ElectronMultislice
{
/** Elements named in a formula such as "Mg4 Si6 O22.82 H13.64". */
std::set<int>
ElementsOfFormula(const std::string & formula);

/** Element of a CIF type symbol ("Fe3+", "D", "Cval", "Wat"), or 0. */
int
ElementOfTypeSymbol(const std::string & symbol, const std::set<int> & formula);

/** Element of a CIF label ("Fe1", "O-H2", "CaM2", "Wat10"), or 0. A capital second letter may be a mark of the site: "NA1" is sodium or
 *  nitrogen as the formula says, and 0 (undecided) if it does not. */
int
ElementOfLabel(const std::string & label, const std::set<int> & formula);

/** Charge in a type symbol: "Fe3+" is 3, "O-2" is -2, none is 0. */
double
ChargeOfTypeSymbol(const std::string & symbol);
} // namespace ElectronMultislice
#endif
