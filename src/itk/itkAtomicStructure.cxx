#include "itkAtomicStructure.h"
#include "itkAtomicStructureAccess.h"
#include "itkElectronMultisliceErrors.h"
#include "common/Error.h"
#include "common/Text.h"
#include "physics/Elements.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace itk
{
using ::ElectronMultislice::Atom;
using ::ElectronMultislice::DisplacementTensor;
using ::ElectronMultislice::FormatCount;
using ::ElectronMultislice::FormatNumber;
using ::ElectronMultislice::InputError;
using ::ElectronMultislice::Structure;

struct AtomicStructure::Implementation
{
  CoreFrames          frames;
  AtomicStructureFile file;

  const Structure *
  First() const
  {
    return frames && !frames->empty() ? &frames->front() : nullptr;
  }

  std::size_t
  GetNumberOfAtoms() const
  {
    return First() ? First()->atoms.size() : 0;
  }

  /** A single frame of our own to write to; the structure is then no longer what a file says. */
  Structure &
  Edit()
  {
    if (!frames || frames.use_count() != 1 || frames->size() != 1)
    {
      frames = std::make_shared<const std::vector<Structure>>(1, First() ? *First() : Structure{});
    }
    auto & structure = const_cast<Structure &>(frames->front());
    if (!file.path.empty())
    {
      structure.source += " (changed)";
      file = {};
    }
    return structure;
  }
};

AtomicStructure::AtomicStructure()
  : m_Implementation(std::make_unique<Implementation>())
{}

AtomicStructure::~AtomicStructure() = default;

namespace
{
template <typename T>
void
CheckCount(const char * property, const std::vector<T> & values, std::size_t atoms, std::size_t perAtom)
{
  if (values.size() != atoms * perAtom)
  {
    throw InputError(std::string(property) + ": " + FormatCount(values.size(), "value") + " for " + FormatCount(atoms, "atom") + "; give " +
                     std::to_string(perAtom) + " per atom. The positions decide the number of atoms, so set them first.");
  }
}

void
CheckFinite(const char * property, const std::vector<double> & values)
{
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    if (!std::isfinite(values[i]))
    {
      throw InputError(std::string(property) + ": value " + std::to_string(i) + " is " + FormatNumber(values[i]) +
                       "; every value must be a finite number.");
    }
  }
}

void
CheckPositions(const std::vector<double> & positions)
{
  if (positions.size() % 3 != 0)
  {
    throw InputError("Positions need three numbers per atom (x, y, z in Å); " + std::to_string(positions.size()) + " numbers were given.");
  }
  CheckFinite("Positions", positions);
}

void
PutPositions(Structure & structure, const std::vector<double> & positions)
{
  for (std::size_t i = 0; i < structure.atoms.size(); ++i)
  {
    structure.atoms[i].position = { positions[3 * i], positions[3 * i + 1], positions[3 * i + 2] };
  }
}

std::vector<double>
TakePositions(const Structure & structure)
{
  std::vector<double> positions;
  positions.reserve(3 * structure.atoms.size());
  for (const Atom & atom : structure.atoms)
  {
    positions.insert(positions.end(), atom.position.begin(), atom.position.end());
  }
  return positions;
}

/** One member of every atom. */
template <typename T, typename TMember>
std::vector<T>
TakeMember(const Structure * structure, TMember Atom::*member)
{
  std::vector<T> values;
  if (structure)
  {
    values.reserve(structure->atoms.size());
    for (const Atom & atom : structure->atoms)
    {
      values.push_back(static_cast<T>(atom.*member));
    }
  }
  return values;
}

template <typename T, typename TMember>
void
PutMember(Structure & structure, TMember Atom::*member, const std::vector<T> & values)
{
  for (std::size_t i = 0; i < values.size(); ++i)
  {
    structure.atoms[i].*member = static_cast<TMember>(values[i]);
  }
}

bool
HasCell(const Structure & structure)
{
  for (const auto & vector : structure.cell)
  {
    if (vector[0] != 0.0 || vector[1] != 0.0 || vector[2] != 0.0)
    {
      return true;
    }
  }
  return false;
}
} // namespace

