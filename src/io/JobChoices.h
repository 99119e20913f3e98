#ifndef io_JobChoices_h
#define io_JobChoices_h
#include "physics/BandLimit.h"
#include "physics/Detector.h"
#include "physics/Optics.h"
#include "physics/Propagator.h"
#include "physics/ScatteringFactors.h"
#include "backends/MultisliceProblem.h"
#include "specimen/Specimen.h"
#include "specimen/Supercell.h"
#include <string>
#include <utility>
#include <vector>

namespace ElectronMultislice
{
/** The words of the job file for the values of an enumeration, in the order of the documentation; one place for reader, writer and
 *  reference. */
template <typename E>
const std::vector<std::pair<E, std::string>> &
GetChoices();

template <>
const std::vector<std::pair<BeamAxis, std::string>> &
GetChoices<BeamAxis>();
template <>
const std::vector<std::pair<Parametrization, std::string>> &
GetChoices<Parametrization>();
template <>
const std::vector<std::pair<ThermalModel, std::string>> &
GetChoices<ThermalModel>();
template <>
const std::vector<std::pair<Illumination, std::string>> &
GetChoices<Illumination>();
template <>
const std::vector<std::pair<DetectorType, std::string>> &
GetChoices<DetectorType>();
template <>
const std::vector<std::pair<PropagatorModel, std::string>> &
GetChoices<PropagatorModel>();
template <>
const std::vector<std::pair<BandLimit, std::string>> &
GetChoices<BandLimit>();
template <>
const std::vector<std::pair<ApertureEdge, std::string>> &
GetChoices<ApertureEdge>();

template <typename E>
std::vector<std::string>
ChoiceNames()
{
  std::vector<std::string> names;
  for (const auto & choice : GetChoices<E>())
  {
    names.push_back(choice.second);
  }
  return names;
}

/** Empty for a value that the job file has no word for. */
template <typename E>
std::string
ChoiceName(E value)
{
  for (const auto & choice : GetChoices<E>())
  {
    if (choice.first == value)
    {
      return choice.second;
    }
  }
  return "";
}
} // namespace ElectronMultislice
#endif
