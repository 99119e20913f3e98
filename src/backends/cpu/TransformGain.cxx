#include "backends/cpu/TransformGain.h"
#include "backends/cpu/UnitTable.h"
#include "fourier/FourierTransform.h"
#include <algorithm>
#include <complex>
#include <cstdint>
#include <functional>

namespace ElectronMultislice
{
namespace
{
/** Samples per frequency: enough that the estimate's scatter is a fiftieth of the rounding of one transform. */
constexpr std::size_t Samples = 2048;

/** xorshift64 (G. Marsaglia, J. Stat. Softw. 8 (2003) 14), in (-1/2, 1/2). */
class RandomSequence
{
public:
  explicit RandomSequence(std::size_t number)
    : m_State(88172645463325252ull + (number + 1) * 0x9e3779b97f4a7c15ull)
  {
    Next(); // neighbouring states begin alike
  }
  double
  Next()
  {
    m_State ^= m_State << 13;
    m_State ^= m_State >> 7;
    m_State ^= m_State << 17;
    return static_cast<double>(m_State >> 11) / 9007199254740992.0 - 0.5;
  }

private:
  std::uint64_t m_State;
};

template <typename T>
void
FillRandom(T * values, std::size_t count, RandomSequence & random)
{
  std::generate(values, values + count, [&] { return static_cast<T>(random.Next()); });
}

/** Sums of every block's samples, blocks in order: the result does not depend on the threads. sums: [block][count]. */
std::vector<double>
AddBlocks(const std::vector<double> & sums, std::size_t count)
{
  std::vector<double> total(count, 0.0);
  for (std::size_t i = 0; i < sums.size(); ++i)
  {
    total[i % count] += sums[i];
  }
  return total;
}

/** function(block, thread, random) for as many blocks of `blocks` as hold the samples, each block again when they do not suffice. */
template <typename Function>
void
ForSampleBlocks(std::size_t blocks, std::size_t lanes, ThreadTeam & team, const Function & function)
{
  const std::size_t needed = (Samples + lanes - 1) / lanes;
  for (std::size_t first = 0; first < needed; first += blocks)
  {
    team.ForEach(std::min(blocks, needed - first), [&](std::size_t block, std::size_t thread) {
      RandomSequence random(first + block);
      function(block, thread, random);
    });
  }
}

/** Per column place: <random row, row behind the pass> over its norm. */
template <typename T>
std::vector<double>
MeasureRows(const SliceEngine<T> & engine, ThreadTeam & team)
{
  const SliceLayout &         layout = engine.GetLayout();
  const std::size_t           columns = layout.columns.size(), lanes = layout.lanes, blocks = layout.GetRowBlocks();
  const std::size_t           size = layout.GetStateSize() / blocks;
  const AlignedBuffer<T>      transmission = MakeUnitTable<T>(layout.GetTransmissionSize(), lanes), buffer(layout.GetStateSize());
  T * const                   state = buffer.Get();
  std::vector<std::vector<T>> inputs(team.GetNumberOfThreads());
  std::vector<double>         projections(blocks * columns, 0.0), norms(blocks * columns, 0.0);
  ForSampleBlocks(blocks, lanes, team, [&](std::size_t block, std::size_t thread, RandomSequence & random) {
    T * const        values = state + block * size;
    std::vector<T> & input = inputs[thread];
    FillRandom(values, size, random);
    input.assign(values, values + size);
    engine.RowPass(&state, transmission.Get(), 1, block, block + 1);
    for (std::size_t column = 0; column < columns; ++column)
    {
      double &  projection = projections[block * columns + column];
      double &  norm = norms[block * columns + column];
      const T * in = input.data() + column * 2 * lanes;
      const T * out = values + column * 2 * lanes;
      for (std::size_t lane = 0; lane < 2 * lanes; ++lane)
      {
        if (layout.rows[block * lanes + lane % lanes] != SliceLayout::None)
        {
          projection += static_cast<double>(in[lane]) * static_cast<double>(out[lane]);
          norm += static_cast<double>(in[lane]) * static_cast<double>(in[lane]) * static_cast<double>(layout.nx);
        }
      }
    }
  });
  std::vector<double> gain = AddBlocks(projections, columns);
  const auto          norm = AddBlocks(norms, columns);
  std::transform(gain.begin(), gain.end(), norm.begin(), gain.begin(), std::divides<double>());
  return gain;
}

/** One column block of a state as spectra along y, in double: [lane][FFT index]. */
template <typename T>
void
GetSpectra(const SliceLayout & layout, const T * state, std::size_t block, std::vector<std::complex<double>> & spectra)
{
  spectra.resize(layout.lanes * layout.ny);
  for (std::size_t row = 0; row < layout.rows.size(); ++row)
  {
    for (std::size_t lane = 0; layout.rows[row] != SliceLayout::None && lane < layout.lanes; ++lane)
    {
      const T * value = state + layout.StateIndex(row, block * layout.lanes + lane);
      spectra[lane * layout.ny + layout.rows[row]] = { static_cast<double>(value[0]), static_cast<double>(value[layout.lanes]) };
    }
  }
  for (std::size_t lane = 0; lane < layout.lanes; ++lane)
  {
    ForwardTransform2D(spectra.data() + lane * layout.ny, layout.ny, 1);
  }
}

/** Per frequency place: <spectrum of a random column, spectrum behind the pass> over its norm. */
template <typename T>
std::vector<double>
MeasureColumns(const SliceEngine<T> & engine, ThreadTeam & team)
{
  using Spectra = std::vector<std::complex<double>>;
  const SliceLayout &    layout = engine.GetLayout();
  const std::size_t      ny = layout.ny, lanes = layout.lanes, blocks = layout.GetColumnBlocks(), tile = 2 * lanes * lanes;
  const AlignedBuffer<T> propagator = MakeUnitTable<T>(layout.GetPropagatorSize(), lanes), buffer(layout.GetStateSize());
  T * const              state = buffer.Get();
  std::vector<Spectra>   befores(team.GetNumberOfThreads()), behinds(team.GetNumberOfThreads());
  std::vector<double>    projections(blocks * ny, 0.0), norms(blocks * ny, 0.0);
  ForSampleBlocks(blocks, lanes, team, [&](std::size_t block, std::size_t thread, RandomSequence & random) {
    for (std::size_t rowBlock = 0; rowBlock < layout.GetRowBlocks(); ++rowBlock)
    {
      FillRandom(state + (rowBlock * blocks + block) * tile, tile, random);
    }
    GetSpectra(layout, state, block, befores[thread]);
    engine.ColumnPass(&state, propagator.Get(), nullptr, true, 1, block, block + 1);
    GetSpectra(layout, state, block, behinds[thread]);
    const std::size_t kept = std::min(lanes, layout.columns.size() - block * lanes);
    for (std::size_t lane = 0; lane < kept; ++lane)
    {
      for (std::size_t place = 0; place < ny; ++place)
      {
        const std::size_t i = lane * ny + layout.frequencies[place];
        projections[block * ny + place] += (std::conj(befores[thread][i]) * behinds[thread][i]).real();
        norms[block * ny + place] += std::norm(befores[thread][i]) * static_cast<double>(ny);
      }
    }
  });
  std::vector<double> gain = AddBlocks(projections, ny);
  const auto          norm = AddBlocks(norms, ny);
  for (std::size_t place = 0; place < ny; ++place)
  {
    // frequencies that the engine cuts off have no gain to measure
    gain[place] = gain[place] > 0.5 * norm[place] ? gain[place] / norm[place] : 1.0;
  }
  return gain;
}
} // namespace

template <typename T>
TransformGain
MeasureTransformGain(const SliceEngine<T> & engine, ThreadTeam & team)
{
  if (sizeof(T) == sizeof(double)) // rounding is far below anything that matters
  {
    return { std::vector<double>(engine.GetLayout().columns.size(), 1.0), std::vector<double>(engine.GetLayout().ny, 1.0) };
  }
  return { MeasureRows(engine, team), MeasureColumns(engine, team) };
}

template TransformGain
MeasureTransformGain<float>(const SliceEngine<float> &, ThreadTeam &);
template TransformGain
MeasureTransformGain<double>(const SliceEngine<double> &, ThreadTeam &);
} // namespace ElectronMultislice
