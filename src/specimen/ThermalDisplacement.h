#ifndef specimen_ThermalDisplacement_h
#define specimen_ThermalDisplacement_h
#include "specimen/Structure.h"

namespace ElectronMultislice
{
/** Lower triangular root of a displacement tensor, U = L L^T (Å). */
struct DisplacementRoot
{
  double xx = 0.0, yx = 0.0, yy = 0.0, zx = 0.0, zy = 0.0, zz = 0.0;
};

/** Whether no direction has a negative mean-square displacement (beyond 1e-6 Å², the rounding in files). */
bool
IsPositiveSemidefinite(const DisplacementTensor & u);

/** The root of a positive semidefinite tensor; flat ones are allowed. */
DisplacementRoot
CholeskyRoot(const DisplacementTensor & u);
} // namespace ElectronMultislice
#endif
