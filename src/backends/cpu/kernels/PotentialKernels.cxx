// The transforms of the potential and of transmission functions for one instruction set (src/backends/CMakeLists.txt).
#include "backends/cpu/PotentialTransforms.h"
#include "backends/cpu/kernels/SineCosine.h"
#include "backends/cpu/kernels/Tiles.h"
#define ELECTRON_MULTISLICE_POCKETFFT SLICE_KERNELS_PASTE(ElectronMultislicePocketFFT_, SLICE_KERNELS_NAME)
#include "fourier/PocketFFT.h"
#include <algorithm>
#include <cmath>
#include <memory>

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
namespace
{
using V = Lanes<double>;
using C = PocketFFT::detail::cmplx<V>;
constexpr std::size_t W = VectorBytes / sizeof(double);

/** n numbers of any alignment. */
template <typename T, std::size_t n>
struct Packed
{
  typedef T Type __attribute__((vector_size(n * sizeof(T)), aligned(sizeof(T)), may_alias));
};

template <typename T>
V
Load(const T * values)
{
  return __builtin_convertvector(*reinterpret_cast<const typename Packed<T, W>::Type *>(values), V);
}

template <typename T>
void
Store(V value, T * values)
{
  using P = typename Packed<T, W>::Type;
  *reinterpret_cast<P *>(values) = __builtin_convertvector(value, P);
}

V
RoundToSingle(V value)
{
  typedef float Singles __attribute__((vector_size(W * sizeof(float))));
  return __builtin_convertvector(__builtin_convertvector(value, Singles), V);
}

C *
GetScratch(std::size_t n)
{
  static thread_local Scratch scratch;
  return static_cast<C *>(scratch.Get(n * sizeof(C)));
}

/** Place of the i-th kept frequency in an array of n. */
std::size_t
Place(const KeptFrequencies & kept, std::size_t i, std::size_t n)
{
  return i < kept.positive ? i : n - kept.Count() + i;
}

/** W rows of an [y][x] array of ny rows, from row `first` on -> lanes; zero below the last row. */
template <typename T>
void
LoadRows(const T * values, std::size_t nx, std::size_t ny, std::size_t first, V * row)
{
  const std::size_t rows = std::min(W, ny - first);
  const T *         start = values + first * nx;
  std::size_t       x = 0;
  for (; rows == W && x + W <= nx; x += W)
  {
    V tile[W];
    for (std::size_t i = 0; i < W; ++i)
    {
      tile[i] = Load(start + i * nx + x);
    }
    Transpose(tile);
    std::copy(tile, tile + W, row + x);
  }
  for (; x < nx; ++x)
  {
    row[x] = V{};
    for (std::size_t i = 0; i < rows; ++i)
    {
      row[x][i] = static_cast<double>(start[i * nx + x]);
    }
  }
}

/** The other way. */
template <typename T>
void
StoreRows(const V * row, std::size_t nx, std::size_t ny, std::size_t first, T * values)
{
  const std::size_t rows = std::min(W, ny - first);
  T *               start = values + first * nx;
  std::size_t       x = 0;
  for (; rows == W && x + W <= nx; x += W)
  {
    V tile[W];
    std::copy(row + x, row + x + W, tile);
    Transpose(tile);
    for (std::size_t i = 0; i < W; ++i)
    {
      Store(tile[i], start + i * nx + x);
    }
  }
  for (; x < nx; ++x)
  {
    for (std::size_t i = 0; i < rows; ++i)
    {
      start[i * nx + x] = static_cast<T>(row[x][i]);
    }
  }
}

class Transforms : public PotentialTransforms
{
public:
  explicit Transforms(const PotentialShape & shape)
    : PotentialTransforms(shape)
    , m_Stride(GetBlockStride(shape, W) / W)
    , m_NodesX(shape.nodes[0])
    , m_NodesY(shape.nodes[1])
    , m_RealFineX(shape.fine[0])
    , m_FineX(shape.fine[0])
    , m_FineY(shape.fine[1])
    , m_WaveX(shape.wave[0])
    , m_WaveY(shape.wave[1])
  {}

  void
  TransformNodes(const double * nodes, const std::vector<char> & usedBlocks, double * state) const override
  {
    const auto [nx, ny] = m_Shape.nodes;
    V * row = reinterpret_cast<V *>(GetScratch(nx));
    for (std::size_t block = 0; block < usedBlocks.size(); ++block)
    {
      if (usedBlocks[block])
      {
        LoadRows(nodes, nx, ny, block * W, row);
        m_NodesX.exec(row, 1.0, true);
        StoreHalfSpectrum(row, nx, GetBlock(state, block));
      }
    }
  }

