#include "io/YamlNode.h"
#include "common/Text.h"
#include <algorithm>
#include <charconv>
#include <yaml-cpp/depthguard.h>

namespace ElectronMultislice
{
/** What is needed to say where a mark is. */
struct YamlNode::Source
{
  std::string              name;
  std::string              text;
  std::vector<std::size_t> lineStarts;

  /** yaml-cpp counts bytes; people count characters. */
  std::string
  Locate(int line, int column) const
  {
    std::size_t characters = 0;
    if (line >= 0 && static_cast<std::size_t>(line) < lineStarts.size())
    {
      const std::size_t begin = lineStarts[static_cast<std::size_t>(line)];
      for (std::size_t i = begin; i < std::min(begin + static_cast<std::size_t>(std::max(column, 0)), text.size()); ++i)
      {
        characters += (static_cast<unsigned char>(text[i]) & 0xC0u) != 0x80u ? 1 : 0;
      }
    }
    return name + ":" + std::to_string(line + 1) + ":" + std::to_string(characters + 1);
  }
};

namespace
{
/** Bytes of the UTF-8 character at `at`, or 0 if it is none. */
std::size_t
CharacterLength(const std::string & text, std::size_t at)
{
  const auto        byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned    first = byte(at);
  const std::size_t length = first < 0x80u                     ? 1
                             : first >= 0xC2u && first < 0xE0u ? 2
                             : first >= 0xE0u && first < 0xF0u ? 3
                             : first >= 0xF0u && first < 0xF5u ? 4
                                                               : 0;
  for (std::size_t i = 1; i < length; ++i)
  {
    if ((byte(at + i) & 0xC0u) != 0x80u)
    {
      return 0;
    }
  }
  return length;
}

std::string
Quoted(const std::string & text)
{
  const std::size_t longest = 60;
  return "\"" + (text.size() <= longest ? text : text.substr(0, longest) + "...") + "\"";
}
} // namespace

YamlNode::YamlNode(std::shared_ptr<const Source> source, const YAML::Node & node, const YAML::Mark & mark, std::string path)
  : m_Source(std::move(source))
  , m_Node(node)
  , m_Mark(mark)
  , m_Path(std::move(path))
{}

YamlNode
YamlNode::Parse(const std::string & given, const std::string & name)
{
  auto source = std::make_shared<Source>();
  source->name = name;
  source->text = given.compare(0, 3, "\xEF\xBB\xBF") == 0 ? given.substr(3) : given;
  const std::string & text = source->text;

  // yaml-cpp takes some control characters for the end of the file and would silently read half a job
  source->lineStarts.push_back(0);
  for (std::size_t at = 0; at < text.size();)
  {
    const std::size_t   length = CharacterLength(text, at);
    const unsigned char c = static_cast<unsigned char>(text[at]);
    const int           line = static_cast<int>(source->lineStarts.size()) - 1;
    const int           column = static_cast<int>(at - source->lineStarts.back());
    if (length == 0)
    {
      throw InputError(source->Locate(line, column) + ": this is not UTF-8 text; save the file as UTF-8");
    }
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F)
    {
      throw InputError(source->Locate(line, column) + ": there is a control character (code " + std::to_string(c) + "); remove it");
    }
    at += length;
    if (c == '\n')
    {
      source->lineStarts.push_back(at);
    }
  }

  const bool isLineComplete = text.empty() || text.back() == '\n';
  const int  lastLine = std::max(0, static_cast<int>(source->lineStarts.size()) - (isLineComplete ? 2 : 1));
  try
  {
    // the end mark makes yaml-cpp refuse a quotation that is not closed; it would take the end of the file for its end
    const std::vector<YAML::Node> documents = YAML::LoadAll(text + (isLineComplete ? "" : "\n") + "...\n");
    if (documents.size() > 1)
    {
      throw InputError(source->Locate(documents[1].Mark().line, documents[1].Mark().column) +
                       ": a second YAML document begins here; a file holds one");
    }
    const YAML::Node root = documents.empty() ? YAML::Node(YAML::NodeType::Null) : documents.front();
    YAML::Mark       start;
    start.line = 0;
    start.column = 0;
    return { source, root, root.IsNull() || root.Mark().is_null() ? start : root.Mark(), "" };
  }
  catch (const YAML::DeepRecursion & exception)
  {
    throw InputError(source->Locate(std::min(exception.mark.line, lastLine), 0) + ": this is nested too deeply");
  }
  catch (const YAML::Exception & exception)
  {
    const bool        isAtEnd = exception.mark.line > lastLine;
    const int         badLine = std::min(exception.mark.line, lastLine);
    const std::size_t lineStart = source->lineStarts[static_cast<std::size_t>(std::max(0, badLine))];
    const std::size_t firstSign = text.find_first_not_of(" \t", lineStart);
    const std::size_t tab = text.find('\t', lineStart);
    if (tab < firstSign)
    {
      throw InputError(source->Locate(badLine, static_cast<int>(tab - lineStart)) +
                       ": this line is indented by a tab; YAML allows only spaces");
    }
    throw InputError(source->Locate(std::min(exception.mark.line, lastLine), isAtEnd ? 0 : exception.mark.column) +
                     ": this is not valid YAML: " + (isAtEnd ? "the file ends within a quotation or a bracket" : exception.msg));
  }
}

YamlNode
YamlNode::Child(const YAML::Node & node, const YAML::Mark & fallback, const std::string & path) const
{
  const bool hasMark = !node.IsNull() && !node.Mark().is_null();
  return { m_Source, node, hasMark ? node.Mark() : fallback, path };
}

