// Compiled once per instruction set with SLICE_KERNELS_NAME defined; every name below carries it, PocketFFT's too, so that the linker
// cannot merge code made for one instruction set into another.
#define SLICE_KERNELS_PASTE_(a, b) a##b
#define SLICE_KERNELS_PASTE(a, b) SLICE_KERNELS_PASTE_(a, b)
#define SLICE_KERNELS_NAMESPACE SLICE_KERNELS_PASTE(SliceKernels_, SLICE_KERNELS_NAME)
#define ELECTRON_MULTISLICE_POCKETFFT SLICE_KERNELS_PASTE(ElectronMultislicePocketFFT_, SLICE_KERNELS_NAME)
#include "fourier/PocketFFT.h"

#include "backends/cpu/SliceEngine.h"
#include <cmath>
#include <cstdlib>
#include <new>
#include <type_traits>

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
#if defined(__AVX2__)
constexpr std::size_t VectorBytes = 32;
#else
constexpr std::size_t VectorBytes = 16;
#endif

template <typename T>
struct Vector
{
  typedef T Type __attribute__((vector_size(VectorBytes)));
};
template <typename T>
using Lanes = typename Vector<T>::Type;
template <typename T>
using ComplexLanes = PocketFFT::detail::cmplx<Lanes<T>>;

/** Exchange of the off-diagonal blocks of size S in two rows of a block transpose: lane k of the first keeps k without bit S, else takes
 * lane k - S of the second, and the other way round. */
template <std::size_t S, typename V, std::size_t... k>
inline __attribute__((always_inline)) void
ExchangeBlocks(V & a, V & b, std::index_sequence<k...>)
{
  constexpr std::size_t W = sizeof...(k);
  const V               low = __builtin_shufflevector(a, b, ((k & S) == 0 ? k : W + k - S)...);
  b = __builtin_shufflevector(a, b, ((k & S) == 0 ? k + S : W + k)...);
  a = low;
}

/** Transpose of a W x W tile, by exchanging blocks of halving size. */
template <std::size_t S, typename V, std::size_t W>
inline __attribute__((always_inline)) void
Transpose(V (&rows)[W])
{
  for (std::size_t i = 0; i < W; ++i)
  {
    if ((i & S) == 0)
    {
      ExchangeBlocks<S>(rows[i], rows[i + S], std::make_index_sequence<W>{});
    }
  }
  if constexpr (S > 1)
  {
    Transpose<S / 2>(rows);
  }
}

/** Scratch of the calling thread: aligned, grows, freed at thread exit. */
class Scratch
{
public:
  void *
  Get(std::size_t bytes)
  {
    if (bytes > m_Bytes)
    {
      std::free(m_Memory);
      m_Bytes = 0;
      m_Memory = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
      if (!m_Memory)
      {
        throw std::bad_alloc();
      }
      m_Bytes = bytes;
    }
    return m_Memory;
  }
  Scratch() = default;
  Scratch(const Scratch &) = delete;
  Scratch &
  operator=(const Scratch &) = delete;
  ~Scratch()
  {
    std::free(m_Memory);
  }

private:
  void *      m_Memory = nullptr;
  std::size_t m_Bytes = 0;
};

template <typename T>
class Engine : public SliceEngine<T>
{
public:
  using V = Lanes<T>;
  using C = ComplexLanes<T>;
  static constexpr std::size_t W = VectorBytes / sizeof(T);
  using SliceEngine<T>::m_Layout;

  explicit Engine(SliceLayout layout)
    : SliceEngine<T>(std::move(layout))
    , m_RowPlan(m_Layout.nx)
    , m_ColumnPlan(m_Layout.ny)
  {
    m_Layout.lanes = W;
  }

