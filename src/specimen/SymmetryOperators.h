#ifndef specimen_SymmetryOperators_h
#define specimen_SymmetryOperators_h
#include "specimen/Matrix3.h"
#include <string>

namespace ElectronMultislice
{
/** x' = rotation x + translation in fractional coordinates; translation in [0, 1). */
struct SymmetryOperator
{
  Matrix3 rotation{};
  Vector3 translation{};
};

/** Reads "x,y,z", "-y+1/2, x-y, z+0.25", "1/2*X, ..." and, for magnetic operators, a fourth part such as +1, which is dropped. Decimals
 * near a multiple of 1/24 (0.333, 0.1667) are taken for it. False if the text is no operator. */
bool
ParseSymmetryOperator(const std::string & text, SymmetryOperator & result);

/** Text of an operator, for messages. */
std::string
FormatSymmetryOperator(const SymmetryOperator & op);

/** a after b, translation in [0, 1). */
SymmetryOperator
Combine(const SymmetryOperator & a, const SymmetryOperator & b);

/** Equal but for lattice vectors, within 1e-3. */
bool
IsSameOperator(const SymmetryOperator & a, const SymmetryOperator & b);

/** Without repetitions, in the order of first appearance. */
std::vector<SymmetryOperator>
DistinctOperators(const std::vector<SymmetryOperator> & operators);

/** Empty if the distinct operators form a group, else what is missing. */
std::string
MissingOperator(const std::vector<SymmetryOperator> & operators);

/** First operator that changes lengths or angles of the cell (vectors in rows) by more than two per cent, or null. */
const SymmetryOperator *
FindOperatorAgainstCell(const std::vector<SymmetryOperator> & operators, const Matrix3 & cell);
} // namespace ElectronMultislice
#endif
