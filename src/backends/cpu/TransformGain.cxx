#include "backends/cpu/TransformGain.h"
#include "backends/cpu/UnitTable.h"
#include "fourier/FourierTransform.h"
#include <algorithm>
#include <cstdint>

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
  double
  Next()
  {
    m_State ^= m_State << 13;
    m_State ^= m_State >> 7;
    m_State ^= m_State << 17;
    return static_cast<double>(m_State >> 11) / 9007199254740992.0 - 0.5;
  }

private:
  std::uint64_t m_State = 88172645463325252ull;
};

template <typename T>
std::complex<double>
StateValue(const SliceLayout & layout, const T * state, std::size_t row, std::size_t column)
{
  const T * place = state + layout.StateIndex(row, column);
  return { static_cast<double>(place[0]), static_cast<double>(place[layout.lanes]) };
}
} // namespace

template <typename T>
TransformGain
MeasureTransformGain(const SliceEngine<T> & engine, ThreadTeam & team)
{
  const SliceLayout & layout = engine.GetLayout();
  const std::size_t   nx = layout.nx, ny = layout.ny, columns = layout.columns.size(), size = layout.GetStateSize();
  TransformGain       gain{ std::vector<double>(columns, 1.0), std::vector<double>(ny, 1.0) };
  if (sizeof(T) == sizeof(double))
  {
    return gain; // rounding is far below anything that matters
  }
  const AlignedBuffer<T> transmission = MakeUnitTable<T>(layout.GetTransmissionSize(), layout.lanes);
  const AlignedBuffer<T> propagator = MakeUnitTable<T>(layout.GetPropagatorSize(), layout.lanes);
  const AlignedBuffer<T> input(size), output(size);
  std::vector<double>    projectionX(columns, 0.0), normX(columns, 0.0), projectionY(ny, 0.0), normY(ny, 0.0);
  RandomSequence         random;
  T * const              state = output.Get();
  const auto             placeOfFrequency = layout.GetPlacesOfFrequencies();
  const std::size_t      repeatsX = (Samples + ny - 1) / ny, repeatsY = (Samples + columns - 1) / columns;
  for (std::size_t repeat = 0; repeat < std::max(repeatsX, repeatsY); ++repeat)
  {
    for (std::size_t i = 0; i < size; ++i)
    {
      input.Get()[i] = static_cast<T>(random.Next());
    }
    if (repeat < repeatsX)
    {
      std::copy(input.Get(), input.Get() + size, state);
      team.ForEach(layout.GetRowBlocks(),
                   [&](std::size_t block, std::size_t) { engine.RowPass(&state, transmission.Get(), 1, block, block + 1); });
      for (std::size_t row = 0; row < layout.rows.size(); ++row)
      {
        for (std::size_t column = 0; layout.rows[row] != SliceLayout::None && column < columns; ++column)
        {
          const auto in = StateValue(layout, input.Get(), row, column);
          projectionX[column] += (std::conj(in) * StateValue(layout, state, row, column)).real();
          normX[column] += std::norm(in) * static_cast<double>(nx);
        }
      }
    }
    if (repeat < repeatsY)
    {
      std::copy(input.Get(), input.Get() + size, state);
      // the columns' spectra before and behind, in double
      const auto spectra = [&](const T * values) {
        std::vector<std::complex<double>> result(columns * ny);
        for (std::size_t row = 0; row < layout.rows.size(); ++row)
        {
          for (std::size_t column = 0; layout.rows[row] != SliceLayout::None && column < columns; ++column)
          {
            result[column * ny + layout.rows[row]] = StateValue(layout, values, row, column);
          }
        }
        team.ForEach(columns, [&](std::size_t column, std::size_t) { ForwardTransform2D(result.data() + column * ny, ny, 1); });
        return result;
      };
      const auto before = spectra(input.Get());
      team.ForEach(layout.GetColumnBlocks(), [&](std::size_t block, std::size_t) {
        engine.ColumnPass(&state, propagator.Get(), nullptr, true, 1, block, block + 1);
      });
      const auto behind = spectra(state);
      for (std::size_t i = 0; i < before.size(); ++i)
      {
        const std::size_t place = placeOfFrequency[i % ny];
        projectionY[place] += (std::conj(before[i]) * behind[i]).real();
        normY[place] += std::norm(before[i]) * static_cast<double>(ny);
      }
    }
  }
  for (std::size_t column = 0; column < columns; ++column)
  {
    gain.x[column] = projectionX[column] / normX[column];
  }
  for (std::size_t place = 0; place < ny; ++place)
  {
    // frequencies that the engine cuts off have no gain to measure
    gain.y[place] = projectionY[place] > 0.5 * normY[place] ? projectionY[place] / normY[place] : 1.0;
  }
  return gain;
}

template TransformGain
MeasureTransformGain<float>(const SliceEngine<float> &, ThreadTeam &);
template TransformGain
MeasureTransformGain<double>(const SliceEngine<double> &, ThreadTeam &);
} // namespace ElectronMultislice
