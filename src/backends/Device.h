#ifndef backends_Device_h
#define backends_Device_h
#include "backends/MultisliceProblem.h"
#include "common/CallingThread.h"
#include "common/ContentCache.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace ElectronMultislice
{
/** Shared by the updating thread and the workers of a run. Devices look at it at least every few milliseconds of work. */
struct RunControl
{
  std::atomic<bool>          abort{ false };
  std::atomic<std::uint64_t> waveSlices{ 0 };  ///< waves x slices propagated so far, for progress
  std::atomic<std::uint64_t> slicesBuilt{ 0 }; ///< transmission functions that were really made, not found in the cache
  CallingThread              callingThread;
  ContentCache *             cache = nullptr; ///< where devices keep what they make for later runs; may be null

  /** Throws an Aborted error once abort is set. */
  void
  Check() const;

  /** For worker threads, and for what they call (GivenPotential, GivenWaves): the thread that called Run calls the function at once, this
   * one waits and gets its exception. Without a run (a session used by itself) the function is simply called. Aborted error when the run
   * ends first. */
  void
  RunOnCallingThread(const std::function<void()> & function);
};

/** Memory of one device or of the host in bytes, and what it is for. */
struct MemoryNeed
{
  std::uint64_t transmission = 0; ///< slices kept at once
  std::uint64_t waves = 0;        ///< batch of waves
  std::uint64_t work = 0;         ///< scratch, tables, plans
  std::uint64_t
  Total() const
  {
    return transmission + waves + work;
  }
};

/** How one device works on its units. */
struct DeviceSetup
{
  std::size_t threads = 1;        ///< CPU threads
  std::size_t batch = 1;          ///< waves per unit at most
  std::size_t sliceChunk = 1;     ///< slices of one configuration kept at once at most
  std::size_t configurations = 1; ///< configurations whose slices are kept at once

  /** Each slice of each configuration is built once and stays. */
  bool
  KeepsAllSlices(const MultisliceProblem & problem) const
  {
    return sliceChunk >= problem.exitPlanes.back() && configurations >= problem.GetNumberOfConfigurations();
  }
};

/** \class DeviceSession
 * \brief One problem on one device: the steps of a simulation as a few coarse verbs.
 *
 * Used by one thread at a time. Call order per unit: for each chunk of slices PrepareSlices (a no-op when these slices are already there),
 * StartWaves before the first chunk, Propagate for each chunk in order; exit planes inside a chunk go into the result as they are passed.
 */
template <typename T>
class DeviceSession
{
public:
  virtual ~DeviceSession() = default;

  /** Projected potential of one slice in V Å on the transmission grid [y][x]. */
  virtual void
  ComputePotential(std::size_t configuration, std::size_t slice, T * values) = 0;

  virtual void
  PrepareSlices(std::size_t configuration, Range slices) = 0;

  virtual void
  StartWaves(Range waves) = 0;

  virtual void
  Propagate(Range slices, UnitResult<T> & result) = 0;
};

/** \class Backend
 * \brief A way of computing: reference, cpu (later cuda). */
class Backend
{
public:
  virtual ~Backend() = default;
  virtual std::string
  GetName() const = 0;

  /** What decides the bits of a result beside the problem and the precision, for contents of a cache. */
  virtual std::string
  GetVariant() const
  {
    return GetName();
  }

  /** What a session with this setup will hold at its peak, in bytes of the device's memory (for the CPU: of the host's). */
  virtual MemoryNeed
  PredictMemory(const MultisliceProblem & problem, const DeviceSetup & setup, bool doublePrecision) const = 0;

  /** Rough seconds for one wave through one slice on one such device with all its threads. */
  virtual double
  EstimateSecondsPerWaveSlice(const MultisliceProblem & problem, const DeviceSetup & setup, bool doublePrecision) const = 0;

  virtual std::unique_ptr<DeviceSession<float>>
  OpenFloat(const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control) const = 0;
  virtual std::unique_ptr<DeviceSession<double>>
  OpenDouble(const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control) const = 0;
};

template <typename T>
std::unique_ptr<DeviceSession<T>>
OpenSession(const Backend & backend, const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control);
template <>
inline std::unique_ptr<DeviceSession<float>>
OpenSession<float>(const Backend & backend, const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control)
{
  return backend.OpenFloat(problem, setup, control);
}
template <>
inline std::unique_ptr<DeviceSession<double>>
OpenSession<double>(const Backend & backend, const MultisliceProblem & problem, const DeviceSetup & setup, RunControl & control)
{
  return backend.OpenDouble(problem, setup, control);
}

/** The obvious double loops: the executable definition that every other backend is compared with. Never optimised. */
const Backend &
GetReferenceBackend();

/** Threads, SIMD lanes over the library FFT, only the band-limited columns. */
const Backend &
GetCpuBackend();
} // namespace ElectronMultislice
#endif
