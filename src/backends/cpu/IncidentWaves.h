#ifndef backends_cpu_IncidentWaves_h
#define backends_cpu_IncidentWaves_h
#include "backends/MultisliceProblem.h"
#include "backends/cpu/AlignedBuffer.h"
#include "backends/cpu/SliceLayout.h"
#include <complex>

namespace ElectronMultislice
{
/** True when the incident wave has frequencies along x that the band limit removes (no aperture, or one beyond the limit), or may have them
 * (a given wave): it then starts with all columns. */
bool
IncidentWaveNeedsAllColumns(const MultisliceProblem & problem);

/** \class IncidentWaves
 * \brief Spectrum of the incident wave in a SliceLayout, scaled so that StartColumns gives its state. */
template <typename T>
class IncidentWaves
{
public:
  IncidentWaves(const MultisliceProblem & problem, const SliceLayout & layout);

  using Wave = AlignedVector<std::complex<double>>;

  /** Wave number `wave` of the problem. work: room for one in double, used by given waves. */
  void
  FillSpectrum(std::size_t wave, Wave & work, T * spectrum) const;

  /** The probe at a position in Å (which a plane wave does not look at); not for given waves. */
  void
  FillSpectrumAt(std::array<double, 2> position, T * spectrum) const;

private:
  void
  FillGivenSpectrum(std::size_t wave, Wave & work, T * spectrum) const;
  void
  SetValue(std::size_t column, std::size_t y, std::complex<double> value, T * spectrum) const;

  const MultisliceProblem & m_Problem;
  const SliceLayout &       m_Layout;
  Wave                      m_Spectrum; ///< of a probe at the origin, [place of column][place of ky]; else empty
};
} // namespace ElectronMultislice
#endif
