#include "itkElectronMultisliceExecutionContext.h"
#include "itkElectronMultisliceErrors.h"
#include "itkElectronMultisliceExecutionContextAccess.h"
#include "itkSingleton.h"
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

::ElectronMultislice::Settings
ElectronMultisliceExecutionContextAccess::GetSettings(const ElectronMultisliceExecutionContext * context)
{
  if (!context)
  {
    const auto global = ElectronMultisliceExecutionContext::GetInstance();
    return GetSettings(global.GetPointer());
  }
  const std::lock_guard<std::mutex> lock(context->m_Implementation->mutex);
  return context->m_Implementation->settings;
}

std::uint64_t
ElectronMultisliceExecutionContextAccess::GetHostMemoryLimit(const ElectronMultisliceExecutionContext * context)
{
  return ::ElectronMultislice::GetHostMemoryLimit(GetSettings(context), ::ElectronMultislice::GetAvailableHostMemory());
}

void
ElectronMultisliceExecutionContextAccess::SetReport(ElectronMultisliceExecutionContext * context,
                                                    const ::ElectronMultislice::Report & report)
{
  if (!context)
  {
    const auto global = ElectronMultisliceExecutionContext::GetInstance();
    SetReport(global.GetPointer(), report);
    return;
  }
  const std::lock_guard<std::mutex> lock(context->m_Implementation->mutex);
  context->m_Implementation->report = report.ToText();
}
} // namespace itk
