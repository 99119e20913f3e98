#ifndef specimen_CifDisplacements_h
#define specimen_CifDisplacements_h
#include "specimen/CifSites.h"

namespace ElectronMultislice
{
/** Gives the sites (rows of the loop of _atom_site_label) their thermal displacements: U_ij, B_ij or beta_ij of the loop of
 *  _atom_site_aniso_label or of the site's own row, else U_iso, else B_iso = 8 pi² U. Returns remarks that name each unit. */
std::vector<std::string>
ReadCifDisplacements(const CifBlock & block, const Matrix3 & cell, std::vector<CifSite> & sites, const std::vector<std::size_t> & rows);
} // namespace ElectronMultislice
#endif
