#ifndef fourier_PocketFFT_h
#define fourier_PocketFFT_h
/** PocketFFT's header under a namespace of our own, for .cxx files only. libgemmi carries the same templates compiled with other settings,
 *  and the linker would silently keep one of both. A file that is compiled for another instruction set (whose vectors are longer) defines
 *  ELECTRON_MULTISLICE_POCKETFFT to a namespace of its own before including this, for the same reason. */
#ifndef ELECTRON_MULTISLICE_POCKETFFT
#  define ELECTRON_MULTISLICE_POCKETFFT ElectronMultislicePocketFFT
#endif
#define POCKETFFT_NO_MULTITHREADING
#define pocketfft ELECTRON_MULTISLICE_POCKETFFT
#include <gemmi/third_party/pocketfft_hdronly.h>
#undef pocketfft
namespace ElectronMultislice
{
namespace PocketFFT = ELECTRON_MULTISLICE_POCKETFFT;
} // namespace ElectronMultislice
#endif