  void
  RowPass(const T * const *      in,
          const SliceEngine<T> & inEngine,
          const T *              transmission,
          T * const *            out,
          std::size_t            waves,
          std::size_t            first,
          std::size_t            last) const override
  {
    const std::size_t nx = m_Layout.nx;
    const auto &      inColumns = inEngine.GetLayout().columns;
    const auto &      columns = m_Layout.columns;
    const std::size_t inStride = inEngine.GetLayout().GetColumnBlocks() * W * 2;
    const std::size_t outStride = m_Layout.GetColumnBlocks() * W * 2;
    C *               row = GetScratch(nx);
    for (std::size_t block = first; block < last; ++block)
    {
      const V * t = reinterpret_cast<const V *>(transmission) + block * nx * 2;
      for (std::size_t wave = 0; wave < waves; ++wave) // inside: the tile of the transmission function stays in cache
      {
        ExpandColumns(reinterpret_cast<const V *>(in[wave]) + block * inStride, inColumns, row);
        m_RowPlan.exec(row, T(1), false);
        for (std::size_t x = 0; x < nx; ++x)
        {
          const V re = row[x].r * t[2 * x] - row[x].i * t[2 * x + 1];
          row[x].i = row[x].r * t[2 * x + 1] + row[x].i * t[2 * x];
          row[x].r = re;
        }
        m_RowPlan.exec(row, T(1), true);
        V * target = reinterpret_cast<V *>(out[wave]) + block * outStride;
        for (std::size_t c = 0; c < columns.size(); ++c)
        {
          target[2 * c] = row[columns[c]].r;
          target[2 * c + 1] = row[columns[c]].i;
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
          const V re = column[y].r * p[2 * y] - column[y].i * p[2 * y + 1];
          column[y].i = column[y].r * p[2 * y + 1] + column[y].i * p[2 * y];
          column[y].r = re;
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
  RealSpace(const T * state, double scale, std::size_t rollX, std::size_t rollY, std::complex<T> * values) const override
  {
    const std::size_t nx = m_Layout.nx;
    const std::size_t stride = m_Layout.GetColumnBlocks() * W * 2;
    C *               row = GetScratch(nx);
    for (std::size_t block = 0; block < m_Layout.GetRowBlocks(); ++block)
    {
      ExpandColumns(reinterpret_cast<const V *>(state) + block * stride, m_Layout.columns, row);
      m_RowPlan.exec(row, T(1), false);
      for (std::size_t lane = 0; lane < W && block * W + lane < m_Layout.ny; ++lane)
      {
        const std::size_t ny = m_Layout.ny;
        std::complex<T> * target = values + (block * W + lane + ny - rollY) % ny * nx;
        for (std::size_t x = 0; x < nx; ++x)
        {
          target[x >= rollX ? x - rollX : x + nx - rollX] = { static_cast<T>(row[x].r[lane] * scale),
                                                              static_cast<T>(row[x].i[lane] * scale) };
        }
      }
    }
  }

  std::vector<double>
  MeasureGainX() const override
  {
    return PairGains(m_RowPlan);
  }
  std::vector<double>
  MeasureGainY() const override
  {
    return PairGains(m_ColumnPlan);
  }

private:
  static C *
  GetScratch(std::size_t n)
  {
    static thread_local Scratch scratch;
    return static_cast<C *>(scratch.Get(n * sizeof(C)));
  }

  /** Kept columns of one row block -> all frequencies of a row, zero elsewhere. */
  void
  ExpandColumns(const V * source, const std::vector<std::size_t> & columns, C * row) const
  {
    std::size_t next = 0;
    for (std::size_t c = 0; c < columns.size(); ++c)
    {
      for (; next < columns[c]; ++next)
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
    const std::size_t stride = m_Layout.GetColumnBlocks() * W * 2;
    for (std::size_t rowBlock = 0; rowBlock < m_Layout.GetRowBlocks(); ++rowBlock)
    {
      const V * tile = state + rowBlock * stride + block * W * 2;
      V         re[W], im[W];
      for (std::size_t i = 0; i < W; ++i)
      {
        re[i] = tile[2 * i];
        im[i] = tile[2 * i + 1];
      }
      Transpose<W / 2>(re);
      Transpose<W / 2>(im);
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
    const std::size_t stride = m_Layout.GetColumnBlocks() * W * 2;
    for (std::size_t rowBlock = 0; rowBlock < m_Layout.GetRowBlocks(); ++rowBlock)
    {
      V                 re[W], im[W];
      const std::size_t rows = std::min(W, m_Layout.ny - rowBlock * W);
      for (std::size_t i = 0; i < W; ++i)
      {
        re[i] = i < rows ? column[rowBlock * W + i].r : V{};
        im[i] = i < rows ? column[rowBlock * W + i].i : V{};
      }
      Transpose<W / 2>(re);
      Transpose<W / 2>(im);
      V * tile = state + rowBlock * stride + block * W * 2;
      for (std::size_t i = 0; i < W; ++i)
      {
        tile[2 * i] = re[i];
        tile[2 * i + 1] = im[i];
      }
    }
  }

  /** Per frequency, the projection of inverse + forward of fixed random spectra on these spectra, over n times their norm. */
  std::vector<double>
  PairGains(const PocketFFT::detail::pocketfft_c<T> & plan) const
  {
    const std::size_t   repeats = std::max<std::size_t>(1, (std::size_t(1) << 22) / (plan.length() * W));
    const std::size_t   n = plan.length();
    C *                 values = GetScratch(2 * n);
    C *                 spectrum = values + n;
    std::vector<double> projection(n, 0.0), norm(n, 0.0);
    std::uint64_t       state = 88172645463325252ull; // xorshift64 (G. Marsaglia, J. Stat. Softw. 8 (2003) 14)
    const auto          random = [&state] {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      return static_cast<T>(static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5);
    };
    for (std::size_t repeat = 0; repeat < repeats; ++repeat)
    {
      for (std::size_t k = 0; k < n; ++k)
      {
        for (std::size_t lane = 0; lane < W; ++lane)
        {
          spectrum[k].r[lane] = random();
          spectrum[k].i[lane] = random();
        }
        values[k] = spectrum[k];
      }
      plan.exec(values, T(1), false);
      plan.exec(values, T(1), true);
      for (std::size_t k = 0; k < n; ++k)
      {
        for (std::size_t lane = 0; lane < W; ++lane)
        {
          const double re = spectrum[k].r[lane], im = spectrum[k].i[lane];
          projection[k] += re * static_cast<double>(values[k].r[lane]) + im * static_cast<double>(values[k].i[lane]);
          norm[k] += re * re + im * im;
        }
      }
    }
    for (std::size_t k = 0; k < n; ++k)
    {
      projection[k] /= static_cast<double>(n) * norm[k];
    }
    return projection;
  }

  PocketFFT::detail::pocketfft_c<T> m_RowPlan;
  PocketFFT::detail::pocketfft_c<T> m_ColumnPlan;
};

std::size_t
GetVectorBytes()
{
  return VectorBytes;
}
std::unique_ptr<SliceEngine<float>>
MakeFloat(SliceLayout layout)
{
  return std::make_unique<Engine<float>>(std::move(layout));
}
std::unique_ptr<SliceEngine<double>>
MakeDouble(SliceLayout layout)
{
  return std::make_unique<Engine<double>>(std::move(layout));
}
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
