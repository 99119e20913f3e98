#include "itkElectronMultisliceEnums.h"
#include <ostream>

namespace itk
{
namespace
{
template <typename TEnum, std::size_t VCount>
std::ostream &
PrintWord(std::ostream & out, TEnum value, const char * const (&words)[VCount])
{
  const auto index = static_cast<std::size_t>(value);
  return out << (index < VCount ? words[index] : "INVALID VALUE");
}
} // namespace

std::ostream &
operator<<(std::ostream & out, ElectronMultisliceEnums::BeamAxis value)
{
  return PrintWord(out, value, { "a", "b", "c" });
}

std::ostream &
operator<<(std::ostream & out, ElectronMultisliceEnums::Parametrization value)
{
  return PrintWord(out, value, { "lobato", "kirkland", "peng", "peng-low" });
}

std::ostream &
operator<<(std::ostream & out, ElectronMultisliceEnums::ThermalModel value)
{
  return PrintWord(out, value, { "none", "debye-waller", "frozen-phonons", "frames" });
}

std::ostream &
operator<<(std::ostream & out, ElectronMultisliceEnums::Propagator value)
{
  return PrintWord(out, value, { "exact", "paraxial" });
}

std::ostream &
operator<<(std::ostream & out, ElectronMultisliceEnums::BandLimit value)
{
  return PrintWord(out, value, { "taper", "radial", "separable", "none" });
}

std::ostream &
operator<<(std::ostream & out, ElectronMultisliceEnums::ApertureEdge value)
{
  return PrintWord(out, value, { "soft", "hard" });
}
} // namespace itk
