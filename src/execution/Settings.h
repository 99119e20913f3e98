#ifndef execution_Settings_h
#define execution_Settings_h
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** An amount of memory as a user writes it: "auto", "80 %", "2 GB" (1e9), "2 GiB" (2^30), "0", "-1" (unlimited, where allowed). */
struct MemoryAmount
{
  enum class Kind
  {
    Automatic,
    Percentage,
    Bytes,
    Unlimited
  };
  Kind          kind = Kind::Automatic;
  double        percentage = 0.0;
  std::uint64_t bytes = 0;

  /** Bytes out of `available`; Automatic gives `automatic`. Unlimited gives the largest integer. */
  std::uint64_t
  Resolve(std::uint64_t available, std::uint64_t automatic) const;
};

/** Input error that shows examples when the text is no amount of memory. */
MemoryAmount
ParseMemoryAmount(const std::string & text);

/** \class Settings
 * \brief The values of the execution settings with where each came from.
 *
 * A value is text, checked when it is set; an unknown name or a value out of range is an Input error that names the nearest setting or what
 * is allowed. The shipped default file holds every setting with its comment; a test compares it with this class. */
class Settings
{
public:
  struct Definition
  {
    std::string name; ///< "multi-gpu.enabled"
    std::string defaultValue;
    std::string allowed; ///< for messages: "true or false", "auto, or a whole number of at least 1"
  };
  struct Entry
  {
    std::string value;
    std::string origin; ///< "default", a file name with line, "flag --device", "setter"
  };

  Settings();

  static const std::vector<Definition> &
  GetDefinitions();

  /** Checks and sets; `origin` is kept for `config` and for messages. */
  void
  Set(const std::string & name, const std::string & value, const std::string & origin);
  const Entry &
  Get(const std::string & name) const;

  bool
  GetBoolean(const std::string & name) const;
  /** 0 when the value is "auto" or "all". */
  std::size_t
  GetCount(const std::string & name) const;
  MemoryAmount
  GetMemory(const std::string & name) const;
  const std::string &
  GetText(const std::string & name) const
  {
    return Get(name).value;
  }

private:
  std::map<std::string, Entry> m_Entries;
};
} // namespace ElectronMultislice
#endif
