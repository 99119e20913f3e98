#ifndef io_ResultFile_h
#define io_ResultFile_h
#include "simulation/Description.h"
#include "simulation/Plan.h"
#include "simulation/Run.h"
#include "simulation/Sink.h"
#include <memory>
#include <string>

namespace ElectronMultislice
{
/** Version, conventions, processor, instruction set: what /root/provenance holds beside job, seed and report. */
std::string
GetVersion();

/** \class ResultFile
 * \brief The HDF5 result of a run in EMD 1.0 layout, written block by block while the devices compute.
 *
 * All data sets are created with early allocation (NaN where nothing was written) and flushed before the first block; each block is
 * flushed, then the record of finished waves (/root/finished) is written and flushed. So after a kill the file opens and every wave marked
 * finished is right. The attribute `complete` of /root becomes 1 only in Finish(). An existing file is replaced only once the new one is
 * created (as <path>.partial, then renamed), and only if it is a result of this program.
 *
 * /root/<detector>/data, dim0, ... with axes, slowest first: depth (several exit planes), component (kx, ky of a centre of mass) or radial
 * and azimuthal (segmented, those with several bins), scan y and x (or position; none for a plane wave), ky and kx (pixelated).
 * /root/image: defocus (several), depth (several exit planes), y, x. Exit waves: configuration, depth, scan, y, x, complex as HDF5 compound
 * {r, i}; potential: configuration, z, y, x; both with `finished` of their own. /root/job, report, provenance, finished: text, text, group
 * of values, one byte per position. */
template <typename T>
class ResultFile : public Sink<T>
{
public:
  /** File error if the file cannot be made: folder, space, another run, another program's file. `control` may stop it (Aborted error); then
   *  an existing file is as it was. */
  ResultFile(const std::string & path, const SimulationDescription & description, const Plan & plan, const RunControl * control = nullptr);
  ~ResultFile() override;
  void
  WriteBlock(const BlockResult<T> & block) override;
  void
  WriteExitWaves(std::size_t configuration, Range waves, const std::vector<std::complex<T>> & values) override;
  /** One slice, [y][x] on the transmission grid, for a description that keeps the potential. */
  void
  WritePotential(std::size_t configuration, std::size_t slice, const std::vector<T> & values);
  /** Writes the report, marks the file complete and closes it. Everything must have been written. */
  void
  Finish(const RunSummary & summary);

  /** Absolute. */
  const std::string &
  GetPath() const;
  std::size_t
  GetNumberOfFinishedWaves() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> m_Implementation;
};
} // namespace ElectronMultislice
#endif
