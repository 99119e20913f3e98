#include "backends/cpu/CpuSession.h"
#include "backends/EqualSlices.h"
#include "backends/ProblemContent.h"
#include "backends/cpu/InstructionSet.h"
#include "backends/cpu/TransmissionPacking.h"
#include <algorithm>

#include <numeric>

namespace ElectronMultislice
{
SliceLayout
GetSliceLayout(const MultisliceProblem & problem, std::size_t lanes)
{
  const Grid &             grid = problem.grid;
  std::vector<std::size_t> columns;
  for (std::size_t x = 0; x < grid.nx; ++x)
  {
    if (BandLimitValue(problem.bandLimit, grid.GetFrequencyX(x), 0.0, grid.GetSpacingX(), grid.GetSpacingY()) > 0.0)
    {
      columns.push_back(x);
    }
  }
  return MakeFastLayout(grid.nx, grid.ny, std::move(columns), lanes);
}

SliceLayout
GetIncidentLayout(const MultisliceProblem & problem, std::size_t lanes)
{
  std::vector<std::size_t> columns(problem.grid.nx);
  std::iota(columns.begin(), columns.end(), std::size_t(0));
  return MakeLibraryLayout(problem.grid.nx, problem.grid.ny, std::move(columns), lanes);
}

template <typename T>
CpuSession<T>::CpuSession(const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control)
  : m_Problem(problem)
  , m_Setup(setup)
  , m_Control(control)
  , m_Layout(GetMeasurementLayout(problem))
  , m_Team(setup.threads)
  , m_Engine(MakeSliceEngine<T>(GetInstructionSet(), GetSliceLayout(problem, GetLanes<T>())))
  , m_IncidentEngine(
      IncidentWaveNeedsAllColumns(problem) ? MakeSliceEngine<T>(GetInstructionSet(), GetIncidentLayout(problem, GetLanes<T>())) : nullptr)
  , m_Detectors(problem, m_Layout, m_Engine->GetLayout())
  , m_Incident(problem, m_IncidentEngine ? m_IncidentEngine->GetLayout() : m_Engine->GetLayout())
  , m_Arrays(setup.threads)
{
  // the spectrum behind the propagator's table is psi_hat/ny; a plane wave's intensities are |FFT(psi)/N|²
  const double scale =
    problem.illumination == Illumination::PlaneWave ? 1.0 / static_cast<double>(problem.grid.nx) : static_cast<double>(problem.grid.ny);
  m_IntensityScale = scale * scale;
}

template <typename T>
const PotentialBuilder &
CpuSession<T>::GetBuilder()
{
  if (!m_Builder)
  {
    m_Builder = std::make_unique<PotentialBuilder>(m_Problem, sizeof(T) == sizeof(double), GetInstructionSet());
  }
  return *m_Builder;
}

template <typename T>
void
CpuSession<T>::ComputePotential(std::size_t configuration, std::size_t slice, T * values)
{
  GetBuilder().BuildPotential(configuration, slice, m_Arrays[0].potential, values);
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
  // what is kept anyway costs no memory while this runs
  if (m_Control.cache && m_Contents.slices.IsEmpty() && m_Setup.KeepsAllSlices(m_Problem))
  {
    const Content slice = m_Control.cache->Share(GetTransmissionContent(m_Problem, GetCpuBackend(), sizeof(T) == sizeof(double)));
    if (!slice.IsEmpty())
    {
      m_Contents = { slice.With(ContentBytes().Add("packed")), slice.With(ContentBytes().Add("packed in all columns")) };
    }
  }
  m_Prepared.resize(m_Setup.configurations);
  m_Current = configuration % m_Prepared.size(); // all configurations are kept, or one
  PreparedSlices & set = m_Prepared[m_Current];
  set.slices = {}; // nothing is prepared if building fails half-way
  set.configuration = configuration;
  set.transmissions.resize(std::max(set.transmissions.size(), slices.count));
  std::vector<std::size_t> missing;
  for (std::size_t slice = slices.first; slice < slices.End(); ++slice)
  {
    if (!FindSlice(set, slice, slices.first))
    {
      missing.push_back(slice);
    }
  }
  if (!missing.empty())
  {
    GetBuilder();
  }
  const auto equal = FindEqualSlices(m_Problem, configuration, missing);
  const auto built = GetFirstSlices(missing, equal);
  m_Team.ForEach(built.size(), [&](std::size_t i, std::size_t thread) {
    m_Control.Check();
    BuildSlice(set, built[i], slices.first, m_Arrays[thread].potential);
  });
  m_Team.ForEach(missing.size(), [&](std::size_t i, std::size_t) {
    if (equal[i] != missing[i])
    {
      m_Control.Check();
      CopySlice(set, equal[i], missing[i], slices.first);
    }
  });
  set.slices = slices;
}

template <typename T>
bool
CpuSession<T>::FindSlice(PreparedSlices & set, std::size_t slice, std::size_t firstSlice)
{
  if (m_Contents.slices.IsEmpty())
  {
    return false;
  }
  const ContentCache::Index index{ set.configuration, slice };
  const auto                find = [&](const Content & content) {
    return m_Control.cache->Find<AlignedBuffer<T>>(ContentCache::Kind::Transmission, content, index);
  };
  Packed & packed = set.transmissions[slice - firstSlice];
  packed = find(m_Contents.slices);
  if (slice == 0 && m_IncidentEngine)
  {
    set.firstInIncidentLayout = find(m_Contents.firstInIncidentLayout);
    return packed && set.firstInIncidentLayout;
  }
  return packed != nullptr;
}

template <typename T>
void
CpuSession<T>::BuildSlice(PreparedSlices & set, std::size_t slice, std::size_t firstSlice, PotentialBuilder::Workspace & workspace)
{
  const SliceLayout & layout = m_Engine->GetLayout();
  const auto          roll = GetSliceRoll(m_Problem.grid, slice);
  Packed &            built = set.transmissions[slice - firstSlice];
  KeepPacked(layout, m_Contents.slices, { set.configuration, slice }, built, [&](T * values) {
    m_Builder->BuildTransmission(set.configuration, slice, workspace, layout, roll, values);
  });
  ++m_Control.slicesBuilt;
  if (slice == 0 && m_IncidentEngine)
  {
    const SliceLayout & incident = m_IncidentEngine->GetLayout();
    KeepPacked(incident, m_Contents.firstInIncidentLayout, { set.configuration, slice }, set.firstInIncidentLayout, [&](T * values) {
      RollTransmission(layout, built->Get(), { 0, 0 }, incident, values); // slice 0 is not rolled
    });
  }
}

template <typename T>
void
CpuSession<T>::CopySlice(PreparedSlices & set, std::size_t from, std::size_t slice, std::size_t firstSlice)
{
  const Grid &                     grid = m_Problem.grid;
  const auto                       before = GetSliceRoll(grid, from), after = GetSliceRoll(grid, slice);
  const std::array<std::size_t, 2> roll{ (after[0] + grid.nx - before[0]) % grid.nx, (after[1] + grid.ny - before[1]) % grid.ny };
  const SliceLayout &              layout = m_Engine->GetLayout();
  const T *                        source = set.transmissions[from - firstSlice]->Get();
  KeepPacked(layout, m_Contents.slices, { set.configuration, slice }, set.transmissions[slice - firstSlice], [&](T * values) {
    RollTransmission(layout, source, roll, layout, values);
  });
}

template <typename T>
template <typename TFill>
void
CpuSession<T>::KeepPacked(const SliceLayout &         layout,
                          const Content &             content,
                          const ContentCache::Index & index,
                          Packed &                    packed,
                          const TFill &               fill)
{
  if (!packed || !content.IsEmpty()) // what is in the cache is not written over
  {
    packed = std::make_shared<const AlignedBuffer<T>>(layout.GetTransmissionSize());
  }
  fill(packed->Get());
  if (!content.IsEmpty())
  {
    m_Control.cache->Keep(ContentCache::Kind::Transmission, content, index, packed, layout.GetTransmissionSize() * sizeof(T));
  }
}

template <typename T>
const T *
CpuSession<T>::GetTransmission(std::size_t slice) const
{
  const PreparedSlices & set = m_Prepared[m_Current];
  return set.transmissions[slice - set.slices.first]->Get();
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
  if (!m_Propagators)
  {
    const bool measurable = !m_IncidentEngine && m_Problem.illumination != Illumination::Given;
    m_Propagators = std::make_unique<const PropagatorTables<T>>(m_Problem, *m_Engine, measurable ? &m_Incident : nullptr, m_Team);
  }
}

template <typename T>
template <typename Function>
void
CpuSession<T>::ForPieces(Sharing sharing, std::size_t blocks, const Function & function)
{
  if (sharing == Sharing::Alone)
  {
    function(std::size_t(0), blocks);
    return;
  }
  // long pieces first, since each begins with what the cache does not have yet; then ever shorter ones, so that uneven cores even out
  std::vector<std::size_t> ends;
  for (std::size_t first = 0; first < blocks; first = ends.back())
  {
    ends.push_back(first + (blocks - first + 2 * m_Setup.threads - 1) / (2 * m_Setup.threads));
  }
  m_Team.ForEach(ends.size(), [&](std::size_t piece, std::size_t) { function(piece == 0 ? 0 : ends[piece - 1], ends[piece]); });
}

template <typename T>
void
CpuSession<T>::Start(std::size_t wave, ThreadArrays & arrays, Sharing sharing)
{
  const SliceEngine<T> & engine = m_IncidentEngine ? *m_IncidentEngine : *m_Engine;
  const SliceLayout &    layout = engine.GetLayout();
  if (!arrays.spectrum.Get())
  {
    arrays.spectrum = AlignedBuffer<T>(layout.GetPropagatorSize());
  }
  T * state = m_States[wave].Get();
  m_Incident.FillSpectrum(m_Waves.first + wave, arrays.given, arrays.spectrum.Get());
  const auto startColumns = [&](T * target) {
    ForPieces(sharing, layout.GetColumnBlocks(), [&](std::size_t first, std::size_t last) {
      engine.StartColumns(arrays.spectrum.Get(), target, first, last);
    });
  };
  if (!m_IncidentEngine)
  {
    startColumns(state);
    return;
  }
  if (!arrays.incident.Get())
  {
    arrays.incident = AlignedBuffer<T>(layout.GetStateSize());
  }
  T * incident = arrays.incident.Get();
  startColumns(incident);
  ForPieces(sharing, layout.GetRowBlocks(), [&](std::size_t first, std::size_t last) {
    engine.RowPass(&incident, m_Prepared[m_Current].firstInIncidentLayout->Get(), 1, first, last);
  });
  ConvertState(layout, incident, m_Engine->GetLayout(), state);
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
    PropagateGroup({ first, std::min(size, m_Waves.count - first) }, slices, result, m_Arrays[thread]);
  });
}

