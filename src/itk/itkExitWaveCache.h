#ifndef itk_itkExitWaveCache_h
#define itk_itkExitWaveCache_h
#include "itkElectronMultisliceExecutionContextAccess.h"
#include "backends/ProblemContent.h"
#include "execution/DeviceSelection.h"
#include <algorithm>
#include <vector>

namespace itk
{
/** \class ExitWaveCache
 * \brief Exit waves of a problem in the context, found by everything that decides them; one wave per configuration and number. */
template <typename TReal>
class ExitWaveCache
{
public:
  using Wave = std::vector<std::complex<TReal>>;

  /** bytes: of all waves that may be kept. Where they would take more than half of the cache they are not, since slices are dearer. */
  ExitWaveCache(ElectronMultisliceExecutionContext * context, const ::ElectronMultislice::MultisliceProblem & problem, std::uint64_t bytes)
    : m_Cache(ElectronMultisliceExecutionContextAccess::GetCache(context))
  {
    if (bytes <= m_Cache.GetLimit() / 2)
    {
      ::ElectronMultislice::Report report;
      const auto devices = ::ElectronMultislice::SelectDevices(ElectronMultisliceExecutionContextAccess::GetSettings(context), report);
      m_Content = m_Cache.Share(::ElectronMultislice::GetWaveContent(problem, *devices.front().backend, sizeof(TReal) == sizeof(double)));
    }
  }

  /** Copies a wave to where it belongs; false if it is not there. */
  bool
  Find(std::size_t configuration, std::size_t wave, std::complex<TReal> * values)
  {
    const auto kept = m_Cache.template Find<Wave>(Kind, m_Content, { configuration, wave });
    if (kept)
    {
      std::copy(kept->begin(), kept->end(), values);
    }
    return kept != nullptr;
  }

  void
  Keep(std::size_t configuration, std::size_t wave, const std::complex<TReal> * values, std::size_t pixels)
  {
    if (!m_Content.IsEmpty())
    {
      m_Cache.template Keep<Wave>(
        Kind, m_Content, { configuration, wave }, std::make_shared<const Wave>(values, values + pixels), pixels * sizeof(*values));
    }
  }

private:
  static constexpr auto Kind = ::ElectronMultislice::ContentCache::Kind::ExitWaves;

  ::ElectronMultislice::ContentCache & m_Cache;
  ::ElectronMultislice::Content        m_Content;
};
} // namespace itk
#endif
