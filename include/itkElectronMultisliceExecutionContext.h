#ifndef itkElectronMultisliceExecutionContext_h
#define itkElectronMultisliceExecutionContext_h
#include "itkObject.h"
#include "itkObjectFactory.h"
#include "itkSingletonMacro.h"
#include "ElectronMultisliceExport.h"
#include <memory>
#include <string>
#include <vector>

namespace itk
{
struct ElectronMultisliceExecutionContextGlobals;

/** \class ElectronMultisliceExecutionContext
 * \brief Execution settings (devices, threads, memory limits, batch sizes) and the report of the last run.
 *
 * All filters use the one global context, GetInstance(), unless another is given to them. Settings are those of the configuration file and
 * of the command, by the same names ("threads", "memory-limit.host", "multi-gpu.enabled", ...). A new context starts with, later wins:
 * shipped defaults, system file, user file, the file named by ELECTRON_MULTISLICE_CONFIG. Unknown names and values out of range throw an
 * ExceptionObject that names what is allowed.
 *
 * Settings change time and memory, never bits, except those that choose other hardware or another backend; only these make filters run
 * again (GetResultMTime()). The setting `precision` is for the command and for ElectronMultisliceSimulation: filters compute in their pixel
 * type.
 *
 * The context keeps what runs have made (transmission functions, potentials, incident and exit waves), found again by everything that
 * decides it: a filter with changed optics builds no slice anew, and neither does another filter on the same specimen. `cache-limit` bounds
 * what is kept; whatever was not used for longest goes first, and all of it goes when a run needs the memory. Never changes a bit.
 *
 * Every request for a device is answered in the report: taken, or declined with the reason.
 *
 * Thread-safe: several filters may run at the same time.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT ElectronMultisliceExecutionContext : public Object
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(ElectronMultisliceExecutionContext);

  using Self = ElectronMultisliceExecutionContext;
  using Superclass = Object;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(ElectronMultisliceExecutionContext, Object);

  /** The context of the process, made on the first call and shared by all of ITK's libraries in it. */
  static Pointer
  GetInstance();

  /** A setting as the configuration file writes it. */
  void
  SetSetting(const std::string & name, const std::string & value);
  std::string
  GetSetting(const std::string & name) const;

  /** Where the value comes from: "default", a file with its line, or "setter". */
  std::string
  GetSettingOrigin(const std::string & name) const;

  static std::vector<std::string>
  GetSettingNames();

  /** Back to the defaults and the configuration files. */
  void
  ResetSettings();

  /** `device`: "auto", "reference", "cpu", "cuda". */
  void
  SetDevice(const std::string & device);
  std::string
  GetDevice() const;

  /** `threads` of the CPU; 0: all that the process may use. */
  void
  SetNumberOfThreads(unsigned int threads);
  unsigned int
  GetNumberOfThreads() const;

  /** `virtual-devices`: the CPU split into so many devices, at least 1. */
  void
  SetNumberOfVirtualDevices(unsigned int devices);
  unsigned int
  GetNumberOfVirtualDevices() const;

  /** `memory-limit.host` and `memory-limit.device`: "80 %", "8 GB", "8 GiB". Everything counts; what cannot fit is refused. */
  void
  SetHostMemoryLimit(const std::string & limit);
  std::string
  GetHostMemoryLimit() const;
  void
  SetDeviceMemoryLimit(const std::string & limit);
  std::string
  GetDeviceMemoryLimit() const;

  /** `scan.batch-size`: waves per batch; 0: automatic. */
  void
  SetBatchSize(unsigned int waves);
  unsigned int
  GetBatchSize() const;

  /** `potential.slice-chunk-size`: slices kept at once; 0: automatic. */
  void
  SetSliceChunkSize(unsigned int slices);
  unsigned int
  GetSliceChunkSize() const;

  /** `cache-limit`: what is kept from run to run, "25 %" (of memory-limit.host), "2 GB", "0". */
  void
  SetCacheLimit(const std::string & limit);
  std::string
  GetCacheLimit() const;

  /** Bytes that are kept now. */
  SizeValueType
  GetCacheSize() const;

  /** One line per kind of what is kept: how many, bytes, how often found and not found. */
  std::string
  GetCacheReport() const;

  /** Drops everything that is kept. */
  void
  ClearCache();

  /** Slices whose transmission function (or potential, for its image) was really built by runs with this context. */
  SizeValueType
  GetNumberOfSlicesBuilt() const;

  /** Waves times slices that runs with this context have propagated. */
  SizeValueType
  GetNumberOfWaveSlices() const;

  /** `multi-gpu.enabled`. */
  void
  SetMultiGPU(bool enabled);
  bool
  GetMultiGPU() const;

  /** Report of the last run that used this context: devices taken and declined, notes and warnings, one line each; empty before. */
  std::string
  GetReport() const;

  /** Which devices a run with the present settings would take and decline, one line each. */
  std::string
  GetDeviceReport() const;

  /** When a setting that can change results was last changed. */
  ModifiedTimeType
  GetResultMTime() const;

  /** True if n has no prime factor above 7, so that Fourier transforms of n points are fast on every device. */
  static bool
  IsFastFFTSize(SizeValueType n);

  /** The smallest fast size that is not below n. */
  static SizeValueType
  NextFastFFTSize(SizeValueType n);

protected:
  ElectronMultisliceExecutionContext();
  ~ElectronMultisliceExecutionContext() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  friend struct ElectronMultisliceExecutionContextAccess;
  itkGetGlobalDeclarationMacro(ElectronMultisliceExecutionContextGlobals, PimplGlobals);
  static ElectronMultisliceExecutionContextGlobals * m_PimplGlobals;

  struct Implementation;
  std::unique_ptr<Implementation> m_Implementation;
};
} // namespace itk
#endif
