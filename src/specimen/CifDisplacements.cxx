#include "specimen/CifDisplacements.h"
#include "specimen/AtomRecords.h"
#include "specimen/StructureText.h"
#include <map>

namespace ElectronMultislice
{
namespace
{
constexpr double Pi = 3.14159265358979323846;

/** 11, 22, 33, 12, 13, 23: the order of DisplacementTensor. */
const char * const Components[] = { "11", "22", "33", "12", "13", "23" };

/** One way to write anisotropic displacements. */
struct AnisotropicKind
{
  const char * prefix;
  const char * remark;
};
constexpr AnisotropicKind Kinds[] = { { "_atom_site_aniso_u_", "U_ij in Å²" },
                                      { "_atom_site_aniso_b_", "B_ij in Å², became U_ij = B_ij / (8 pi²)" },
                                      { "_atom_site_aniso_beta_", "beta_ij (no unit), became U_ij = beta_ij / (2 pi² a*_i a*_j) in Å²" } };

/** Columns of one kind, or nothing. */
struct AnisotropicColumns
{
  const CifColumn * columns[6]{};
  std::size_t       kind = 0;
};

bool
FindAnisotropicColumns(const CifBlock & block, std::size_t kind, AnisotropicColumns & result)
{
  result.kind = kind;
  for (std::size_t k = 0; k < 6; ++k)
  {
    result.columns[k] = block.Find(std::string(Kinds[kind].prefix) + Components[k]);
    if (result.columns[k] == nullptr || result.columns[k]->loop != result.columns[0]->loop)
    {
      return false;
    }
  }
  return true;
}

/** The tensor of a row on the fractional axes; false if the row has none (all ? or .). */
bool
ReadTensor(const CifBlock &           block,
           const AnisotropicColumns & from,
           std::size_t                row,
           const Vector3 &            reciprocal,
           DisplacementTensor &       tensor)
{
  static constexpr std::size_t axes[6][2] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 0, 1 }, { 0, 2 }, { 1, 2 } };
  std::size_t                  known = 0;
  for (std::size_t k = 0; k < 6; ++k)
  {
    const auto & value = from.columns[k]->values.at(row);
    tensor[k] = 0.0;
    if (!value.known)
    {
      continue;
    }
    ++known;
    if (!ParseCifNumber(value.text, tensor[k]))
    {
      throw ErrorAtLine(block.GetFileName(), value.line, Quoted(value.text) + " is no number, but a displacement " + Components[k] + ".");
    }
    const double onFractionalAxes = reciprocal[axes[k][0]] * reciprocal[axes[k][1]];
    tensor[k] *= from.kind == 0 ? onFractionalAxes : from.kind == 1 ? onFractionalAxes / (8.0 * Pi * Pi) : 1.0 / (2.0 * Pi * Pi);
  }
  if (known > 0 && known < 6)
  {
    throw ErrorAtLine(
      block.GetFileName(), from.columns[0]->values[row].line, "only " + std::to_string(known) + " of the six displacements are given.");
  }
  return known == 6;
}

/** Which row of the anisotropic loop belongs to which site: the n-th row of a label to the n-th site of that label; a single row to all. */
class RowsOfLabels
{
public:
  RowsOfLabels(const CifBlock & block, const CifColumn & labels)
  {
    for (std::size_t row = 0; row < labels.values.size(); ++row)
    {
      m_Rows[labels.values[row].text].push_back(row);
    }
    m_FileName = block.GetFileName();
  }
  /** Null if the label has no row. */
  const std::size_t *
  Next(const CifSite & site)
  {
    const auto found = m_Rows.find(site.label);
    if (found == m_Rows.end())
    {
      return nullptr;
    }
    const auto &      rows = found->second;
    const std::size_t count = m_Used[site.label]++;
    if (rows.size() > 1 && count >= rows.size())
    {
      throw ErrorAtLine(m_FileName,
                        site.line,
                        "the label " + Quoted(site.label) + " stands for more sites than there are anisotropic displacements (" +
                          std::to_string(rows.size()) + "). Give every site its own label.");
    }
    return rows.size() == 1 ? &rows[0] : &rows[count];
  }

private:
  std::string                                     m_FileName;
  std::map<std::string, std::vector<std::size_t>> m_Rows;
  std::map<std::string, std::size_t>              m_Used;
};

