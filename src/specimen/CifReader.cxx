#include "specimen/CifReader.h"
#include "common/Text.h"
#include "specimen/AtomRecords.h"
#include "specimen/CifSites.h"
#include "specimen/CifSymmetry.h"
#include "specimen/RepeatedSites.h"
#include "specimen/StructureText.h"
#include "specimen/SymmetryExpansion.h"
#include <algorithm>

namespace ElectronMultislice
{
namespace
{
std::string
BlockNames(const std::vector<CifBlock> & blocks)
{
  std::vector<std::string> names;
  for (const auto & block : blocks)
  {
    names.push_back(Quoted(block.GetName()));
  }
  return JoinAlternatives(names);
}

const CifBlock &
ChooseBlock(const std::vector<CifBlock> & blocks, const std::string & fileName, const std::string & wanted)
{
  const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const CifBlock & block) {
    return wanted.empty() ? HasCifSites(block) : LowerCase(block.GetName()) == LowerCase(wanted);
  });
  if (found == blocks.end() && !wanted.empty())
  {
    throw InputError(fileName + ": there is no data block " + Quoted(wanted) + "; the blocks are " + BlockNames(blocks) + ".");
  }
  if (found == blocks.end() || !HasCifSites(*found))
  {
    throw InputError(fileName + ": " + (wanted.empty() ? "no data block" : "the data block " + Quoted(wanted) + " does not") + " hold" +
                     (wanted.empty() ? "s" : "") +
                     " atom sites with fractional coordinates (_atom_site_fract_x, y, z). Blocks: " + BlockNames(blocks) + ".");
  }
  return *found;
}

Matrix3
ReadCell(const CifBlock & block, std::vector<std::string> & remarks)
{
  const auto read = [&](const std::string & tag, double fallback) {
    const auto * value = block.FindValue({ tag });
    double       number = fallback;
    if (value == nullptr && fallback == 0.0)
    {
      throw InputError(block.GetFileName() + ": the data block " + Quoted(block.GetName()) + " gives no " + tag + ".");
    }
    if (value == nullptr)
    {
      remarks.push_back("The file gives no " + tag + "; 90° is the default.");
    }
    else if (!ParseCifNumber(value->text, number))
    {
      throw ErrorAtLine(block.GetFileName(), value->line, Quoted(value->text) + " is no number, but " + tag + ".");
    }
    return number;
  };
  CellParameters p{};
  p.a = read("_cell_length_a", 0.0);
  p.b = read("_cell_length_b", 0.0);
  p.c = read("_cell_length_c", 0.0);
  p.alpha = read("_cell_angle_alpha", 90.0);
  p.beta = read("_cell_angle_beta", 90.0);
  p.gamma = read("_cell_angle_gamma", 90.0);
  try
  {
    return CellVectors(p);
  }
  catch (const Error & error)
  {
    const auto * length = block.FindValue({ "_cell_length_a" });
    throw ErrorAtLine(block.GetFileName(), length->line, error.what());
  }
}

/** Rounded far below the precision of files, so that equivalent atoms have exactly equal tensors. */
DisplacementTensor
CartesianDisplacement(const Matrix3 & toCartesian, const DisplacementTensor & fractional)
{
  constexpr double step = 1e-10; // Å²
  auto             tensor = Transform(toCartesian, fractional);
  for (auto & u : tensor)
  {
    u = std::round(u / step) * step;
  }
  return tensor;
}

std::size_t
CountImages(const std::vector<CifSite> & sites, const std::vector<SymmetryOperator> & operators, const Matrix3 & cell)
{
  std::size_t count = 0;
  for (const auto & site : sites)
  {
    count += ExpandSite({ site.fractional, {} }, operators, cell).images.size();
  }
  return count;
}

/** A name without origin choice is decided by the sites: with the right origin more of them lie on symmetry elements. */
const CifSymmetry::Choice &
ChooseOrigin(const CifBlock & block, const CifSymmetry & symmetry, const CifSites & sites, const Matrix3 & cell, Structure & structure)
{
  const auto & choices = symmetry.choices;
  if (choices.size() == 1)
  {
    return choices.front();
  }
  const std::size_t first = CountImages(sites.sites, choices[0].operators, cell);
  const std::size_t second = CountImages(sites.sites, choices[1].operators, cell);
  if (first == second)
  {
    throw InputError(block.GetFileName() + ": the space group has two choices of origin, and the file does not say which: both give " +
                     std::to_string(first) + " atoms. Write " + Quoted(choices[0].name) + " or " + Quoted(choices[1].name) +
                     " as its name, or add the symmetry operators.");
  }
  const auto & chosen = choices[first < second ? 0 : 1];
  structure.remarks.push_back("The space group's origin is not given; " + chosen.name + " was taken, with " +
                              std::to_string(std::min(first, second)) + " atoms instead of " + std::to_string(std::max(first, second)) +
                              ".");
  return chosen;
}

