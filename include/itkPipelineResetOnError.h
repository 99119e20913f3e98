#ifndef itkPipelineResetOnError_h
#define itkPipelineResetOnError_h
#include "itkDataObject.h"

namespace itk
{
/** \class PipelineResetOnError
 * \brief Mixin for process objects: after an error further up the pipeline there is nothing to reset.
 *
 * ITK leaves an object marked as updating when something upstream of it throws, and its next Update() would then do nothing, without a
 * word. Here every stage of an update resets the pipeline before the exception goes on.
 *
 * \ingroup ElectronMultislice
 */
template <typename TSuperclass>
class ITK_TEMPLATE_EXPORT PipelineResetOnError : public TSuperclass
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(PipelineResetOnError);

  using Self = PipelineResetOnError;
  using Superclass = TSuperclass;

  void
  UpdateOutputInformation() override
  {
    this->ResetOnError([&] { Superclass::UpdateOutputInformation(); });
  }
  void
  PropagateRequestedRegion(DataObject * output) override
  {
    this->ResetOnError([&] { Superclass::PropagateRequestedRegion(output); });
  }
  void
  UpdateOutputData(DataObject * output) override
  {
    this->ResetOnError([&] { Superclass::UpdateOutputData(output); });
  }

protected:
  PipelineResetOnError() = default;
  ~PipelineResetOnError() override = default;

private:
  template <typename TFunction>
  void
  ResetOnError(const TFunction & stage)
  {
    try
    {
      stage();
    }
    catch (...)
    {
      this->ResetPipeline();
      throw;
    }
  }
};
} // namespace itk
#endif
