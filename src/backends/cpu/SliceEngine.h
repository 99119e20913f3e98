#ifndef backends_cpu_SliceEngine_h
#define backends_cpu_SliceEngine_h
#include "backends/cpu/SliceLayout.h"
#include <complex>
#include <memory>

namespace ElectronMultislice
{
/** \class SliceEngine
 * \brief One slice of the multislice loop as a row pass and a column pass over waves that lie as its SliceLayout says.
 *
 * Lanes are rows (row pass) or columns (column pass) of one wave, so that a wave's arithmetic depends on nothing but itself: the same bits
 * for any batch, any number of threads, any neighbour. Transforms are unnormalised; the propagator's table carries 1/(nx ny). Thread-safe.
 */
template <typename T>
class SliceEngine
{
public:
  virtual ~SliceEngine() = default;

  const SliceLayout &
  GetLayout() const
  {
    return m_Layout;
  }

  /** Inverse x, times transmission, forward x, in place, for row blocks [first, last) of several waves. */
  virtual void
  RowPass(T * const * states, const T * transmission, std::size_t waves, std::size_t first, std::size_t last) const = 0;

  /** Forward y, times propagator, inverse y if asked, in place, for column blocks [first, last) of several waves. intensities (may be null)
   * receive |psi_hat|² behind the propagator. */
  virtual void
  ColumnPass(T * const * states,
             const T *   propagator,
             T * const * intensities,
             bool        inverse,
             std::size_t waves,
             std::size_t first,
             std::size_t last) const = 0;

  /** spectrum -> state by an inverse along y, for column blocks [first, last). */
  virtual void
  StartColumns(const T * spectrum, T * state, std::size_t first, std::size_t last) const = 0;

  /** state -> psi(x, y) by an inverse along x, in the layout of a transmission function, for row blocks [first, last). */
  virtual void
  RealSpace(const T * state, T * values, std::size_t first, std::size_t last) const = 0;

protected:
  explicit SliceEngine(SliceLayout layout)
    : m_Layout(std::move(layout))
  {}
  SliceLayout m_Layout;
};
} // namespace ElectronMultislice
#endif
