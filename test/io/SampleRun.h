#ifndef test_io_SampleRun_h
#define test_io_SampleRun_h
#include "io/ResultFile.h"
#include "simulation/Plan.h"
#include <string>

namespace ElectronMultislice
{
/** A made-up run whose results are numbered, so that a value says where it belongs. Everything differs between x and y. */
struct SampleRun
{
  SimulationDescription description;
  Plan                  plan;
};

/** Scan of 7 x 5 positions from (2, 1) Å with steps (0.2, 0.25) Å on a grid of 8 x 6 pixels of 4 x 4.5 Å, two exit planes (3 and 7 Å) of
 *  two thermal configurations. Detectors: haadf, bf, bf-wide (annular), quadrant (2 rings x 3 sectors), com, patterns (5 x 4 pixels). Keeps
 *  exit waves and potential. */
SampleRun
MakeRasterRun();

/** The same with other sampling of the beam: one position and one plane, nine positions in a list, a plane wave. */
SampleRun
MakeSinglePositionRun();
SampleRun
MakePositionListRun();
SampleRun
MakePlaneWaveRun();

/** Scalar of component c (of all detectors) = 10000 plane + 100 wave + c; exact in float. */
inline double
SampleScalar(std::size_t plane, std::size_t wave, std::size_t component)
{
  return static_cast<double>(10000 * plane + 100 * wave + component);
}
inline double
SamplePixel(std::size_t plane, std::size_t wave, std::size_t pixel)
{
  return static_cast<double>(10000 * plane + 100 * wave + pixel) + 0.5;
}
inline std::complex<double>
SampleExitWave(std::size_t configuration, std::size_t plane, std::size_t wave, std::size_t pixel)
{
  return { static_cast<double>(10000 * plane + 100 * wave + pixel), -static_cast<double>(configuration) - 0.25 };
}
inline double
SamplePotential(std::size_t configuration, std::size_t slice, std::size_t pixel)
{
  return static_cast<double>(100000 * configuration + 10000 * slice + pixel);
}

template <typename T>
BlockResult<T>
MakeSampleBlock(const Plan & plan, Range waves);

template <typename T>
std::vector<std::complex<T>>
MakeSampleExitWaves(const Plan & plan, std::size_t configuration, Range waves);

template <typename T>
std::vector<T>
MakeSamplePotential(const Plan & plan, std::size_t configuration, std::size_t slice);

/** Everything that the run has to deliver, in blocks of these sizes in turn (and not the end). */
template <typename T>
void
WriteWholeSample(ResultFile<T> & file, const SampleRun & run, const std::vector<std::size_t> & blockSizes);

/** A new folder below the system's temporary one, removed with everything in it at the end. */
class TemporaryFolder
{
public:
  TemporaryFolder();
  ~TemporaryFolder();
  std::string
  operator/(const std::string & name) const
  {
    return m_Path + "/" + name;
  }

private:
  std::string m_Path;
};
} // namespace ElectronMultislice
#endif
