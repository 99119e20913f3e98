#ifndef backends_cpu_TransformGain_h
#define backends_cpu_TransformGain_h
#include "backends/cpu/SliceEngine.h"
#include "common/ThreadTeam.h"

namespace ElectronMultislice
{
/** Amplitude gain of a forward and inverse transform against exact arithmetic, per column place (x) and per frequency place (y): 1 but for
 * rounding, which in float lies to the same side in every slice. */
struct TransformGain
{
  std::vector<double> x;
  std::vector<double> y;
};

/** Measured on the engine's own passes with fixed random states and a transmission function and a propagator of 1. */
template <typename T>
TransformGain
MeasureTransformGain(const SliceEngine<T> & engine, ThreadTeam & team);
} // namespace ElectronMultislice
#endif
