#include "io/EmdWaves.h"
#include "io/ScanRectangles.h"
#include <limits>

namespace ElectronMultislice
{
namespace
{
struct Hyperslab
{
  std::vector<hsize_t> start;
  std::vector<hsize_t> count;
};

/** All pixels of one part; the scan's axes are set later. */
Hyperslab
SelectPart(const EmdArray & array, const EmdPart & part)
{
  Hyperslab slab;
  slab.start.insert(slab.start.end(), array.configurationAxes, part.configuration);
  slab.start.insert(slab.start.end(), array.defocusAxes, part.defocus);
  slab.start.insert(slab.start.end(), array.depthAxes, part.depth);
  if (array.componentAxes == 1)
  {
    slab.start.push_back(part.component);
  }
  else if (array.componentAxes == 2)
  {
    const std::size_t azimuthal = array.dimensions[slab.start.size() + 1].GetSize();
    slab.start.push_back(part.component / azimuthal);
    slab.start.push_back(part.component % azimuthal);
  }
  slab.start.resize(array.dimensions.size(), 0);
  slab.count.resize(array.dimensions.size(), 1);
  for (std::size_t i = array.dimensions.size() - array.pixelAxes; i < array.dimensions.size(); ++i)
  {
    slab.count[i] = array.dimensions[i].GetSize();
  }
  return slab;
}

void
WriteHyperslab(const Hdf5Context & context, hid_t data, const Hyperslab & slab, hid_t memoryType, const void * values)
{
  hsize_t total = 1;
  for (const hsize_t n : slab.count)
  {
    total *= n;
  }
  const Hdf5Handle fileSpace = context.Take(H5Dget_space(data), H5Sclose);
  const Hdf5Handle memorySpace = context.Take(H5Screate_simple(1, &total, nullptr), H5Sclose);
  context.Check(H5Sselect_hyperslab(fileSpace, H5S_SELECT_SET, slab.start.data(), nullptr, slab.count.data(), nullptr));
  context.Check(H5Dwrite(data, memoryType, memorySpace, fileSpace, H5P_DEFAULT, values));
}
} // namespace

void
WriteWaves(const Hdf5Context & context,
           hid_t               data,
           const EmdArray &    array,
           const EmdPart &     part,
           Range               waves,
           hid_t               memoryType,
           const void *        values)
{
  const std::size_t scan = array.configurationAxes + array.defocusAxes + array.depthAxes + array.componentAxes;
  const std::size_t waveSize = array.GetNumberOfPixels() * H5Tget_size(memoryType);
  // without a raster all waves are one row
  const std::size_t rowLength = array.scanAxes == 2 ? array.dimensions[scan + 1].GetSize() : std::numeric_limits<std::size_t>::max();
  for (const ScanRectangle & rectangle : SplitIntoRectangles(waves, rowLength))
  {
    Hyperslab slab = SelectPart(array, part);
    for (std::size_t i = 0; i < array.scanAxes; ++i)
    {
      slab.start[scan + i] = rectangle.start[i + 2 - array.scanAxes];
      slab.count[scan + i] = rectangle.size[i + 2 - array.scanAxes];
    }
    WriteHyperslab(context, data, slab, memoryType, static_cast<const char *>(values) + (rectangle.waves.first - waves.first) * waveSize);
  }
}
} // namespace ElectronMultislice
