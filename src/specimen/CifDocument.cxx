#include "specimen/CifDocument.h"
#include "common/Text.h"
#include "specimen/StructureText.h"
#include <algorithm>
#include <gemmi/cif.hpp>

namespace ElectronMultislice
{
namespace
{
/** gemmi's document, and the line of every loop value: its Loop keeps only the text. */
struct NumberedDocument : gemmi::cif::Document
{
  std::vector<std::vector<std::size_t>> loopLines; ///< per loop of the text, in its order
};

template <typename TRule>
struct NumberedAction : gemmi::cif::Action<TRule>
{};

template <>
struct NumberedAction<gemmi::cif::rules::str_loop>
{
  template <typename TInput>
  static void
  apply(const TInput & in, NumberedDocument & document)
  {
    gemmi::cif::Action<gemmi::cif::rules::str_loop>::apply(in, document);
    document.loopLines.emplace_back();
  }
};

template <>
struct NumberedAction<gemmi::cif::rules::loop_value>
{
  template <typename TInput>
  static void
  apply(const TInput & in, NumberedDocument & document)
  {
    gemmi::cif::Action<gemmi::cif::rules::loop_value>::apply(in, document);
    document.loopLines.back().push_back(in.position().line);
  }
};

CifValue
MakeValue(const std::string & raw, std::size_t line)
{
  std::string text = gemmi::cif::as_string(raw);
  const bool  known = !Trimmed(text).empty(); // ? and . come back empty, and so do '' and ;;
  return { std::move(text), line, known };
}

std::string
NormalizedTag(const std::string & tag)
{
  std::string result = LowerCase(tag);
  std::replace(result.begin(), result.end(), '.', '_');
  return result;
}

/** gemmi's grammar takes only ASCII outside of quotes; structure data are ASCII, so other characters only need to keep their place. */
std::string
AsciiOnly(std::string text)
{
  for (auto & c : text)
  {
    const auto code = static_cast<unsigned char>(c);
    c = code >= 0x7F ? '~' : code < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
  }
  return text;
}

std::string
LineOfText(const std::string & text, std::size_t line)
{
  const auto lines = SplitLines(text);
  return line >= 1 && line <= lines.size() ? std::string(Trimmed(lines[line - 1])) : std::string();
}

void
AddItems(const std::vector<gemmi::cif::Item> & items, const NumberedDocument & document, std::size_t & loop, CifBlock * block)
{
  for (const auto & item : items)
  {
    if (item.type == gemmi::cif::ItemType::Frame)
    {
      AddItems(item.frame.items, document, loop, nullptr); // dictionaries; only to keep count of the loops
    }
    else if (item.type == gemmi::cif::ItemType::Loop)
    {
      const auto & lines = document.loopLines[loop++];
      const auto & tags = item.loop.tags;
      for (std::size_t column = 0; block != nullptr && column < tags.size(); ++column)
      {
        CifColumn values;
        values.loop = loop;
        for (std::size_t i = column; i < item.loop.values.size(); i += tags.size())
        {
          values.values.push_back(MakeValue(item.loop.values[i], lines[i]));
        }
        block->Add(tags[column], std::move(values));
      }
    }
    else if (item.type == gemmi::cif::ItemType::Pair && block != nullptr)
    {
      block->Add(item.pair[0], { { MakeValue(item.pair[1], static_cast<std::size_t>(std::max(item.line_number, 1))) }, 0 });
    }
  }
}
} // namespace

void
CifBlock::Add(const std::string & tag, CifColumn column)
{
  const auto [place, added] = m_Columns.emplace(NormalizedTag(tag), column);
  const auto   sameText = [](const CifValue & a, const CifValue & b) { return a.text == b.text; };
  const auto & old = place->second.values;
  if (!added && !std::equal(old.begin(), old.end(), column.values.begin(), column.values.end(), sameText))
  {
    m_Contradicting.insert(place->first);
  }
}

const CifColumn *
CifBlock::Find(const std::string & tag) const
{
  const auto found = m_Columns.find(tag);
  if (found == m_Columns.end() || found->second.values.empty())
  {
    return nullptr;
  }
  if (m_Contradicting.count(tag) > 0)
  {
    throw ErrorAtLine(m_FileName,
                      found->second.values.front().line,
                      "the tag " + tag + " stands twice in data block " + Quoted(m_Name) + ", with different values. Remove one.");
  }
  return &found->second;
}

const CifValue *
CifBlock::FindValue(const std::vector<std::string> & tags) const
{
  for (const auto & tag : tags)
  {
    const auto * column = Find(tag);
    if (column != nullptr && column->values.front().known)
    {
      return &column->values.front();
    }
  }
  return nullptr;
}

std::vector<CifBlock>
ParseCif(const std::string & text, const std::string & name)
{
  const std::string ascii = AsciiOnly(text);
  NumberedDocument  document;
  try
  {
    tao::pegtl::memory_input<> input(ascii, name);
    tao::pegtl::parse<gemmi::cif::rules::file, NumberedAction, gemmi::cif::Errors>(input, document);
  }
  catch (const tao::pegtl::parse_error & error)
  {
    const std::size_t line = error.positions().empty() ? 1 : error.positions().front().line;
    throw ErrorAtLine(
      name,
      line,
      "this is not valid CIF (" + std::string(error.message()) + "): " + Quoted(LineOfText(text, line)) +
        ". A CIF starts with data_NAME; values with blanks must be quoted, quotes closed on their line, and every loop must "
        "have as many values as columns. The file may also be cut short.");
  }
  catch (const std::exception & error) // gemmi's own checks
  {
    throw InputError(name + ": this is not valid CIF: " + error.what() + ".");
  }
  std::vector<CifBlock> blocks;
  std::size_t           loop = 0;
  for (const auto & block : document.blocks)
  {
    blocks.emplace_back(name, block.name);
    AddItems(block.items, document, loop, &blocks.back());
  }
  return blocks;
}

bool
ParseCifNumber(const std::string & text, double & value)
{
  const auto open = text.find('(');
  if (open == std::string::npos)
  {
    return ParseNumber(text, value);
  }
  const bool uncertainty =
    text.back() == ')' && text.size() > open + 2 && text.find_first_not_of("0123456789.", open + 1) == text.size() - 1;
  return uncertainty && ParseNumber(text.substr(0, open), value);
}
} // namespace ElectronMultislice
