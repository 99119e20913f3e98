#ifndef backends_ProblemContent_h
#define backends_ProblemContent_h
#include "backends/Device.h"
#include "common/Content.h"

namespace ElectronMultislice
{
/** What decides the results of the steps of a problem, on one backend in one precision: the key of what was computed before. Each content
 * begins with that of the step before it. Empty where the problem has something from elsewhere without an identity of its own.
 *
 * potential      slice s of configuration c: atoms and slices, grid, oversampling, parametrization, band limit of the potential
 * transmission   the same and energy, band limit; not the tilt, not the optics
 * incident wave  wave w: grid, energy, illumination with its lens and positions
 * waves          wave w of configuration c at the exit planes: all of it, tilt, propagator, slice thicknesses, exit planes */
Content
GetPotentialContent(const MultisliceProblem & problem, const Backend & backend, bool doublePrecision);
Content
GetTransmissionContent(const MultisliceProblem & problem, const Backend & backend, bool doublePrecision);
Content
GetIncidentWaveContent(const MultisliceProblem & problem, const Backend & backend, bool doublePrecision);
Content
GetWaveContent(const MultisliceProblem & problem, const Backend & backend, bool doublePrecision);
} // namespace ElectronMultislice
#endif
