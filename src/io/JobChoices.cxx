#include "io/JobChoices.h"

namespace ElectronMultislice
{
namespace
{
/** Pairs of values with the names that the physics gives them. */
template <typename E>
std::vector<std::pair<E, std::string>>
Named(const std::string & (*name)(E), const std::vector<E> & values)
{
  std::vector<std::pair<E, std::string>> choices;
  for (const E value : values)
  {
    choices.emplace_back(value, name(value));
  }
  return choices;
}
} // namespace

template <>
const std::vector<std::pair<BeamAxis, std::string>> &
GetChoices<BeamAxis>()
{
  static const std::vector<std::pair<BeamAxis, std::string>> choices{ { BeamAxis::A, "a" }, { BeamAxis::B, "b" }, { BeamAxis::C, "c" } };
  return choices;
}

template <>
const std::vector<std::pair<Parametrization, std::string>> &
GetChoices<Parametrization>()
{
  // tables of neutral atoms only: an atom of a structure has no ionic species
  static const auto choices = Named<Parametrization>(
    ParametrizationName, { Parametrization::Lobato, Parametrization::Kirkland, Parametrization::Peng, Parametrization::PengLow });
  return choices;
}

template <>
const std::vector<std::pair<ThermalModel, std::string>> &
GetChoices<ThermalModel>()
{
  static const std::vector<std::pair<ThermalModel, std::string>> choices{ { ThermalModel::None, "none" },
                                                                          { ThermalModel::DebyeWaller, "debye-waller" },
                                                                          { ThermalModel::FrozenPhonons, "frozen-phonons" },
                                                                          { ThermalModel::Frames, "frames" } };
  return choices;
}

template <>
const std::vector<std::pair<Illumination, std::string>> &
GetChoices<Illumination>()
{
  static const std::vector<std::pair<Illumination, std::string>> choices{ { Illumination::Probe, "probe" },
                                                                          { Illumination::PlaneWave, "plane-wave" } };
  return choices;
}

template <>
const std::vector<std::pair<DetectorType, std::string>> &
GetChoices<DetectorType>()
{
  static const auto choices = Named<DetectorType>(
    DetectorTypeName, { DetectorType::Annular, DetectorType::Segmented, DetectorType::CenterOfMass, DetectorType::Pixelated });
  return choices;
}

template <>
const std::vector<std::pair<PropagatorModel, std::string>> &
GetChoices<PropagatorModel>()
{
  static const std::vector<std::pair<PropagatorModel, std::string>> choices{ { PropagatorModel::Exact, "exact" },
                                                                             { PropagatorModel::Paraxial, "paraxial" } };
  return choices;
}

template <>
const std::vector<std::pair<BandLimit, std::string>> &
GetChoices<BandLimit>()
{
  static const auto choices =
    Named<BandLimit>(BandLimitName, { BandLimit::Taper, BandLimit::Radial, BandLimit::Separable, BandLimit::None });
  return choices;
}

template <>
const std::vector<std::pair<ApertureEdge, std::string>> &
GetChoices<ApertureEdge>()
{
  static const std::vector<std::pair<ApertureEdge, std::string>> choices{ { ApertureEdge::Soft, "soft" }, { ApertureEdge::Hard, "hard" } };
  return choices;
}
} // namespace ElectronMultislice
