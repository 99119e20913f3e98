#ifndef backends_cpu_PotentialBuilder_h
#define backends_cpu_PotentialBuilder_h
#include "backends/MultisliceProblem.h"
#include "backends/cpu/AlignedBuffer.h"
#include "backends/cpu/PotentialTransforms.h"
#include "backends/cpu/SliceLayout.h"
#include "backends/cpu/SpreadingKernel.h"
#include <map>
#include <string>

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
  PotentialBuilder(const MultisliceProblem & problem, bool doublePrecision, const std::string & instructionSet);

  /** Arrays of one thread, allocated at first use. */
  struct Workspace
  {
    AlignedVector<double> nodes;        ///< spread atoms, zero between slices; or a given potential
    AlignedVector<float>  givenSingles; ///< a given potential in single precision
    std::vector<char>     usedBlocks;   ///< row blocks of the nodes that have atoms
    AlignedBuffer<double> state;        ///< of the transforms
    AlignedBuffer<double> coefficients; ///< of the potential, summed over the species
  };
  /** Bytes of one thread's workspace and of the tables that all share. */
  static std::uint64_t
  GetWorkspaceSize(const MultisliceProblem & problem, bool doublePrecision, const std::string & instructionSet);
  static std::uint64_t
  GetTableSize(const MultisliceProblem & problem, const std::string & instructionSet);

  /** Projected potential in V Å on the transmission grid, [y][x]. */
  template <typename T>
  void
  BuildPotential(std::size_t configuration, std::size_t slice, Workspace & workspace, T * values) const;

  /** Band-limited transmission function on the wave grid in a transmission layout, rolled by whole pixels: value (x, y) goes to (x +
   * roll[0], y + roll[1]), periodically. The potential is rounded to single precision unless doublePrecision (so that the potential as an
   * image gives the same transmission function). */
  template <typename T>
  void
  BuildTransmission(std::size_t                configuration,
                    std::size_t                slice,
                    Workspace &                workspace,
                    const SliceLayout &        layout,
                    std::array<std::size_t, 2> roll,
                    T *                        packed) const;

private:
  double *
  GetState(Workspace & workspace) const;
  /** workspace.state = spectrum of the potential along x. */
  void
  BuildState(std::size_t configuration, std::size_t slice, Workspace & workspace) const;
  void
  SpreadAtoms(const PotentialAtom * atoms, std::size_t count, Workspace & workspace) const;
  void
  FormTransmission(std::size_t configuration, std::size_t slice, Workspace & workspace) const;
  void
  MakeTables();

  const MultisliceProblem &                  m_Problem;
  bool                                       m_DoublePrecision;
  std::size_t                                m_Lanes; ///< doubles in a register
  Grid                                       m_Fine;  ///< transmission grid
  Grid                                       m_Nodes; ///< where atoms are spread
  PotentialShape                             m_Shape;
  SpreadingKernel                            m_Kernel;
  std::unique_ptr<const PotentialTransforms> m_Transforms;
  std::map<int, AlignedBuffer<double>>       m_Factors;   ///< per element: F, band limit, 1/kernel, normalisation
  AlignedBuffer<double>                      m_BandLimit; ///< of the transmission function, with the normalisation of its transforms
};
} // namespace ElectronMultislice
#endif
