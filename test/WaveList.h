#ifndef WaveList_h
#define WaveList_h
#include "backends/MultisliceProblem.h"
#include <algorithm>

namespace ElectronMultislice
{
/** Given waves in memory, each [y][x]. */
class WaveList : public GivenWaves
{
public:
  using Wave = std::vector<std::complex<double>>;

  explicit WaveList(std::vector<Wave> waves)
    : m_Waves(std::move(waves))
  {}
  std::size_t
  GetNumberOfWaves() const override
  {
    return m_Waves.size();
  }
  void
  GetWave(std::size_t wave, std::complex<double> * values) const override
  {
    std::copy(m_Waves[wave].begin(), m_Waves[wave].end(), values);
  }

private:
  std::vector<Wave> m_Waves;
};

/** The problem with these incident waves instead of its own, without detectors. */
inline MultisliceProblem
WithWaves(MultisliceProblem problem, std::vector<WaveList::Wave> waves)
{
  problem.illumination = Illumination::Given;
  problem.positions.clear();
  problem.detectors.clear();
  problem.exitWaves = true;
  problem.waves = std::make_shared<const WaveList>(std::move(waves));
  return problem;
}
} // namespace ElectronMultislice
#endif
