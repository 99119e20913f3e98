#ifndef backends_cpu_SliceLayout_h
#define backends_cpu_SliceLayout_h
#include <array>
#include <cstddef>
#include <vector>

namespace ElectronMultislice
{
/** \struct SliceLayout
 * \brief How the waves of one grid lie in memory between and during the passes of a slice.
 *
 * Between slices a wave is psi(kx, y), only the kept columns. W = lanes: numbers T in a SIMD register. In numbers T, each vector of W
 * numbers being one register:
 *
 *   state         [row block][column][re W | im W]   a row block holds W rows; columns are padded to a multiple of W
 *   transmission  [row block][pixel][re W | im W]
 *   propagator    [column block][frequency][re W | im W]    lanes = columns
 *   intensity     [column block][frequency][W]
 *   spectrum      like the propagator
 *
 * The vectors below say which y, x, kx and ky stands at each place. They are in natural order for the library's transforms, and in digit
 * order for the codelets (n = n1 n2: index n2 i1 + i2 in real space, k1 + n1 k2 in reciprocal space), so that nothing is ever reordered. */
struct SliceLayout
{
  static constexpr std::size_t None = static_cast<std::size_t>(-1);

  std::size_t              nx = 0;
  std::size_t              ny = 0;
  std::size_t              lanes = 0;
  std::vector<std::size_t> rows;        ///< y of each place in the row blocks, None where a block is not full
  std::vector<std::size_t> pixels;      ///< x
  std::vector<std::size_t> columns;     ///< FFT index along x
  std::vector<std::size_t> frequencies; ///< FFT index along y
  /** Codelet lengths {n1, n2} along x and y; zero: the library transforms. */
  std::array<std::size_t, 2> splitX{};
  std::array<std::size_t, 2> splitY{};

  bool
  HasCodelets() const
  {
    return splitX[0] != 0;
  }
  std::size_t
  GetRowBlocks() const
  {
    return rows.size() / lanes;
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
  /** The inverse of `frequencies`: place of each FFT index along y. */
  std::vector<std::size_t>
  GetPlacesOfFrequencies() const;

  /** Places, in numbers T: of the real part of a state at (place of row, place of column), the imaginary part W behind it; and so on. */
  std::size_t
  StateIndex(std::size_t row, std::size_t column) const
  {
    return (row / lanes * GetColumnBlocks() * lanes + column) * 2 * lanes + row % lanes;
  }
  std::size_t
  PropagatorIndex(std::size_t column, std::size_t frequency) const
  {
    return (column / lanes * ny + frequency) * 2 * lanes + column % lanes;
  }
  std::size_t
  IntensityIndex(std::size_t column, std::size_t frequency) const
  {
    return (column / lanes * ny + frequency) * lanes + column % lanes;
  }
};

/** Layout in natural order for any grid and any set of columns (FFT indices, ascending). */
SliceLayout
MakeLibraryLayout(std::size_t nx, std::size_t ny, std::vector<std::size_t> columns, std::size_t lanes);

/** The fastest layout: with codelets where both sizes are products of two codelet lengths and the columns are those of a 2/3 band limit
 * (all in |kx| <= nx/3, and not much fewer), else the library's. */
SliceLayout
MakeFastLayout(std::size_t nx, std::size_t ny, std::vector<std::size_t> columns, std::size_t lanes);

/** Codelet lengths for n, or {0, 0}. The first is a multiple of 8 for columns, whose rows come in whole blocks. */
std::array<std::size_t, 2>
SplitRowLength(std::size_t n);
std::array<std::size_t, 2>
SplitColumnLength(std::size_t n);

/** Copies a state between layouts of one grid; columns that `to` does not have are dropped, columns that `from` does not have become zero.
 */
template <typename T>
void
ConvertState(const SliceLayout & from, const T * source, const SliceLayout & to, T * target);
} // namespace ElectronMultislice
#endif
