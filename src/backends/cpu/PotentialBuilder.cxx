#include "backends/cpu/PotentialBuilder.h"
#include "backends/cpu/InstructionSet.h"
#include "physics/Constants.h"
#include <algorithm>
#include <cmath>

namespace ElectronMultislice
{
namespace
{
/** Kernel width for a precision: see SpreadingKernel. */
std::size_t
KernelWidth(bool doublePrecision)
{
  return doublePrecision ? 16 : 10;
}

BandLimit
PotentialBandLimit(const MultisliceProblem & problem)
{
  return problem.potentialBandLimited ? problem.bandLimit : BandLimit::None;
}

/** The fine grid, or twice finer when the potential fills the whole grid. */
Grid
NodesGrid(const MultisliceProblem & problem)
{
  const Grid fine = problem.grid.Refined(problem.oversampling);
  return PotentialBandLimit(problem) == BandLimit::None ? fine.Refined(2) : fine;
}

/** Frequencies along an axis of n pixels that pass(signed frequency); what passes is an interval around 0. */
template <typename TPass>
KeptFrequencies
FindKept(std::size_t n, const TPass & pass)
{
  KeptFrequencies kept;
  while (kept.positive < (n + 1) / 2 && pass(static_cast<long>(kept.positive)))
  {
    ++kept.positive;
  }
  while (kept.negative < n / 2 && pass(-static_cast<long>(kept.negative) - 1))
  {
    ++kept.negative;
  }
  return kept;
}

std::array<KeptFrequencies, 2>
FindKept(BandLimit limit, const Grid & grid)
{
  const auto passes = [&](double kx, double ky) { return BandLimitValue(limit, kx, ky, grid.GetSpacingX(), grid.GetSpacingY()) > 0.0; };
  return { FindKept(grid.nx, [&](long f) { return passes(static_cast<double>(f) / grid.lengthX, 0.0); }),
           FindKept(grid.ny, [&](long f) { return passes(0.0, static_cast<double>(f) / grid.lengthY); }) };
}

PotentialShape
MakeShape(const MultisliceProblem & problem)
{
  const Grid &   grid = problem.grid;
  const Grid     fine = grid.Refined(problem.oversampling), nodes = NodesGrid(problem);
  PotentialShape shape;
  shape.nodes = { nodes.nx, nodes.ny };
  shape.fine = { fine.nx, fine.ny };
  shape.wave = { grid.nx, grid.ny };
  shape.transmission = FindKept(problem.bandLimit, grid);
  shape.potential = FindKept(PotentialBandLimit(problem), fine);
  auto & x = shape.potential[0];
  x = { std::max(x.positive, x.negative + 1), 0 };
  return shape;
}

std::size_t
GetTransformLanes(const std::string & instructionSet)
{
  return GetVectorBytes(instructionSet) / sizeof(double);
}

/** For any transmission layout: its rows fill whole blocks of at most twice as many lanes. */
std::size_t
GetStateSize(const PotentialShape & shape, std::size_t lanes)
{
  return PotentialTransforms::GetStateSize(shape, lanes, shape.wave[1] + 2 * lanes - 1);
}

bool
SameSpecies(const PotentialAtom & a, const PotentialAtom & b)
{
  return a.atomicNumber == b.atomicNumber && a.uxx == b.uxx && a.uyy == b.uyy && a.uxy == b.uxy;
}

/** Index in [0, n) of a node that may lie outside. */
std::size_t
WrapNode(long node, std::size_t n)
{
  const long size = static_cast<long>(n);
  const long rest = node % size;
  return static_cast<std::size_t>(rest < 0 ? rest + size : rest);
}

/** value(signed fx, signed fy) for each of [column block][kept fy][lane]; 0 in columns that only fill up a block. */
template <typename TValue>
AlignedBuffer<double>
MakeTable(const std::array<KeptFrequencies, 2> & kept, std::size_t lanes, const TValue & value)
{
  const std::size_t     columns = kept[0].Count(), rows = kept[1].Count();
  const std::size_t     blocks = PotentialTransforms::GetBlocks(columns, lanes);
  AlignedBuffer<double> table(blocks * lanes * rows);
  double *              place = table.Get();
  for (std::size_t block = 0; block < blocks; ++block)
  {
    for (std::size_t row = 0; row < rows; ++row)
    {
      for (std::size_t column = block * lanes; column < (block + 1) * lanes; ++column)
      {
        *place++ = column < columns ? value(kept[0].Frequency(column), kept[1].Frequency(row)) : 0.0;
      }
    }
  }
  return table;
}
} // namespace

PotentialBuilder::PotentialBuilder(const MultisliceProblem & problem, bool doublePrecision, const std::string & instructionSet)
  : m_Problem(problem)
  , m_DoublePrecision(doublePrecision)
  , m_Lanes(GetTransformLanes(instructionSet))
  , m_Fine(problem.grid.Refined(problem.oversampling))
  , m_Nodes(NodesGrid(problem))
  , m_Shape(MakeShape(problem))
  , m_Kernel(KernelWidth(doublePrecision))
  , m_Transforms(MakePotentialTransforms(instructionSet, m_Shape))
{
  MakeTables();
}

void
PotentialBuilder::MakeTables()
{
  const Grid & grid = m_Problem.grid;
  if (m_Problem.specimen)
  {
    // V = sum_k F(k) S(k) exp(2 pi i k.r)/(Lx Ly); F = f_e/kappa
    const double    norm = InverseKappa() / (grid.lengthX * grid.lengthY);
    const BandLimit limit = PotentialBandLimit(m_Problem);
    // of the spreading, per signed frequency from -n/2 on
    const auto divisors = [&](std::size_t n, double length, double spacing) {
      std::vector<double> values;
      for (long f = -static_cast<long>(n / 2); f <= static_cast<long>(n / 2); ++f)
      {
        values.push_back(m_Kernel.Transform(static_cast<double>(f) / length * spacing));
      }
      return values;
    };
    const auto divisorX = divisors(m_Fine.nx, grid.lengthX, m_Nodes.GetSpacingX());
    const auto divisorY = divisors(m_Fine.ny, grid.lengthY, m_Nodes.GetSpacingY());
    for (const int element : m_Problem.specimen->GetAtomicNumbers())
    {
      const ScatteringTerms & terms = GetScatteringTerms(m_Problem.parametrization, element);
      m_Factors.emplace(element, MakeTable(m_Shape.potential, m_Lanes, [&](long fx, long fy) {
                          const double kx = static_cast<double>(fx) / grid.lengthX, ky = static_cast<double>(fy) / grid.lengthY;
                          const double band = BandLimitValue(limit, kx, ky, m_Fine.GetSpacingX(), m_Fine.GetSpacingY());
                          return band == 0.0 ? 0.0
                                             : band * norm * ElectronScatteringFactor(terms, kx * kx + ky * ky) /
                                                 (divisorX[static_cast<std::size_t>(fx) + m_Fine.nx / 2] *
                                                  divisorY[static_cast<std::size_t>(fy + static_cast<long>(m_Fine.ny / 2))]);
                        }));
    }
  }
  // forward on the fine grid, back on the wave grid
  const double norm = 1.0 / static_cast<double>(m_Fine.GetNumberOfPixels());
  m_BandLimit = MakeTable(m_Shape.transmission, m_Lanes, [&](long fx, long fy) {
    return norm * BandLimitValue(m_Problem.bandLimit,
                                 static_cast<double>(fx) / grid.lengthX,
                                 static_cast<double>(fy) / grid.lengthY,
                                 grid.GetSpacingX(),
                                 grid.GetSpacingY());
  });
}

std::uint64_t
PotentialBuilder::GetWorkspaceSize(const MultisliceProblem & problem, bool doublePrecision, const std::string & instructionSet)
{
  const PotentialShape shape = MakeShape(problem);
  const std::size_t    lanes = GetTransformLanes(instructionSet);
  const std::uint64_t  state = 8 * GetStateSize(shape, lanes);
  if (problem.potential)
  {
    return state + (doublePrecision ? 8 : 4) * shape.fine[0] * shape.fine[1];
  }
  const bool severalSpecies = problem.specimen && (problem.specimen->GetAtomicNumbers().size() > 1 ||
                                                   problem.specimen->GetThermalModel() == ThermalModel::DebyeWaller);
  return state + 8 * shape.nodes[0] * shape.nodes[1] + (severalSpecies ? 8 * PotentialTransforms::GetCoefficientsSize(shape, lanes) : 0);
}

std::uint64_t
PotentialBuilder::GetTableSize(const MultisliceProblem & problem, const std::string & instructionSet)
{
  const PotentialShape shape = MakeShape(problem);
  const std::size_t    lanes = GetTransformLanes(instructionSet);
  const std::uint64_t  elements = problem.specimen ? problem.specimen->GetAtomicNumbers().size() : 0;
  return 8 * (elements * PotentialTransforms::GetFactorsSize(shape, lanes) + PotentialTransforms::GetBandLimitSize(shape, lanes));
}

template <typename T>
void
PotentialBuilder::BuildPotential(std::size_t configuration, std::size_t slice, Workspace & workspace, T * values) const
{
  if (m_Problem.potential)
  {
    m_Problem.potential->GetSlice(slice, values);
    return;
  }
  BuildState(configuration, slice, workspace);
  m_Transforms->StorePotential(workspace.state.Get(), values);
}

double *
PotentialBuilder::GetState(Workspace & workspace) const
{
  if (!workspace.state.Get())
  {
    workspace.state = AlignedBuffer<double>(GetStateSize(m_Shape, m_Lanes));
  }
  return workspace.state.Get();
}

void
PotentialBuilder::BuildState(std::size_t configuration, std::size_t slice, Workspace & workspace) const
{
  double * state = GetState(workspace);
  if (workspace.nodes.empty())
  {
    workspace.nodes.assign(m_Nodes.GetNumberOfPixels(), 0.0);
    workspace.usedBlocks.assign(PotentialTransforms::GetBlocks(m_Nodes.ny, m_Lanes), 0);
  }
  const auto atoms = m_Problem.specimen->GetSliceAtoms(configuration, slice);
  if (atoms.empty())
  {
    std::fill_n(state, GetStateSize(m_Shape, m_Lanes), 0.0);
    return;
  }
  for (std::size_t first = 0, last = 0; first < atoms.size(); first = last)
  {
    while (last < atoms.size() && SameSpecies(atoms[first], atoms[last]))
    {
      ++last;
    }
    if (last < atoms.size() && !workspace.coefficients.Get())
    {
      workspace.coefficients = AlignedBuffer<double>(PotentialTransforms::GetCoefficientsSize(m_Shape, m_Lanes));
    }
    SpreadAtoms(atoms.data() + first, last - first, workspace);
    m_Transforms->TransformNodes(workspace.nodes.data(), workspace.usedBlocks, state);
    const PotentialAtom & species = atoms[first];
    // exp(-2 pi² k^T U k)
    const double   exponent = 2.0 * Pi * Pi, lengthX = m_Fine.lengthX, lengthY = m_Fine.lengthY;
    const Smearing smearing{ exponent * species.uxx / (lengthX * lengthX),
                             exponent * species.uyy / (lengthY * lengthY),
                             exponent * 2.0 * species.uxy / (lengthX * lengthY) };
    m_Transforms->AddSpecies(workspace.usedBlocks,
                             m_Factors.at(species.atomicNumber).Get(),
                             smearing,
                             first == 0,
                             last == atoms.size(),
                             workspace.coefficients.Get(),
                             state);
    for (std::size_t block = 0; block < workspace.usedBlocks.size(); ++block)
    {
      if (workspace.usedBlocks[block])
      {
        const std::size_t begin = block * m_Lanes, end = std::min(m_Nodes.ny, begin + m_Lanes);
        std::fill(workspace.nodes.data() + begin * m_Nodes.nx, workspace.nodes.data() + end * m_Nodes.nx, 0.0);
        workspace.usedBlocks[block] = 0;
      }
    }
  }
}

void
PotentialBuilder::SpreadAtoms(const PotentialAtom * atoms, std::size_t count, Workspace & workspace) const
{
  const std::size_t width = m_Kernel.GetWidth();
  for (std::size_t a = 0; a < count; ++a)
  {
    double      kernelX[SpreadingKernel::MaximumWidth], kernelY[SpreadingKernel::MaximumWidth];
    std::size_t nodeX[SpreadingKernel::MaximumWidth];
    const long  firstX = m_Kernel.Evaluate(atoms[a].x / m_Nodes.GetSpacingX(), kernelX);
    const long  firstY = m_Kernel.Evaluate(atoms[a].y / m_Nodes.GetSpacingY(), kernelY);
    for (std::size_t i = 0; i < width; ++i)
    {
      nodeX[i] = WrapNode(firstX + static_cast<long>(i), m_Nodes.nx);
    }
    for (std::size_t j = 0; j < width; ++j)
    {
      const std::size_t y = WrapNode(firstY + static_cast<long>(j), m_Nodes.ny);
      double *          row = workspace.nodes.data() + y * m_Nodes.nx;
      const double      weight = atoms[a].weight * kernelY[j];
      workspace.usedBlocks[y / m_Lanes] = 1;
      for (std::size_t i = 0; i < width; ++i)
      {
        row[nodeX[i]] += weight * kernelX[i];
      }
    }
  }
}

void
PotentialBuilder::FormTransmission(std::size_t configuration, std::size_t slice, Workspace & workspace) const
{
  const double sigma = InteractionConstant(m_Problem.energy);
  double *     state = GetState(workspace);
  if (!m_Problem.potential)
  {
    BuildState(configuration, slice, workspace);
    m_Transforms->FormTransmission(sigma, !m_DoublePrecision, state);
  }
  else if (m_DoublePrecision)
  {
    workspace.nodes.resize(m_Fine.GetNumberOfPixels());
    m_Problem.potential->GetSlice(slice, workspace.nodes.data());
    m_Transforms->FormTransmission(sigma, workspace.nodes.data(), state);
  }
  else
  {
    workspace.givenSingles.resize(m_Fine.GetNumberOfPixels());
    m_Problem.potential->GetSlice(slice, workspace.givenSingles.data());
    m_Transforms->FormTransmission(sigma, workspace.givenSingles.data(), state);
  }
}

template <typename T>
void
PotentialBuilder::BuildTransmission(std::size_t                configuration,
                                    std::size_t                slice,
                                    Workspace &                workspace,
                                    const SliceLayout &        layout,
                                    std::array<std::size_t, 2> roll,
                                    T *                        packed) const
{
  const auto rolledBack = [](std::vector<std::size_t> places, std::size_t by, std::size_t n) {
    for (std::size_t & place : places)
    {
      place = place == SliceLayout::None ? PotentialTransforms::None : (place + n - by) % n;
    }
    return places;
  };
  const auto rows = rolledBack(layout.rows, roll[1], layout.ny), pixels = rolledBack(layout.pixels, roll[0], layout.nx);
  FormTransmission(configuration, slice, workspace);
  m_Transforms->LimitTransmission(m_BandLimit.Get(), rows, workspace.state.Get());
  m_Transforms->PackTransmission(workspace.state.Get(), { packed, layout.lanes, rows, pixels });
}

template void
PotentialBuilder::BuildPotential<float>(std::size_t, std::size_t, Workspace &, float *) const;
template void
PotentialBuilder::BuildPotential<double>(std::size_t, std::size_t, Workspace &, double *) const;
template void
PotentialBuilder::BuildTransmission<float>(std::size_t, std::size_t, Workspace &, const SliceLayout &, std::array<std::size_t, 2>, float *)
  const;
template void
PotentialBuilder::BuildTransmission<double>(std::size_t,
                                            std::size_t,
                                            Workspace &,
                                            const SliceLayout &,
                                            std::array<std::size_t, 2>,
                                            double *) const;
} // namespace ElectronMultislice