template <typename T>
void
CpuSession<T>::PropagateGroup(Range group, Range slices, UnitResult<T> & result, ThreadArrays & arrays)
{
  const SliceLayout & layout = m_Engine->GetLayout();
  T *                 states[WavesPerGroup];
  T *                 intensities[WavesPerGroup];
  while (arrays.intensities.size() < group.count)
  {
    arrays.intensities.emplace_back(layout.GetIntensitySize());
  }
  for (std::size_t i = 0; i < group.count; ++i)
  {
    states[i] = m_States[group.first + i].Get();
    intensities[i] = arrays.intensities[i].Get();
    if (slices.first == 0)
    {
      Start(group.first + i, arrays, Sharing::Alone);
    }
  }
  for (std::size_t slice = slices.first; slice < std::min(slices.End(), m_Problem.exitPlanes.back()); ++slice)
  {
    m_Control.Check();
    const std::size_t plane = GetPlane(slice);
    if (slice > 0 || !m_IncidentEngine)
    {
      m_Engine->RowPass(states, GetTransmission(slice), group.count, 0, layout.GetRowBlocks());
    }
    m_Engine->ColumnPass(states,
                         m_Propagators->GetTable(slice),
                         plane == NoPlane ? nullptr : intensities,
                         NeedsInverse(slice),
                         group.count,
                         0,
                         layout.GetColumnBlocks());
    m_Control.waveSlices += group.count;
    for (std::size_t i = 0; plane != NoPlane && i < group.count; ++i)
    {
      Record(plane, group.first + i, intensities[i], arrays, Sharing::Alone, result);
    }
  }
}