  void
  AddSpecies(const std::vector<char> & usedBlocks,
             const double *            factors,
             const Smearing &          smearing,
             bool                      first,
             bool                      last,
             double *                  coefficients,
             double *                  state) const override
  {
    const std::size_t       nodesY = m_Shape.nodes[1], fineY = m_Shape.fine[1];
    const KeptFrequencies & kept = m_Shape.potential[1];
    const std::size_t       count = kept.Count();
    const std::size_t       blocks = GetBlocks(fineY, W);
    C * const               column = GetScratch((usedBlocks.size() + blocks) * W);
    C * const               sum = column + usedBlocks.size() * W;
    std::fill(sum + fineY, sum + blocks * W, C(V{}, V{})); // rows that only fill up the last block
    for (std::size_t block = 0; block < GetBlocks(m_Shape.potential[0].Count(), W); ++block)
    {
      LoadColumns(state, usedBlocks, block, column);
      m_NodesY.exec(column, 1.0, true);
      ApplySmearing(smearing, block, column);
      AverageNyquistRow(smearing, block, column);
      const V *  factor = reinterpret_cast<const V *>(factors) + block * count;
      C * const  keptSums = reinterpret_cast<C *>(coefficients) + block * count;
      const auto addRange = [&](std::size_t begin, std::size_t end) {
        const C * source = column + Place(kept, begin, nodesY);
        C *       target = last ? sum + Place(kept, begin, fineY) : keptSums + begin;
        for (std::size_t i = begin; i < end; ++i, ++source, ++target)
        {
          C value(source->r * factor[i], source->i * factor[i]);
          if (!first)
          {
            value.r += keptSums[i].r;
            value.i += keptSums[i].i;
          }
          *target = value;
        }
      };
      addRange(0, kept.positive);
      addRange(kept.positive, count);
      if (last)
      {
        std::fill(sum + kept.positive, sum + fineY - kept.negative, C(V{}, V{}));
        m_FineY.exec(sum, 1.0, false);
        StoreColumns(sum, blocks, block, state);
      }
    }
  }

  void
  StorePotential(double * state, float * potential) const override
  {
    StoreReal(state, potential);
  }
  void
  StorePotential(double * state, double * potential) const override
  {
    StoreReal(state, potential);
  }

  void
  FormTransmission(double sigma, bool rounded, double * state) const override
  {
    Form(sigma, state, [&](std::size_t block, V * row) {
      LoadPotential(GetBlock(state, block), row);
      for (std::size_t x = 0; rounded && x < m_Shape.fine[0]; ++x)
      {
        row[x] = RoundToSingle(row[x]);
      }
    });
  }
  void
  FormTransmission(double sigma, const float * potential, double * state) const override
  {
    Form(sigma, state, [&](std::size_t block, V * row) { LoadRows(potential, m_Shape.fine[0], m_Shape.fine[1], block * W, row); });
  }
  void
  FormTransmission(double sigma, const double * potential, double * state) const override
  {
    Form(sigma, state, [&](std::size_t block, V * row) { LoadRows(potential, m_Shape.fine[0], m_Shape.fine[1], block * W, row); });
  }

  void
  LimitTransmission(const double * bandLimit, const std::vector<std::size_t> & rows, double * state) const override
  {
    const std::size_t       fineY = m_Shape.fine[1], waveY = m_Shape.wave[1];
    const KeptFrequencies & kept = m_Shape.transmission[1];
    const std::size_t       count = kept.Count();
    const std::vector<char> allBlocks(GetBlocks(fineY, W), 1);
    C * const               column = GetScratch(allBlocks.size() * W + waveY + rows.size());
    C * const               limited = column + allBlocks.size() * W;
    C * const               ordered = limited + waveY;
    for (std::size_t block = 0; block < GetBlocks(m_Shape.transmission[0].Count(), W); ++block)
    {
      LoadColumns(state, allBlocks, block, column);
      m_FineY.exec(column, 1.0, true);
      const V *  limit = reinterpret_cast<const V *>(bandLimit) + block * count;
      const auto limitRange = [&](std::size_t begin, std::size_t end) {
        const C * source = column + Place(kept, begin, fineY);
        C *       target = limited + Place(kept, begin, waveY);
        for (std::size_t i = begin; i < end; ++i, ++source, ++target)
        {
          *target = C(source->r * limit[i], source->i * limit[i]);
        }
      };
      limitRange(0, kept.positive);
      limitRange(kept.positive, count);
      std::fill(limited + kept.positive, limited + waveY - kept.negative, C(V{}, V{}));
      m_WaveY.exec(limited, 1.0, false);
      for (std::size_t place = 0; place < rows.size(); ++place)
      {
        ordered[place] = rows[place] == None ? C(V{}, V{}) : limited[rows[place]];
      }
      StoreColumns(ordered, rows.size() / W, block, state);
    }
  }

