#ifndef simulation_ExitPlanes_h
#define simulation_ExitPlanes_h
#include <cstddef>
#include <vector>

namespace ElectronMultislice
{
/** Slices passed at each exit plane. depths (Å) must lie on slice faces within 1e-3 Å, else an Input error names the neighbours; every > 0:
 * a plane every so many slices and behind the last; neither: behind the last slice. */
std::vector<std::size_t>
ResolveExitPlanes(const std::vector<double> & sliceEdges, const std::vector<double> & depths, std::size_t every);
} // namespace ElectronMultislice
#endif
