#ifndef backends_cpu_kernels_LibraryEngine_h
#define backends_cpu_kernels_LibraryEngine_h
#include "backends/cpu/SliceEngine.h"
#include "backends/cpu/kernels/Tiles.h"
#define ELECTRON_MULTISLICE_POCKETFFT SLICE_KERNELS_PASTE(ElectronMultislicePocketFFT_, SLICE_KERNELS_NAME)
#include "fourier/PocketFFT.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
/** \class LibraryEngine
 * \brief Passes over PocketFFT's transforms of any size, in natural order, with a lane per row or column. */
template <typename T>
class LibraryEngine : public SliceEngine<T>
{
public:
  using V = Lanes<T>;
  using C = PocketFFT::detail::cmplx<V>;
  static constexpr std::size_t W = VectorBytes / sizeof(T);
  using SliceEngine<T>::m_Layout;

  explicit LibraryEngine(SliceLayout layout)
    : SliceEngine<T>(std::move(layout))
    , m_RowPlan(m_Layout.nx)
    , m_ColumnPlan(m_Layout.ny)
  {}

  void
  RowPass(T * const * states, const T * transmission, std::size_t waves, std::size_t first, std::size_t last) const override
  {
    const std::size_t nx = m_Layout.nx;
    const auto &      columns = m_Layout.columns;
    C *               row = GetScratch(nx);
    for (std::size_t block = first; block < last; ++block)
    {
      const V * t = reinterpret_cast<const V *>(transmission) + block * nx * 2;
      for (std::size_t wave = 0; wave < waves; ++wave) // inside: the tile of the transmission function stays in cache
      {
        V * state = reinterpret_cast<V *>(states[wave]) + block * GetBlockStride();
        ExpandColumns(state, row);
        m_RowPlan.exec(row, T(1), false);
        for (std::size_t x = 0; x < nx; ++x)
        {
          MultiplyBy(row[x], t[2 * x], t[2 * x + 1]);
        }
        m_RowPlan.exec(row, T(1), true);
        for (std::size_t c = 0; c < columns.size(); ++c)
        {
          state[2 * c] = row[columns[c]].r;
          state[2 * c + 1] = row[columns[c]].i;
        }
      }
    }
  }

  void
  ColumnPass(T * const * states,
             const T *   propagator,
             T * const * intensities,
             bool        inverse,
             std::size_t waves,
             std::size_t first,
             std::size_t last) const override
  {
    const std::size_t ny = m_Layout.ny;
    C *               column = GetScratch(ny);
    for (std::size_t block = first; block < last; ++block)
    {
      const V * p = reinterpret_cast<const V *>(propagator) + block * ny * 2;
      for (std::size_t wave = 0; wave < waves; ++wave)
      {
        V * state = reinterpret_cast<V *>(states[wave]);
        LoadColumns(state, block, column);
        m_ColumnPlan.exec(column, T(1), true);
        for (std::size_t y = 0; y < ny; ++y)
        {
          MultiplyBy(column[y], p[2 * y], p[2 * y + 1]);
        }
        if (intensities)
        {
          V * intensity = reinterpret_cast<V *>(intensities[wave]) + block * ny;
          for (std::size_t y = 0; y < ny; ++y)
          {
            intensity[y] = column[y].r * column[y].r + column[y].i * column[y].i;
          }
        }
        if (inverse)
        {
          m_ColumnPlan.exec(column, T(1), false);
          StoreColumns(column, block, state);
        }
      }
    }
  }

  void
  StartColumns(const T * spectrum, T * state, std::size_t first, std::size_t last) const override
  {
    const std::size_t ny = m_Layout.ny;
    C *               column = GetScratch(ny);
    for (std::size_t block = first; block < last; ++block)
    {
      const V * source = reinterpret_cast<const V *>(spectrum) + block * ny * 2;
      for (std::size_t y = 0; y < ny; ++y)
      {
        column[y].r = source[2 * y];
        column[y].i = source[2 * y + 1];
      }
      m_ColumnPlan.exec(column, T(1), false);
      StoreColumns(column, block, reinterpret_cast<V *>(state));
    }
  }

  void
  RealSpace(const T * state, T * values, std::size_t first, std::size_t last) const override
  {
    const std::size_t nx = m_Layout.nx;
    C *               row = GetScratch(nx);
    for (std::size_t block = first; block < last; ++block)
    {
      ExpandColumns(reinterpret_cast<const V *>(state) + block * GetBlockStride(), row);
      m_RowPlan.exec(row, T(1), false);
      V * target = reinterpret_cast<V *>(values) + block * nx * 2;
      for (std::size_t x = 0; x < nx; ++x)
      {
        target[2 * x] = row[x].r;
        target[2 * x + 1] = row[x].i;
      }
    }
  }

private:
  static C *
  GetScratch(std::size_t n)
  {
    static thread_local Scratch scratch;
    return static_cast<C *>(scratch.Get(n * sizeof(C)));
  }

  /** Registers from one row block of a state to the next. */
  std::size_t
  GetBlockStride() const
  {
    return m_Layout.GetColumnBlocks() * W * 2;
  }

  static void
  MultiplyBy(C & value, V re, V im)
  {
    const V real = value.r * re - value.i * im;
    value.i = value.r * im + value.i * re;
    value.r = real;
  }

  /** Kept columns of one row block -> all frequencies of a row, zero elsewhere. */
  void
  ExpandColumns(const V * source, C * row) const
  {
    std::size_t next = 0;
    for (std::size_t c = 0; c < m_Layout.columns.size(); ++c)
    {
      for (; next < m_Layout.columns[c]; ++next)
      {
        row[next].r = row[next].i = V{};
      }
      row[next].r = source[2 * c];
      row[next].i = source[2 * c + 1];
      ++next;
    }
    for (; next < m_Layout.nx; ++next)
    {
      row[next].r = row[next].i = V{};
    }
  }

  /** Columns of one block, lanes = columns, index = y. */
  void
  LoadColumns(const V * state, std::size_t block, C * column) const
  {
    for (std::size_t rowBlock = 0; rowBlock < m_Layout.GetRowBlocks(); ++rowBlock)
    {
      const V * tile = state + rowBlock * GetBlockStride() + block * W * 2;
      V         re[W], im[W];
      LoadTile(tile, re, im);
      const std::size_t rows = std::min(W, m_Layout.ny - rowBlock * W);
      for (std::size_t i = 0; i < rows; ++i)
      {
        column[rowBlock * W + i].r = re[i];
        column[rowBlock * W + i].i = im[i];
      }
    }
  }

  void
  StoreColumns(const C * column, std::size_t block, V * state) const
  {
    for (std::size_t rowBlock = 0; rowBlock < m_Layout.GetRowBlocks(); ++rowBlock)
    {
      V                 re[W], im[W];
      const std::size_t rows = std::min(W, m_Layout.ny - rowBlock * W);
      for (std::size_t i = 0; i < W; ++i)
      {
        re[i] = i < rows ? column[rowBlock * W + i].r : V{};
        im[i] = i < rows ? column[rowBlock * W + i].i : V{};
      }
      StoreTile(re, im, state + rowBlock * GetBlockStride() + block * W * 2);
    }
  }

  PocketFFT::detail::pocketfft_c<T> m_RowPlan;
  PocketFFT::detail::pocketfft_c<T> m_ColumnPlan;
};
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
#endif
