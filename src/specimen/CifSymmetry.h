#ifndef specimen_CifSymmetry_h
#define specimen_CifSymmetry_h
#include "specimen/CifDocument.h"
#include "specimen/SymmetryOperators.h"

namespace ElectronMultislice
{
/** \struct CifSymmetry
 * \brief What a data block says about symmetry: one list of operators, or two when its name leaves the origin open. */
struct CifSymmetry
{
  struct Choice
  {
    std::string                   name;
    std::vector<SymmetryOperator> operators;
  };
  std::vector<Choice> choices;
  std::string         remark; ///< where the operators come from
};

/** Operators of the file's loop, else of its Hall symbol, Hermann-Mauguin name or number. Everything given must mean the same space group
 *  (in any setting; the loop decides which). P 1 only if nothing at all is given. Input error otherwise, and if the operators are no group
 *  or do not fit the cell (vectors in rows). */
CifSymmetry
ReadCifSymmetry(const CifBlock & block, const Matrix3 & cell);
} // namespace ElectronMultislice
#endif
