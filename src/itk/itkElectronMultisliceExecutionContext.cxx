#include "itkElectronMultisliceExecutionContext.h"
#include "itkElectronMultisliceErrors.h"
#include "itkElectronMultisliceExecutionContextAccess.h"
#include "itkSingleton.h"
#include "common/Text.h"
#include "execution/DeviceSelection.h"
#include "execution/HostResources.h"
#include "fourier/FastSizes.h"
#include "io/Configuration.h"
#include <mutex>

namespace itk
{
struct ElectronMultisliceExecutionContextGlobals
{
  std::mutex                                  mutex;
  ElectronMultisliceExecutionContext::Pointer instance;
};

itkGetGlobalSimpleMacro(ElectronMultisliceExecutionContext, ElectronMultisliceExecutionContextGlobals, PimplGlobals);
ElectronMultisliceExecutionContextGlobals * ElectronMultisliceExecutionContext::m_PimplGlobals;

struct ElectronMultisliceExecutionContext::Implementation
{
  mutable std::mutex             mutex;
  ::ElectronMultislice::Settings settings;
  std::string                    report;
  TimeStamp                      resultTime;
  std::uint64_t                  slicesBuilt = 0;
  std::uint64_t                  waveSlices = 0;

  ::ElectronMultislice::ContentCache cache; ///< has a lock of its own
};

namespace
{
/** Settings that choose other hardware or another backend; all others leave the bits alone. */
bool
ChangesResults(const std::string & name)
{
  return name == "device" || name == "precision" || name.compare(0, 10, "multi-gpu.") == 0;
}
} // namespace

ElectronMultisliceExecutionContext::ElectronMultisliceExecutionContext()
  : m_Implementation(std::make_unique<Implementation>())
{
  m_Implementation->settings = ElectronMultisliceTranslateErrors([] { return ::ElectronMultislice::LoadSettings({}, {}); });
  m_Implementation->resultTime.Modified();
}

ElectronMultisliceExecutionContext::~ElectronMultisliceExecutionContext() = default;

auto
ElectronMultisliceExecutionContext::GetInstance() -> Pointer
{
  static std::mutex                 creation; // GetPimplGlobalsPointer() itself may be called by one thread at a time only
  const std::lock_guard<std::mutex> creationLock(creation);
  auto * const                      globals = GetPimplGlobalsPointer();
  const std::lock_guard<std::mutex> lock(globals->mutex);
  if (!globals->instance)
  {
    globals->instance = Self::New();
  }
  return globals->instance;
}

void
ElectronMultisliceExecutionContext::SetSetting(const std::string & name, const std::string & value)
{
  const bool changed = ElectronMultisliceTranslateErrors([&] {
    const std::lock_guard<std::mutex> lock(m_Implementation->mutex);
    auto &                            settings = m_Implementation->settings;
    const std::string                 before = settings.Get(name).value;
    settings.Set(name, value, ElectronMultisliceExecutionContextAccess::SetterOrigin);
    return settings.Get(name).value != before;
  });
  if (changed)
  {
    if (ChangesResults(name))
    {
      m_Implementation->resultTime.Modified();
    }
    this->Modified();
  }
}

std::string
ElectronMultisliceExecutionContext::GetSetting(const std::string & name) const
{
  return ElectronMultisliceTranslateErrors([&] {
    const std::lock_guard<std::mutex> lock(m_Implementation->mutex);
    return m_Implementation->settings.Get(name).value;
  });
}

std::string
ElectronMultisliceExecutionContext::GetSettingOrigin(const std::string & name) const
{
  return ElectronMultisliceTranslateErrors([&] {
    const std::lock_guard<std::mutex> lock(m_Implementation->mutex);
    return m_Implementation->settings.Get(name).origin;
  });
}

std::vector<std::string>
ElectronMultisliceExecutionContext::GetSettingNames()
{
  std::vector<std::string> names;
  for (const auto & definition : ::ElectronMultislice::Settings::GetDefinitions())
  {
    names.push_back(definition.name);
  }
  return names;
}

void
ElectronMultisliceExecutionContext::ResetSettings()
{
  ElectronMultisliceTranslateErrors([&] {
    auto                              settings = ::ElectronMultislice::LoadSettings({}, {});
    const std::lock_guard<std::mutex> lock(m_Implementation->mutex);
    m_Implementation->settings = std::move(settings);
  });
  m_Implementation->resultTime.Modified();
  this->Modified();
}

namespace
{
/** 0 stands for the word in setters of counts. */
std::string
CountOrWord(unsigned int count, const char * word)
{
  return count == 0 ? std::string(word) : std::to_string(count);
}
} // namespace

void
ElectronMultisliceExecutionContext::SetDevice(const std::string & device)
{
  this->SetSetting("device", device);
}

std::string
ElectronMultisliceExecutionContext::GetDevice() const
{
  return this->GetSetting("device");
}

void
ElectronMultisliceExecutionContext::SetNumberOfThreads(unsigned int threads)
{
  this->SetSetting("threads", CountOrWord(threads, "all"));
}

unsigned int
ElectronMultisliceExecutionContext::GetNumberOfThreads() const
{
  return static_cast<unsigned int>(ElectronMultisliceExecutionContextAccess::GetSettings(this).GetCount("threads"));
}

void
ElectronMultisliceExecutionContext::SetNumberOfVirtualDevices(unsigned int devices)
{
  this->SetSetting("virtual-devices", std::to_string(devices));
}

unsigned int
ElectronMultisliceExecutionContext::GetNumberOfVirtualDevices() const
{
  return static_cast<unsigned int>(ElectronMultisliceExecutionContextAccess::GetSettings(this).GetCount("virtual-devices"));
}

void
ElectronMultisliceExecutionContext::SetHostMemoryLimit(const std::string & limit)
{
  this->SetSetting("memory-limit.host", limit);
}

std::string
ElectronMultisliceExecutionContext::GetHostMemoryLimit() const
{
  return this->GetSetting("memory-limit.host");
}

void
ElectronMultisliceExecutionContext::SetDeviceMemoryLimit(const std::string & limit)
{
  this->SetSetting("memory-limit.device", limit);
}

std::string
ElectronMultisliceExecutionContext::GetDeviceMemoryLimit() const
{
  return this->GetSetting("memory-limit.device");
}

void
ElectronMultisliceExecutionContext::SetBatchSize(unsigned int waves)
{
  this->SetSetting("scan.batch-size", CountOrWord(waves, "auto"));
}

unsigned int
ElectronMultisliceExecutionContext::GetBatchSize() const
{
  return static_cast<unsigned int>(ElectronMultisliceExecutionContextAccess::GetSettings(this).GetCount("scan.batch-size"));
}

void
ElectronMultisliceExecutionContext::SetSliceChunkSize(unsigned int slices)
{
  this->SetSetting("potential.slice-chunk-size", CountOrWord(slices, "auto"));
}

unsigned int
ElectronMultisliceExecutionContext::GetSliceChunkSize() const
{
  return static_cast<unsigned int>(ElectronMultisliceExecutionContextAccess::GetSettings(this).GetCount("potential.slice-chunk-size"));
}

void
ElectronMultisliceExecutionContext::SetCacheLimit(const std::string & limit)
{
  this->SetSetting("cache-limit", limit);
}

std::string
ElectronMultisliceExecutionContext::GetCacheLimit() const
{
  return this->GetSetting("cache-limit");
}

SizeValueType
ElectronMultisliceExecutionContext::GetCacheSize() const
{
  return m_Implementation->cache.GetBytes();
}

std::string
ElectronMultisliceExecutionContext::GetCacheReport() const
{
  using Kind = ::ElectronMultislice::ContentCache::Kind;
  const std::pair<Kind, const char *> kinds[] = { { Kind::Potential, "potentials" },
                                                  { Kind::Transmission, "transmission functions" },
                                                  { Kind::IncidentWaves, "incident waves" },
                                                  { Kind::ExitWaves, "exit waves" } };
  std::string                         text;
  for (const auto & [kind, name] : kinds)
  {
    const auto statistics = m_Implementation->cache.GetStatistics(kind);
    text += std::string(name) + ": " + std::to_string(statistics.entries) + " kept, " +
            ::ElectronMultislice::FormatBytes(statistics.bytes) + "; found " + std::to_string(statistics.hits) + ", not found " +
            std::to_string(statistics.misses) + "\n";
  }
  return text;
}

void
ElectronMultisliceExecutionContext::ClearCache()
{
  m_Implementation->cache.Clear();
}

SizeValueType
ElectronMultisliceExecutionContext::GetNumberOfSlicesBuilt() const
{
  const std::lock_guard<std::mutex> lock(m_Implementation->mutex);
  return m_Implementation->slicesBuilt;
}

SizeValueType
ElectronMultisliceExecutionContext::GetNumberOfWaveSlices() const
{
  const std::lock_guard<std::mutex> lock(m_Implementation->mutex);
  return m_Implementation->waveSlices;
}

void
ElectronMultisliceExecutionContext::SetMultiGPU(bool enabled)
{
  this->SetSetting("multi-gpu.enabled", enabled ? "true" : "false");
}

bool
ElectronMultisliceExecutionContext::GetMultiGPU() const
{
  return ElectronMultisliceExecutionContextAccess::GetSettings(this).GetBoolean("multi-gpu.enabled");
}

std::string
ElectronMultisliceExecutionContext::GetReport() const
{
  const std::lock_guard<std::mutex> lock(m_Implementation->mutex);
  return m_Implementation->report;
}

std::string
ElectronMultisliceExecutionContext::GetDeviceReport() const
{
  return ElectronMultisliceTranslateErrors([&] {
    ::ElectronMultislice::Report report;
    ::ElectronMultislice::SelectDevices(ElectronMultisliceExecutionContextAccess::GetSettings(this), report);
    return report.ToText();
  });
}

ModifiedTimeType
ElectronMultisliceExecutionContext::GetResultMTime() const
{
  return m_Implementation->resultTime.GetMTime();
}

bool
ElectronMultisliceExecutionContext::IsFastFFTSize(SizeValueType n)
{
  return ::ElectronMultislice::IsFastFFTSize(n);
}

SizeValueType
ElectronMultisliceExecutionContext::NextFastFFTSize(SizeValueType n)
{
  return ::ElectronMultislice::NextFastFFTSize(n);
}

void
ElectronMultisliceExecutionContext::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  const auto settings = ElectronMultisliceExecutionContextAccess::GetSettings(this);
  for (const std::string & name : GetSettingNames())
  {
    os << indent << name << ": " << settings.Get(name).value << " (" << settings.Get(name).origin << ")\n";
  }
}

