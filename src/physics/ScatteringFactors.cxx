#include "physics/ScatteringFactors.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Constants.h"
#include "physics/Elements.h"
#include "physics/ScatteringTable.h"
#include <array>
#include <cmath>

namespace ElectronMultislice
{
const std::string &
ParametrizationName(Parametrization parametrization)
{
  static const std::array<std::string, 5> names{ "lobato", "kirkland", "peng", "peng-low", "peng-ions" };
  return names.at(static_cast<std::size_t>(parametrization));
}

const ScatteringTerms &
GetScatteringTerms(Parametrization parametrization, int atomicNumber)
{
  const ScatteringTable & table = ScatteringTable::Get(parametrization);
  const auto *            row = table.FindNeutral(atomicNumber);
  if (row == nullptr)
  {
    throw InputError("Element " + ElementSymbol(atomicNumber) + " (atomic number " + std::to_string(atomicNumber) +
                     ") has no scattering factor in the table \"" + ParametrizationName(parametrization) + "\", which holds " +
                     table.GetRange() + ". Choose a parametrization that holds it (lobato and kirkland: H to Lr) or another element.");
  }
  return row->terms;
}

const ScatteringTerms &
GetScatteringTerms(Parametrization parametrization, std::string_view species)
{
  const ScatteringTable & table = ScatteringTable::Get(parametrization);
  const auto              found = table.GetRows().find(species);
  if (found != table.GetRows().end())
  {
    return found->second.terms;
  }
  // the other charges of the same element are what the user most likely can use
  std::vector<std::string> relatives;
  const int                atomicNumber = AtomicNumberOfSymbol(species.substr(0, species.find_first_of("+-")));
  for (const auto & entry : table.GetRows())
  {
    if (entry.second.atomicNumber == atomicNumber)
    {
      relatives.push_back(entry.first);
    }
  }
  throw InputError("Species \"" + std::string(species) + "\" has no scattering factor in the table \"" +
                   ParametrizationName(parametrization) + "\", which holds " + table.GetRange() +
                   (relatives.empty() ? "." : ". Of this element it holds " + JoinAlternatives(relatives) + '.'));
}

double
ElectronScatteringFactor(const ScatteringTerms & terms, double squaredFrequency)
{
  double sum = 0.0;
  for (const ScatteringTerm & term : terms)
  {
    const double denominator = squaredFrequency + term.parameter;
    switch (term.kind)
    {
      case ScatteringTerm::Kind::Lorentzian:
        sum += term.amplitude / denominator;
        break;
      case ScatteringTerm::Kind::SquaredLorentzian:
        sum += term.amplitude / (denominator * denominator);
        break;
      case ScatteringTerm::Kind::Gaussian:
        sum += term.amplitude * std::exp(-term.parameter * squaredFrequency);
        break;
    }
  }
  return sum;
}

double
AtomPotential(const ScatteringTerms & terms, double radius)
{
  // three-dimensional Fourier transforms of the terms
  double sum = 0.0;
  for (const ScatteringTerm & term : terms)
  {
    const double root = std::sqrt(term.parameter);
    switch (term.kind)
    {
      case ScatteringTerm::Kind::Lorentzian:
        sum += Pi * term.amplitude * std::exp(-2.0 * Pi * root * radius) / radius;
        break;
      case ScatteringTerm::Kind::SquaredLorentzian:
        sum += Pi * Pi * term.amplitude / root * std::exp(-2.0 * Pi * root * radius);
        break;
      case ScatteringTerm::Kind::Gaussian:
        sum += term.amplitude * std::pow(Pi / term.parameter, 1.5) * std::exp(-Pi * Pi * radius * radius / term.parameter);
        break;
    }
  }
  return sum * InverseKappa();
}

double
ProjectedAtomPotential(const ScatteringTerms & terms, double radius)
{
  // two-dimensional Fourier transforms of the terms
  double sum = 0.0;
  for (const ScatteringTerm & term : terms)
  {
    const double root = std::sqrt(term.parameter);
    const double argument = 2.0 * Pi * root * radius;
    switch (term.kind)
    {
      case ScatteringTerm::Kind::Lorentzian:
        sum += 2.0 * Pi * term.amplitude * std::cyl_bessel_k(0.0, argument);
        break;
      case ScatteringTerm::Kind::SquaredLorentzian:
        sum += 2.0 * Pi * Pi * term.amplitude / root * radius * std::cyl_bessel_k(1.0, argument);
        break;
      case ScatteringTerm::Kind::Gaussian:
        sum += term.amplitude * Pi / term.parameter * std::exp(-Pi * Pi * radius * radius / term.parameter);
        break;
    }
  }
  return sum * InverseKappa();
}
} // namespace ElectronMultislice