  void
  PackTransmission(const double * state, const PackingTarget<float> & target) const override
  {
    Pack(state, target);
  }
  void
  PackTransmission(const double * state, const PackingTarget<double> & target) const override
  {
    Pack(state, target);
  }

private:
  V *
  GetBlock(double * state, std::size_t block) const
  {
    return reinterpret_cast<V *>(state) + block * m_Stride;
  }
  const V *
  GetBlock(const double * state, std::size_t block) const
  {
    return reinterpret_cast<const V *>(state) + block * m_Stride;
  }

  /** Transform of a real row, as PocketFFT orders it (re 0, re 1, im 1, re 2, ...) -> columns. */
  void
  StoreHalfSpectrum(const V * row, std::size_t n, V * columns) const
  {
    const std::size_t count = m_Shape.potential[0].Count();
    for (std::size_t k = 0; k < count; ++k)
    {
      columns[2 * k] = k == 0 ? row[0] : row[2 * k - 1];
      columns[2 * k + 1] = k == 0 || 2 * k == n ? V{} : row[2 * k];
    }
    ClearPadding(count, columns);
  }

  /** Columns -> real row. */
  void
  LoadPotential(const V * columns, V * row) const
  {
    const std::size_t n = m_Shape.fine[0], count = m_Shape.potential[0].Count();
    row[0] = columns[0];
    for (std::size_t k = 1; k < count; ++k)
    {
      row[2 * k - 1] = columns[2 * k];
      if (2 * k < n)
      {
        row[2 * k] = columns[2 * k + 1];
      }
    }
    std::fill(row + std::min(n, 2 * count - 1), row + n, V{});
    m_RealFineX.exec(row, 1.0, false);
  }

  /** The columns that fill up the last block. */
  static void
  ClearPadding(std::size_t count, V * columns)
  {
    std::fill(columns + 2 * count, columns + 2 * W * GetBlocks(count, W), V{});
  }

  /** Columns of a block, in whole row blocks; zero in those that are not used. */
  void
  LoadColumns(const double * state, const std::vector<char> & usedBlocks, std::size_t block, C * column) const
  {
    for (std::size_t rowBlock = 0; rowBlock < usedBlocks.size(); ++rowBlock, column += W)
    {
      if (!usedBlocks[rowBlock])
      {
        std::fill(column, column + W, C(V{}, V{}));
        continue;
      }
      const V * tile = GetBlock(state, rowBlock) + block * W * 2;
      PrefetchBytes(tile, 2 * W * VectorBytes, 4 * W * VectorBytes);
      V re[W], im[W];
      LoadTile(tile, re, im);
      for (std::size_t i = 0; i < W; ++i)
      {
        column[i].r = re[i];
        column[i].i = im[i];
      }
    }
  }

  /** The other way. */
  void
  StoreColumns(const C * column, std::size_t rowBlocks, std::size_t block, double * state) const
  {
    for (std::size_t rowBlock = 0; rowBlock < rowBlocks; ++rowBlock, column += W)
    {
      V re[W], im[W];
      for (std::size_t i = 0; i < W; ++i)
      {
        re[i] = column[i].r;
        im[i] = column[i].i;
      }
      StoreTile(re, im, GetBlock(state, rowBlock) + block * W * 2);
    }
  }

  /** Structure factors at the kept frequencies times the Debye-Waller factor. */
  void
  ApplySmearing(const Smearing & smearing, std::size_t block, C * column) const
  {
    const KeptFrequencies & kept = m_Shape.potential[1];
    for (std::size_t i = 0; smearing.IsSet() && i < kept.Count(); ++i)
    {
      const V smear = Smear(smearing, block, kept.Frequency(i));
      C &     value = column[Place(kept, i, m_Shape.nodes[1])];
      value = C(value.r * smear, value.i * smear);
    }
  }

