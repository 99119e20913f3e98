#include "itkElectronMultisliceSimulation.h"
#include "itkElectronMultisliceErrors.h"
#include "itkElectronMultisliceExecutionContextAccess.h"
#include "itkElectronMultisliceMetaData.h"
#include "itkEventObject.h"
#include "itkImageSink.h"
#include "itkSimulationImages.h"
#include "common/Error.h"
#include "common/Text.h"
#include "io/JobFile.h"
#include "io/RunJob.h"
#include <filesystem>
#include <mutex>
#include <optional>

namespace itk
{
using ::ElectronMultislice::InputError;
using ::ElectronMultislice::SimulationDescription;

struct ElectronMultisliceSimulation::Implementation
{
  std::optional<SimulationDescription> description;
  std::vector<std::string>             files;
  NamedImages                          images;
  std::string                          report;
  std::mutex                           controlMutex;
  ::ElectronMultislice::RunControl *   control = nullptr; ///< of the run in progress

  SimulationDescription
  GetDescription(const Self & simulation) const
  {
    if (!description)
    {
      throw InputError("The simulation has no job; call SetJobFileName() or SetJobText().");
    }
    SimulationDescription result = *description;
    if (!simulation.m_OutputFileName.empty())
    {
      result.output.file = std::filesystem::absolute(std::filesystem::u8path(simulation.m_OutputFileName)).u8string();
    }
    return result;
  }

  /** The job's execution section wins over configuration files, setters of the context win over the job. */
  ::ElectronMultislice::Settings
  GetSettings(const Self & simulation) const
  {
    auto settings = ElectronMultisliceExecutionContextAccess::GetSettings(simulation.m_ExecutionContext);
    if (description)
    {
      for (const auto & [name, value] : description->execution)
      {
        if (settings.Get(name).origin != ElectronMultisliceExecutionContextAccess::SetterOrigin)
        {
          settings.Set(name, value, "job");
        }
      }
    }
    return settings;
  }

