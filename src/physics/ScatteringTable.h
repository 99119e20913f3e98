#ifndef physics_ScatteringTable_h
#define physics_ScatteringTable_h
#include "physics/ScatteringFactors.h"
#include <array>
#include <map>

namespace ElectronMultislice
{
/** \class ScatteringTable
 * \brief One published table of coefficients: its rows as they are printed, and as terms of f_e. */
class ScatteringTable
{
public:
  struct Row
  {
    int                           atomicNumber = 0;
    bool                          ion = false;  ///< the species carries a charge
    std::map<std::string, double> coefficients; ///< by the name of the column: "a1" ...
    ScatteringTerms               terms;
  };

  ScatteringTable(const ScatteringTable &) = delete;
  ScatteringTable &
  operator=(const ScatteringTable &) = delete;

  /** The embedded table, read once. */
  static const ScatteringTable &
  Get(Parametrization parametrization);

  /** Rows by species text ("Si", "O--"). */
  const std::map<std::string, Row, std::less<>> &
  GetRows() const
  {
    return m_Rows;
  }

  /** Row of a neutral atom, or null. */
  const Row *
  FindNeutral(int atomicNumber) const;

  /** "H (1) to Lr (103)", "106 ions and no neutral atom". */
  const std::string &
  GetRange() const
  {
    return m_Range;
  }

private:
  ScatteringTable(Parametrization parametrization, std::string_view text);

  std::map<std::string, Row, std::less<>> m_Rows;
  std::map<int, const Row *>              m_Neutral;
  std::string                             m_Range;
};
} // namespace ElectronMultislice
#endif
