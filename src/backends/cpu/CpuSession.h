#ifndef backends_cpu_CpuSession_h
#define backends_cpu_CpuSession_h
#include "backends/Device.h"
#include "backends/cpu/AlignedBuffer.h"
#include "backends/cpu/DetectorTables.h"
#include "backends/cpu/IncidentWaves.h"
#include "backends/cpu/PotentialBuilder.h"
#include "backends/cpu/PropagatorTables.h"
#include "backends/cpu/SliceEngine.h"
#include "common/ThreadTeam.h"

namespace ElectronMultislice
{
/** Layout of the waves between slices: the frequencies along x that pass the band limit. */
SliceLayout
GetSliceLayout(const MultisliceProblem & problem, std::size_t lanes);
/** Layout of an incident wave beyond the band limit: all frequencies along x. */
SliceLayout
GetIncidentLayout(const MultisliceProblem & problem, std::size_t lanes);

/** Waves that one thread takes through the slices together, so that they share tiles of transmission function and propagator. */
inline constexpr std::size_t WavesPerGroup = 4;

/** \class CpuSession
 * \brief The steps on a CPU: threads over groups of waves, or over the rows and columns of a wave when there are fewer waves than threads.
 */
template <typename T>
class CpuSession : public DeviceSession<T>
{
public:
  CpuSession(const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control);

  void
  ComputePotential(std::size_t configuration, std::size_t slice, T * values) override;
  void
  PrepareSlices(std::size_t configuration, Range slices) override;
  void
  StartWaves(Range waves) override;
  void
  Propagate(Range slices, UnitResult<T> & result) override;

private:
  /** Arrays of one thread, made when it first needs them. */
  struct ThreadArrays
  {
    PotentialBuilder::Workspace     potential;
    typename IncidentWaves<T>::Wave given; ///< an incident wave that comes from elsewhere
    AlignedBuffer<T>                spectrum;
    AlignedBuffer<T>                incident;    ///< an incident wave with all columns
    AlignedBuffer<T>                rows;        ///< a wave in real space
    std::vector<AlignedBuffer<T>>   intensities; ///< one per wave of a group
  };
  /** A packed transmission function, shared with the cache of the run. */
  using Packed = std::shared_ptr<const AlignedBuffer<T>>;
  /** Packed transmission functions of some slices of one configuration. */
  struct PreparedSlices
  {
    std::size_t         configuration = 0;
    Range               slices;
    std::vector<Packed> transmissions;
    Packed              firstInIncidentLayout; ///< the first slice again, for incident waves beyond the band limit
  };
  /** What decides the packed slices, for the cache of the run; empty if they are not kept. */
  struct PackedContents
  {
    Content slices;
    Content firstInIncidentLayout;
  };
  /** Takes a slice of a set that begins at firstSlice from the cache; false if it must be built. */
  bool
  FindSlice(PreparedSlices & set, std::size_t slice, std::size_t firstSlice);
  void
  BuildSlice(PreparedSlices & set, std::size_t slice, std::size_t firstSlice, PotentialBuilder::Workspace & workspace);
  /** A slice from one with the same atoms that was built before: the same values, rolled further. */
  void
  CopySlice(PreparedSlices & set, std::size_t from, std::size_t slice, std::size_t firstSlice);
  /** fill(values) writes a packed transmission function, which goes into the cache. */
  template <typename TFill>
  void
  KeepPacked(const SliceLayout & layout, const Content & content, const ContentCache::Index & index, Packed & packed, const TFill & fill);
  const PotentialBuilder &
  GetBuilder();
  /** Whose blocks a step of one wave does: all on the thread that asks, or shared out to all threads. */
  enum class Sharing
  {
    Alone,
    Team
  };
  /** function(first, last) for pieces of [0, blocks). */
  template <typename Function>
  void
  ForPieces(Sharing sharing, std::size_t blocks, const Function & function);

  /** Incident wave number `wave` of the batch as a state; one beyond the band limit has then passed the row pass of the first slice. */
  void
  Start(std::size_t wave, ThreadArrays & arrays, Sharing sharing);
  void
  PropagateGroup(Range group, Range slices, UnitResult<T> & result, ThreadArrays & arrays);
  void
  PropagateSplit(std::size_t wave, Range slices, UnitResult<T> & result);
  void
  Record(std::size_t plane, std::size_t wave, const T * intensity, ThreadArrays & arrays, Sharing sharing, UnitResult<T> & result);
  bool
  NeedsInverse(std::size_t slice) const;
  const T *
  GetTransmission(std::size_t slice) const;

  /** Number of the exit plane behind a slice, or none. */
  static constexpr std::size_t NoPlane = static_cast<std::size_t>(-1);
  std::size_t
  GetPlane(std::size_t slice) const;

  const MultisliceProblem &                  m_Problem;
  DeviceSetup                                m_Setup;
  RunControl &                               m_Control;
  MeasurementLayout                          m_Layout;
  ThreadTeam                                 m_Team;
  std::unique_ptr<SliceEngine<T>>            m_Engine;
  std::unique_ptr<SliceEngine<T>>            m_IncidentEngine; ///< for incident waves beyond the band limit; else null
  DetectorTables<T>                          m_Detectors;
  IncidentWaves<T>                           m_Incident;
  std::unique_ptr<PotentialBuilder>          m_Builder;     ///< made when a slice is first built
  std::unique_ptr<const PropagatorTables<T>> m_Propagators; ///< made when waves first start
  PackedContents                             m_Contents;    ///< made when slices are first prepared
  std::vector<PreparedSlices>                m_Prepared;    ///< m_Setup.configurations of them
  std::size_t                                m_Current = 0; ///< of m_Prepared
  Range                                      m_Waves;
  std::vector<AlignedBuffer<T>>              m_States; ///< of the current batch
  std::vector<ThreadArrays>                  m_Arrays;
  double                                     m_IntensityScale;
};
} // namespace ElectronMultislice
#endif
