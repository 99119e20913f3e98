#ifndef itk_itkElectronMultisliceErrors_h
#define itk_itkElectronMultisliceErrors_h
#include "itkProcessObject.h"

namespace itk
{
/** Inside a catch block: throws what was caught as an ITK exception with the same text. Errors of the core become ExceptionObject,
 *  MemoryAllocationError or ProcessAborted; ITK's own exceptions pass as they are. */
[[noreturn]] void
RethrowAsItkException(const char * file, unsigned int line, const char * location);

/** The result of function(), with errors translated. */
template <typename TFunction>
auto
TranslateErrors(const char * file, unsigned int line, const char * location, TFunction && function) -> decltype(function())
{
  try
  {
    return function();
  }
  catch (...)
  {
    RethrowAsItkException(file, line, location);
  }
}

/** Computes the outputs of a process object; after an error all of them are released, as nothing half computed may look whole. */
template <typename TFunction>
void
ReleaseOutputsOnError(ProcessObject & process, TFunction && function)
{
  try
  {
    function();
  }
  catch (...)
  {
    for (const auto & output : process.GetOutputs())
    {
      output->ReleaseData();
    }
    throw;
  }
}
} // namespace itk

/** Runs an expression or a lambda body of the core inside a member of an ITK class. */
#define ElectronMultisliceTranslateErrors(...) ::itk::TranslateErrors(__FILE__, __LINE__, this->GetNameOfClass(), __VA_ARGS__)
#endif
