#ifndef simulation_Description_h
#define simulation_Description_h
#include "backends/MultisliceProblem.h"
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ElectronMultislice
{
struct SpecimenDescription
{
  std::string structureFile; ///< path; relative paths are relative to the description's baseDirectory
  std::string block;         ///< data block of a CIF; empty: the first with atoms
  /** Frames already in memory (from ITK or Python); then structureFile is only a name, or empty. */
  std::shared_ptr<const std::vector<Structure>> structures;
  std::array<int, 3>                            repetitions{ 1, 1, 1 };
  BeamAxis                                      beamAxis = BeamAxis::C;
  Vector3                                       padding{};
};

struct PotentialDescription
{
  std::optional<std::array<std::size_t, 2>> grid;           ///< pixels of the waves in x, y; or
  double                                    sampling = 0.0; ///< Å, at most: the next fast size is taken
  SlicingOptions                            slicing;
  Parametrization                           parametrization = Parametrization::Lobato;
  std::size_t                               oversampling = 2;
};

struct ThermalDescription
{
  ThermalModel                  model = ThermalModel::None;
  std::size_t                   configurations = 1;
  std::uint64_t                 seed = 0;
  std::map<std::string, double> meanSquareDisplacement; ///< element symbol -> u² in Å² of one direction
};

/** Probe positions: a raster with ITK's geometry (origin = start, spacing = step), or any list. */
struct ScanDescription
{
  std::array<double, 2>              start{};
  std::array<double, 2>              step{};
  std::array<std::size_t, 2>         count{ 1, 1 };
  double                             rotation = 0.0; ///< rad: image x axis from specimen +x towards +y
  std::vector<std::array<double, 2>> positions;      ///< if not empty, the raster is not used

  bool
  IsRaster() const
  {
    return positions.empty();
  }
  /** All positions, x fastest. */
  std::vector<std::array<double, 2>>
  GetPositions() const;
};

/** The objective lens of a plane-wave run: an image for every defocus and exit plane, of intensity 1 in vacuum. */
struct ImagingDescription
{
  Lens                lens;          ///< aperture (0: none), aberrations without defocus, spreads
  std::vector<double> defoci{ 0.0 }; ///< Å, positive = underfocus, relative to the exit plane
  ImageNoise          noise;
};

/** The lens at each defocus. Input error for a series that is empty or names a defocus twice, and for a lens with a defocus of its own. */
std::vector<Lens>
MakeImagingLenses(const ImagingDescription & imaging);

struct NumericsDescription
{
  PropagatorModel propagator = PropagatorModel::Exact;
  BandLimit       bandLimit = BandLimit::Taper;
  bool            potentialBandLimited = true;
};

struct OutputDescription
{
  std::string              file;   ///< HDF5; relative to the working folder
  std::vector<std::string> images; ///< "tiff", "png"
  std::vector<std::string> keep;   ///< "exit-waves", "potential"
};

/** \struct SimulationDescription
 * \brief A whole run as plain data: what the job file says, copyable, with YAML both ways (io/JobFile.h). */
struct SimulationDescription
{
  SpecimenDescription                              specimen;
  PotentialDescription                             potential;
  ThermalDescription                               thermal;
  double                                           energy = 0.0; ///< eV
  BeamTilt                                         tilt;
  Illumination                                     illumination = Illumination::Probe;
  Lens                                             lens;  ///< probe-forming lens
  std::shared_ptr<const GivenWaves>                waves; ///< of Illumination::Given, in memory only: no job file can say it
  ScanDescription                                  scan;
  std::optional<ImagingDescription>                imaging; ///< of a plane wave
  std::vector<Detector>                            detectors;
  std::vector<double>                              exitPlaneDepths;    ///< Å, on slice boundaries within 1e-3 Å
  std::size_t                                      exitPlaneEvery = 0; ///< or every so many slices (and the last)
  NumericsDescription                              numerics;
  OutputDescription                                output;
  std::vector<std::pair<std::string, std::string>> execution;     ///< settings by name, in the order of the file
  std::string                                      baseDirectory; ///< folder that relative paths refer to; empty: the working folder
};

/** A specimen and what the user should know of it. */
struct BuiltSpecimen
{
  std::shared_ptr<const Specimen> specimen;
  std::vector<std::string>        remarks;
};

/** The specimen alone: reads the structure, builds the supercell and the slices. Memory error before a supercell is built that takes more
 * than hostMemoryLimit bytes. */
BuiltSpecimen
BuildSpecimen(const SimulationDescription & description, std::uint64_t hostMemoryLimit = ~std::uint64_t(0));

/** Builds the specimen, resolves grid and planes, and checks everything (CheckProblem). */
MultisliceProblem
BuildProblem(const SimulationDescription & description, std::uint64_t hostMemoryLimit = ~std::uint64_t(0));

/** The same with a specimen built before from this description. */
MultisliceProblem
BuildProblem(const SimulationDescription & description, const BuiltSpecimen & specimen);

/** A potential from elsewhere and where it lies. */
struct PlacedPotential
{
  std::shared_ptr<const GivenPotential> potential;
  Grid                                  grid;       ///< of the waves; the potential's own is grid.Refined(description's oversampling)
  std::vector<double>                   sliceEdges; ///< Å
  std::array<double, 2>                 corner{};   ///< what scan positions count from: the place of the first pixel, Å
};

/** The same with a potential from elsewhere in place of the description's specimen. */
MultisliceProblem
BuildProblem(const SimulationDescription & description, const PlacedPotential & potential);

/** The structures of the specimen: the ones in memory, or read from the file (all frames for ThermalModel::Frames). */
std::shared_ptr<const std::vector<Structure>>
LoadStructures(const SimulationDescription & description);

/** Wave grid of a specimen of these lengths (Å). */
Grid
ResolveGrid(const PotentialDescription & potential, double lengthX, double lengthY);

/** Path as given if absolute, else below baseDirectory. */
std::string
ResolvePath(const SimulationDescription & description, const std::string & path);
} // namespace ElectronMultislice
#endif