/** Anisotropic displacements of one kind; returns the number of sites that got one. */
std::size_t
ReadAnisotropic(const CifBlock &                 block,
                std::size_t                      kind,
                const Vector3 &                  reciprocal,
                std::vector<CifSite> &           sites,
                const std::vector<std::size_t> & rows)
{
  AnisotropicColumns columns;
  if (!FindAnisotropicColumns(block, kind, columns))
  {
    return 0;
  }
  const auto * siteColumn = block.Find("_atom_site_fract_x");
  const auto * labels = block.Find("_atom_site_aniso_label");
  const bool   sameRow = columns.columns[0]->loop == siteColumn->loop;
  if (!sameRow && (labels == nullptr || labels->loop != columns.columns[0]->loop))
  {
    throw ErrorAtLine(block.GetFileName(),
                      columns.columns[0]->values.front().line,
                      "the anisotropic displacements have no _atom_site_aniso_label, so that their sites are not known.");
  }
  std::size_t  count = 0;
  RowsOfLabels rowsOfLabels(block, sameRow ? *siteColumn : *labels);
  for (std::size_t i = 0; i < sites.size(); ++i)
  {
    const std::size_t * row = sameRow ? &rows[i] : rowsOfLabels.Next(sites[i]);
    DisplacementTensor  tensor{};
    if (row != nullptr && !sites[i].anisotropic && ReadTensor(block, columns, *row, reciprocal, tensor))
    {
      sites[i].anisotropic = true;
      sites[i].displacement = tensor;
      ++count;
    }
  }
  return count;
}

std::size_t
ReadIsotropic(const CifBlock & block, const char * tag, bool isB, std::vector<CifSite> & sites, const std::vector<std::size_t> & rows)
{
  const auto * column = block.Find(tag);
  if (column == nullptr || column->loop != block.Find("_atom_site_fract_x")->loop)
  {
    return 0;
  }
  std::size_t count = 0;
  for (std::size_t i = 0; i < sites.size(); ++i)
  {
    const auto & value = column->values.at(rows[i]);
    double       number = 0.0;
    if (!value.known || sites[i].anisotropic || sites[i].displacement != DisplacementTensor{})
    {
      continue;
    }
    if (!ParseCifNumber(value.text, number))
    {
      throw ErrorAtLine(
        block.GetFileName(), value.line, Quoted(value.text) + " is no number, but the thermal displacement of " + sites[i].label + ".");
    }
    sites[i].displacement = isB ? DisplacementFromB(number) : IsotropicDisplacement(number);
    ++count;
  }
  return count;
}

Vector3
ReciprocalLengths(const Matrix3 & cell)
{
  const double volume = std::abs(Determinant(cell));
  return { Norm(Cross(cell[1], cell[2])) / volume, Norm(Cross(cell[2], cell[0])) / volume, Norm(Cross(cell[0], cell[1])) / volume };
}
} // namespace

std::vector<std::string>
ReadCifDisplacements(const CifBlock & block, const Matrix3 & cell, std::vector<CifSite> & sites, const std::vector<std::size_t> & rows)
{
  std::vector<std::string> remarks;
  const auto               remark = [&](std::size_t count, const std::string & what) {
    if (count > 0)
    {
      remarks.push_back("Thermal displacements of " + std::to_string(count) + (count == 1 ? " site" : " sites") + " from " + what + ".");
    }
  };
  const Vector3 reciprocal = ReciprocalLengths(cell);
  for (std::size_t kind = 0; kind < 3; ++kind)
  {
    remark(ReadAnisotropic(block, kind, reciprocal, sites, rows), Kinds[kind].remark);
  }
  remark(ReadIsotropic(block, "_atom_site_u_iso_or_equiv", false, sites, rows), "U_iso in Å², taken as u²");
  remark(ReadIsotropic(block, "_atom_site_b_iso_or_equiv", true, sites, rows), "B_iso in Å², became u² = B / (8 pi²) in Å²");
  if (remarks.empty())
  {
    remarks.emplace_back("The file gives no thermal displacements.");
  }
  return remarks;
}
} // namespace ElectronMultislice
