#ifndef test_specimen_CifTexts_h
#define test_specimen_CifTexts_h
#include "TestStructures.h"
#include "specimen/StructureReader.h"
#include <string>

namespace ElectronMultislice
{
/** Cell of a data block, "a b c alpha beta gamma". */
inline std::string
CifCell(double a, double b, double c, double alpha = 90, double beta = 90, double gamma = 90)
{
  return "data_test\n_cell_length_a " + std::to_string(a) + "\n_cell_length_b " + std::to_string(b) + "\n_cell_length_c " +
         std::to_string(c) + "\n_cell_angle_alpha " + std::to_string(alpha) + "\n_cell_angle_beta " + std::to_string(beta) +
         "\n_cell_angle_gamma " + std::to_string(gamma) + "\n";
}

/** Loop of sites: label, type, x, y, z and more columns. */
inline std::string
CifSitesLoop(const std::string & rows, const std::string & moreTags = "")
{
  std::string text = "loop_\n_atom_site_label\n_atom_site_type_symbol\n_atom_site_fract_x\n_atom_site_fract_y\n_atom_site_fract_z\n";
  return text + moreTags + rows + "\n";
}

inline Structure
ReadCifText(const std::string & text, const std::string & block = "")
{
  return ReadStructureText(text, "test.cif", block).front();
}

inline std::string
CifError(const std::string & text, const std::string & block = "")
{
  return ErrorOf([&] { ReadStructureText(text, "test.cif", block); });
}

inline std::string
RemarksOf(const Structure & structure)
{
  std::string all;
  for (const auto & remark : structure.remarks)
  {
    all += remark + "\n";
  }
  return all;
}
} // namespace ElectronMultislice
#endif
