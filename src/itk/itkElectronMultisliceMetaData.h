#ifndef itk_itkElectronMultisliceMetaData_h
#define itk_itkElectronMultisliceMetaData_h
#include "itkMetaDataDictionary.h"
#include "simulation/Description.h"
#include <string>

namespace itk
{
/** \class ElectronMultisliceMetaData
 * \brief What every image of this module carries in its dictionary.
 *
 * `units` of the axes (x first) and `quantity`; `energy_eV` where there is one; ElectronMultislice.version and .seed;
 * ElectronMultislice.job, from which the run can be repeated. The job stands on one line, since MetaImage headers tear text apart at line
 * ends, in pieces (ElectronMultislice.job.1 and so on, to be put together again without anything between), since a MetaImage file that
 * holds a longer one cannot be written in pieces. It is left out (ElectronMultislice.job_omitted says so) where the atoms are in memory
 * only and too many. */
class ElectronMultisliceMetaData
{
public:
  /** isWholeRun: the description is a job by itself. */
  ElectronMultisliceMetaData(const ::ElectronMultislice::SimulationDescription & description, bool isWholeRun);

  /** The job in a dictionary, put together; empty without one. */
  static std::string
  ReadJob(const MetaDataDictionary & dictionary);

  /** The job describes the waves that an image was made from, not the image: it goes to ElectronMultislice.wave_job, in the same pieces. */
  static void
  MoveToWaveJob(MetaDataDictionary & dictionary);
  static void
  EraseWaveJob(MetaDataDictionary & dictionary);

  void
  Put(MetaDataDictionary & dictionary, const std::string & units, const std::string & quantity) const;

private:
  double      m_Energy;
  std::string m_Seed;
  std::string m_Job;
  std::string m_JobOmitted;
};
} // namespace itk
#endif
