#ifndef itk_itkWaveCache_h
#define itk_itkWaveCache_h
#include "common/ContentCache.h"
#include <algorithm>
#include <complex>
#include <vector>

namespace itk
{
/** \class WaveCache
 * \brief Waves of one content in a cache, one per pair of numbers. */
template <typename TReal>
class WaveCache
{
public:
  using Wave = std::vector<std::complex<TReal>>;
  using Kind = ::ElectronMultislice::ContentCache::Kind;

  /** content: makes the content of the waves. bytes: of all that may be kept; where they would take more than half of the cache they are
   * not, since slices are dearer. */
  template <typename TContent>
  WaveCache(::ElectronMultislice::ContentCache & cache, Kind kind, std::uint64_t bytes, const TContent & content)
    : m_Cache(cache)
    , m_Kind(kind)
  {
    if (bytes <= m_Cache.GetLimit() / 2)
    {
      m_Content = m_Cache.Share(content());
    }
  }

  /** Copies a wave to where it belongs; false if it is not there. */
  bool
  Find(std::size_t configuration, std::size_t wave, std::complex<TReal> * values) const
  {
    const auto kept = m_Cache.template Find<Wave>(m_Kind, m_Content, { configuration, wave });
    if (kept)
    {
      std::copy(kept->begin(), kept->end(), values);
    }
    return kept != nullptr;
  }

  void
  Keep(std::size_t configuration, std::size_t wave, const std::complex<TReal> * values, std::size_t pixels) const
  {
    if (!m_Content.IsEmpty())
    {
      m_Cache.template Keep<Wave>(
        m_Kind, m_Content, { configuration, wave }, std::make_shared<const Wave>(values, values + pixels), pixels * sizeof(*values));
    }
  }

private:
  ::ElectronMultislice::ContentCache & m_Cache;
  Kind                                 m_Kind;
  ::ElectronMultislice::Content        m_Content;
};
} // namespace itk
#endif