void
AtomicStructure::SetPositions(const std::vector<double> & positions)
{
  ElectronMultisliceTranslateErrors([&] { CheckPositions(positions); });
  Structure & structure = m_Implementation->Edit();
  if (structure.atoms.size() != positions.size() / 3)
  {
    structure.atoms.assign(positions.size() / 3, Atom{});
    structure.hasDisplacements = false;
  }
  PutPositions(structure, positions);
  this->Modified();
}

std::vector<double>
AtomicStructure::GetPositions() const
{
  return m_Implementation->First() ? TakePositions(*m_Implementation->First()) : std::vector<double>{};
}

void
AtomicStructure::SetAtomicNumbers(const std::vector<int> & atomicNumbers)
{
  ElectronMultisliceTranslateErrors([&] {
    CheckCount("Atomic numbers", atomicNumbers, this->GetNumberOfAtoms(), 1);
    for (int number : atomicNumbers)
    {
      ::ElectronMultislice::ElementSymbol(number); // throws outside 1 to 118
    }
  });
  PutMember(m_Implementation->Edit(), &Atom::atomicNumber, atomicNumbers);
  this->Modified();
}

std::vector<int>
AtomicStructure::GetAtomicNumbers() const
{
  return TakeMember<int>(m_Implementation->First(), &Atom::atomicNumber);
}

void
AtomicStructure::SetOccupancies(const std::vector<double> & occupancies)
{
  ElectronMultisliceTranslateErrors([&] {
    CheckCount("Occupancies", occupancies, this->GetNumberOfAtoms(), 1);
    for (double occupancy : occupancies)
    {
      if (!(occupancy > 0.0 && occupancy <= 1.0))
      {
        throw InputError("An occupancy of " + FormatNumber(occupancy) +
                         " was given; it must be above 0 and at most 1. Leave an empty site out.");
      }
    }
  });
  PutMember(m_Implementation->Edit(), &Atom::occupancy, occupancies);
  this->Modified();
}

std::vector<double>
AtomicStructure::GetOccupancies() const
{
  return TakeMember<double>(m_Implementation->First(), &Atom::occupancy);
}

void
AtomicStructure::SetMeanSquareDisplacements(const std::vector<double> & displacements)
{
  const std::size_t atoms = this->GetNumberOfAtoms();
  const bool        tensors = atoms > 0 && displacements.size() == 6 * atoms;
  ElectronMultisliceTranslateErrors([&] {
    if (!tensors && displacements.size() != atoms)
    {
      throw InputError("Mean-square displacements: " + FormatCount(displacements.size(), "value") + " for " + FormatCount(atoms, "atom") +
                       "; give one per atom (u² in Å²) or six (U_xx, U_yy, U_zz, U_xy, U_xz, U_yz). The positions "
                       "decide the number of atoms, so set them first.");
    }
    CheckFinite("Mean-square displacements", displacements);
    for (std::size_t i = 0; i < displacements.size(); ++i)
    {
      if (displacements[i] < 0.0 && (!tensors || i % 6 < 3))
      {
        throw InputError("A mean-square displacement of " + FormatNumber(displacements[i]) + " Å² was given; it cannot be negative.");
      }
    }
  });
  Structure & structure = m_Implementation->Edit();
  structure.hasDisplacements = std::any_of(displacements.begin(), displacements.end(), [](double value) { return value != 0.0; });
  for (std::size_t i = 0; i < atoms; ++i)
  {
    if (tensors)
    {
      std::copy_n(displacements.begin() + static_cast<std::ptrdiff_t>(6 * i), 6, structure.atoms[i].displacement.begin());
    }
    else
    {
      structure.atoms[i].displacement = ::ElectronMultislice::IsotropicDisplacement(displacements[i]);
    }
  }
  this->Modified();
}

std::vector<double>
AtomicStructure::GetMeanSquareDisplacements() const
{
  std::vector<double> values;
  if (const Structure * structure = m_Implementation->First())
  {
    for (const Atom & atom : structure->atoms)
    {
      values.insert(values.end(), atom.displacement.begin(), atom.displacement.end());
    }
  }
  return values;
}