template <typename TContext>
TContext *
ElectronMultisliceExecutionContextAccess::Resolve(TContext * context)
{
  return context ? context : ElectronMultisliceExecutionContext::GetInstance().GetPointer(); // which the process keeps
}

::ElectronMultislice::Settings
ElectronMultisliceExecutionContextAccess::GetSettings(const ElectronMultisliceExecutionContext * context)
{
  auto &                            implementation = *Resolve(context)->m_Implementation;
  const std::lock_guard<std::mutex> lock(implementation.mutex);
  return implementation.settings;
}

std::uint64_t
ElectronMultisliceExecutionContextAccess::GetHostMemoryLimit(const ElectronMultisliceExecutionContext * context)
{
  return ::ElectronMultislice::GetHostMemoryLimit(GetSettings(context), ::ElectronMultislice::GetAvailableHostMemory());
}

::ElectronMultislice::ContentCache &
ElectronMultisliceExecutionContextAccess::GetCache(ElectronMultisliceExecutionContext * context)
{
  auto & cache = Resolve(context)->m_Implementation->cache;
  cache.SetLimit(::ElectronMultislice::GetCacheLimit(GetSettings(context), GetHostMemoryLimit(context)));
  return cache;
}

void
ElectronMultisliceExecutionContextAccess::AddRun(ElectronMultisliceExecutionContext *     context,
                                                 const ::ElectronMultislice::Report &     report,
                                                 const ::ElectronMultislice::RunControl & control)
{
  auto &                            implementation = *Resolve(context)->m_Implementation;
  const std::lock_guard<std::mutex> lock(implementation.mutex);
  implementation.report = report.ToText();
  implementation.slicesBuilt += control.slicesBuilt;
  implementation.waveSlices += control.waveSlices;
}
} // namespace itk
