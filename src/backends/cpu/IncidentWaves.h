#ifndef backends_cpu_IncidentWaves_h
#define backends_cpu_IncidentWaves_h
#include "backends/MultisliceProblem.h"
#include "backends/cpu/SliceLayout.h"
#include <complex>

namespace ElectronMultislice
{
/** True when the incident wave has frequencies along x that the band limit removes (no aperture, or one beyond the limit): it then starts
 * with all columns. */
bool
IncidentWaveNeedsAllColumns(const MultisliceProblem & problem);

/** \class IncidentWaves
 * \brief Spectrum of the incident wave in a SliceLayout, scaled so that StartColumns gives its state. */
template <typename T>
class IncidentWaves
{
public:
  IncidentWaves(const MultisliceProblem & problem, const SliceLayout & layout);

  /** The probe at a position in Å (which a plane wave does not look at). */
  void
  FillSpectrum(std::array<double, 2> position, T * spectrum) const;

private:
  const MultisliceProblem &         m_Problem;
  const SliceLayout &               m_Layout;
  std::vector<std::complex<double>> m_Spectrum; ///< of a probe at the origin, [place of column][place of ky]
};
} // namespace ElectronMultislice
#endif