template <typename T>
void
CpuSession<T>::PropagateSplit(std::size_t wave, Range slices, UnitResult<T> & result)
{
  const SliceLayout & layout = m_Engine->GetLayout();
  ThreadArrays &      arrays = m_Arrays[0];
  if (arrays.intensities.empty())
  {
    arrays.intensities.emplace_back(layout.GetIntensitySize());
  }
  T * state = m_States[wave].Get();
  T * intensity = arrays.intensities[0].Get();
  if (slices.first == 0)
  {
    Start(wave, arrays, Sharing::Team);
  }
  for (std::size_t slice = slices.first; slice < std::min(slices.End(), m_Problem.exitPlanes.back()); ++slice)
  {
    m_Control.Check();
    const std::size_t plane = GetPlane(slice);
    if (slice > 0 || !m_IncidentEngine)
    {
      ForPieces(Sharing::Team, layout.GetRowBlocks(), [&](std::size_t first, std::size_t last) {
        m_Engine->RowPass(&state, GetTransmission(slice), 1, first, last);
      });
    }
    ForPieces(Sharing::Team, layout.GetColumnBlocks(), [&](std::size_t first, std::size_t last) {
      m_Engine->ColumnPass(
        &state, m_Propagators->GetTable(slice), plane == NoPlane ? nullptr : &intensity, NeedsInverse(slice), 1, first, last);
    });
    ++m_Control.waveSlices;
    if (plane != NoPlane)
    {
      Record(plane, wave, intensity, arrays, Sharing::Team, result);
    }
  }
}

