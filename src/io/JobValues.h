#ifndef io_JobValues_h
#define io_JobValues_h
#include "common/Text.h"
#include "io/JobChoices.h"
#include "io/Units.h"
#include "io/YamlNode.h"
#include <array>

namespace ElectronMultislice
{
/** Values of the job file: text with a unit, words for enumerations, short lists. Errors carry file:line:column. */
inline double
ReadQuantity(const YamlNode & node, Dimension dimension)
{
  const std::string & text = node.GetText(); // outside: its own error already says where
  return node.Located([&] { return ParseQuantity(text, dimension); });
}

inline double
ReadLength(const YamlNode & node)
{
  return ReadQuantity(node, Dimension::Length);
}

inline double
ReadAngle(const YamlNode & node)
{
  return ReadQuantity(node, Dimension::Angle);
}

/** A length above zero. */
inline double
ReadPositiveLength(const YamlNode & node)
{
  const double length = ReadLength(node);
  if (!(length > 0.0))
  {
    throw node.Failure("a length above zero is needed, not " + node.GetText());
  }
  return length;
}

inline std::array<double, 2>
ReadLengthPair(const YamlNode & node, const std::string & example)
{
  const auto items = node.GetItems(2, example);
  return { ReadLength(items[0]), ReadLength(items[1]) };
}

template <typename TEnumeration>
TEnumeration
ReadChoice(const YamlNode & node)
{
  for (const auto & choice : GetChoices<TEnumeration>())
  {
    if (choice.second == node.GetText())
    {
      return choice.first;
    }
  }
  const std::vector<std::string> names = ChoiceNames<TEnumeration>();
  const std::string              nearest = NearestName(node.GetText(), names);
  throw node.Failure("\"" + node.GetText() + "\" is not allowed here; use " + JoinAlternatives(names) +
                     (nearest.empty() ? "" : " (did you mean \"" + nearest + "\"?)"));
}

/** The value of a key, if it is there, into `target`. */
template <typename TTarget, typename TRead>
void
ReadIfPresent(const YamlNode & section, const std::string & key, TTarget & target, TRead read)
{
  if (const auto node = section.Find(key))
  {
    target = read(*node);
  }
}

/** Refuses keys that have no meaning beside the key `with`. */
inline void
RefuseBeside(const YamlNode & section, const std::string & with, const std::vector<std::string> & keys)
{
  for (const std::string & key : keys)
  {
    if (const auto node = section.Find(key))
    {
      throw node->Failure("this has no meaning beside \"" + with + "\"; remove one of the two");
    }
  }
}
} // namespace ElectronMultislice
#endif
