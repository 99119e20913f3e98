#include "common/Content.h"
#include <algorithm>
#include <functional>

namespace ElectronMultislice
{
Content
Content::With(ContentBytes & bytes) const
{
  Content           content = *this;
  std::string       text = bytes.Take();
  const std::size_t hash = std::hash<std::string>()(text);
  content.m_Parts.push_back(std::make_shared<const Part>(Part{ std::move(text), hash }));
  return content;
}

std::size_t
Content::GetHash() const
{
  std::size_t hash = 0;
  for (const auto & part : m_Parts)
  {
    hash = hash * 31 + part->hash;
  }
  return hash;
}

bool
Content::operator==(const Content & other) const
{
  return std::equal(m_Parts.begin(), m_Parts.end(), other.m_Parts.begin(), other.m_Parts.end(), [](const auto & a, const auto & b) {
    return a == b || (a->hash == b->hash && a->bytes == b->bytes);
  });
}
} // namespace ElectronMultislice
