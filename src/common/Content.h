#ifndef common_Content_h
#define common_Content_h
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace ElectronMultislice
{
/** \class ContentBytes
 * \brief Numbers and texts one behind the other as exact bytes; texts and lists with their length, so that none runs into the next. */
class ContentBytes
{
public:
  template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T> || std::is_enum_v<T>>>
  ContentBytes &
  Add(T value)
  {
    if constexpr (std::is_floating_point_v<T>)
    {
      return AddBytes(static_cast<double>(value));
    }
    else
    {
      return AddBytes(static_cast<std::int64_t>(value));
    }
  }
  ContentBytes &
  Add(const std::string & text)
  {
    Add(text.size());
    m_Bytes += text;
    return *this;
  }
  template <typename TList>
  ContentBytes &
  AddAll(const TList & list)
  {
    Add(std::size(list));
    for (const auto & value : list)
    {
      Add(value);
    }
    return *this;
  }
  std::string
  Take()
  {
    return std::move(m_Bytes);
  }

private:
  template <typename T>
  ContentBytes &
  AddBytes(T value)
  {
    m_Bytes.append(reinterpret_cast<const char *>(&value), sizeof(value));
    return *this;
  }

  std::string m_Bytes;
};

/** \class Content
 * \brief Everything that decides a value, as exact bytes in parts; contents that begin alike share these parts. Compared byte by byte, so
 * that two contents are never mixed up. */
class Content
{
public:
  struct Part
  {
    std::string bytes;
    std::size_t hash;
  };

  /** Of a value that nothing is known about; no such value is kept. */
  Content() = default;

  bool
  IsEmpty() const
  {
    return m_Parts.empty();
  }

  /** This content and more. */
  Content
  With(ContentBytes & bytes) const;
  Content
  With(ContentBytes && bytes) const
  {
    return With(bytes);
  }

  std::size_t
  GetHash() const;
  bool
  operator==(const Content & other) const;

  const std::vector<std::shared_ptr<const Part>> &
  GetParts() const
  {
    return m_Parts;
  }
  void
  SharePart(std::size_t index, std::shared_ptr<const Part> equal)
  {
    m_Parts[index] = std::move(equal);
  }

private:
  std::vector<std::shared_ptr<const Part>> m_Parts;
};
} // namespace ElectronMultislice
#endif
