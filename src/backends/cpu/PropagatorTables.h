#ifndef backends_cpu_PropagatorTables_h
#define backends_cpu_PropagatorTables_h
#include "backends/MultisliceProblem.h"
#include "backends/cpu/AlignedBuffer.h"
#include "backends/cpu/IncidentWaves.h"
#include "backends/cpu/SliceEngine.h"
#include "backends/cpu/TransformGain.h"

namespace ElectronMultislice
{
/** Pixels in x and y by which everything is rolled before slice `slice`: a golden fraction of the grid more with every slice (a phase ramp
 * in the propagator). The rounding errors of the transforms are the same linear operator every time; acting on a frame that moves they do
 * not add up in step. */
std::array<std::size_t, 2>
GetSliceRoll(const Grid & grid, std::size_t slice);

/** \class PropagatorTables
 * \brief Propagator x band limit / (nx ny) in the layout of an engine, one table per distinct slice thickness.
 *
 * Rounding in float makes every slice's transforms gain or lose about 1e-7 of the amplitude, always to the same side. The tables take that
 * out: per frequency as measured on random states, then as a whole as measured on the problem's own incident waves. So a beam in vacuum
 * keeps its intensity to 1e-6 over 100 slices. */
template <typename T>
class PropagatorTables
{
public:
  /** incident: in the engine's layout; null for one beyond the band limit, which has no energy to keep, and for given waves, none of which
   * may change the bits of another. */
  PropagatorTables(const MultisliceProblem & problem, const SliceEngine<T> & engine, const IncidentWaves<T> * incident, ThreadTeam & team);

  const T *
  GetTable(std::size_t slice) const
  {
    return m_Tables[m_TableOfSlice[slice]].Get();
  }

  /** Number of tables that a problem has. */
  static std::size_t
  CountTables(const MultisliceProblem & problem);

private:
  AlignedBuffer<T>
  MakeTable(const TransformGain & gain, double gainOfWaves, double thickness) const;
  double
  MeasureGainOfWaves(const IncidentWaves<T> & incident, const T * table) const;

  const MultisliceProblem &     m_Problem;
  const SliceEngine<T> &        m_Engine;
  ThreadTeam &                  m_Team;
  std::vector<std::size_t>      m_TableOfSlice;
  std::vector<AlignedBuffer<T>> m_Tables;
};
} // namespace ElectronMultislice
#endif
