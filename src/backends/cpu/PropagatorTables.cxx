#include "backends/cpu/PropagatorTables.h"
#include "backends/cpu/UnitTable.h"
#include "physics/Constants.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numeric>

namespace ElectronMultislice
{
namespace
{
/** Phase at frequency `index` that rolls by `pixels`. */
double
RollPhase(std::size_t pixels, std::size_t index, std::size_t n)
{
  return -2.0 * Pi * static_cast<double>(pixels * index % n) / static_cast<double>(n);
}

/** The number T next to a non-zero one, away from zero (step 1) or towards it (step -1). */
float
Neighbour(float value, int step)
{
  std::int32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  bits += step;
  std::memcpy(&value, &bits, sizeof(bits));
  return value;
}

/** Numbers T nearest to the real and imaginary part, or a neighbour of one of them where that meets the squared modulus better. What is
 * left of the squared modulus is carried on to the next pixel, so that its rounding does not add up over the pixels of a disc. */
std::complex<float>
RoundModulus(std::complex<double> value, double & carry)
{
  const float  re = static_cast<float>(value.real()), im = static_cast<float>(value.imag());
  const float  x[3] = { re, re != 0.0f ? Neighbour(re, 1) : re, re != 0.0f ? Neighbour(re, -1) : re };
  const float  y[3] = { im, im != 0.0f ? Neighbour(im, 1) : im, im != 0.0f ? Neighbour(im, -1) : im };
  const double target = carry - std::norm(value);
  double       bestError = std::numeric_limits<double>::infinity();
  int          best[2] = { 0, 0 };
  for (int i = 0; i < 3; ++i)
  {
    for (int j = 0; j < 3; ++j)
    {
      const double error = target + static_cast<double>(x[i]) * x[i] + static_cast<double>(y[j]) * y[j];
      if (std::fabs(error) < std::fabs(bestError))
      {
        bestError = error;
        best[0] = i;
        best[1] = j;
      }
    }
  }
  carry = bestError;
  return { x[best[0]], y[best[1]] };
}

/** In double, rounding is far below anything that matters. */
template <typename T>
std::complex<T>
RoundPropagator(std::complex<double> value, double & carry)
{
  if constexpr (sizeof(T) < sizeof(double))
  {
    return RoundModulus(value, carry);
  }
  else
  {
    return value;
  }
}

/** Thickness in 1e-9 Å: slices of one cell differ by rounding only. */
long long
ThicknessKey(const MultisliceProblem & problem, std::size_t slice)
{
  return std::llround((problem.sliceEdges[slice + 1] - problem.sliceEdges[slice]) * 1e9);
}

template <typename T>
double
Energy(const SliceLayout & layout, const T * state)
{
  double energy = 0.0;
  for (std::size_t i = 0; i < layout.GetStateSize(); ++i)
  {
    energy += static_cast<double>(state[i]) * static_cast<double>(state[i]);
  }
  return energy;
}
} // namespace

std::array<std::size_t, 2>
GetSliceRoll(const Grid & grid, std::size_t slice)
{
  const auto step = [](std::size_t n) {
    auto pixels = static_cast<std::size_t>(0.381966 * static_cast<double>(n));
    while (std::gcd(pixels, n) != 1) // so that every pixel is reached
    {
      ++pixels;
    }
    return pixels;
  };
  return { slice * step(grid.nx) % grid.nx, slice * step(grid.ny) % grid.ny };
}

template <typename T>
PropagatorTables<T>::PropagatorTables(const MultisliceProblem & problem,
                                      const SliceEngine<T> &    engine,
                                      const IncidentWaves<T> *  incident,
                                      ThreadTeam &              team)
  : m_Problem(problem)
  , m_Engine(engine)
  , m_Team(team)
{
  const TransformGain    gain = MeasureTransformGain(engine, team);
  double                 gainOfWaves = 1.0;
  std::vector<long long> keys;
  for (std::size_t slice = 0; slice < problem.GetNumberOfSlices(); ++slice)
  {
    const long long key = ThicknessKey(problem, slice);
    const auto      found = std::find(keys.begin(), keys.end(), key);
    m_TableOfSlice.push_back(static_cast<std::size_t>(found - keys.begin()));
    if (found != keys.end())
    {
      continue;
    }
    const double thickness = problem.sliceEdges[slice + 1] - problem.sliceEdges[slice];
    if (keys.empty() && incident && sizeof(T) < sizeof(double))
    {
      gainOfWaves = MeasureGainOfWaves(*incident, MakeTable(gain, 1.0, thickness).Get());
    }
    keys.push_back(key);
    m_Tables.push_back(MakeTable(gain, gainOfWaves, thickness));
  }
}

template <typename T>
AlignedBuffer<T>
PropagatorTables<T>::MakeTable(const TransformGain & gain, double gainOfWaves, double thickness) const
{
  const Grid &        grid = m_Problem.grid;
  const SliceLayout & layout = m_Engine.GetLayout();
  const double        wavelength = Wavelength(m_Problem.energy);
  const double        scale = 1.0 / (static_cast<double>(grid.GetNumberOfPixels()) * gainOfWaves);
  const auto          roll = GetSliceRoll(grid, 1);
  const auto          placeOf = layout.GetPlacesOfFrequencies(); // natural order of ky, for the carry
  AlignedBuffer<T>    table(layout.GetPropagatorSize());
  std::fill(table.Get(), table.Get() + layout.GetPropagatorSize(), T(0));
  std::vector<std::complex<double>> rollY(grid.ny);
  for (std::size_t y = 0; y < grid.ny; ++y)
  {
    rollY[y] = std::polar(1.0, RollPhase(roll[1], y, grid.ny));
  }
  m_Team.ForEach(layout.columns.size(), [&](std::size_t column, std::size_t) {
    const double kx = grid.GetFrequencyX(layout.columns[column]);
    const auto   rollX = std::polar(scale / gain.x[column], RollPhase(roll[0], layout.columns[column], grid.nx));
    double       carry = 0.0;
    for (std::size_t y = 0; y < grid.ny; ++y)
    {
      const double ky = grid.GetFrequencyY(y);
      const double limit = BandLimitValue(m_Problem.bandLimit, kx, ky, grid.GetSpacingX(), grid.GetSpacingY());
      if (limit > 0.0)
      {
        const auto value = limit / gain.y[placeOf[y]] * rollX * rollY[y] *
                           FreeSpacePropagator(m_Problem.propagator, kx, ky, wavelength, thickness, m_Problem.tilt);
        const std::complex<T> rounded = RoundPropagator<T>(value, carry);
        T *                   target = table.Get() + layout.PropagatorIndex(column, placeOf[y]);
        target[0] = rounded.real();
        target[layout.lanes] = rounded.imag();
      }
    }
  });
  return table;
}

template <typename T>
double
PropagatorTables<T>::MeasureGainOfWaves(const IncidentWaves<T> & incident, const T * table) const
{
  constexpr std::size_t Slices = 4;
  const SliceLayout &   layout = m_Engine.GetLayout();
  // fixed positions all over the area: the tables must not depend on which part of a scan is computed
  const std::size_t count = m_Problem.illumination == Illumination::Probe ? 16 : 1;
  const auto        vacuum = MakeUnitTable<T>(layout.GetTransmissionSize(), layout.lanes);
  AlignedBuffer<T>  spectrum(layout.GetPropagatorSize()), buffer(layout.GetStateSize());
  T * const         state = buffer.Get();
  double            before = 0.0, behind = 0.0;
  for (std::size_t i = 0; i < count; ++i)
  {
    const double a = 0.6180339887 * static_cast<double>(i), b = 0.7548776662 * static_cast<double>(i);
    incident.FillSpectrumAt({ (a - std::floor(a)) * m_Problem.grid.lengthX, (b - std::floor(b)) * m_Problem.grid.lengthY }, spectrum.Get());
    m_Team.ForEach(layout.GetColumnBlocks(),
                   [&](std::size_t block, std::size_t) { m_Engine.StartColumns(spectrum.Get(), state, block, block + 1); });
    before += Energy(layout, state);
    for (std::size_t slice = 0; slice < Slices; ++slice)
    {
      m_Team.ForEach(layout.GetRowBlocks(),
                     [&](std::size_t block, std::size_t) { m_Engine.RowPass(&state, vacuum.Get(), 1, block, block + 1); });
      m_Team.ForEach(layout.GetColumnBlocks(),
                     [&](std::size_t block, std::size_t) { m_Engine.ColumnPass(&state, table, nullptr, true, 1, block, block + 1); });
    }
    behind += Energy(layout, state);
  }
  const double gain = std::pow(behind / before, 0.5 / Slices);
  return std::fabs(gain - 1.0) < 1e-6 ? gain : 1.0; // more than rounding: the wave reaches into the band limit's edge
}

template <typename T>
std::size_t
PropagatorTables<T>::CountTables(const MultisliceProblem & problem)
{
  std::vector<long long> keys;
  for (std::size_t slice = 0; slice < problem.GetNumberOfSlices(); ++slice)
  {
    keys.push_back(ThicknessKey(problem, slice));
  }
  std::sort(keys.begin(), keys.end());
  return static_cast<std::size_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
}

template class PropagatorTables<float>;
template class PropagatorTables<double>;
} // namespace ElectronMultislice
