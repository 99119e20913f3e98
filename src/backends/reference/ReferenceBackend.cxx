// The executable definition: plain double loops that follow the formulas, one wave after the other, nothing shared with the fast backends
// but the physics functions. Precision T is only that of what is handed back.
#include "backends/Device.h"
#include "fourier/FourierTransform.h"
#include "physics/Constants.h"
#include <cmath>

namespace ElectronMultislice
{
namespace
{
using Complex = std::complex<double>;
using ComplexImage = std::vector<Complex>;

double
BandLimitAt(BandLimit kind, const Grid & grid, std::size_t x, std::size_t y)
{
  return BandLimitValue(kind, grid.GetFrequencyX(x), grid.GetFrequencyY(y), grid.GetSpacingX(), grid.GetSpacingY());
}

/** V_s(k) = sum_a occ_a F_a(k) exp(-2 pi i k.r_a)/(Lx Ly), V_s(r) = sum_k V_s(k) exp(2 pi i k.r). */
std::vector<double>
ProjectedPotential(const MultisliceProblem & problem, std::size_t configuration, std::size_t slice)
{
  const Grid          grid = problem.grid.Refined(problem.oversampling);
  std::vector<double> potential(grid.GetNumberOfPixels(), 0.0);
  if (problem.potential)
  {
    problem.potential->GetSlice(slice, potential.data());
    return potential;
  }
  ComplexImage    coefficients(grid.GetNumberOfPixels(), 0.0);
  const BandLimit band = problem.potentialBandLimited ? problem.bandLimit : BandLimit::None;
  for (const PotentialAtom & atom : problem.specimen->GetSliceAtoms(configuration, slice))
  {
    const ScatteringTerms & terms = GetScatteringTerms(problem.parametrization, atom.atomicNumber);
    for (std::size_t y = 0; y < grid.ny; ++y)
    {
      for (std::size_t x = 0; x < grid.nx; ++x)
      {
        const double limit = BandLimitAt(band, grid, x, y);
        if (limit == 0.0)
        {
          continue;
        }
        const double kx = grid.GetFrequencyX(x), ky = grid.GetFrequencyY(y);
        const double smearing = std::exp(-2.0 * Pi * Pi * (atom.uxx * kx * kx + 2.0 * atom.uxy * kx * ky + atom.uyy * ky * ky));
        const double factor = atom.weight * limit * smearing * ElectronScatteringFactor(terms, kx * kx + ky * ky);
        coefficients[y * grid.nx + x] += std::polar(factor, -2.0 * Pi * (kx * atom.x + ky * atom.y));
      }
    }
  }
  InverseTransform2D(coefficients.data(), grid.nx, grid.ny);
  const double scale = InverseKappa() / (grid.GetSpacingX() * grid.GetSpacingY());
  for (std::size_t i = 0; i < potential.size(); ++i)
  {
    potential[i] = coefficients[i].real() * scale;
  }
  return potential;
}

/** exp(i sigma V) on the fine grid, its spectrum cropped to the wave grid and band-limited. */
ComplexImage
TransmissionFunction(const MultisliceProblem & problem, const std::vector<double> & potential)
{
  const Grid & grid = problem.grid;
  const Grid   fine = grid.Refined(problem.oversampling);
  const double sigma = InteractionConstant(problem.energy);
  ComplexImage fineValues(fine.GetNumberOfPixels());
  for (std::size_t i = 0; i < fineValues.size(); ++i)
  {
    fineValues[i] = std::polar(1.0, sigma * potential[i]);
  }
  ForwardTransform2D(fineValues.data(), fine.nx, fine.ny);
  ComplexImage values(grid.GetNumberOfPixels());
  const double oversampled = static_cast<double>(problem.oversampling * problem.oversampling);
  for (std::size_t y = 0; y < grid.ny; ++y)
  {
    const std::size_t fineY = FrequencyIndex(SignedFrequency(y, grid.ny), fine.ny);
    for (std::size_t x = 0; x < grid.nx; ++x)
    {
      const std::size_t fineX = FrequencyIndex(SignedFrequency(x, grid.nx), fine.nx);
      values[y * grid.nx + x] = fineValues[fineY * fine.nx + fineX] * BandLimitAt(problem.bandLimit, grid, x, y) / oversampled;
    }
  }
  InverseTransform2D(values.data(), grid.nx, grid.ny);
  return values;
}

/** Plane wave 1, a given wave, or a probe: psi_hat = aperture exp(-i chi) exp(-2 pi i k.r0) with sum |psi_hat|² = 1, psi its inverse
 * transform. */
ComplexImage
IncidentWave(const MultisliceProblem & problem, std::size_t wave)
{
  const Grid & grid = problem.grid;
  if (problem.illumination == Illumination::PlaneWave)
  {
    return ComplexImage(grid.GetNumberOfPixels(), 1.0);
  }
  if (problem.illumination == Illumination::Given)
  {
    ComplexImage given(grid.GetNumberOfPixels());
    ReadGivenWave(problem, wave, given.data());
    return given;
  }
  const double wavelength = Wavelength(problem.energy);
  ComplexImage psi(grid.GetNumberOfPixels());
  double       norm = 0.0;
  for (std::size_t y = 0; y < grid.ny; ++y)
  {
    for (std::size_t x = 0; x < grid.nx; ++x)
    {
      const double  kx = grid.GetFrequencyX(x), ky = grid.GetFrequencyY(y);
      const double  shift = -2.0 * Pi * (kx * problem.positions[wave][0] + ky * problem.positions[wave][1]);
      const Complex value = TransferFunction(problem.lens, kx, ky, wavelength, grid.lengthX, grid.lengthY) * std::polar(1.0, shift);
      psi[y * grid.nx + x] = value;
      norm += std::norm(value);
    }
  }
  for (Complex & value : psi)
  {
    value /= std::sqrt(norm);
  }
  InverseTransform2D(psi.data(), grid.nx, grid.ny);
  return psi;
}

template <typename T>
class ReferenceSession : public DeviceSession<T>
{
public:
  ReferenceSession(const MultisliceProblem & problem, RunControl & control)
    : m_Problem(problem)
    , m_Control(control)
    , m_Layout(GetMeasurementLayout(problem))
  {}

