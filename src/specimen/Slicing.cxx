#include "common/Error.h"
#include "common/Text.h"
#include "specimen/Specimen.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
constexpr double      SliceGrace = 1e-6; // Å
constexpr std::size_t MostSlices = 1000000;

std::vector<double>
EqualSlices(double height, std::size_t count)
{
  if (count > MostSlices)
  {
    throw InputError("The specimen of " + FormatNumber(height, 8) + " Å would be cut into " + std::to_string(count) +
                     " slices; the most is " + std::to_string(MostSlices) + ". Take thicker slices.");
  }
  std::vector<double> edges(count + 1);
  for (std::size_t s = 0; s <= count; ++s)
  {
    edges[s] = height * static_cast<double>(s) / static_cast<double>(count);
  }
  edges.back() = height;
  return edges;
}

std::vector<double>
GivenSlices(double height, const std::vector<double> & thicknesses)
{
  std::vector<double> edges{ 0.0 };
  for (const double thickness : thicknesses)
  {
    if (!(std::isfinite(thickness) && thickness > 0.0))
    {
      throw InputError("The thickness of slice " + std::to_string(edges.size()) + " is " + FormatNumber(thickness, 8) +
                       " Å; every slice must be thicker than 0.");
    }
    edges.push_back(edges.back() + thickness);
  }
  if (std::abs(edges.back() - height) > SliceGrace)
  {
    throw InputError("The " + std::to_string(thicknesses.size()) + " slice thicknesses sum to " + FormatNumber(edges.back(), 10) +
                     " Å, but the specimen is " + FormatNumber(height, 10) + " Å high; the sum must match within 1e-6 Å.");
  }
  if (edges[edges.size() - 2] >= height)
  {
    throw InputError("The last slice is thinner than 1e-6 Å; leave it out.");
  }
  edges.back() = height;
  return edges;
}
} // namespace

std::vector<double>
SliceEdges(double height, const SlicingOptions & options)
{
  if (!(std::isfinite(height) && height > 0.0))
  {
    throw InputError("The specimen is " + FormatNumber(height, 8) + " Å high; it must be higher than 0.");
  }
  if (!options.thicknesses.empty())
  {
    return GivenSlices(height, options.thicknesses);
  }
  if (options.count > 0)
  {
    return EqualSlices(height, options.count);
  }
  if (!(std::isfinite(options.thickness) && options.thickness > 0.0))
  {
    throw InputError("The slice thickness is " + FormatNumber(options.thickness, 8) +
                     " Å; it must be a positive number of ångström (1 to 2 Å is usual).");
  }
  const double count = std::max(1.0, std::ceil(height / options.thickness - 1e-9));
  return EqualSlices(height, static_cast<std::size_t>(std::min(count, 1e15)));
}

std::size_t
SliceOfHeight(double z, const std::vector<double> & edges)
{
  if (!(z >= 0.0 && z < edges.back()))
  {
    throw Error(ErrorKind::Internal,
                "An atom at z = " + FormatNumber(z, 10) + " Å lies outside the specimen of " + FormatNumber(edges.back(), 10) + " Å.");
  }
  if (z + SliceGrace >= edges.back())
  {
    return 0; // belongs to the next period
  }
  const auto above = std::upper_bound(edges.begin(), edges.end(), z + SliceGrace);
  return static_cast<std::size_t>(above - edges.begin()) - 1;
}
} // namespace ElectronMultislice
