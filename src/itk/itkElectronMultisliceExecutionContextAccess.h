#ifndef itk_itkElectronMultisliceExecutionContextAccess_h
#define itk_itkElectronMultisliceExecutionContextAccess_h
#include "itkElectronMultisliceExecutionContext.h"
#include "backends/Device.h"
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

  /** What is kept between runs, bounded as the present settings say. */
  static ::ElectronMultislice::ContentCache &
  GetCache(ElectronMultisliceExecutionContext * context);

  /** Report and counts of a run that has ended. */
  static void
  AddRun(ElectronMultisliceExecutionContext *     context,
         const ::ElectronMultislice::Report &     report,
         const ::ElectronMultislice::RunControl & control);

private:
  template <typename TContext>
  static TContext *
  Resolve(TContext * context);
};
} // namespace itk
#endif
