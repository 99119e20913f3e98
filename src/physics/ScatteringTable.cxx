#include "physics/ScatteringTable.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Elements.h"

namespace ElectronMultislice
{
namespace ScatteringTableTexts
{
extern const char * const lobato2014;
extern const char * const kirkland2010;
extern const char * const peng1996_high;
extern const char * const peng1996_low;
extern const char * const peng1998_ions;
} // namespace ScatteringTableTexts

namespace
{
std::vector<std::string_view>
Split(std::string_view text, char separator)
{
  std::vector<std::string_view> parts;
  for (;;)
  {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos)
    {
      return parts;
    }
    text.remove_prefix(end + 1);
  }
}

/** The published form of each table, written as sums of the three kinds of terms. */
ScatteringTerms
MakeTerms(Parametrization parametrization, const std::map<std::string, double> & row)
{
  using Kind = ScatteringTerm::Kind;
  ScatteringTerms terms;
  for (const std::string i : { "1", "2", "3", "4", "5" })
  {
    if (row.count("a" + i) == 0)
    {
      break;
    }
    const double a = row.at("a" + i);
    const double b = row.at("b" + i);
    switch (parametrization)
    {
      case Parametrization::Lobato: // a (2 + b k²)/(1 + b k²)²
        terms.push_back({ Kind::Lorentzian, a / b, 1.0 / b });
        terms.push_back({ Kind::SquaredLorentzian, a / (b * b), 1.0 / b });
        break;
      case Parametrization::Kirkland: // a/(k² + b) + c exp(-d k²)
        terms.push_back({ Kind::Lorentzian, a, b });
        terms.push_back({ Kind::Gaussian, row.at("c" + i), row.at("d" + i) });
        break;
      case Parametrization::Peng:
      case Parametrization::PengLow:
      case Parametrization::PengIons: // a exp(-b s²), s = k/2
        terms.push_back({ Kind::Gaussian, a, b / 4.0 });
        break;
    }
  }
  return terms;
}

const char *
EmbeddedText(Parametrization parametrization)
{
  switch (parametrization)
  {
    case Parametrization::Lobato:
      return ScatteringTableTexts::lobato2014;
    case Parametrization::Kirkland:
      return ScatteringTableTexts::kirkland2010;
    case Parametrization::Peng:
      return ScatteringTableTexts::peng1996_high;
    case Parametrization::PengLow:
      return ScatteringTableTexts::peng1996_low;
    case Parametrization::PengIons:
      return ScatteringTableTexts::peng1998_ions;
  }
  throw Error(ErrorKind::Internal, "unknown parametrization");
}
} // namespace

ScatteringTable::ScatteringTable(Parametrization parametrization, std::string_view text)
{
  const auto fault = [&](std::string_view line) {
    return Error(ErrorKind::Internal,
                 "scattering table " + ParametrizationName(parametrization) + ": bad line \"" + std::string(line) + '"');
  };
  std::vector<std::string_view> columns;
  for (const std::string_view line : Split(text, '\n'))
  {
    const auto fields = Split(line, ',');
    if (columns.empty())
    {
      columns = fields;
      continue;
    }
    if (line.empty())
    {
      continue;
    }
    Row        row;
    const auto species = fields.front();
    const auto symbol = species.substr(0, species.find_first_of("+-"));
    row.atomicNumber = AtomicNumberOfSymbol(symbol);
    row.ion = symbol.size() < species.size();
    if (row.atomicNumber == 0 || fields.size() != columns.size())
    {
      throw fault(line);
    }
    for (std::size_t i = 1; i < fields.size(); ++i)
    {
      if (!ParseNumber(fields[i], row.coefficients[std::string(columns[i])]))
      {
        throw fault(line);
      }
    }
    row.terms = MakeTerms(parametrization, row.coefficients);
    const auto inserted = m_Rows.emplace(std::string(species), std::move(row));
    if (!inserted.second)
    {
      throw fault(line);
    }
    const Row & kept = inserted.first->second;
    if (!kept.ion)
    {
      m_Neutral[kept.atomicNumber] = &kept;
    }
  }
  if (m_Neutral.empty())
  {
    m_Range = std::to_string(m_Rows.size()) + " ions and no neutral atom";
  }
  else
  {
    const auto describe = [](int z) { return ElementSymbol(z) + " (" + std::to_string(z) + ')'; };
    m_Range = describe(m_Neutral.begin()->first) + " to " + describe(m_Neutral.rbegin()->first);
  }
}

const ScatteringTable &
ScatteringTable::Get(Parametrization parametrization)
{
  const auto load = [](Parametrization which) { return ScatteringTable(which, EmbeddedText(which)); };
  // in the order of the enumeration; the first caller reads them, the others wait
  static const std::array<ScatteringTable, 5> tables{ load(Parametrization::Lobato),
                                                      load(Parametrization::Kirkland),
                                                      load(Parametrization::Peng),
                                                      load(Parametrization::PengLow),
                                                      load(Parametrization::PengIons) };
  return tables.at(static_cast<std::size_t>(parametrization));
}

const ScatteringTable::Row *
ScatteringTable::FindNeutral(int atomicNumber) const
{
  const auto found = m_Neutral.find(atomicNumber);
  return found == m_Neutral.end() ? nullptr : found->second;
}
} // namespace ElectronMultislice
