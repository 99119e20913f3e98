#include "backends/cpu/PotentialBuilder.h"
#include "fourier/FourierTransform.h"
#include "fourier/RealFourierTransform.h"
#include "physics/Constants.h"
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

Grid
SpreadingGrid(const MultisliceProblem & problem)
{
  const Grid fine = problem.grid.Refined(problem.oversampling);
  const bool wholeGrid = !problem.potentialBandLimited || problem.bandLimit == BandLimit::None;
  return wholeGrid ? fine.Refined(2) : fine;
}

std::size_t
HalfSpectrumSize(const Grid & grid)
{
  return (grid.nx / 2 + 1) * grid.ny;
}

/** Index in [0, n) of a node that may lie outside. */
std::size_t
WrapNode(long node, std::size_t n)
{
  const long size = static_cast<long>(n);
  const long rest = node % size;
  return static_cast<std::size_t>(rest < 0 ? rest + size : rest);
}

/** Element of a half spectrum of a real array at any signed frequency of the array's grid. */
std::complex<double>
HalfSpectrumAt(const AlignedVector<std::complex<double>> & half, const Grid & grid, long fx, long fy)
{
  const std::size_t stride = grid.nx / 2 + 1;
  return fx >= 0 ? half[FrequencyIndex(fy, grid.ny) * stride + static_cast<std::size_t>(fx)]
                 : std::conj(half[WrapNode(-fy, grid.ny) * stride + static_cast<std::size_t>(-fx)]);
}
} // namespace

PotentialBuilder::PotentialBuilder(const MultisliceProblem & problem, bool doublePrecision)
  : m_Problem(problem)
  , m_DoublePrecision(doublePrecision)
  , m_Fine(problem.grid.Refined(problem.oversampling))
  , m_Spreading(SpreadingGrid(problem))
  , m_Kernel(KernelWidth(doublePrecision))
{
  const BandLimit potentialBand = problem.potentialBandLimited ? problem.bandLimit : BandLimit::None;
  if (problem.specimen)
  {
    const std::size_t half = m_Fine.nx / 2 + 1;
    // V = sum_k F(k) S(k) exp(2 pi i k.r)/(Lx Ly); F = f_e/kappa
    const double norm = InverseKappa() / (m_Fine.lengthX * m_Fine.lengthY);
    for (const int element : problem.specimen->GetAtomicNumbers())
    {
      const ScatteringTerms & terms = GetScatteringTerms(problem.parametrization, element);
      std::vector<double> &   factors = m_Factors[element];
      factors.resize(HalfSpectrumSize(m_Fine));
      for (std::size_t y = 0; y < m_Fine.ny; ++y)
      {
        const double ky = m_Fine.GetFrequencyY(y);
        const double rowNorm = norm / m_Kernel.Transform(ky * m_Spreading.GetSpacingY());
        for (std::size_t x = 0; x < half; ++x)
        {
          const double kx = m_Fine.GetFrequencyX(x);
          const double limit = BandLimitValue(potentialBand, kx, ky, m_Fine.GetSpacingX(), m_Fine.GetSpacingY());
          factors[y * half + x] = limit == 0.0 ? 0.0
                                               : limit * rowNorm / m_Kernel.Transform(kx * m_Spreading.GetSpacingX()) *
                                                   ElectronScatteringFactor(terms, kx * kx + ky * ky);
        }
      }
    }
  }
  const Grid & grid = problem.grid;
  const double norm = 1.0 / static_cast<double>(problem.oversampling * problem.oversampling);
  m_BandLimit.resize(grid.GetNumberOfPixels());
  for (std::size_t y = 0; y < grid.ny; ++y)
  {
    for (std::size_t x = 0; x < grid.nx; ++x)
    {
      m_BandLimit[y * grid.nx + x] =
        norm * BandLimitValue(problem.bandLimit, grid.GetFrequencyX(x), grid.GetFrequencyY(y), grid.GetSpacingX(), grid.GetSpacingY());
    }
  }
}

std::uint64_t
PotentialBuilder::GetWorkspaceSize(const MultisliceProblem & problem)
{
  const Grid fine = problem.grid.Refined(problem.oversampling);
  const Grid spreading = SpreadingGrid(problem);
  // the transforms' own copies: one half spectrum
  const std::uint64_t atoms = problem.specimen
                                ? 8 * spreading.GetNumberOfPixels() + 32 * HalfSpectrumSize(spreading) + 16 * HalfSpectrumSize(fine)
                                : 4 * fine.GetNumberOfPixels();
  return atoms + 8 * fine.GetNumberOfPixels() + 16 * fine.GetNumberOfPixels() + 16 * problem.grid.GetNumberOfPixels();
}

std::uint64_t
PotentialBuilder::GetTableSize(const MultisliceProblem & problem)
{
  const std::uint64_t elements = problem.specimen ? problem.specimen->GetAtomicNumbers().size() : 0;
  return 8 * elements * HalfSpectrumSize(problem.grid.Refined(problem.oversampling)) + 8 * problem.grid.GetNumberOfPixels();
}

