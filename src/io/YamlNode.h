#ifndef io_YamlNode_h
#define io_YamlNode_h
#include "common/Error.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include <yaml-cpp/yaml.h>

namespace ElectronMultislice
{
/** \class YamlNode
 * \brief A value of a YAML file that knows where it stands: typed access whose every error says file:line:column and the path of the key.
 *
 * Values are kept as the text in the file; nothing is guessed from quotes or tags. */
class YamlNode
{
public:
  /** The root of a text with exactly one document. `name` stands in messages. Input error for broken YAML, text that is not UTF-8, control
   *  characters. An empty text gives an empty map. */
  static YamlNode
  Parse(const std::string & text, const std::string & name);

  /** "job.yaml:3:7". */
  std::string
  GetLocation() const;

  /** "potential.grid", empty for the root. */
  const std::string &
  GetPath() const
  {
    return m_Path;
  }

  /** Input error "job.yaml:3:7: potential.grid: <text>". */
  Error
  Failure(const std::string & text) const;

  /** Result of function(); its Error is rethrown with the location of this value. */
  template <typename Function>
  auto
  Located(Function function) const
  {
    try
    {
      return function();
    }
    catch (const Error & error)
    {
      throw Failure(error.what());
    }
  }

  bool
  IsMap() const;
  bool
  IsList() const;
  bool
  IsText() const;
  bool
  IsEmpty() const; ///< nothing stands after the key

  /** Maps (an empty value is an empty map). */
  std::vector<std::pair<std::string, YamlNode>>
  GetEntries() const; ///< in the order of the file; a key given twice is refused
  void
  AllowKeys(const std::vector<std::string> & names) const; ///< another key is refused, naming the nearest
  std::optional<YamlNode>
  Find(const std::string & key) const;
  YamlNode
  Require(const std::string & key) const;

  /** Lists. */
  std::vector<YamlNode>
  GetItems() const;
  std::vector<YamlNode>
  GetItems(std::size_t count, const std::string & example) const;

  /** Single values. */
  const std::string &
  GetText() const;
  double
  GetNumber() const;
  double
  GetNumber(double smallest, double largest) const;
  std::uint64_t
  GetCount(std::uint64_t smallest, std::uint64_t largest) const;
  bool
  GetBoolean() const;

private:
  struct Source;
  YamlNode(std::shared_ptr<const Source> source, const YAML::Node & node, const YAML::Mark & mark, std::string path);
  YamlNode
  Child(const YAML::Node & node, const YAML::Mark & fallback, const std::string & path) const;
  std::string
  Describe() const; ///< "a list", "\"text\"": what stands here, for messages

  std::shared_ptr<const Source> m_Source;
  YAML::Node                    m_Node;
  YAML::Mark                    m_Mark;
  std::string                   m_Path;
};
} // namespace ElectronMultislice
#endif
