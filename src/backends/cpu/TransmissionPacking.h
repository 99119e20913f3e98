#ifndef backends_cpu_TransmissionPacking_h
#define backends_cpu_TransmissionPacking_h
#include "backends/cpu/SliceLayout.h"
#include <array>
#include <complex>

namespace ElectronMultislice
{
/** [y][x] -> transmission layout, rolled by whole pixels: value (x, y) goes to (x + roll[0], y + roll[1]), periodically. Places without a
 * row become zero. */
template <typename T>
void
PackTransmission(const SliceLayout & layout, const std::complex<double> * values, std::array<std::size_t, 2> roll, T * packed);

/** The same values rolled by `roll` pixels more, both in transmission layout. */
template <typename T>
void
RollTransmission(const SliceLayout & layout, const T * source, std::array<std::size_t, 2> roll, T * packed);

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