void
PotentialBuilder::BuildPotential(std::size_t configuration, std::size_t slice, Workspace & workspace) const
{
  workspace.potential.assign(m_Fine.GetNumberOfPixels(), 0.0);
  if (m_Problem.potential)
  {
    if (m_DoublePrecision)
    {
      m_Problem.potential->GetSlice(slice, workspace.potential.data());
    }
    else
    {
      workspace.given.resize(m_Fine.GetNumberOfPixels());
      m_Problem.potential->GetSlice(slice, workspace.given.data());
      std::copy(workspace.given.begin(), workspace.given.end(), workspace.potential.begin());
    }
    return;
  }
  const std::vector<PotentialAtom> atoms = m_Problem.specimen->GetSliceAtoms(configuration, slice);
  if (atoms.empty())
  {
    return;
  }
  workspace.coefficients.assign(HalfSpectrumSize(m_Fine), 0.0);
  const auto same = [](const PotentialAtom & a, const PotentialAtom & b) {
    return a.atomicNumber == b.atomicNumber && a.uxx == b.uxx && a.uyy == b.uyy && a.uxy == b.uxy;
  };
  for (std::size_t first = 0, last = 0; first < atoms.size(); first = last)
  {
    for (last = first + 1; last < atoms.size() && same(atoms[first], atoms[last]); ++last)
    {}
    AddSpecies(atoms.data() + first, last - first, workspace);
  }
  InverseRealTransform2D(workspace.coefficients.data(), workspace.potential.data(), m_Fine.nx, m_Fine.ny);
  if (!m_DoublePrecision)
  {
    for (double & value : workspace.potential)
    {
      value = static_cast<double>(static_cast<float>(value));
    }
  }
}

void
PotentialBuilder::AddSpecies(const PotentialAtom * atoms, std::size_t count, Workspace & workspace) const
{
  workspace.nodes.assign(m_Spreading.GetNumberOfPixels(), 0.0);
  workspace.structure.resize(HalfSpectrumSize(m_Spreading));
  constexpr std::size_t MaximumWidth = 16;
  const std::size_t     width = m_Kernel.GetWidth();
  for (std::size_t a = 0; a < count; ++a)
  {
    double      kernelX[MaximumWidth], kernelY[MaximumWidth];
    std::size_t nodeX[MaximumWidth];
    const long  firstX = m_Kernel.Evaluate(atoms[a].x / m_Spreading.GetSpacingX(), kernelX);
    const long  firstY = m_Kernel.Evaluate(atoms[a].y / m_Spreading.GetSpacingY(), kernelY);
    for (std::size_t i = 0; i < width; ++i)
    {
      nodeX[i] = WrapNode(firstX + static_cast<long>(i), m_Spreading.nx);
    }
    for (std::size_t j = 0; j < width; ++j)
    {
      double *     row = workspace.nodes.data() + WrapNode(firstY + static_cast<long>(j), m_Spreading.ny) * m_Spreading.nx;
      const double weight = atoms[a].weight * kernelY[j];
      for (std::size_t i = 0; i < width; ++i)
      {
        row[nodeX[i]] += weight * kernelX[i];
      }
    }
  }
  ForwardRealTransform2D(workspace.nodes.data(), workspace.structure.data(), m_Spreading.nx, m_Spreading.ny);

  const std::vector<double> & factors = m_Factors.at(atoms->atomicNumber);
  const std::size_t           half = m_Fine.nx / 2 + 1;
  const bool                  smeared = atoms->uxx != 0.0 || atoms->uyy != 0.0 || atoms->uxy != 0.0;
  const auto                  coefficientAt = [&](long fx, long fy) {
    double smearing = 1.0;
    if (smeared) // Debye-Waller: exp(-2 pi² k^T U k)
    {
      const double kx = static_cast<double>(fx) / m_Fine.lengthX, ky = static_cast<double>(fy) / m_Fine.lengthY;
      smearing = std::exp(-2.0 * Pi * Pi * (atoms->uxx * kx * kx + atoms->uyy * ky * ky + 2.0 * atoms->uxy * kx * ky));
    }
    return smearing * HalfSpectrumAt(workspace.structure, m_Spreading, fx, fy);
  };
  for (std::size_t y = 0; y < m_Fine.ny; ++y)
  {
    const long fy = SignedFrequency(y, m_Fine.ny);
    const bool nyquistRow = 2 * fy == -static_cast<long>(m_Fine.ny);
    for (std::size_t x = 0; x < half; ++x)
    {
      const double factor = factors[y * half + x];
      if (factor == 0.0)
      {
        continue;
      }
      const long           fx = SignedFrequency(x, m_Fine.nx);
      std::complex<double> coefficient = coefficientAt(fx, fy);
      if (nyquistRow) // (-kx, ky) is on the grid too and not its conjugate: the real part of both
      {
        const long partner = SignedFrequency((m_Fine.nx - x) % m_Fine.nx, m_Fine.nx);
        coefficient = 0.5 * (coefficient + std::conj(coefficientAt(partner, fy)));
      }
      workspace.coefficients[y * half + x] += factor * coefficient;
    }
  }
}

void
PotentialBuilder::BuildTransmission(Workspace & workspace) const
{
  const double      sigma = InteractionConstant(m_Problem.energy);
  const Grid &      grid = m_Problem.grid;
  const std::size_t pixels = m_Fine.GetNumberOfPixels();
  workspace.fine.resize(pixels);
  for (std::size_t i = 0; i < pixels; ++i)
  {
    const double phase = sigma * workspace.potential[i];
    workspace.fine[i] = { std::cos(phase), std::sin(phase) };
  }
  ForwardTransform2D(workspace.fine.data(), m_Fine.nx, m_Fine.ny);
  workspace.wave.resize(grid.GetNumberOfPixels());
  for (std::size_t y = 0; y < grid.ny; ++y)
  {
    const std::size_t row = FrequencyIndex(SignedFrequency(y, grid.ny), m_Fine.ny) * m_Fine.nx;
    for (std::size_t x = 0; x < grid.nx; ++x)
    {
      const std::size_t i = y * grid.nx + x;
      workspace.wave[i] =
        m_BandLimit[i] == 0.0 ? 0.0 : m_BandLimit[i] * workspace.fine[row + FrequencyIndex(SignedFrequency(x, grid.nx), m_Fine.nx)];
    }
  }
  InverseTransform2D(workspace.wave.data(), grid.nx, grid.ny);
}
} // namespace ElectronMultislice
