#include "itkElectronAberrations.h"
#include "itkElectronAberrationsAccess.h"
#include "itkElectronMultisliceErrors.h"
#include "common/Error.h"
#include "common/Text.h"
#include <cmath>
#include <ostream>

namespace itk
{
using ::ElectronMultislice::Aberrations;
using ::ElectronMultislice::FormatNumber;
using ::ElectronMultislice::InputError;

namespace
{
constexpr const char * Location = "ElectronAberrations";

void
SetByName(Aberrations & aberrations, const std::string & name, double value)
{
  if (!aberrations.Set(name, value))
  {
    const auto nearest = ::ElectronMultislice::NearestName(name, Aberrations::GetNames());
    throw InputError("There is no aberration named \"" + name + "\"" + (nearest.empty() ? "." : ", did you mean \"" + nearest + "\"?") +
                     " The names are " + ::ElectronMultislice::JoinAlternatives(Aberrations::GetNames()) + ".");
  }
}
} // namespace

ElectronAberrations::ElectronAberrations()
  : m_Coefficients(std::make_unique<Aberrations>())
{}

ElectronAberrations::ElectronAberrations(const ElectronAberrations & other)
  : m_Coefficients(std::make_unique<Aberrations>(*other.m_Coefficients))
{}

ElectronAberrations &
ElectronAberrations::operator=(const ElectronAberrations & other)
{
  *m_Coefficients = *other.m_Coefficients;
  return *this;
}

ElectronAberrations::~ElectronAberrations() = default;

bool
ElectronAberrations::Set(const std::string & name, double value)
{
  const Aberrations before = *m_Coefficients;
  TranslateErrors(__FILE__, __LINE__, Location, [&] {
    if (!std::isfinite(value))
    {
      throw InputError("The aberration " + name + " is " + FormatNumber(value) + "; it must be a finite number.");
    }
    SetByName(*m_Coefficients, name, value);
  });
  return !(*m_Coefficients == before);
}

double
ElectronAberrations::Get(const std::string & name) const
{
  // which coefficient a name or alias means, and with which sign, is what setting it to 1 shows
  Aberrations unit;
  TranslateErrors(__FILE__, __LINE__, Location, [&] { SetByName(unit, name, 1.0); });
  for (const auto & order : Aberrations::Orders)
  {
    if (unit.GetCoefficient(order.n, order.m) != 0.0)
    {
      return unit.GetCoefficient(order.n, order.m) * m_Coefficients->GetCoefficient(order.n, order.m) + 0.0; // no negative zero
    }
    if (unit.GetAngle(order.n, order.m) != 0.0)
    {
      return m_Coefficients->GetAngle(order.n, order.m);
    }
  }
  return 0.0;
}

bool
ElectronAberrations::operator==(const ElectronAberrations & other) const
{
  return *m_Coefficients == *other.m_Coefficients;
}

void
ElectronAberrations::Print(std::ostream & os) const
{
  for (const auto & [n, m] : Aberrations::Orders)
  {
    if (const double value = m_Coefficients->GetCoefficient(n, m))
    {
      os << " C" << n << m << " " << value << " Å";
      if (const double angle = m_Coefficients->GetAngle(n, m))
      {
        os << " at " << angle << " rad";
      }
    }
  }
}
} // namespace itk
