#include "backends/cpu/CpuSession.h"
#include "backends/cpu/InstructionSet.h"
#include "common/Error.h"
#include "physics/Constants.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ElectronMultislice
{
SliceLayout
KeptColumns(const MultisliceProblem & problem)
{
  const Grid & grid = problem.grid;
  SliceLayout  layout{ grid.nx, grid.ny, {}, 0 };
  for (std::size_t x = 0; x < grid.nx; ++x)
  {
    if (BandLimitValue(problem.bandLimit, grid.GetFrequencyX(x), 0.0, grid.GetSpacingX(), grid.GetSpacingY()) > 0.0)
    {
      layout.columns.push_back(x);
    }
  }
  return layout;
}

SliceLayout
AllColumns(const MultisliceProblem & problem)
{
  SliceLayout layout{ problem.grid.nx, problem.grid.ny, {}, 0 };
  for (std::size_t x = 0; x < problem.grid.nx; ++x)
  {
    layout.columns.push_back(x);
  }
  return layout;
}

namespace
{
/** Pixels in x and y by which everything is rolled before slice `slice`: a golden fraction of the grid more with every slice (a phase ramp
 * in the propagator). The rounding errors of the transforms are the same linear operator every time; acting on a frame that moves they do
 * not add up in step. */
std::array<std::size_t, 2>
GetRoll(const Grid & grid, std::size_t slice)
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

/** Phase at frequency `index` that rolls by `pixels`. */
double
RollPhase(std::size_t pixels, std::size_t index, std::size_t n)
{
  return -2.0 * Pi * static_cast<double>(pixels * index % n) / static_cast<double>(n);
}

/** Nearest numbers T of the real and imaginary part, or a neighbour of one of them where that meets the modulus better: the propagator's
 * modulus acts in every slice anew. */
template <typename T>
std::complex<T>
RoundModulus(std::complex<double> value)
{
  const T         re = static_cast<T>(value.real()), im = static_cast<T>(value.imag());
  const T         away = std::numeric_limits<T>::infinity();
  std::complex<T> best(re, im);
  double          bestError = std::numeric_limits<double>::infinity();
  for (const T x : { re, std::nextafter(re, away), std::nextafter(re, -away) })
  {
    for (const T y : { im, std::nextafter(im, away), std::nextafter(im, -away) })
    {
      const double error = std::fabs(std::norm(std::complex<double>(x, y)) - std::norm(value));
      if (error < bestError)
      {
        bestError = error;
        best = { x, y };
      }
    }
  }
  return best;
}
} // namespace

template <typename T>
CpuSession<T>::CpuSession(const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control)
  : m_Problem(problem)
  , m_Setup(setup)
  , m_Control(control)
  , m_Layout(GetMeasurementLayout(problem))
  , m_Team(setup.threads)
  , m_Engine(MakeSliceEngine<T>(GetInstructionSet(), KeptColumns(problem)))
  , m_FullEngine(IncidentWaveNeedsAllColumns(problem) ? MakeSliceEngine<T>(GetInstructionSet(), AllColumns(problem)) : nullptr)
  , m_Detectors(problem, m_Layout, m_Engine->GetLayout())
  , m_Incident(problem, m_FullEngine ? m_FullEngine->GetLayout() : m_Engine->GetLayout())
  , m_Arrays(setup.threads)
{
  // the spectrum behind the propagator's table is psi_hat/ny; a plane wave's intensities are |FFT(psi)/N|²
  const double scale =
    problem.illumination == Illumination::PlaneWave ? 1.0 / static_cast<double>(problem.grid.nx) : static_cast<double>(problem.grid.ny);
  m_IntensityScale = scale * scale;
}

template <typename T>
void
CpuSession<T>::MakePropagators()
{
  const Grid &      grid = m_Problem.grid;
  const auto &      columns = m_Engine->GetLayout().columns;
  const std::size_t lanes = m_Engine->GetLayout().lanes;
  const double      wavelength = Wavelength(m_Problem.energy);
  const double      scale = 1.0 / static_cast<double>(grid.GetNumberOfPixels());
  // rounding in the transforms adds up over the slices, always to the same side: taken out here, so that a beam in vacuum keeps its energy
  const std::vector<double> gainX = m_Engine->MeasureGainX(), gainY = m_Engine->MeasureGainY();
  const auto                step = GetRoll(grid, 1);
  std::vector<long long>    thicknesses; // in 1e-9 Å: slices of one cell differ by rounding only
  for (std::size_t s = 0; s < m_Problem.GetNumberOfSlices(); ++s)
  {
    const double    dz = m_Problem.sliceEdges[s + 1] - m_Problem.sliceEdges[s];
    const long long key = std::llround(dz * 1e9);
    const auto      found = std::find(thicknesses.begin(), thicknesses.end(), key);
    m_PropagatorOfSlice.push_back(static_cast<std::size_t>(found - thicknesses.begin()));
    if (found != thicknesses.end())
    {
      continue;
    }
    thicknesses.push_back(key);
    AlignedBuffer<T> table(m_Engine->GetLayout().GetPropagatorSize());
    std::fill(table.Get(), table.Get() + m_Engine->GetLayout().GetPropagatorSize(), T(0));
    m_Team.ForEach(columns.size(), [&](std::size_t c, std::size_t) {
      const double kx = grid.GetFrequencyX(columns[c]);
      const double rollX = RollPhase(step[0], columns[c], grid.nx);
      T *          target = table.Get() + (c / lanes) * grid.ny * 2 * lanes + c % lanes;
      for (std::size_t y = 0; y < grid.ny; ++y)
      {
        const double ky = grid.GetFrequencyY(y);
        const double limit = BandLimitValue(m_Problem.bandLimit, kx, ky, grid.GetSpacingX(), grid.GetSpacingY());
        if (limit > 0.0)
        {
          const auto value =
            RoundModulus<T>(std::polar(scale * limit / (gainX[columns[c]] * gainY[y]), rollX + RollPhase(step[1], y, grid.ny)) *
                            FreeSpacePropagator(m_Problem.propagator, kx, ky, wavelength, dz, m_Problem.tilt));
          target[2 * lanes * y] = value.real();
          target[2 * lanes * y + lanes] = value.imag();
        }
      }
    });
    m_Propagators.push_back(std::move(table));
  }
}

template <typename T>
typename CpuSession<T>::ThreadArrays &
CpuSession<T>::GetArrays(std::size_t thread)
{
  return m_Arrays[thread];
}

template <typename T>
void
CpuSession<T>::ComputePotential(std::size_t configuration, std::size_t slice, T * values)
{
  if (!m_Builder)
  {
    m_Builder = std::make_unique<PotentialBuilder>(m_Problem, sizeof(T) == sizeof(double));
  }
  auto & workspace = GetArrays(0).potential;
  m_Builder->BuildPotential(configuration, slice, workspace);
  std::copy(workspace.potential.begin(), workspace.potential.end(), values);
}

template <typename T>
void
CpuSession<T>::PrepareSlices(std::size_t configuration, Range slices)
{
  for (std::size_t i = 0; i < m_Prepared.size(); ++i)
  {
    const PreparedSlices & set = m_Prepared[i];
    if (set.slices.count > 0 && set.configuration == configuration && slices.first >= set.slices.first && slices.End() <= set.slices.End())
    {
      m_Current = i;
      return;
    }
  }
  if (!m_Builder)
  {
    m_Builder = std::make_unique<PotentialBuilder>(m_Problem, sizeof(T) == sizeof(double));
  }
  m_Prepared.resize(m_Setup.configurations);
  m_Current = configuration % m_Prepared.size(); // all configurations are kept, or one
  PreparedSlices & set = m_Prepared[m_Current];
  set.slices = {}; // nothing is prepared if building fails half-way
  while (set.transmissions.size() < slices.count)
  {
    set.transmissions.emplace_back(m_Engine->GetLayout().GetTransmissionSize());
  }
  m_Team.ForEach(slices.count, [&](std::size_t i, std::size_t thread) {
    m_Control.Check();
    auto & workspace = GetArrays(thread).potential;
    m_Builder->BuildPotential(configuration, slices.first + i, workspace);
    m_Builder->BuildTransmission(workspace);
    const auto roll = GetRoll(m_Problem.grid, slices.first + i);
    m_Engine->PackTransmission(workspace.wave.data(), roll[0], roll[1], set.transmissions[i].Get());
    ++m_Control.slicesBuilt;
  });
  set.configuration = configuration;
  set.slices = slices;
}

template <typename T>
const T *
CpuSession<T>::GetTransmission(std::size_t slice) const
{
  const PreparedSlices & set = m_Prepared[m_Current];
  return set.transmissions[slice - set.slices.first].Get();
}

template <typename T>
std::size_t
CpuSession<T>::GetPlane(std::size_t slice) const
{
  const auto & planes = m_Problem.exitPlanes;
  const auto   found = std::lower_bound(planes.begin(), planes.end(), slice + 1);
  return found != planes.end() && *found == slice + 1 ? static_cast<std::size_t>(found - planes.begin()) : NoPlane;
}

template <typename T>
void
CpuSession<T>::StartWaves(Range waves)
{
  m_Waves = waves;
  while (m_States.size() < waves.count)
  {
    m_States.emplace_back(m_Engine->GetLayout().GetStateSize());
  }
  if (m_Propagators.empty())
  {
    MakePropagators();
  }
}

template <typename T>
void
CpuSession<T>::Start(std::size_t wave, T * state, const SliceEngine<T> & engine, ThreadArrays & arrays) const
{
  if (!arrays.spectrum.Get())
  {
    arrays.spectrum = AlignedBuffer<T>(engine.GetLayout().GetPropagatorSize());
  }
  m_Incident.FillSpectrum(m_Waves.first + wave, arrays.spectrum.Get());
  engine.StartColumns(arrays.spectrum.Get(), state, 0, engine.GetLayout().GetColumnBlocks());
}

template <typename T>
void
CpuSession<T>::Propagate(Range slices, UnitResult<T> & result)
{
  if (m_Waves.count < m_Setup.threads)
  {
    for (std::size_t wave = 0; wave < m_Waves.count; ++wave)
    {
      PropagateSplit(wave, slices, result);
    }
    return;
  }
  const std::size_t perThread = (m_Waves.count + m_Setup.threads - 1) / m_Setup.threads;
  const std::size_t size = std::min(WavesPerGroup, perThread);
  m_Team.ForEach((m_Waves.count + size - 1) / size, [&](std::size_t group, std::size_t thread) {
    const std::size_t first = group * size;
    PropagateGroup({ first, std::min(size, m_Waves.count - first) }, slices, result, GetArrays(thread));
  });
}

template <typename T>
void
CpuSession<T>::PropagateGroup(Range group, Range slices, UnitResult<T> & result, ThreadArrays & arrays)
{
  T *       states[WavesPerGroup];
  const T * sources[WavesPerGroup];
  T *       intensities[WavesPerGroup];
  while (arrays.intensities.size() < group.count)
  {
    arrays.intensities.emplace_back(m_Engine->GetLayout().GetIntensitySize());
    if (m_FullEngine)
    {
      arrays.fullStates.emplace_back(m_FullEngine->GetLayout().GetStateSize());
    }
  }
  const SliceEngine<T> & startEngine = m_FullEngine ? *m_FullEngine : *m_Engine;
  for (std::size_t i = 0; i < group.count; ++i)
  {
    states[i] = m_States[group.first + i].Get();
    sources[i] = states[i];
    intensities[i] = arrays.intensities[i].Get();
    if (slices.first == 0)
    {
      T * start = m_FullEngine ? arrays.fullStates[i].Get() : states[i];
      Start(group.first + i, start, startEngine, arrays);
      sources[i] = start;
    }
  }
  for (std::size_t slice = slices.first; slice < slices.End(); ++slice)
  {
    m_Control.Check();
    const std::size_t      plane = GetPlane(slice);
    const bool             last = slice + 1 == m_Problem.exitPlanes.back();
    const SliceEngine<T> & source = slice == 0 ? startEngine : *m_Engine;
    m_Engine->RowPass(sources, source, GetTransmission(slice), states, group.count, 0, m_Engine->GetLayout().GetRowBlocks());
    m_Engine->ColumnPass(states,
                         m_Propagators[m_PropagatorOfSlice[slice]].Get(),
                         plane == NoPlane ? nullptr : intensities,
                         !last || m_Problem.exitWaves,
                         group.count,
                         0,
                         m_Engine->GetLayout().GetColumnBlocks());
    m_Control.waveSlices += group.count;
    for (std::size_t i = 0; i < group.count; ++i)
    {
      sources[i] = states[i];
      if (plane != NoPlane)
      {
        Record(plane, group.first + i, intensities[i], states[i], result);
      }
    }
    if (last)
    {
      break;
    }
  }
}

template <typename T>
void
CpuSession<T>::PropagateSplit(std::size_t wave, Range slices, UnitResult<T> & result)
{
  ThreadArrays & arrays = GetArrays(0);
  if (arrays.intensities.empty())
  {
    arrays.intensities.emplace_back(m_Engine->GetLayout().GetIntensitySize());
    if (m_FullEngine)
    {
      arrays.fullStates.emplace_back(m_FullEngine->GetLayout().GetStateSize());
    }
  }
  const SliceEngine<T> & startEngine = m_FullEngine ? *m_FullEngine : *m_Engine;
  T *                    state = m_States[wave].Get();
  const T *              source = state;
  T *                    intensity = arrays.intensities[0].Get();
  if (slices.first == 0)
  {
    T * start = m_FullEngine ? arrays.fullStates[0].Get() : state;
    Start(wave, start, startEngine, arrays);
    source = start;
  }
  // pieces of a pass: more than threads, so that uneven cores even out
  const auto forPieces = [&](std::size_t blocks, const auto & function) {
    const std::size_t pieces = std::min(blocks, 4 * m_Setup.threads);
    m_Team.ForEach(pieces, [&](std::size_t piece, std::size_t) { function(piece * blocks / pieces, (piece + 1) * blocks / pieces); });
  };
  for (std::size_t slice = slices.first; slice < slices.End(); ++slice)
  {
    m_Control.Check();
    const std::size_t      plane = GetPlane(slice);
    const bool             last = slice + 1 == m_Problem.exitPlanes.back();
    const SliceEngine<T> & sourceEngine = slice == 0 ? startEngine : *m_Engine;
    forPieces(m_Engine->GetLayout().GetRowBlocks(), [&](std::size_t first, std::size_t end) {
      m_Engine->RowPass(&source, sourceEngine, GetTransmission(slice), &state, 1, first, end);
    });
    forPieces(m_Engine->GetLayout().GetColumnBlocks(), [&](std::size_t first, std::size_t end) {
      m_Engine->ColumnPass(&state,
                           m_Propagators[m_PropagatorOfSlice[slice]].Get(),
                           plane == NoPlane ? nullptr : &intensity,
                           !last || m_Problem.exitWaves,
                           1,
                           first,
                           end);
    });
    source = state;
    ++m_Control.waveSlices;
    if (plane != NoPlane)
    {
      Record(plane, wave, intensity, state, result);
    }
    if (last)
    {
      break;
    }
  }
}

template <typename T>
void
CpuSession<T>::Record(std::size_t plane, std::size_t wave, const T * intensity, const T * state, UnitResult<T> & result) const
{
  const std::size_t sample = plane * m_Waves.count + wave;
  m_Detectors.Sum(intensity, m_IntensityScale, result.scalars.data() + sample * m_Layout.scalarCount);
  for (std::size_t p = 0; p < m_Layout.patterns.size(); ++p)
  {
    const auto & pattern = m_Layout.patterns[p];
    m_Detectors.Crop(p, intensity, m_IntensityScale, result.patterns[p].data() + sample * pattern.nx * pattern.ny);
  }
  if (m_Problem.exitWaves)
  {
    const std::size_t pixels = m_Problem.grid.GetNumberOfPixels();
    const auto        roll = GetRoll(m_Problem.grid, m_Problem.exitPlanes[plane]);
    m_Engine->RealSpace(state, 1.0 / static_cast<double>(m_Problem.grid.nx), roll[0], roll[1], result.exitWaves.data() + sample * pixels);
  }
}

template class CpuSession<float>;
template class CpuSession<double>;
} // namespace ElectronMultislice
