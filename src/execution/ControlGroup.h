#ifndef execution_ControlGroup_h
#define execution_ControlGroup_h
#include <cstdint>
#include <optional>
#include <string>

namespace ElectronMultislice
{
/** What the control groups (v1 or v2) of this process allow; empty where nothing is limited. */
struct ControlGroupLimits
{
  std::optional<double>        processors; ///< CPU quota in whole processors and parts of them
  std::optional<std::uint64_t> memoryLeft; ///< bytes below the tightest limit, page cache that can be dropped counted as free
};

/** Reads below `root` ("" for the real system): root/proc/self/cgroup and root/sys/fs/cgroup. Every group up to the root of the hierarchy
 *  counts; a group that the container does not show is skipped. */
ControlGroupLimits
ReadControlGroupLimits(const std::string & root = "");
} // namespace ElectronMultislice
#endif
