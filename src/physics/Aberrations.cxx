#include "physics/Aberrations.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Constants.h"
#include <cmath>
#include <utility>

namespace ElectronMultislice
{
const std::array<Aberrations::Order, Aberrations::Count> Aberrations::Orders{ { { 1, 0 },
                                                                                { 1, 2 },
                                                                                { 2, 1 },
                                                                                { 2, 3 },
                                                                                { 3, 0 },
                                                                                { 3, 2 },
                                                                                { 3, 4 },
                                                                                { 4, 1 },
                                                                                { 4, 3 },
                                                                                { 4, 5 },
                                                                                { 5, 0 },
                                                                                { 5, 2 },
                                                                                { 5, 4 },
                                                                                { 5, 6 } } };

namespace
{
struct NamedSlot
{
  std::string name;
  std::size_t index;
  bool        angle;
  double      sign;
};

std::size_t
IndexOf(int n, int m)
{
  for (std::size_t i = 0; i < Aberrations::Count; ++i)
  {
    if (Aberrations::Orders[i].n == n && Aberrations::Orders[i].m == m)
    {
      return i;
    }
  }
  throw InputError("There is no aberration C" + std::to_string(n) + std::to_string(m) +
                   "; C10, C12, C21, C23, C30, C32, C34, C41, C43, C45, C50, C52, C54 and C56 are known.");
}

const std::vector<NamedSlot> &
GetSlots()
{
  static const std::vector<NamedSlot> slots = [] {
    std::vector<NamedSlot> list;
    for (std::size_t i = 0; i < Aberrations::Count; ++i)
    {
      const auto        order = Aberrations::Orders[i];
      const std::string digits = std::to_string(order.n) + std::to_string(order.m);
      list.push_back({ "C" + digits, i, false, 1.0 });
      if (order.m > 0) // the round aberrations have no azimuth
      {
        list.push_back({ "phi" + digits, i, true, 1.0 });
      }
    }
    list.push_back({ "defocus", IndexOf(1, 0), false, -1.0 });
    list.push_back({ "Cs", IndexOf(3, 0), false, 1.0 });
    list.push_back({ "C5", IndexOf(5, 0), false, 1.0 });
    for (const auto & [name, index] :
         { std::pair{ "astigmatism", IndexOf(1, 2) }, std::pair{ "coma", IndexOf(2, 1) }, std::pair{ "trefoil", IndexOf(2, 3) } })
    {
      list.push_back({ name, index, false, 1.0 });
      list.push_back({ std::string(name) + "-angle", index, true, 1.0 });
    }
    return list;
  }();
  return slots;
}

const NamedSlot *
FindSlot(std::string_view name)
{
  for (const NamedSlot & slot : GetSlots())
  {
    if (slot.name == name)
    {
      return &slot;
    }
  }
  return nullptr;
}
} // namespace

bool
Aberrations::Set(std::string_view name, double value)
{
  const NamedSlot * slot = FindSlot(name);
  if (slot == nullptr)
  {
    return false;
  }
  if (!std::isfinite(value))
  {
    throw InputError("The aberration " + slot->name + " is " + FormatNumber(value) + "; a finite number is needed.");
  }
  (slot->angle ? m_Angles : m_Coefficients)[slot->index] = slot->sign * value;
  return true;
}

const std::vector<std::string> &
Aberrations::GetNames()
{
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const NamedSlot & slot : GetSlots())
    {
      list.push_back(slot.name);
    }
    return list;
  }();
  return names;
}

bool
Aberrations::IsAngle(std::string_view name)
{
  const NamedSlot * slot = FindSlot(name);
  return slot != nullptr && slot->angle;
}

double
Aberrations::GetCoefficient(int n, int m) const
{
  return m_Coefficients[IndexOf(n, m)];
}

double
Aberrations::GetAngle(int n, int m) const
{
  return m_Angles[IndexOf(n, m)];
}

void
Aberrations::SetCoefficient(int n, int m, double coefficient, double angle)
{
  const std::size_t index = IndexOf(n, m);
  if (!std::isfinite(coefficient) || !std::isfinite(angle))
  {
    throw InputError("The aberration C" + std::to_string(n) + std::to_string(m) + " is " + FormatNumber(coefficient) + " at the azimuth " +
                     FormatNumber(angle) + "; finite numbers are needed.");
  }
  m_Coefficients[index] = coefficient;
  m_Angles[index] = angle;
}

double
Aberrations::Phase(double alpha, double phi, double wavelength) const
{
  double sum = 0.0;
  for (std::size_t i = 0; i < Count; ++i)
  {
    if (m_Coefficients[i] != 0.0)
    {
      const auto [n, m] = Orders[i];
      sum += std::pow(alpha, n + 1) / (n + 1) * m_Coefficients[i] * std::cos(m * (phi - m_Angles[i]));
    }
  }
  return 2.0 * Pi / wavelength * sum;
}

std::array<double, 2>
Aberrations::PhaseGradient(double alpha, double phi, double wavelength) const
{
  double radial = 0.0;
  double azimuthal = 0.0;
  for (std::size_t i = 0; i < Count; ++i)
  {
    if (m_Coefficients[i] != 0.0)
    {
      const auto [n, m] = Orders[i];
      const double scaled = std::pow(alpha, n) * m_Coefficients[i];
      const double angle = m * (phi - m_Angles[i]);
      radial += scaled * std::cos(angle);
      azimuthal -= scaled / (n + 1) * m * std::sin(angle);
    }
  }
  const double factor = 2.0 * Pi / wavelength;
  return { factor * radial, factor * azimuthal };
}
} // namespace ElectronMultislice
