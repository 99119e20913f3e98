#ifndef backends_MultisliceProblem_h
#define backends_MultisliceProblem_h
#include "fourier/Grid.h"
#include "physics/BandLimit.h"
#include "physics/Detector.h"
#include "physics/Optics.h"
#include "physics/Propagator.h"
#include "physics/ScatteringFactors.h"
#include "specimen/Specimen.h"
#include <array>
#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** Half-open range of numbered things. */
struct Range
{
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t
  End() const
  {
    return first + count;
  }
};

/** \class GivenPotential
 * \brief Projected potential that comes from elsewhere (an image), slice by slice on the transmission grid. */
class GivenPotential
{
public:
  virtual ~GivenPotential() = default;
  /** One slice in V Å, [y][x]. Called from worker threads, one at a time per slice. */
  virtual void
  GetSlice(std::size_t slice, float * values) const = 0;
  virtual void
  GetSlice(std::size_t slice, double * values) const = 0;

  /** Bytes that are equal only where all slices are, so that what is made of them can be kept for later; empty: never kept. */
  virtual std::string
  GetContentId() const
  {
    return {};
  }
};

/** \class GivenWaves
 * \brief Incident waves that come from elsewhere (an image). */
class GivenWaves
{
public:
  virtual ~GivenWaves() = default;
  virtual std::size_t
  GetNumberOfWaves() const = 0;
  /** One wave psi in real space on the wave grid, [y][x]. Called from worker threads, several at a time. */
  virtual void
  GetWave(std::size_t wave, std::complex<double> * values) const = 0;

  /** Bytes that are equal only where all waves are, so that what is made of them can be kept for later; empty: never kept. */
  virtual std::string
  GetContentId() const
  {
    return {};
  }
};

enum class Illumination
{
  Probe,     ///< a focused probe per position; intensities are fractions of the beam, sum |psi_hat|² = 1
  PlaneWave, ///< one wave of amplitude 1; intensities |FFT(psi)/N|²
  Given      ///< waves from elsewhere, taken as they are; exit waves and images, no intensities of detectors
};

/** Counting statistics of images: the intensity 1 is the dose. */
struct ImageNoise
{
  double        dose = 0.0; ///< electrons per Å²; 0: no noise
  std::uint64_t seed = 0;
};

/** Everything a backend must know, as plain values; no file names, no execution settings. Equal problems give equal bits on equal backends.
 */
struct MultisliceProblem
{
  Grid            grid;             ///< of the waves
  std::size_t     oversampling = 2; ///< transmission functions are formed on grid.Refined(oversampling)
  double          energy = 0.0;     ///< eV
  BeamTilt        tilt;
  PropagatorModel propagator = PropagatorModel::Exact;
  BandLimit       bandLimit = BandLimit::Taper;
  bool            potentialBandLimited = true; ///< false: potential on the whole grid
  Parametrization parametrization = Parametrization::Lobato;

  std::shared_ptr<const Specimen>       specimen;   ///< atoms and slices, or
  std::shared_ptr<const GivenPotential> potential;  ///< slices from elsewhere (then sliceEdges is given by the caller)
  std::vector<double>                   sliceEdges; ///< Å, number of slices + 1
  Range configurations; ///< thermal configurations of the specimen to compute, counted from 0 in results; none: all

  Illumination                       illumination = Illumination::Probe;
  Lens                               lens;      ///< of the probe
  std::vector<std::array<double, 2>> positions; ///< of the probes, Å; else empty
  std::shared_ptr<const GivenWaves>  waves;     ///< of Illumination::Given
  std::vector<Lens>                  images;    ///< of a plane or given wave: objective lenses, each makes an image at every exit plane

  ImageNoise imageNoise; ///< of the images, after their average over the configurations

  std::vector<Detector>    detectors;
  std::vector<std::size_t> exitPlanes;        ///< slices passed, ascending, each 1 .. number of slices; the last slice by default
  bool                     exitWaves = false; ///< read the waves back at every exit plane

  std::vector<std::string> remarks; ///< what the user should know of the specimen and the grid; does not change the result

  std::size_t
  GetNumberOfSlices() const
  {
    return sliceEdges.size() - 1;
  }
  std::size_t
  GetNumberOfConfigurations() const
  {
    return configurations.count > 0 ? configurations.count : specimen ? specimen->GetNumberOfConfigurations() : 1;
  }
  std::size_t
  GetNumberOfWaves() const
  {
    switch (illumination)
    {
      case Illumination::PlaneWave:
        return 1;
      case Illumination::Given:
        return waves ? waves->GetNumberOfWaves() : 0;
      default:
        return positions.size();
    }
  }
};

/** Input error if the problem cannot be computed: empty things, not finite values, detectors beyond the band limit (with the limit and the
 *  grid that would do), planes out of range, elements without parameters. Done before anything is allocated. */
void
CheckProblem(const MultisliceProblem & problem);

/** The part of this that concerns waves and lenses alone: energy, grid, illumination, objective lenses, noise. */
void
CheckOptics(const MultisliceProblem & problem);

/** One of the given waves, as GetWave delivers it. Input error for a value that is not finite: it would spread over everything. */
void
ReadGivenWave(const MultisliceProblem & problem, std::size_t wave, std::complex<double> * values);

/** Where each number of a result lies. */
struct MeasurementLayout
{
  /** Raw sums that a device delivers per wave and exit plane, in double: one per component of an annular or segmented detector; three for a
   *  centre of mass (sum I kx, sum I ky, sum I). */
  struct Scalars
  {
    std::size_t detector; ///< index in problem.detectors
    std::size_t first;    ///< first raw sum
    std::size_t count;
  };
  std::vector<Scalars> scalars;
  std::size_t          scalarCount = 0;

  /** Cropped pattern, zero frequency at [ny/2][nx/2] (integer division): pixel i has frequency (i - n/2)/length. */
  struct Pattern
  {
    std::size_t detector;
    std::size_t nx, ny;
  };
  std::vector<Pattern> patterns;
};

MeasurementLayout
GetMeasurementLayout(const MultisliceProblem & problem);

/** Results of a range of waves of one configuration at every exit plane. */
template <typename T>
struct UnitResult
{
  std::size_t                  configuration = 0;
  Range                        waves;
  std::vector<double>          scalars;   ///< [plane][wave][raw sum]
  std::vector<std::vector<T>>  patterns;  ///< per layout.patterns: [plane][wave][ky][kx]
  std::vector<std::complex<T>> exitWaves; ///< [plane][wave][y][x] if problem.exitWaves
  std::vector<std::vector<T>>  images;    ///< per problem.images: intensity [plane][wave][y][x], formed from the exit waves
};

/** Sized and zeroed for the unit. */
template <typename T>
UnitResult<T>
MakeUnitResult(const MultisliceProblem & problem, const MeasurementLayout & layout, std::size_t configuration, Range waves);
} // namespace ElectronMultislice
#endif
