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
 * created. */
template <typename T>
class ResultFile : public Sink<T>
{
public:
  ResultFile(const std::string & path, const SimulationDescription & description, const Plan & plan);
  ~ResultFile() override;
  void
  WriteBlock(const BlockResult<T> & block) override;
  void
  WriteExitWaves(std::size_t configuration, Range waves, const std::vector<std::complex<T>> & values) override;
  /** Writes the report, marks the file complete and closes it. */
  void
  Finish(const RunSummary & summary);

private:
  struct Implementation;
  std::unique_ptr<Implementation> m_Implementation;
};
} // namespace ElectronMultislice
#endif
