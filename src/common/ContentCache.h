#ifndef common_ContentCache_h
#define common_ContentCache_h
#include "common/Content.h"
#include <array>
#include <list>
#include <mutex>
#include <typeindex>
#include <unordered_map>

namespace ElectronMultislice
{
/** \class ContentCache
 * \brief Values that were computed before, found by everything that decides them. Safe to use from any thread.
 *
 * A value is of one type and kind, belongs to a content and has an index in it (configuration, slice or wave). Values and contents count
 * against a limit in bytes; whatever was not used for longest goes first. Values in use elsewhere stay alive there. Threads that miss the
 * same value at the same time both compute it; the first one is kept. */
class ContentCache
{
public:
  enum class Kind
  {
    Potential,
    Transmission,
    ExitWaves,
    IncidentWaves
  };
  static constexpr std::size_t NumberOfKinds = 4;

  using Index = std::array<std::uint64_t, 2>;

  struct Statistics
  {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
    std::uint64_t entries = 0; ///< kept now
    std::uint64_t bytes = 0;   ///< of these
  };

  /** limit in bytes; 0 keeps nothing. */
  explicit ContentCache(std::uint64_t limit = 0)
    : m_Limit(limit)
  {}

  /** Drops what is above the new limit. */
  void
  SetLimit(std::uint64_t limit);
  std::uint64_t
  GetLimit() const;

  /** The value, or null. Of an empty content nothing is ever found. */
  template <typename T>
  std::shared_ptr<const T>
  Find(Kind kind, const Content & content, const Index & index)
  {
    return std::static_pointer_cast<const T>(FindValue({ kind, typeid(T), content, index }));
  }

  /** Keeps a value of so many bytes, unless it is larger than the limit, its content is empty, or the value is there already. */
  template <typename T>
  void
  Keep(Kind kind, const Content & content, const Index & index, std::shared_ptr<const T> value, std::uint64_t bytes)
  {
    KeepValue({ kind, typeid(T), content, index }, std::move(value), bytes);
  }

  /** An equal content that shares its parts with what is kept: for looking up many indices without comparing long contents each time. */
  Content
  Share(const Content & content) const;

  Statistics
  GetStatistics(Kind kind) const;

  /** Values and contents of all kinds. */
  std::uint64_t
  GetBytes() const;

  /** Drops everything; hits and misses go on counting. */
  void
  Clear();

private:
  struct Key
  {
    Kind            kind;
    std::type_index type;
    Content         content;
    Index           index;
    bool
    operator==(const Key & other) const;
  };
  struct KeyHash
  {
    std::size_t
    operator()(const Key & key) const;
  };
  struct Entry
  {
    std::shared_ptr<const void>      value;
    std::uint64_t                    bytes;
    std::list<const Key *>::iterator used;
  };
  /** A part of a content and how many entries have it. */
  struct PartUse
  {
    std::shared_ptr<const Content::Part> part;
    std::size_t                          entries;
  };
  using Entries = std::unordered_map<Key, Entry, KeyHash>;
  using Parts = std::unordered_multimap<std::size_t, PartUse>;

  std::shared_ptr<const void>
  FindValue(const Key & key);
  void
  KeepValue(Key key, std::shared_ptr<const void> value, std::uint64_t bytes);
  void
  SharePartsOf(Content & content) const;
  void
  DropAbove(std::uint64_t limit);
  void
  Drop(Entries::iterator entry);

  mutable std::mutex                    m_Mutex; ///< guards all below
  std::uint64_t                         m_Limit;
  std::uint64_t                         m_Bytes = 0;
  Entries                               m_Entries;
  std::list<const Key *>                m_Used;  ///< last used first
  Parts                                 m_Parts; ///< by their hash
  std::array<Statistics, NumberOfKinds> m_Statistics;
};
} // namespace ElectronMultislice
#endif
