#include "common/ContentCache.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
/** The parts with an equal one in `parts`, or its end. */
template <typename TParts>
auto
FindPart(TParts & parts, const Content::Part & part)
{
  const auto [first, last] = parts.equal_range(part.hash);
  const auto found =
    std::find_if(first, last, [&](const auto & use) { return use.second.part.get() == &part || use.second.part->bytes == part.bytes; });
  return found == last ? parts.end() : found;
}
} // namespace

bool
ContentCache::Key::operator==(const Key & other) const
{
  return kind == other.kind && type == other.type && index == other.index && content == other.content;
}

std::size_t
ContentCache::KeyHash::operator()(const Key & key) const
{
  return ((key.content.GetHash() * 31 + static_cast<std::size_t>(key.kind)) * 31 + key.index[0]) * 1000003 + key.index[1];
}

std::shared_ptr<const void>
ContentCache::FindValue(const Key & key)
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  Statistics &                      statistics = m_Statistics[static_cast<std::size_t>(key.kind)];
  const auto                        found = m_Entries.find(key);
  if (found == m_Entries.end())
  {
    ++statistics.misses;
    return nullptr;
  }
  ++statistics.hits;
  m_Used.splice(m_Used.begin(), m_Used, found->second.used);
  return found->second.value;
}

void
ContentCache::KeepValue(Key key, std::shared_ptr<const void> value, std::uint64_t bytes)
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  if (key.content.IsEmpty() || m_Entries.count(key) > 0)
  {
    return;
  }
  std::uint64_t contentBytes = 0;
  for (const auto & part : key.content.GetParts())
  {
    contentBytes += part->bytes.size();
  }
  if (contentBytes > m_Limit || bytes > m_Limit - contentBytes)
  {
    return;
  }
  SharePartsOf(key.content);
  for (const auto & part : key.content.GetParts())
  {
    auto use = FindPart(m_Parts, *part);
    if (use == m_Parts.end())
    {
      use = m_Parts.emplace(part->hash, PartUse{ part, 0 });
      m_Bytes += part->bytes.size();
    }
    ++use->second.entries;
  }
  const auto entry = m_Entries.emplace(std::move(key), Entry{ std::move(value), bytes, {} }).first;
  m_Used.push_front(&entry->first);
  entry->second.used = m_Used.begin();
  m_Bytes += bytes;
  Statistics & statistics = m_Statistics[static_cast<std::size_t>(entry->first.kind)];
  ++statistics.entries;
  statistics.bytes += bytes;
  DropAbove(m_Limit);
}

void
ContentCache::DropAbove(std::uint64_t limit)
{
  while (m_Bytes > limit && !m_Used.empty())
  {
    Drop(m_Entries.find(*m_Used.back()));
  }
}

void
ContentCache::Drop(Entries::iterator entry)
{
  Statistics & statistics = m_Statistics[static_cast<std::size_t>(entry->first.kind)];
  --statistics.entries;
  statistics.bytes -= entry->second.bytes;
  m_Bytes -= entry->second.bytes;
  for (const auto & part : entry->first.content.GetParts())
  {
    const auto use = FindPart(m_Parts, *part);
    if (--use->second.entries == 0)
    {
      m_Bytes -= part->bytes.size();
      m_Parts.erase(use);
    }
  }
  m_Used.erase(entry->second.used);
  m_Entries.erase(entry);
}

void
ContentCache::SharePartsOf(Content & content) const
{
  for (std::size_t i = 0; i < content.GetParts().size(); ++i)
  {
    const auto use = FindPart(m_Parts, *content.GetParts()[i]);
    if (use != m_Parts.end())
    {
      content.SharePart(i, use->second.part);
    }
  }
}

Content
ContentCache::Share(const Content & content) const
{
  Content                           shared = content;
  const std::lock_guard<std::mutex> lock(m_Mutex);
  SharePartsOf(shared);
  return shared;
}

void
ContentCache::SetLimit(std::uint64_t limit)
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  m_Limit = limit;
  DropAbove(limit);
}

std::uint64_t
ContentCache::GetLimit() const
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  return m_Limit;
}

ContentCache::Statistics
ContentCache::GetStatistics(Kind kind) const
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  return m_Statistics[static_cast<std::size_t>(kind)];
}

std::uint64_t
ContentCache::GetBytes() const
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  return m_Bytes;
}

void
ContentCache::Clear()
{
  const std::lock_guard<std::mutex> lock(m_Mutex);
  while (!m_Used.empty())
  {
    Drop(m_Entries.find(*m_Used.back()));
  }
}
} // namespace ElectronMultislice
