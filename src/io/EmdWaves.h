#ifndef io_EmdWaves_h
#define io_EmdWaves_h
#include "backends/MultisliceProblem.h"
#include "io/EmdLayout.h"
#include "io/Hdf5Handles.h"

namespace ElectronMultislice
{
/** A rectangle of the scan that holds consecutive waves. */
struct ScanRectangle
{
  Range                      waves;
  std::array<std::size_t, 2> start; ///< y, x
  std::array<std::size_t, 2> size;
};

/** Consecutive waves, x fastest, as at most three rectangles: the rest of a row, whole rows, the start of a row. */
std::vector<ScanRectangle>
SplitIntoRectangles(Range waves, std::size_t rowLength);

/** Which part of an array values belong to. */
struct EmdPart
{
  std::size_t configuration = 0;
  std::size_t depth = 0;
  std::size_t component = 0; ///< radial-major where there are two axes
};

/** Writes values of consecutive waves, [wave][pixel], contiguous in memory, into their place in the data set of an array. */
void
WriteWaves(const Hdf5Context & context,
           hid_t               data,
           const EmdArray &    array,
           const EmdPart &     part,
           Range               waves,
           hid_t               memoryType,
           const void *        values);
} // namespace ElectronMultislice
#endif
