#ifndef fourier_PocketFFT_h
#define fourier_PocketFFT_h
/** PocketFFT's header under a namespace of our own, for .cxx files only. libgemmi carries the same templates compiled with other settings,
 *  and the linker would silently keep one of both. A file that is compiled for another instruction set (whose vectors are longer) defines
 *  ELECTRON_MULTISLICE_POCKETFFT to a namespace of its own before including this, for the same reason. */
#ifndef ELECTRON_MULTISLICE_POCKETFFT
#  define ELECTRON_MULTISLICE_POCKETFFT ElectronMultislicePocketFFT
#endif
// what PocketFFT includes, before the macros below
#include <array>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#if !defined(_MSC_VER) && !defined(__APPLE__) && !defined(__MINGW32__) // there PocketFFT does without aligned_alloc
namespace ELECTRON_MULTISLICE_POCKETFFT
{
/** PocketFFT asks std::aligned_alloc for sizes that are no multiple of the alignment, which C forbids. */
inline void *
AllocateAligned(std::size_t alignment, std::size_t bytes)
{
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
} // namespace ELECTRON_MULTISLICE_POCKETFFT
#  define aligned_alloc ::ELECTRON_MULTISLICE_POCKETFFT::AllocateAligned
#endif

#define POCKETFFT_NO_MULTITHREADING
#define pocketfft ELECTRON_MULTISLICE_POCKETFFT
#include <gemmi/third_party/pocketfft_hdronly.h>
#undef aligned_alloc
#undef pocketfft
namespace ElectronMultislice
{
namespace PocketFFT = ELECTRON_MULTISLICE_POCKETFFT;
} // namespace ElectronMultislice
#endif
