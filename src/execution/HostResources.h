#ifndef execution_HostResources_h
#define execution_HostResources_h
#include <cstdint>
#include <string>
namespace ElectronMultislice
{
/** Processors this process may use: affinity mask and cgroup quota honoured, at least 1. */
std::size_t
GetAvailableProcessors();

/** Memory this process may use in bytes: the smaller of what the machine has available and what is left below the cgroup limit. */
std::uint64_t
GetAvailableHostMemory();

class Settings;

/** What memory-limit.host allows, in bytes, of `available`. */
std::uint64_t
GetHostMemoryLimit(const Settings & settings, std::uint64_t available);

/** What cache-limit allows, in bytes, where memory-limit.host allows `limit`. */
std::uint64_t
GetCacheLimit(const Settings & settings, std::uint64_t limit);

/** Resident size of this process now and at its peak, in bytes (0 where the system does not tell). */
std::uint64_t
GetResidentMemory();
std::uint64_t
GetPeakResidentMemory();

/** "AMD EPYC 9354, avx2" - for the device list and provenance. */
std::string
GetProcessorName();
} // namespace ElectronMultislice
#endif