void
AtomicStructure::SetCharges(const std::vector<double> & charges)
{
  ElectronMultisliceTranslateErrors([&] {
    CheckCount("Charges", charges, this->GetNumberOfAtoms(), 1);
    CheckFinite("Charges", charges);
  });
  PutMember(m_Implementation->Edit(), &Atom::charge, charges);
  this->Modified();
}

std::vector<double>
AtomicStructure::GetCharges() const
{
  return TakeMember<double>(m_Implementation->First(), &Atom::charge);
}

void
AtomicStructure::SetSites(const std::vector<int> & sites)
{
  ElectronMultisliceTranslateErrors([&] { CheckCount("Sites", sites, this->GetNumberOfAtoms(), 1); });
  PutMember(m_Implementation->Edit(), &Atom::site, sites);
  this->Modified();
}

std::vector<int>
AtomicStructure::GetSites() const
{
  return TakeMember<int>(m_Implementation->First(), &Atom::site);
}

void
AtomicStructure::SetCell(const std::vector<double> & cell)
{
  ElectronMultisliceTranslateErrors([&] {
    if (cell.size() != 9 && cell.size() != 3)
    {
      throw InputError("A cell needs nine numbers (vectors a, b, c in Å) or three (the lengths of a right-angled cell); " +
                       std::to_string(cell.size()) + " were given.");
    }
    CheckFinite("Cell", cell);
  });
  Structure & structure = m_Implementation->Edit();
  structure.cell = {};
  for (std::size_t i = 0; i < cell.size(); ++i)
  {
    structure.cell[cell.size() == 9 ? i / 3 : i][cell.size() == 9 ? i % 3 : i] = cell[i];
  }
  this->Modified();
}

std::vector<double>
AtomicStructure::GetCell() const
{
  std::vector<double> cell(9, 0.0);
  if (const Structure * structure = m_Implementation->First())
  {
    for (std::size_t i = 0; i < 9; ++i)
    {
      cell[i] = structure->cell[i / 3][i % 3];
    }
  }
  return cell;
}

void
AtomicStructure::SetCellParameters(double a, double b, double c, double alpha, double beta, double gamma)
{
  const auto cell = ElectronMultisliceTranslateErrors([&] { return ::ElectronMultislice::CellVectors({ a, b, c, alpha, beta, gamma }); });
  m_Implementation->Edit().cell = cell;
  this->Modified();
}

std::vector<double>
AtomicStructure::GetCellParameters() const
{
  const Structure * structure = m_Implementation->First();
  if (!structure || !HasCell(*structure))
  {
    return std::vector<double>(6, 0.0);
  }
  const auto p = ::ElectronMultislice::GetCellParameters(structure->cell);
  return { p.a, p.b, p.c, p.alpha, p.beta, p.gamma };
}

void
AtomicStructure::AddFrame(const std::vector<double> & positions)
{
  ElectronMultisliceTranslateErrors([&] {
    CheckPositions(positions);
    CheckCount("Positions of a frame", positions, this->GetNumberOfAtoms(), 3);
    if (!m_Implementation->First())
    {
      throw InputError("There is no first frame yet; set the positions and the other properties first.");
    }
  });
  auto frames = std::make_shared<std::vector<Structure>>(*m_Implementation->frames);
  frames->push_back(frames->front());
  PutPositions(frames->back(), positions);
  m_Implementation->frames = frames;
  m_Implementation->file = {};
  this->Modified();
}

unsigned int
AtomicStructure::GetNumberOfFrames() const
{
  return m_Implementation->frames ? static_cast<unsigned int>(m_Implementation->frames->size()) : 0;
}

std::vector<double>
AtomicStructure::GetFramePositions(unsigned int frame) const
{
  if (frame >= this->GetNumberOfFrames())
  {
    throw ExceptionObject(__FILE__,
                          __LINE__,
                          "Frame " + std::to_string(frame) + " was asked for; there are " +
                            FormatCount(this->GetNumberOfFrames(), "frame") + ", counted from 0.",
                          this->GetNameOfClass());
  }
  return TakePositions((*m_Implementation->frames)[frame]);
}

std::size_t
AtomicStructure::GetNumberOfAtoms() const
{
  return m_Implementation->GetNumberOfAtoms();
}

