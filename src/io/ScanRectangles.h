#ifndef io_ScanRectangles_h
#define io_ScanRectangles_h
#include "backends/MultisliceProblem.h"
#include <algorithm>
#include <array>
#include <vector>

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
inline std::vector<ScanRectangle>
SplitIntoRectangles(Range waves, std::size_t rowLength)
{
  std::vector<ScanRectangle> rectangles;
  while (waves.count > 0)
  {
    const std::size_t x = waves.first % rowLength;
    const bool        wholeRows = x == 0 && waves.count >= rowLength;
    const std::size_t rows = wholeRows ? waves.count / rowLength : 1;
    const std::size_t columns = wholeRows ? rowLength : std::min(waves.count, rowLength - x);
    const std::size_t count = rows * columns;
    rectangles.push_back({ { waves.first, count }, { waves.first / rowLength, x }, { rows, columns } });
    waves.first += count;
    waves.count -= count;
  }
  return rectangles;
}
} // namespace ElectronMultislice
#endif