  void
  ComputePotential(std::size_t configuration, std::size_t slice, T * values) override
  {
    for (const double value : ProjectedPotential(m_Problem, configuration, slice))
    {
      *values++ = static_cast<T>(value);
    }
  }

  void
  PrepareSlices(std::size_t configuration, Range slices) override
  {
    if (!m_Transmissions.empty() && m_Configuration == configuration && m_Slices.first == slices.first && m_Slices.count == slices.count)
    {
      return;
    }
    m_Transmissions.clear();
    for (std::size_t slice = slices.first; slice < slices.End(); ++slice)
    {
      m_Control.Check();
      m_Transmissions.push_back(TransmissionFunction(m_Problem, ProjectedPotential(m_Problem, configuration, slice)));
      ++m_Control.slicesBuilt;
    }
    m_Configuration = configuration;
    m_Slices = slices;
  }

  void
  StartWaves(Range waves) override
  {
    m_Waves.clear();
    for (std::size_t wave = waves.first; wave < waves.End(); ++wave)
    {
      m_Waves.push_back(IncidentWave(m_Problem, wave));
    }
  }

  void
  Propagate(Range slices, UnitResult<T> & result) override
  {
    const Grid & grid = m_Problem.grid;
    const double wavelength = Wavelength(m_Problem.energy);
    for (std::size_t slice = slices.first; slice < slices.End(); ++slice)
    {
      const ComplexImage & t = m_Transmissions[slice - m_Slices.first];
      const double         dz = m_Problem.sliceEdges[slice + 1] - m_Problem.sliceEdges[slice];
      ComplexImage         propagator(grid.GetNumberOfPixels());
      for (std::size_t y = 0; y < grid.ny; ++y)
      {
        for (std::size_t x = 0; x < grid.nx; ++x)
        {
          propagator[y * grid.nx + x] =
            BandLimitAt(m_Problem.bandLimit, grid, x, y) *
            FreeSpacePropagator(m_Problem.propagator, grid.GetFrequencyX(x), grid.GetFrequencyY(y), wavelength, dz, m_Problem.tilt);
        }
      }
      for (std::size_t wave = 0; wave < m_Waves.size(); ++wave)
      {
        m_Control.Check();
        ComplexImage & psi = m_Waves[wave];
        for (std::size_t i = 0; i < psi.size(); ++i)
        {
          psi[i] *= t[i];
        }
        ForwardTransform2D(psi.data(), grid.nx, grid.ny);
        for (std::size_t i = 0; i < psi.size(); ++i)
        {
          psi[i] *= propagator[i];
        }
        const ComplexImage spectrum = psi;
        InverseTransform2D(psi.data(), grid.nx, grid.ny);
        for (std::size_t plane = 0; plane < m_Problem.exitPlanes.size(); ++plane)
        {
          if (m_Problem.exitPlanes[plane] == slice + 1)
          {
            Detect(spectrum, psi, plane * m_Waves.size() + wave, result);
          }
        }
        ++m_Control.waveSlices;
      }
    }
  }

private:
  /** Everything that is measured of one wave at one exit plane. */
  void
  Detect(const ComplexImage & spectrum, const ComplexImage & psi, std::size_t sample, UnitResult<T> & result) const
  {
    const Grid &        grid = m_Problem.grid;
    const double        wavelength = Wavelength(m_Problem.energy);
    const double        pixels = static_cast<double>(grid.GetNumberOfPixels());
    const double        scale = m_Problem.illumination == Illumination::PlaneWave ? 1.0 / (pixels * pixels) : 1.0;
    std::vector<double> intensity(spectrum.size());
    for (std::size_t i = 0; i < spectrum.size(); ++i)
    {
      intensity[i] = std::norm(spectrum[i]) * scale;
    }
    for (const auto & scalars : m_Layout.scalars)
    {
      const Detector & detector = m_Problem.detectors[scalars.detector];
      double *         sums = result.scalars.data() + sample * m_Layout.scalarCount + scalars.first;
      for (std::size_t y = 0; y < grid.ny; ++y)
      {
        for (std::size_t x = 0; x < grid.nx; ++x)
        {
          const double kx = grid.GetFrequencyX(x), ky = grid.GetFrequencyY(y);
          const int    component = DetectorComponentAt(detector, kx, ky, wavelength);
          if (component < 0)
          {
            continue;
          }
          const double value = intensity[y * grid.nx + x];
          if (detector.type == DetectorType::CenterOfMass)
          {
            sums[0] += value * kx;
            sums[1] += value * ky;
            sums[2] += value;
          }
          else
          {
            sums[component] += value * DetectorWeightAt(detector, kx, ky, wavelength);
          }
        }
      }
    }
    for (std::size_t p = 0; p < m_Layout.patterns.size(); ++p)
    {
      const auto & pattern = m_Layout.patterns[p];
      T *          target = result.patterns[p].data() + sample * pattern.nx * pattern.ny;
      for (std::size_t j = 0; j < pattern.ny; ++j)
      {
        const std::size_t y = FrequencyIndex(static_cast<long>(j) - static_cast<long>(pattern.ny / 2), grid.ny);
        for (std::size_t i = 0; i < pattern.nx; ++i)
        {
          const std::size_t x = FrequencyIndex(static_cast<long>(i) - static_cast<long>(pattern.nx / 2), grid.nx);
          target[j * pattern.nx + i] = static_cast<T>(intensity[y * grid.nx + x]);
        }
      }
    }
    if (m_Problem.exitWaves)
    {
      std::complex<T> * target = result.exitWaves.data() + sample * grid.GetNumberOfPixels();
      for (std::size_t i = 0; i < psi.size(); ++i)
      {
        target[i] = { static_cast<T>(psi[i].real()), static_cast<T>(psi[i].imag()) };
      }
    }
  }