  /** Where nodes are finer than the fine grid, its Nyquist row -ny/2 belongs to two of theirs, which are no conjugates: their mean is what
   * a real potential has. */
  void
  AverageNyquistRow(const Smearing & smearing, std::size_t block, C * column) const
  {
    const std::size_t nyquist = m_Shape.fine[1] / 2;
    if (m_Shape.fine[1] % 2 != 0 || m_Shape.potential[1].negative != nyquist)
    {
      return;
    }
    const V smear = Smear(smearing, block, static_cast<long>(nyquist));
    const C other(column[nyquist].r * smear, column[nyquist].i * smear);
    C &     value = column[m_Shape.nodes[1] - nyquist];
    value = C(0.5 * (value.r + other.r), 0.5 * (value.i + other.i));
    if (m_Shape.fine[0] % 2 == 0 && m_Shape.fine[0] / 2 / W == block) // at the corner the partner of (nx/2, ny/2) is itself
    {
      const std::size_t lane = m_Shape.fine[0] / 2 % W;
      value.r[lane] = other.r[lane];
      value.i[lane] = other.i[lane];
    }
  }

  static V
  Smear(const Smearing & smearing, std::size_t block, long fy)
  {
    V smear{};
    for (std::size_t lane = 0; lane < W; ++lane)
    {
      const double x = static_cast<double>(block * W + lane), y = static_cast<double>(fy);
      smear[lane] = std::exp(-(smearing.xx * x * x + smearing.yy * y * y + smearing.xy * x * y));
    }
    return smear;
  }

  template <typename T>
  void
  StoreReal(double * state, T * potential) const
  {
    const auto [nx, ny] = m_Shape.fine;
    V * row = reinterpret_cast<V *>(GetScratch(nx));
    for (std::size_t block = 0; block < GetBlocks(ny, W); ++block)
    {
      LoadPotential(GetBlock(state, block), row);
      StoreRows(row, nx, ny, block * W, potential);
    }
  }

  /** loadRow(block, row) puts the potential of W rows into lanes. */
  template <typename TLoad>
  void
  Form(double sigma, double * state, const TLoad & loadRow) const
  {
    const auto [nx, ny] = m_Shape.fine;
    const KeptFrequencies & kept = m_Shape.transmission[0];
    C * const               wave = GetScratch(nx + (nx + 1) / 2);
    V * const               row = reinterpret_cast<V *>(wave + nx);
    for (std::size_t block = 0; block < GetBlocks(ny, W); ++block)
    {
      loadRow(block, row);
      for (std::size_t x = 0; x < nx; ++x)
      {
        SineCosine(sigma * row[x], wave[x].i, wave[x].r);
      }
      m_FineX.exec(wave, 1.0, true);
      V * columns = GetBlock(state, block);
      for (std::size_t k = 0; k < kept.Count(); ++k)
      {
        const C & value = wave[Place(kept, k, nx)];
        columns[2 * k] = value.r;
        columns[2 * k + 1] = value.i;
      }
      ClearPadding(kept.Count(), columns);
    }
  }

  template <typename T>
  void
  Pack(const double * state, const PackingTarget<T> & target) const
  {
    const std::size_t       nx = m_Shape.wave[0], lanes = target.lanes;
    const KeptFrequencies & kept = m_Shape.transmission[0];
    C * const               row = GetScratch(nx);
    for (std::size_t first = 0; first < target.rows.size(); first += W)
    {
      const V * columns = GetBlock(state, first / W);
      for (std::size_t k = 0; k < kept.Count(); ++k)
      {
        row[Place(kept, k, nx)] = C(columns[2 * k], columns[2 * k + 1]);
      }
      std::fill(row + kept.positive, row + nx - kept.negative, C(V{}, V{}));
      m_WaveX.exec(row, 1.0, false);
      T * values = target.values + first / lanes * nx * 2 * lanes + first % lanes;
      for (std::size_t place = 0; place < nx; ++place, values += 2 * lanes)
      {
        const C & value = row[target.pixels[place]];
        Store(value.r, values);
        Store(value.i, values + lanes);
      }
    }
  }

  const std::size_t                      m_Stride; ///< registers from one row block to the next
  PocketFFT::detail::pocketfft_r<double> m_NodesX;
  PocketFFT::detail::pocketfft_c<double> m_NodesY;
  PocketFFT::detail::pocketfft_r<double> m_RealFineX;
  PocketFFT::detail::pocketfft_c<double> m_FineX;
  PocketFFT::detail::pocketfft_c<double> m_FineY;
  PocketFFT::detail::pocketfft_c<double> m_WaveX;
  PocketFFT::detail::pocketfft_c<double> m_WaveY;
};
} // namespace

std::unique_ptr<PotentialTransforms>
MakePotential(const PotentialShape & shape)
{
  return std::make_unique<Transforms>(shape);
}
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
