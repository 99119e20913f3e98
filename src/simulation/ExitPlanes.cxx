#include "simulation/ExitPlanes.h"
#include "common/Error.h"
#include "common/Text.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
std::size_t
PlaneAtDepth(const std::vector<double> & edges, double depth)
{
  const auto above = std::lower_bound(edges.begin() + 1, edges.end(), depth - 1e-3);
  if (above != edges.end() && std::fabs(*above - depth) <= 1e-3)
  {
    return static_cast<std::size_t>(above - edges.begin());
  }
  std::string text = "The exit plane at " + FormatNumber(depth) + " Å is not on a slice boundary (within 0.001 Å). ";
  if (above == edges.end())
  {
    text += "The specimen ends at " + FormatNumber(edges.back(), 8) + " Å.";
  }
  else if (above == edges.begin() + 1)
  {
    text += "The first boundary is at " + FormatNumber(*above, 8) + " Å.";
  }
  else
  {
    text += "The neighbouring boundaries are at " + FormatNumber(*(above - 1), 8) + " and " + FormatNumber(*above, 8) + " Å.";
  }
  throw InputError(text);
}
} // namespace

std::vector<std::size_t>
ResolveExitPlanes(const std::vector<double> & edges, const std::vector<double> & depths, std::size_t every)
{
  const std::size_t        slices = edges.size() - 1;
  std::vector<std::size_t> planes;
  if (every > 0)
  {
    if (!depths.empty())
    {
      throw InputError("Exit planes are given both as depths and as every so many slices; give one of the two.");
    }
    if (every > slices)
    {
      throw InputError("Exit planes every " + std::to_string(every) + " slices: the specimen has only " + std::to_string(slices) + ".");
    }
    for (std::size_t plane = every; plane < slices; plane += every)
    {
      planes.push_back(plane);
    }
    planes.push_back(slices);
    return planes;
  }
  for (const double depth : depths)
  {
    planes.push_back(PlaneAtDepth(edges, depth));
  }
  if (planes.empty())
  {
    planes.push_back(slices);
  }
  std::sort(planes.begin(), planes.end());
  if (std::adjacent_find(planes.begin(), planes.end()) != planes.end())
  {
    throw InputError("Two exit planes have the same depth.");
  }
  return planes;
}
} // namespace ElectronMultislice
