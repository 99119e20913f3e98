#include "specimen/CifSites.h"
#include "physics/Elements.h"
#include "specimen/CifDisplacements.h"
#include "specimen/SiteElement.h"
#include "specimen/StructureText.h"
#include <map>

namespace ElectronMultislice
{
namespace
{
/** Columns of the loop of atom sites. */
class SiteLoop
{
public:
  explicit SiteLoop(const CifBlock & block)
    : m_Block(block)
    , m_X(*block.Find("_atom_site_fract_x"))
  {}
  std::size_t
  GetNumberOfRows() const
  {
    return m_X.values.size();
  }
  std::size_t
  GetLine(std::size_t row) const
  {
    return m_X.values[row].line;
  }
  /** Null if the loop has no such column or the value is ? or . */
  const CifValue *
  Find(const std::string & tag, std::size_t row) const
  {
    const auto * column = m_Block.Find(tag);
    const bool   known = column != nullptr && column->loop == m_X.loop && column->values.at(row).known;
    return known ? &column->values[row] : nullptr;
  }
  double
  GetCoordinate(char axis, std::size_t row) const
  {
    const auto * value = Find(std::string("_atom_site_fract_") + axis, row);
    double       number = 0.0;
    if (value == nullptr)
    {
      Fail(row, std::string("the fractional coordinate ") + axis + " of this site is unknown. Give it, or remove the site.");
    }
    if (!ParseCifNumber(value->text, number))
    {
      Fail(row, Quoted(value->text) + " is no number, but the fractional coordinate " + axis + " of this site.");
    }
    return number;
  }
  [[noreturn]] void
  Fail(std::size_t row, const std::string & text) const
  {
    throw ErrorAtLine(m_Block.GetFileName(), GetLine(row), text);
  }

private:
  const CifBlock &  m_Block;
  const CifColumn & m_X;
};

/** Element and charge of a site; labels that had to serve are noted. */
class ElementReader
{
public:
  explicit ElementReader(const CifBlock & block)
  {
    if (const auto * formula = block.FindValue({ "_chemical_formula_sum", "_chemical_formula_structural", "_chemical_formula_moiety" }))
    {
      m_Formula = ElementsOfFormula(formula->text);
    }
  }
  void
  Read(const SiteLoop & loop, std::size_t row, CifSite & site)
  {
    const auto * type = loop.Find("_atom_site_type_symbol", row);
    site.atomicNumber = type != nullptr ? ElementOfTypeSymbol(type->text, m_Formula) : ElementOfLabel(site.label, m_Formula);
    site.charge = type != nullptr ? ChargeOfTypeSymbol(type->text) : 0.0;
    if (site.atomicNumber == 0)
    {
      loop.Fail(row,
                type != nullptr ? "no element can be read from the type symbol " + Quoted(type->text) + "."
                                : "no element can be read from the label " + Quoted(site.label) +
                                    " with certainty, and there is no type symbol. Add a column _atom_site_type_symbol.");
    }
    if (type == nullptr)
    {
      m_FromLabels.emplace(LettersAndMarks(site.label), site.atomicNumber);
    }
  }
  std::string
  GetRemark() const
  {
    std::string text;
    for (const auto & [label, element] : m_FromLabels)
    {
      text += (text.empty() ? "" : ", ") + label + " is " + ElementSymbol(element);
    }
    return text.empty() ? "" : "No type symbols; elements read from the labels: " + text + ".";
  }

private:
  static std::string
  LettersAndMarks(const std::string & label)
  {
    const auto digits = label.find_first_of("0123456789");
    return digits == 0 ? label : label.substr(0, digits);
  }

  std::set<int>              m_Formula;
  std::map<std::string, int> m_FromLabels;
};

bool
IsDummy(const SiteLoop & loop, std::size_t row)
{
  const auto * flag = loop.Find("_atom_site_calc_flag", row);
  return flag != nullptr && LowerCase(flag->text) == "dum";
}
} // namespace

bool
HasCifSites(const CifBlock & block)
{
  return block.Find("_atom_site_fract_x") != nullptr;
}

CifSites
ReadCifSites(const CifBlock & block, const Matrix3 & cell)
{
  const SiteLoop           loop(block);
  ElementReader            elements(block);
  CifSites                 result;
  std::vector<std::size_t> rows;
  std::size_t              dummies = 0;
  std::size_t              unknownOccupancies = 0;
  const bool               hasOccupancies = block.Find("_atom_site_occupancy") != nullptr;
  for (std::size_t row = 0; row < loop.GetNumberOfRows(); ++row)
  {
    if (IsDummy(loop, row))
    {
      ++dummies;
      continue;
    }
    CifSite site;
    site.line = loop.GetLine(row);
    const auto * label = loop.Find("_atom_site_label", row);
    site.label = label != nullptr ? label->text : "";
    site.fractional = { loop.GetCoordinate('x', row), loop.GetCoordinate('y', row), loop.GetCoordinate('z', row) };
    elements.Read(loop, row, site);
    const auto * occupancy = loop.Find("_atom_site_occupancy", row);
    if (occupancy == nullptr)
    {
      unknownOccupancies += hasOccupancies ? 1 : 0;
    }
    else if (!ParseCifNumber(occupancy->text, site.occupancy))
    {
      loop.Fail(row, Quoted(occupancy->text) + " is no number, but the occupancy of " + site.label + ".");
    }
    result.sites.push_back(site);
    rows.push_back(row);
  }
  result.remarks = ReadCifDisplacements(block, cell, result.sites, rows);
  if (!elements.GetRemark().empty())
  {
    result.remarks.push_back(elements.GetRemark());
  }
  if (dummies > 0)
  {
    result.remarks.push_back(std::to_string(dummies) + (dummies == 1 ? " dummy site" : " dummy sites") + " (calc_flag dum) left out.");
  }
  if (unknownOccupancies > 0)
  {
    result.remarks.push_back(std::to_string(unknownOccupancies) + (unknownOccupancies == 1 ? " site" : " sites") +
                             " of unknown occupancy (?) taken for full.");
  }
  return result;
}
} // namespace ElectronMultislice
