#ifndef backends_cpu_SliceEngine_h
#define backends_cpu_SliceEngine_h
#include <complex>
#include <cstddef>
#include <memory>
#include <vector>

namespace ElectronMultislice
{
/** Frequencies along x that are kept between slices, in FFT order, and how waves lie in memory. W = lanes: numbers T in a SIMD register.
 *
 * Layouts, in numbers T (each vector of W numbers is one register):
 *   state         [row block][column][re W | im W]   row block = W consecutive rows; columns padded to a multiple of W
 *   transmission  [row block][x][re W | im W]
 *   propagator    [column block][ky][re W | im W]    lanes = columns
 *   intensity     [column block][ky][W]
 *   spectrum      like the propagator */
struct SliceLayout
{
  std::size_t              nx = 0;
  std::size_t              ny = 0;
  std::vector<std::size_t> columns; ///< FFT indices along x, ascending
  std::size_t              lanes = 0;

  std::size_t
  GetRowBlocks() const
  {
    return (ny + lanes - 1) / lanes;
  }
  std::size_t
  GetColumnBlocks() const
  {
    return (columns.size() + lanes - 1) / lanes;
  }
  /** Sizes in numbers T. */
  std::size_t
  GetStateSize() const
  {
    return GetRowBlocks() * GetColumnBlocks() * lanes * 2 * lanes;
  }
  std::size_t
  GetTransmissionSize() const
  {
    return GetRowBlocks() * nx * 2 * lanes;
  }
  std::size_t
  GetPropagatorSize() const
  {
    return GetColumnBlocks() * ny * 2 * lanes;
  }
  std::size_t
  GetIntensitySize() const
  {
    return GetColumnBlocks() * ny * lanes;
  }
  /** Place of frequency (column number, ky) in an intensity array. */
  std::size_t
  GetIntensityIndex(std::size_t column, std::size_t ky) const
  {
    return (column / lanes * ny + ky) * lanes + column % lanes;
  }
};

/** \class SliceEngine
 * \brief One slice of the multislice loop for waves stored as psi(kx, y), only the kept columns.
 *
 * Lanes are rows (row pass) or columns (column pass) of one wave, so that a wave's arithmetic depends on nothing but itself: the same bits
 * for any batch, any number of threads, any neighbour. Arrays lie as SliceLayout says. Transforms are unnormalised; the propagator's table
 * carries 1/(nx ny). */
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

  /** [y][x] -> transmission layout, rolled by whole pixels: value (x, y) goes to (x + rollX, y + rollY), periodically. */
  void
  PackTransmission(const std::complex<double> * values, std::size_t rollX, std::size_t rollY, T * packed) const;

  /** Inverse x, times transmission, forward x, for row blocks [first, last) of several waves; `in` may have the columns of another engine
   * (all of them, for an incident wave beyond the band limit), `out` has this engine's; in == out is allowed for equal geometries. */
  virtual void
  RowPass(const T * const *   in,
          const SliceEngine & inEngine,
          const T *           transmission,
          T * const *         out,
          std::size_t         waves,
          std::size_t         first,
          std::size_t         last) const = 0;

  /** Forward y, times propagator, inverse y (unless `last slice`), for column blocks [first, last) of several waves. intensities (may be
   * null) receive |psi_hat|² after the propagator. */
  virtual void
  ColumnPass(T * const * states,
             const T *   propagator,
             T * const * intensities,
             bool        inverse,
             std::size_t waves,
             std::size_t first,
             std::size_t last) const = 0;

  /** spectrum -> state by an unnormalised inverse along y, for column blocks [first, last). */
  virtual void
  StartColumns(const T * spectrum, T * state, std::size_t first, std::size_t last) const = 0;

  /** state -> psi(x, y) [y][x], times scale, rolled back from rollX, rollY. */
  virtual void
  RealSpace(const T * state, double scale, std::size_t rollX, std::size_t rollY, std::complex<T> * values) const = 0;

  /** Amplitude gain, per frequency, of an inverse and a forward transform along x or y against exact arithmetic: 1 but for rounding, which
   * in float lies to the same side in every slice. */
  virtual std::vector<double>
  MeasureGainX() const = 0;
  virtual std::vector<double>
  MeasureGainY() const = 0;

protected:
  explicit SliceEngine(SliceLayout layout)
    : m_Layout(std::move(layout))
  {}
  SliceLayout m_Layout;
};

template <typename T>
void
SliceEngine<T>::PackTransmission(const std::complex<double> * values, std::size_t rollX, std::size_t rollY, T * packed) const
{
  const std::size_t lanes = m_Layout.lanes, nx = m_Layout.nx, ny = m_Layout.ny;
  for (std::size_t y = 0; y < m_Layout.GetRowBlocks() * lanes; ++y)
  {
    T *                          target = packed + (y / lanes) * nx * 2 * lanes + y % lanes;
    const std::complex<double> * row = y < ny ? values + (y + ny - rollY) % ny * nx : nullptr;
    for (std::size_t x = 0; x < nx; ++x, target += 2 * lanes)
    {
      const std::complex<double> value = row ? row[x >= rollX ? x - rollX : x + nx - rollX] : 0.0; // rows that fill the last block are zero
      target[0] = static_cast<T>(value.real());
      target[lanes] = static_cast<T>(value.imag());
    }
  }
}
} // namespace ElectronMultislice
#endif