double
AtomicStructure::GetTotalOccupancy() const
{
  return m_Implementation->First() ? ::ElectronMultislice::TotalOccupancy(*m_Implementation->First()) : 0.0;
}

std::string
AtomicStructure::GetComposition() const
{
  std::map<int, double> sums;
  if (const Structure * structure = m_Implementation->First())
  {
    for (const Atom & atom : structure->atoms)
    {
      sums[atom.atomicNumber] += atom.occupancy;
    }
  }
  std::string text;
  for (const auto & [number, sum] : sums)
  {
    text += (text.empty() ? "" : ", ") + (number > 0 ? ::ElectronMultislice::ElementSymbol(number) : std::string("?")) + " " +
            FormatNumber(sum, 8);
  }
  return text;
}

std::string
AtomicStructure::GetProvenance() const
{
  return m_Implementation->First() ? m_Implementation->First()->source : std::string();
}

std::vector<std::string>
AtomicStructure::GetRemarks() const
{
  return m_Implementation->First() ? m_Implementation->First()->remarks : std::vector<std::string>{};
}

std::string
AtomicStructure::GetSummary() const
{
  const Structure * structure = m_Implementation->First();
  if (!structure || structure->atoms.empty())
  {
    return "no atoms\n";
  }
  std::string text = FormatCount(structure->atoms.size(), "atom") + ", " + this->GetComposition() + "\n";
  const auto  cell = this->GetCellParameters();
  if (cell[0] == 0.0)
  {
    text += "cell: none\n";
  }
  else
  {
    text += "cell: a " + FormatNumber(cell[0], 8) + ", b " + FormatNumber(cell[1], 8) + ", c " + FormatNumber(cell[2], 8) + " Å; alpha " +
            FormatNumber(cell[3], 8) + ", beta " + FormatNumber(cell[4], 8) + ", gamma " + FormatNumber(cell[5], 8) + " deg\n";
  }
  double smallest = std::numeric_limits<double>::max();
  double largest = 0.0;
  for (const Atom & atom : structure->atoms)
  {
    const double mean = (atom.displacement[0] + atom.displacement[1] + atom.displacement[2]) / 3.0;
    smallest = std::min(smallest, mean);
    largest = std::max(largest, mean);
  }
  text += structure->hasDisplacements
            ? "mean-square displacements: " + FormatNumber(smallest, 4) + " to " + FormatNumber(largest, 4) + " Å² along one direction\n"
            : "mean-square displacements: none\n";
  if (this->GetNumberOfFrames() > 1)
  {
    text += "frames: " + std::to_string(this->GetNumberOfFrames()) + "\n";
  }
  if (!structure->source.empty())
  {
    text += "from: " + structure->source + "\n";
  }
  for (const std::string & remark : structure->remarks)
  {
    text += "remark: " + remark + "\n";
  }
  return text;
}

void
AtomicStructure::Initialize()
{
  Superclass::Initialize();
  *m_Implementation = {};
}

void
AtomicStructure::Graft(const DataObject * data)
{
  Superclass::Graft(data);
  if (const auto * other = dynamic_cast<const AtomicStructure *>(data))
  {
    *m_Implementation = *other->m_Implementation;
    this->Modified();
  }
}

void
AtomicStructure::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "NumberOfAtoms: " << this->GetNumberOfAtoms() << "\n"
     << indent << "NumberOfFrames: " << this->GetNumberOfFrames() << "\n";
  const std::string summary = this->GetSummary();
  for (std::size_t begin = 0; begin < summary.size();)
  {
    const std::size_t end = summary.find('\n', begin);
    os << indent << summary.substr(begin, end - begin) << "\n";
    begin = end + 1;
  }
}

CoreFrames
AtomicStructureAccess::GetFrames(const AtomicStructure * structure)
{
  return structure->m_Implementation->frames;
}

const AtomicStructureFile &
AtomicStructureAccess::GetFile(const AtomicStructure * structure)
{
  return structure->m_Implementation->file;
}

void
AtomicStructureAccess::SetFrames(AtomicStructure * structure, const CoreFrames & frames, const AtomicStructureFile & file)
{
  structure->m_Implementation->frames = frames;
  structure->m_Implementation->file = file;
  structure->Modified();
}
} // namespace itk
