#ifndef backends_cpu_PotentialBuilder_h
#define backends_cpu_PotentialBuilder_h
#include "backends/MultisliceProblem.h"
#include "backends/cpu/AlignedBuffer.h"
#include "backends/cpu/SpreadingKernel.h"
#include <complex>
#include <map>

namespace ElectronMultislice
{
/** \class PotentialBuilder
 * \brief Projected potential and transmission function of a slice, in double, on one thread per slice.
 *
 * Potential: atoms are spread on the grid, transformed, multiplied by the scattering factor and the band limit, transformed back. The
 * result does not depend on threads: a slice is built by one thread in the fixed order of its atoms. Twin: the direct sum of the reference
 * backend.
 */
class PotentialBuilder
{
public:
  PotentialBuilder(const MultisliceProblem & problem, bool doublePrecision);

  /** Arrays of one thread, allocated at first use. */
  struct Workspace
  {
    AlignedVector<double>               nodes;        ///< spread atoms
    AlignedVector<std::complex<double>> structure;    ///< their half spectrum
    AlignedVector<std::complex<double>> coefficients; ///< half spectrum of the potential
    AlignedVector<float>                given;        ///< potential that comes from elsewhere
    AlignedVector<double>               potential;
    AlignedVector<std::complex<double>> fine; ///< transmission function on the fine grid
    AlignedVector<std::complex<double>> wave; ///< on the wave grid
  };
  /** Bytes of one thread's workspace and of the tables that all share. */
  static std::uint64_t
  GetWorkspaceSize(const MultisliceProblem & problem);
  static std::uint64_t
  GetTableSize(const MultisliceProblem & problem);

  /** workspace.potential = projected potential in V Å on the transmission grid, rounded to single precision unless doublePrecision (so that
   * the potential as an image gives the same transmission function). */
  void
  BuildPotential(std::size_t configuration, std::size_t slice, Workspace & workspace) const;

  /** workspace.wave = band-limited transmission function on the wave grid, [y][x], from workspace.potential. */
  void
  BuildTransmission(Workspace & workspace) const;

private:
  void
  AddSpecies(const PotentialAtom * atoms, std::size_t count, Workspace & workspace) const;

  const MultisliceProblem & m_Problem;
  bool                      m_DoublePrecision;
  Grid                      m_Fine;      ///< transmission grid
  Grid                      m_Spreading; ///< where atoms are spread: the fine grid, or twice finer when the potential fills the whole grid
  SpreadingKernel           m_Kernel;
  std::map<int, std::vector<double>> m_Factors;   ///< per element, half spectrum of the fine grid: F, band limit, 1/kernel, normalisation
  std::vector<double>                m_BandLimit; ///< band limit of the wave grid, [ky][kx], with the oversampling's normalisation
};
} // namespace ElectronMultislice
#endif
