#ifndef backends_cpu_kernels_CodeletPlan_h
#define backends_cpu_kernels_CodeletPlan_h
#include "backends/cpu/kernels/Lanes.h"
#include <cstdint>
#include <vector>

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
/** \struct CodeletPlan
 * \brief Tables of a transform of n = n1 n2 points as two codelet phases with a twiddle factor between.
 *
 * Index i = n2 i1 + i2 in real space, k = k1 + n1 k2 in reciprocal space; forward: n1 points over i1, times exp(-2 pi i k1 i2/n), n2 points
 * over i2. Scratch is [i2][k1] or [k1][i2] with one more than needed per row, so that the phases do not meet in one cache set. */
template <typename T>
struct CodeletPlan
{
  int            n1 = 0, n2 = 0;
  std::vector<T> twiddles; ///< [k1][i2][cos, sin] of exp(-2 pi i k1 i2/n)

  /** Frequencies |k| <= n/3 along k2 for each k1: k2 < n2/3 and k2 >= n2 - n2/3 always, one more on either side for some k1. */
  std::vector<std::uint8_t> oneMoreLow;  ///< k2 = n2/3 is kept
  std::vector<std::uint8_t> oneMoreHigh; ///< k2 = n2 - n2/3 - 1 is kept
  std::vector<int>          firstPlace;  ///< place of the first kept k2 in digit order
  int                       kept = 0;

  CodeletPlan() = default;
  CodeletPlan(std::size_t length1, std::size_t length2);
};

/** One phase of a pass over one block. Arrays in numbers T as SliceLayout says. */
template <typename T>
struct RowArguments
{
  const CodeletPlan<T> * plan;
  T *                    state; ///< of the row block
  T *                    scratch;
  const T *              transmission; ///< of the row block
  T *                    values;       ///< of the row block, for realSpace
  /** Memory that comes next, asked for on the way (null: none): halves of transmission tiles in the outer phases, a state in the middle. */
  const T * prefetchTransmission = nullptr;
  const T * prefetchState = nullptr;
};
template <typename T>
using RowPhase = void (*)(const RowArguments<T> &);

/** The phases of a row pass for one plan. */
template <typename T>
struct RowPhases
{
  RowPhase<T> inverseColumns; ///< kept columns -> scratch
  RowPhase<T> multiply;       ///< scratch: second half of the inverse, times transmission, first half of the forward transform
  RowPhase<T> forwardColumns; ///< scratch -> kept columns
  RowPhase<T> realSpace;      ///< scratch: second half of the inverse -> values
};
template <typename T>
RowPhases<T>
GetRowPhases(int n1, int n2);

template <typename T>
struct ColumnArguments
{
  const CodeletPlan<T> * plan;
  T *                    state;       ///< of the first row block, at the column block
  std::size_t            blockStride; ///< numbers T from one row block to the next
  T *                    scratch;
  const T *              propagator; ///< or spectrum, of the column block
  T *                    intensity;  ///< of the column block
  /** As for rows: halves of propagator tiles, and the tiles of a state's column block. */
  const T * prefetchPropagator = nullptr;
  const T * prefetchState = nullptr;
};
template <typename T>
using ColumnPhase = void (*)(const ColumnArguments<T> &);

/** The phases of a column pass for one plan. */
template <typename T>
struct ColumnPhases
{
  ColumnPhase<T> loadRows;  ///< rows -> scratch: first half of the forward transform
  ColumnPhase<T> propagate; ///< scratch: second half, times propagator, first half of the inverse
  ColumnPhase<T> detect;    ///< the same, and the intensity on the way
  ColumnPhase<T> start;     ///< spectrum -> scratch: first half of the inverse
  ColumnPhase<T> storeRows; ///< scratch -> rows: second half of the inverse
};
template <typename T>
ColumnPhases<T>
GetColumnPhases(int n1, int n2);
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
#endif
