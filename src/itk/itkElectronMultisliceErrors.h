#ifndef itk_itkElectronMultisliceErrors_h
#define itk_itkElectronMultisliceErrors_h
#include "itkMacro.h"

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
} // namespace itk

/** Runs an expression or a lambda body of the core inside a member of an ITK class. */
#define ElectronMultisliceTranslateErrors(function) ::itk::TranslateErrors(__FILE__, __LINE__, this->GetNameOfClass(), function)
#endif
