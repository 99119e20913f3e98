#ifndef io_ResultReader_h
#define io_ResultReader_h
#include "io/EmdLayout.h"
#include <complex>
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** An array read back, all of it in memory. */
struct ResultArray
{
  std::vector<std::size_t>  shape;  ///< slowest first
  std::vector<double>       values; ///< complex: real and imaginary part in turn
  bool                      isComplex = false;
  std::string               units;
  std::string               quantity;
  std::vector<EmdDimension> dimensions; ///< names, units, and values as stored
};

/** Is there an HDF5 file that this program wrote? Never throws. */
bool
IsResultFile(const std::string & path);

/** Was the run finished? */
bool
IsResultComplete(const std::string & path);

/** Names of the arrays under /root, in alphabetical order. */
std::vector<std::string>
ListResultArrays(const std::string & path);

ResultArray
ReadResultArray(const std::string & path, const std::string & name);

/** The last two axes of a real array, [y][x], at one place of all the others: `index` counts through those, the last of them fastest. */
std::vector<float>
ReadResultImage(const std::string & path, const std::string & name, std::size_t index);
/** The same of a complex array. */
std::vector<std::complex<float>>
ReadResultWave(const std::string & path, const std::string & name, std::size_t index);

/** /root/job or /root/report. */
std::string
ReadResultText(const std::string & path, const std::string & name);

/** Bytes of /root/finished, or of <array>/finished. */
std::vector<unsigned char>
ReadFinished(const std::string & path, const std::string & array = "");
} // namespace ElectronMultislice
#endif