template <typename T>
bool
CpuSession<T>::NeedsInverse(std::size_t slice) const
{
  return slice + 1 < m_Problem.exitPlanes.back() || m_Problem.exitWaves;
}

template <typename T>
void
CpuSession<T>::Record(std::size_t     plane,
                      std::size_t     wave,
                      const T *       intensity,
                      ThreadArrays &  arrays,
                      Sharing         sharing,
                      UnitResult<T> & result)
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
    const Grid &        grid = m_Problem.grid;
    const SliceLayout & layout = m_Engine->GetLayout();
    if (!arrays.rows.Get())
    {
      arrays.rows = AlignedBuffer<T>(layout.GetTransmissionSize());
    }
    ForPieces(sharing, layout.GetRowBlocks(), [&](std::size_t first, std::size_t last) {
      m_Engine->RealSpace(m_States[wave].Get(), arrays.rows.Get(), first, last);
      UnpackTransmission(layout,
                         arrays.rows.Get(),
                         GetSliceRoll(grid, m_Problem.exitPlanes[plane]),
                         1.0 / static_cast<double>(grid.nx),
                         result.exitWaves.data() + sample * grid.GetNumberOfPixels(),
                         first,
                         last);
    });
  }
}

template class CpuSession<float>;
template class CpuSession<double>;
} // namespace ElectronMultislice