std::string
YamlNode::GetLocation() const
{
  return m_Source->Locate(m_Mark.line, m_Mark.column);
}

Error
YamlNode::Failure(const std::string & text) const
{
  return InputError(GetLocation() + ": " + (m_Path.empty() ? "" : m_Path + ": ") + text);
}

bool
YamlNode::IsMap() const
{
  return m_Node.IsMap();
}

bool
YamlNode::IsList() const
{
  return m_Node.IsSequence();
}

bool
YamlNode::IsText() const
{
  return m_Node.IsScalar();
}

bool
YamlNode::IsEmpty() const
{
  return m_Node.IsNull();
}

std::string
YamlNode::Describe() const
{
  return IsMap() ? "keys with values" : IsList() ? "a list" : IsText() ? Quoted(m_Node.Scalar()) : "nothing";
}

std::vector<std::pair<std::string, YamlNode>>
YamlNode::GetEntries() const
{
  std::vector<std::pair<std::string, YamlNode>> entries;
  if (IsEmpty())
  {
    return entries;
  }
  if (!IsMap())
  {
    throw Failure("keys with values are expected here, not " + Describe());
  }
  for (const auto & pair : m_Node)
  {
    const YamlNode key = Child(pair.first, m_Mark, m_Path);
    if (!key.IsText())
    {
      throw key.Failure("a key must be a word, not " + key.Describe());
    }
    const std::string name = pair.first.Scalar();
    for (const auto & earlier : entries)
    {
      if (earlier.first == name)
      {
        throw key.Failure("the key " + Quoted(name) + " is given twice; the first stands at " + earlier.second.GetLocation());
      }
    }
    entries.emplace_back(name, Child(pair.second, key.m_Mark, m_Path.empty() ? name : m_Path + "." + name));
  }
  return entries;
}

void
YamlNode::AllowKeys(const std::vector<std::string> & names) const
{
  GetEntries(); // refuses what is no map and keys given twice
  for (const auto & pair : m_Node)
  {
    const std::string name = pair.first.Scalar();
    if (std::find(names.begin(), names.end(), name) == names.end())
    {
      const std::string nearest = NearestName(name, names);
      throw Child(pair.first, m_Mark, m_Path)
        .Failure("unknown key " + Quoted(name) + "; " +
                 (nearest.empty() ? "known keys are " + JoinAlternatives(names) : "did you mean \"" + nearest + "\"?"));
    }
  }
}

std::optional<YamlNode>
YamlNode::Find(const std::string & key) const
{
  for (const auto & entry : GetEntries())
  {
    if (entry.first == key)
    {
      return entry.second;
    }
  }
  return std::nullopt;
}

YamlNode
YamlNode::Require(const std::string & key) const
{
  const std::optional<YamlNode> found = Find(key);
  if (!found)
  {
    throw Failure("the key \"" + key + "\" is missing");
  }
  return *found;
}

std::vector<YamlNode>
YamlNode::GetItems() const
{
  if (!IsList())
  {
    throw Failure("a list is expected here, not " + Describe());
  }
  std::vector<YamlNode> items;
  items.reserve(m_Node.size());
  for (const auto & item : m_Node)
  {
    items.push_back(Child(item, m_Mark, m_Path + "[" + std::to_string(items.size()) + "]"));
  }
  return items;
}

std::vector<YamlNode>
YamlNode::GetItems(std::size_t count, const std::string & example) const
{
  if (!IsList() || m_Node.size() != count)
  {
    throw Failure("a list of " + std::to_string(count) + " is expected here, such as " + example + ", not " +
                  (IsList() ? "one of " + std::to_string(m_Node.size()) : Describe()));
  }
  return GetItems();
}

const std::string &
YamlNode::GetText() const
{
  if (IsEmpty())
  {
    throw Failure("the value is missing");
  }
  if (!IsText())
  {
    throw Failure("a single value is expected here, not " + Describe());
  }
  if (m_Node.Scalar().empty())
  {
    throw Failure("the value is empty");
  }
  return m_Node.Scalar();
}

double
YamlNode::GetNumber() const
{
  double number = 0.0;
  if (!ParseNumber(GetText(), number))
  {
    throw Failure(Quoted(GetText()) + " is not a finite number (with a decimal point, such as 1.5 or 2e-3)");
  }
  return number;
}

double
YamlNode::GetNumber(double smallest, double largest) const
{
  const double number = GetNumber();
  if (number < smallest || number > largest)
  {
    throw Failure(FormatNumber(number) + " is outside " + FormatNumber(smallest) + " to " + FormatNumber(largest));
  }
  return number;
}

std::uint64_t
YamlNode::GetCount(std::uint64_t smallest, std::uint64_t largest) const
{
  const std::string & text = GetText();
  std::uint64_t       number = 0;
  const auto          result = std::from_chars(text.data(), text.data() + text.size(), number);
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() || number < smallest || number > largest)
  {
    throw Failure(Quoted(text) + " is not a whole number from " + std::to_string(smallest) + " to " + std::to_string(largest));
  }
  return number;
}

bool
YamlNode::GetBoolean() const
{
  const std::string & text = GetText();
  if (text == "true" || text == "yes" || text == "on")
  {
    return true;
  }
  if (text == "false" || text == "no" || text == "off")
  {
    return false;
  }
  throw Failure(Quoted(text) + " is neither true nor false");
}
} // namespace ElectronMultislice