  const MultisliceProblem & m_Problem;
  RunControl &              m_Control;
  MeasurementLayout         m_Layout;
  std::size_t               m_Configuration = 0;
  Range                     m_Slices;
  std::vector<ComplexImage> m_Transmissions;
  std::vector<ComplexImage> m_Waves;
};

class ReferenceBackend : public Backend
{
public:
  std::string
  GetName() const override
  {
    return "reference";
  }
  MemoryNeed
  PredictMemory(const MultisliceProblem & problem, const DeviceSetup & setup, bool) const override
  {
    const std::uint64_t wave = 16 * problem.grid.GetNumberOfPixels();
    const std::uint64_t fine = wave * problem.oversampling * problem.oversampling;
    MemoryNeed          need;
    need.transmission = setup.sliceChunk * wave;
    need.waves = setup.batch * wave;
    need.work = 2 * fine + 4 * wave;
    return need;
  }
  double
  EstimateSecondsPerWaveSlice(const MultisliceProblem & problem, const DeviceSetup &, bool) const override
  {
    return 1e-7 * static_cast<double>(problem.grid.GetNumberOfPixels());
  }
  std::unique_ptr<DeviceSession<float>>
  OpenFloat(const MultisliceProblem & problem, const DeviceSetup &, RunControl & control) const override
  {
    return std::make_unique<ReferenceSession<float>>(problem, control);
  }
  std::unique_ptr<DeviceSession<double>>
  OpenDouble(const MultisliceProblem & problem, const DeviceSetup &, RunControl & control) const override
  {
    return std::make_unique<ReferenceSession<double>>(problem, control);
  }
};
} // namespace

const Backend &
GetReferenceBackend()
{
  static const ReferenceBackend backend;
  return backend;
}
} // namespace ElectronMultislice
