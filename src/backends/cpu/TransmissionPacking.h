#ifndef backends_cpu_TransmissionPacking_h
#define backends_cpu_TransmissionPacking_h
#include "backends/cpu/SliceLayout.h"
#include <array>
#include <complex>

namespace ElectronMultislice
{
/** A transmission function in another transmission layout, rolled by whole pixels: value (x, y) goes to (x + roll[0], y + roll[1]),
 * periodically. Places without a row become zero. */
template <typename T>
void
RollTransmission(const SliceLayout & from, const T * source, std::array<std::size_t, 2> roll, const SliceLayout & to, T * packed);

/** Transmission layout -> [y][x], rolled back, times scale, for row blocks [first, last). */
template <typename T>
void
UnpackTransmission(const SliceLayout &        layout,
                   const T *                  packed,
                   std::array<std::size_t, 2> roll,
                   double                     scale,
                   std::complex<T> *          values,
                   std::size_t                first,
                   std::size_t                last);
} // namespace ElectronMultislice
#endif
