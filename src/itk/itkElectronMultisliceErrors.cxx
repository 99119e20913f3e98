#include "itkElectronMultisliceErrors.h"
#include "common/Error.h"
#include <new>

namespace itk
{
void
RethrowAsItkException(const char * file, unsigned int line, const char * location)
{
  try
  {
    throw;
  }
  catch (const ExceptionObject &)
  {
    throw;
  }
  catch (const ::ElectronMultislice::Error & error)
  {
    switch (error.GetKind())
    {
      case ::ElectronMultislice::ErrorKind::Aborted: {
        ProcessAborted aborted(file, line);
        aborted.SetDescription(error.what());
        aborted.SetLocation(location);
        throw aborted;
      }
      case ::ElectronMultislice::ErrorKind::Memory:
        throw MemoryAllocationError(file, line, error.what(), location);
      default:
        throw ExceptionObject(file, line, error.what(), location);
    }
  }
  catch (const std::bad_alloc &)
  {
    throw MemoryAllocationError(
      file, line, "There is not enough memory; memory-limit.host and scan.batch-size make a run smaller.", location);
  }
  catch (const std::exception & error)
  {
    throw ExceptionObject(file, line, error.what(), location);
  }
}
} // namespace itk