  void
  AddRun(const Self & simulation, const ::ElectronMultislice::Report & newReport, const ::ElectronMultislice::RunControl & runControl)
  {
    report = newReport.ToText();
    ElectronMultisliceExecutionContextAccess::AddRun(simulation.m_ExecutionContext, newReport, runControl);
  }
};

/** Makes a RunControl reachable for AbortRun() as long as the run lasts. */
class ElectronMultisliceSimulation::ControlScope
{
public:
  ControlScope(Implementation & implementation, ::ElectronMultislice::RunControl & control)
    : m_Implementation(implementation)
  {
    const std::lock_guard<std::mutex> lock(m_Implementation.controlMutex);
    if (m_Implementation.control)
    {
      throw InputError("This simulation is running already; use another ElectronMultisliceSimulation for a second run.");
    }
    m_Implementation.control = &control;
  }
  ~ControlScope()
  {
    const std::lock_guard<std::mutex> lock(m_Implementation.controlMutex);
    m_Implementation.control = nullptr;
  }
  ControlScope(const ControlScope &) = delete;
  ControlScope &
  operator=(const ControlScope &) = delete;

private:
  Implementation & m_Implementation;
};

ElectronMultisliceSimulation::ElectronMultisliceSimulation()
  : m_Implementation(std::make_unique<Implementation>())
{}

ElectronMultisliceSimulation::~ElectronMultisliceSimulation() = default;

void
ElectronMultisliceSimulation::SetJobText(const std::string & text, const std::string & baseDirectory)
{
  m_Implementation->description =
    ElectronMultisliceTranslateErrors([&] { return ::ElectronMultislice::ReadJobText(text, "job", baseDirectory); });
  this->Modified();
}

void
ElectronMultisliceSimulation::SetJobFileName(const std::string & path)
{
  m_Implementation->description = ElectronMultisliceTranslateErrors([&] { return ::ElectronMultislice::ReadJobFile(path); });
  this->Modified();
}

std::string
ElectronMultisliceSimulation::GetJobText() const
{
  return ElectronMultisliceTranslateErrors([&] { return ::ElectronMultislice::WriteJobText(m_Implementation->GetDescription(*this)); });
}

std::string
ElectronMultisliceSimulation::ReadJobText(const MetaDataDictionary & dictionary)
{
  return ElectronMultisliceMetaData::ReadJob(dictionary);
}

std::string
ElectronMultisliceSimulation::Plan() const
{
  return ElectronMultisliceTranslateErrors([&] {
    const auto description = m_Implementation->GetDescription(*this);
    return ::ElectronMultislice::PlanJob(description, m_Implementation->GetSettings(*this)).ToText();
  });
}

void
ElectronMultisliceSimulation::Run()
{
  ElectronMultisliceTranslateErrors([&] {
    const auto                       description = m_Implementation->GetDescription(*this);
    const auto                       settings = m_Implementation->GetSettings(*this);
    ::ElectronMultislice::RunControl control;
    const ControlScope               scope(*m_Implementation, control);
    m_Implementation->files.clear();
    const auto outcome = ::ElectronMultislice::RunJob(description, settings, control, this->MakeProgressFunction());
    m_Implementation->files = outcome.files;
    m_Implementation->AddRun(*this, outcome.summary.report, control);
  });
}

std::vector<std::string>
ElectronMultisliceSimulation::GetOutputFileNames() const
{
  return m_Implementation->files;
}

void
ElectronMultisliceSimulation::RunToMemory()
{
  ElectronMultisliceTranslateErrors([&] {
    const auto description = m_Implementation->GetDescription(*this);
    const auto settings = m_Implementation->GetSettings(*this);
    m_Implementation->images.clear(); // after an error nothing old is left behind
    const auto run = [&](auto zero) {
      using T = decltype(zero);
      ::ElectronMultislice::RunControl control;
      const ControlScope               scope(*m_Implementation, control);
      const auto                       problem = ::ElectronMultislice::BuildProblem(description);
      auto &                           cache = ElectronMultisliceExecutionContextAccess::GetCache(m_ExecutionContext);
      const auto plan = ::ElectronMultislice::MakePlanWithCache(problem, sizeof(T) == sizeof(double), settings, true, &cache);
      control.cache = &cache;
      ImageSink<T> sink(problem);
      auto         images = MakeSimulationImages<T>(description, problem, sink);
      const auto   summary = ::ElectronMultislice::Run<T>(plan, sink, control, this->MakeProgressFunction());
      m_Implementation->images = std::move(images);
      m_Implementation->AddRun(*this, summary.report, control);
    };
    settings.GetText("precision") == "float64" ? run(0.0) : run(0.0f);
  });
}

std::vector<std::string>
ElectronMultisliceSimulation::GetOutputNames() const
{
  std::vector<std::string> names;
  for (const auto & image : m_Implementation->images)
  {
    names.push_back(image.first);
  }
  return names;
}

DataObject *
ElectronMultisliceSimulation::GetOutput(const std::string & name) const
{
  for (const auto & image : m_Implementation->images)
  {
    if (image.first == name)
    {
      return image.second;
    }
  }
  const auto names = this->GetOutputNames();
  throw ExceptionObject(
    __FILE__,
    __LINE__,
    "There is no output named \"" + name + "\"; " +
      (names.empty() ? "call RunToMemory() first." : "the names are " + ::ElectronMultislice::JoinAlternatives(names) + "."),
    this->GetNameOfClass());
}

void
ElectronMultisliceSimulation::AbortRun()
{
  const std::lock_guard<std::mutex> lock(m_Implementation->controlMutex);
  if (m_Implementation->control)
  {
    m_Implementation->control->abort = true;
  }
}

std::string
ElectronMultisliceSimulation::GetReport() const
{
  return m_Implementation->report;
}

std::function<void(const ::ElectronMultislice::ProgressState &)>
ElectronMultisliceSimulation::MakeProgressFunction()
{
  return [this](const ::ElectronMultislice::ProgressState & state) {
    m_Progress = state.fraction;
    m_RemainingSeconds = state.remainingSeconds;
    this->InvokeEvent(ProgressEvent());
  };
}

void
ElectronMultisliceSimulation::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "Job: " << (m_Implementation->description ? "set" : "none") << "\n"
     << indent << "OutputFileName: " << m_OutputFileName << "\n"
     << indent << "Progress: " << m_Progress << "\n"
     << indent << "RemainingSeconds: " << m_RemainingSeconds << " s\n"
     << indent << "Outputs:";
  for (const std::string & name : this->GetOutputNames())
  {
    os << " " << name;
  }
  os << "\n";
  itkPrintSelfObjectMacro(ExecutionContext);
}
} // namespace itk
