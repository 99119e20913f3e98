#include "specimen/StructureReader.h"
#include "specimen/CifReader.h"
#include "specimen/StructureText.h"
#include "specimen/XyzReader.h"
#include "common/Text.h"

namespace ElectronMultislice
{
namespace
{
enum class Format
{
  Cif,
  Xyz
};

bool
EndsWith(const std::string & text, const std::string & ending)
{
  return text.size() >= ending.size() && text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

/** By the ending; without a known one, by the first filled line: a CIF begins with data_, an XYZ file with a number. */
Format
FormatOf(const std::string & name, const std::string & text)
{
  std::string lower = LowerCase(name);
  if (EndsWith(lower, ".gz"))
  {
    lower.resize(lower.size() - 3);
  }
  if (EndsWith(lower, ".cif") || EndsWith(lower, ".mcif"))
  {
    return Format::Cif;
  }
  if (EndsWith(lower, ".xyz") || EndsWith(lower, ".exyz") || EndsWith(lower, ".extxyz"))
  {
    return Format::Xyz;
  }
  for (const auto line : SplitLines(text))
  {
    const auto content = Trimmed(line);
    if (content.empty() || content.front() == '#')
    {
      continue;
    }
    long long count = 0;
    if (LowerCase(content.substr(0, 5)) == "data_")
    {
      return Format::Cif;
    }
    if (ParseInteger(content, count))
    {
      return Format::Xyz;
    }
    break;
  }
  throw InputError(name + ": the kind of file is not known from its ending or its content. Readable are CIF (.cif, .mcif) and XYZ (.xyz, "
                          ".exyz), each also compressed (.gz).");
}
} // namespace

std::vector<Structure>
ReadStructureText(const std::string & text, const std::string & name, const std::string & block)
{
  const std::string normalized = NormalizeText(text, name);
  if (FormatOf(name, normalized) == Format::Cif)
  {
    return { ReadCif(normalized, name, block) };
  }
  if (!block.empty())
  {
    throw InputError(name + ": the data block " + Quoted(block) + " was asked for, but only a CIF has data blocks.");
  }
  return ReadXyz(normalized, name);
}

std::vector<Structure>
ReadStructureFrames(const std::string & path)
{
  return ReadStructureText(LoadStructureText(path), path);
}

Structure
ReadStructure(const std::string & path, const std::string & block)
{
  auto frames = ReadStructureText(LoadStructureText(path), path, block);
  if (frames.size() > 1)
  {
    frames.front().remarks.push_back("The first of " + std::to_string(frames.size()) + " frames.");
  }
  return std::move(frames.front());
}
} // namespace ElectronMultislice
