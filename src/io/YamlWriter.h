#ifndef io_YamlWriter_h
#define io_YamlWriter_h
#include "common/Text.h"
#include <type_traits>
#include <yaml-cpp/yaml.h>

namespace ElectronMultislice
{
/** "[1, 2.5, 3]": numbers as shortest text that reads back the same, whatever the locale. */
template <typename TNumbers>
void
WriteNumbers(YAML::Emitter & emitter, const TNumbers & numbers)
{
  emitter << YAML::Flow << YAML::BeginSeq;
  for (const auto number : numbers)
  {
    if constexpr (std::is_integral_v<std::remove_const_t<decltype(number)>>)
    {
      emitter << std::to_string(number);
    }
    else
    {
      emitter << FormatNumber(number);
    }
  }
  emitter << YAML::EndSeq;
}
} // namespace ElectronMultislice
#endif
