#include "fourier/RealFourierTransform.h"
#include "fourier/PocketFFT.h"

namespace ElectronMultislice
{
namespace
{
/** Byte strides of a contiguous [rows][columns] array. */
PocketFFT::stride_t
RowStrides(std::size_t columns, std::size_t element)
{
  return { static_cast<std::ptrdiff_t>(columns * element), static_cast<std::ptrdiff_t>(element) };
}
} // namespace

void
ForwardRealTransform2D(const double * values, std::complex<double> * halfSpectrum, std::size_t nx, std::size_t ny)
{
  PocketFFT::r2c<double>({ ny, nx },
                         RowStrides(nx, sizeof(double)),
                         RowStrides(nx / 2 + 1, sizeof(std::complex<double>)),
                         { 0, 1 },
                         PocketFFT::FORWARD,
                         values,
                         halfSpectrum,
                         1.0,
                         1);
}

void
InverseRealTransform2D(const std::complex<double> * halfSpectrum, double * values, std::size_t nx, std::size_t ny)
{
  PocketFFT::c2r<double>({ ny, nx },
                         RowStrides(nx / 2 + 1, sizeof(std::complex<double>)),
                         RowStrides(nx, sizeof(double)),
                         { 0, 1 },
                         PocketFFT::BACKWARD,
                         halfSpectrum,
                         values,
                         1.0,
                         1);
}
} // namespace ElectronMultislice
