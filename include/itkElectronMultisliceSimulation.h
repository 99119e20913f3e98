#ifndef itkElectronMultisliceSimulation_h
#define itkElectronMultisliceSimulation_h
#include "itkDataObject.h"
#include "itkMetaDataDictionary.h"
#include "itkObject.h"
#include "itkObjectFactory.h"
#include "itkElectronMultisliceExecutionContext.h"
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ElectronMultislice
{
struct ProgressState;
}

namespace itk
{
/** \class ElectronMultisliceSimulation
 * \brief A whole run as one job: the same as `electron-multislice run job.yaml`, to a file or to images in memory.
 *
 * The job is YAML text; lengths are in Å unless a unit is written, angles and energies carry their unit. Errors are ExceptionObjects that
 * say file, line and column, what is wrong, what is allowed and the way out.
 *
 * Run() writes the files of the job (HDF5 in EMD 1.0 layout, block by block while computing; TIFF and PNG if asked for). RunToMemory()
 * gives images: of the scan, Image<T, 2>, for each detector component; patterns, Image<T, 4> (kx, ky, scan x, scan y; origin such that the
 * beam is at 0); images of a plane wave by an objective lens, Image<T, 2>, "image" or, in a focal series, "image-<defocus in Å>A"; exit
 * waves if kept, Image<std::complex<T>, 3> (x, y, exit plane x wave). T is float or double as the setting `precision`
 * says. With exit planes in the job every plane has an image of its own, "<name>@<depth in Å>".
 *
 * Settings: the job's `execution` section, then the setters of the context, win over the context's configuration files. Both runs block; a
 * ProgressEvent comes about ten times a second, only from the calling thread, and an observer may call AbortRun(): the run ends with a
 * ProcessAborted exception within a second; finished parts of a file stay right.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT ElectronMultisliceSimulation : public Object
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronMultisliceSimulation);

  using Self = ElectronMultisliceSimulation;
  using Superclass = Object;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(ElectronMultisliceSimulation, Object);

  /** A job as text. A relative path of its structure refers to baseDirectory, or to the working folder if that is empty. */
  void
  SetJobText(const std::string & text, const std::string & baseDirectory = "");

  /** A job from a file; a relative path of its structure refers to the file's folder. */
  void
  SetJobFileName(const std::string & path);

  /** The job in full: every value written, also the defaults. Reading it gives the same job. */
  std::string
  GetJobText() const;

  /** The job that an image carries in its metadata, also after it was written and read again: SetJobText() repeats the run. Empty where
   * there is none, e.g. of a potential from elsewhere. */
  static std::string
  ReadJobText(const MetaDataDictionary & dictionary);

  /** HDF5 file of Run(), in place of the job's; a relative path refers to the working folder. Empty: the job's. */
  itkSetStringMacro(OutputFileName);
  itkGetStringMacro(OutputFileName);

  /** What a run would do: grid, slices, batches, devices taken and declined with the reasons, memory predicted, rough time. */
  std::string
  Plan() const;

  /** The whole run to the files of the job; relative paths refer to the working folder. */
  void
  Run();

  /** Files written by the last Run(), the HDF5 file first. */
  std::vector<std::string>
  GetOutputFileNames() const;

  /** The whole run to images. */
  void
  RunToMemory();

  /** Names of the images of the last RunToMemory(). */
  std::vector<std::string>
  GetOutputNames() const;

  /** An image of the last RunToMemory(), of the types above; throws and says the names there are. */
  DataObject *
  GetOutput(const std::string & name) const;

  /** Asks a run in progress to end; from an observer or from another thread. */
  void
  AbortRun();

  /** 0 to 1. */
  itkGetConstMacro(Progress, double);
  /** Negative while unknown. */
  itkGetConstMacro(RemainingSeconds, double);

  /** Report of the last run. */
  std::string
  GetReport() const;

  /** Settings; null: those of the global context. Default null. */
  itkSetObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);
  itkGetModifiableObjectMacro(ExecutionContext, ElectronMultisliceExecutionContext);

protected:
  ElectronMultisliceSimulation();
  ~ElectronMultisliceSimulation() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  struct Implementation;
  class ControlScope;

  std::function<void(const ::ElectronMultislice::ProgressState &)>
  MakeProgressFunction();

  std::string                                 m_OutputFileName;
  double                                      m_Progress{ 0.0 };
  double                                      m_RemainingSeconds{ -1.0 };
  ElectronMultisliceExecutionContext::Pointer m_ExecutionContext;
  std::unique_ptr<Implementation>             m_Implementation;
};
} // namespace itk
#endif
