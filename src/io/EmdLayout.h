#ifndef io_EmdLayout_h
#define io_EmdLayout_h
#include "simulation/Description.h"
#include "simulation/Plan.h"
#include <cstdint>
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** One axis of an array: numbers with a unit, or labels. */
struct EmdDimension
{
  std::string              name;
  std::string              units; ///< "Å", "1/Å", "mrad", "deg"; empty for a plain index
  std::vector<double>      values;
  std::vector<std::string> labels; ///< instead of values
  /** What one more pixel would add; only used to give an axis of length 1 its scale. */
  double spacing = 1.0;

  std::size_t
  GetSize() const
  {
    return labels.empty() ? values.size() : labels.size();
  }
};

/** \struct EmdArray
 * \brief One `array` group of the result file: what it holds and how it is laid out.
 *
 * Axes come in the order configuration, defocus, depth, component, scan, pixel, slowest first; an axis that would be of length 1 is left
 * out, except those of scan and pixels. */
struct EmdArray
{
  enum class Source
  {
    Scalars,
    Pattern,
    Images,
    ExitWaves,
    Potential,
    Positions
  };
  Source      source = Source::Scalars;
  std::string name;
  std::string quantity; ///< in words
  std::string units;    ///< of the values
  bool        isComplex = false;

  std::vector<EmdDimension> dimensions;
  std::size_t               configurationAxes = 0;
  std::size_t               defocusAxes = 0;
  std::size_t               depthAxes = 0;
  std::size_t               componentAxes = 0;
  std::size_t               scanAxes = 0;
  std::size_t               pixelAxes = 0;

  double                   depth = 0.0;        ///< Å, of the only plane when there is no depth axis
  std::vector<double>      defoci;             ///< Images: Å, also of the only one when there is no axis
  double                   scanRotation = 0.0; ///< rad
  std::size_t              firstComponent = 0; ///< Scalars: in BlockResult::values
  std::size_t              components = 1;     ///< Scalars
  std::vector<std::string> componentNames;     ///< Scalars
  std::size_t              pattern = 0;        ///< Pattern: in BlockResult::patterns

  std::size_t
  GetNumberOfValues() const;
  /** Pixels of one wave; 1 for scalars. */
  std::size_t
  GetNumberOfPixels() const;
};

/** All arrays of a run, detectors first in their order. Input error for detector names that a file cannot hold. */
std::vector<EmdArray>
MakeEmdLayout(const SimulationDescription & description, const MultisliceProblem & problem, const MeasurementLayout & layout);

/** Input error unless every detector's name can be the name of a group and of a file: not empty, no '/', none of the names that the file
 *  needs itself, none twice. */
void
CheckDetectorNames(const std::vector<Detector> & detectors);

/** Bytes of all values. */
std::uint64_t
GetEmdBytes(const std::vector<EmdArray> & arrays, bool doublePrecision);

/** Depths of the exit planes in Å. */
std::vector<double>
GetExitPlaneDepths(const MultisliceProblem & problem);

bool
KeepsPotential(const SimulationDescription & description);
} // namespace ElectronMultislice
#endif
