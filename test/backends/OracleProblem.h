#ifndef test_backends_OracleProblem_h
#define test_backends_OracleProblem_h
#include "OracleWave.h"
#include "backends/Device.h"

/** Oracle cases as problems for a backend. */
namespace OracleTest
{
/** Why a case cannot be computed yet, or empty. */
std::string
WhyNotCovered(const OracleCase & oracleCase);

/** The problem of a case; its specimen or its vacuum included. Detectors have the indices of the case's detectors; behind them comes one
 *  that collects everything, for the output "total". */
ElectronMultislice::MultisliceProblem
MakeProblem(const OracleCase & oracleCase);
} // namespace OracleTest
#endif
