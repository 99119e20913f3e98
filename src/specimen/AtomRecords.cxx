#include "specimen/AtomRecords.h"
#include "common/Text.h"
#include "physics/Elements.h"
#include "specimen/SharedSites.h"
#include "specimen/StructureText.h"
#include <algorithm>

namespace ElectronMultislice
{
AtomRecords::AtomRecords(const std::string & name, Structure & structure)
  : m_Name(name)
  , m_Structure(structure)
{}

void
AtomRecords::Add(Atom atom, std::size_t line)
{
  if (!(atom.occupancy >= 0.0 && atom.occupancy <= 1.01)) // refinements end slightly above 1
  {
    throw ErrorAtLine(m_Name,
                      line,
                      "the occupancy of this " + ElementSymbol(atom.atomicNumber) + " atom is " + FormatNumber(atom.occupancy, 6) +
                        "; it must lie between 0 and 1.");
  }
  if (atom.occupancy == 0.0)
  {
    ++m_LeftOut;
    return;
  }
  atom.occupancy = std::min(atom.occupancy, 1.0);
  m_Structure.atoms.push_back(atom);
}

void
AtomRecords::Finish()
{
  if (m_Structure.atoms.empty())
  {
    throw InputError(m_Name + ": there are no atoms" + (m_LeftOut > 0 ? " with an occupancy above 0." : "."));
  }
  if (m_LeftOut > 0)
  {
    m_Structure.remarks.push_back(std::to_string(m_LeftOut) + (m_LeftOut == 1 ? " atom" : " atoms") + " of occupancy 0 left out.");
  }
  const std::size_t sites = AssignSharedSites(m_Structure.cell, m_Structure.atoms);
  if (sites > 0)
  {
    const auto shared = std::count_if(m_Structure.atoms.begin(), m_Structure.atoms.end(), [](const Atom & a) { return a.site >= 0; });
    m_Structure.remarks.push_back(std::to_string(shared) + " atoms share " + std::to_string(sites) + (sites == 1 ? " site" : " sites") +
                                  " and exclude one another.");
  }
  m_Structure.hasDisplacements =
    std::any_of(m_Structure.atoms.begin(), m_Structure.atoms.end(), [](const Atom & a) { return a.displacement != DisplacementTensor{}; });
}

DisplacementTensor
DisplacementFromB(double b)
{
  constexpr double eightPi2 = 78.95683520871486895;
  return IsotropicDisplacement(b / eightPi2);
}
} // namespace ElectronMultislice