/** Atoms of all sites, and the site that each belongs to. */
struct ExpandedAtoms
{
  std::vector<Atom>        atoms;
  std::vector<std::size_t> siteOfAtom;
};

void
AddSite(const CifSite &                       site,
        std::size_t                           index,
        const std::vector<SymmetryOperator> & operators,
        ExpandedAtoms &                       all,
        Structure &                           structure)
{
  const Matrix3 toCartesian = Transposed(structure.cell);
  const auto    expanded =
    ExpandSite({ site.fractional, site.anisotropic ? site.displacement : DisplacementTensor{} }, operators, structure.cell);
  for (const auto & image : expanded.images)
  {
    Atom atom;
    atom.atomicNumber = site.atomicNumber;
    atom.charge = site.charge;
    atom.occupancy = site.occupancy;
    atom.position = Multiply(toCartesian, image.fractional);
    atom.displacement = site.anisotropic ? CartesianDisplacement(toCartesian, image.displacement) : site.displacement;
    all.atoms.push_back(atom);
    all.siteOfAtom.push_back(index);
  }
  if (expanded.uneven)
  {
    structure.remarks.push_back("Site " + site.label + " (line " + std::to_string(site.line) +
                                ") lies about 0.02 Å from a symmetry element, so that its images merge unevenly. Check its coordinates.");
  }
  // back to Å² with the mean length of the cell vectors, enough to judge the size
  const double scale = std::cbrt(std::abs(Determinant(structure.cell)));
  if (expanded.displacementChange * scale * scale > 1e-3)
  {
    structure.remarks.push_back("The displacement tensor of site " + site.label + " (line " + std::to_string(site.line) +
                                ") does not obey the symmetry of its place; its mean over that symmetry is used.");
  }
}

/** All atoms but those of sites that repeat others. */
void
AddAtoms(const std::vector<CifSite> & sites, const ExpandedAtoms & all, Structure & structure)
{
  const auto  repeats = FindRepeatedSites(structure.cell, all.atoms, all.siteOfAtom, sites.size());
  AtomRecords records(structure.source, structure);
  for (std::size_t i = 0; i < all.atoms.size(); ++i)
  {
    const std::size_t site = all.siteOfAtom[i];
    if (repeats[site] == site)
    {
      records.Add(all.atoms[i], sites[site].line);
    }
  }
  std::string example;
  std::size_t count = 0;
  for (std::size_t site = 0; site < sites.size(); ++site)
  {
    if (repeats[site] != site && count++ == 0)
    {
      example = sites[site].label + " (line " + std::to_string(sites[site].line) + ") repeats " + sites[repeats[site]].label;
    }
  }
  structure.remarks.push_back(std::to_string(sites.size()) + (sites.size() == 1 ? " site" : " sites") + " in the file, " +
                              std::to_string(structure.atoms.size()) + " atoms in the cell.");
  if (count > 0)
  {
    structure.remarks.push_back(std::to_string(count) + (count == 1 ? " site is" : " sites are") +
                                " already made by the symmetry from another one and left out: " + example + ".");
  }
  records.Finish();
}
} // namespace

Structure
ReadCif(const std::string & text, const std::string & name, const std::string & wanted)
{
  const auto   blocks = ParseCif(text, name);
  const auto & block = ChooseBlock(blocks, name, wanted);
  Structure    structure;
  structure.source = name + (blocks.size() > 1 ? ", block " + Quoted(block.GetName()) : "");
  structure.cell = ReadCell(block, structure.remarks);
  const auto symmetry = ReadCifSymmetry(block, structure.cell);
  const auto sites = ReadCifSites(block, structure.cell);
  structure.remarks.push_back(symmetry.remark);
  const auto &  choice = ChooseOrigin(block, symmetry, sites, structure.cell, structure);
  ExpandedAtoms all;
  for (std::size_t i = 0; i < sites.sites.size(); ++i)
  {
    AddSite(sites.sites[i], i, choice.operators, all, structure);
  }
  AddAtoms(sites.sites, all, structure);
  structure.remarks.insert(structure.remarks.end(), sites.remarks.begin(), sites.remarks.end());
  return structure;
}
} // namespace ElectronMultislice
