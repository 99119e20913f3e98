#ifndef itk_itkElectronMultisliceExecutionContextAccess_h
#define itk_itkElectronMultisliceExecutionContextAccess_h
#include "itkElectronMultisliceExecutionContext.h"
#include "execution/Report.h"
#include "execution/Settings.h"

namespace itk
{
/** The core's view of a context. A null context is the global one. */
struct ElectronMultisliceExecutionContextAccess
{
  /** Origin of values that SetSetting() has set. */
  static constexpr const char * SetterOrigin = "setter";

  static ::ElectronMultislice::Settings
  GetSettings(const ElectronMultisliceExecutionContext * context);

  /** memory-limit.host in bytes, of what is available now. */
  static std::uint64_t
  GetHostMemoryLimit(const ElectronMultisliceExecutionContext * context);

  static void
  SetReport(ElectronMultisliceExecutionContext * context, const ::ElectronMultislice::Report & report);
};
} // namespace itk
#endif
