#ifndef simulation_ProbeWave_h
#define simulation_ProbeWave_h
#include "fourier/Grid.h"
#include "physics/Optics.h"
#include <array>
#include <complex>
#include <vector>

namespace ElectronMultislice
{
/** \class ProbeWave
 * \brief Focused probes in vacuum: psi_hat = H exp(-2 pi i k.r0) with sum |psi_hat|² = 1, H the lens's transfer function, and psi its
 * inverse transform. In double; each wave by itself, so that the bits depend on nothing else. */
class ProbeWave
{
public:
  ProbeWave(const Lens & lens, const Grid & grid, double wavelength);

  /** The wave [y][x] of the probe at a position in Å, in any number of threads at once. */
  template <typename T>
  void
  Fill(std::array<double, 2> position, std::complex<T> * wave) const;

private:
  Grid                              m_Grid;
  std::vector<std::complex<double>> m_Spectrum; ///< of the probe at the origin
};
} // namespace ElectronMultislice
#endif
