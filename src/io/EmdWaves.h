#ifndef io_EmdWaves_h
#define io_EmdWaves_h
#include "backends/MultisliceProblem.h"
#include "io/EmdLayout.h"
#include "io/Hdf5Handles.h"

namespace ElectronMultislice
{
/** Which part of an array values belong to. */
struct EmdPart
{
  std::size_t configuration = 0;
  std::size_t depth = 0;
  std::size_t component = 0; ///< radial-major where there are two axes
  std::size_t defocus = 0;
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
