// The engines of one instruction set; this file is compiled once per set (src/backends/CMakeLists.txt).
#include "backends/cpu/kernels/CodeletEngine.h"
#include "backends/cpu/kernels/LibraryEngine.h"

namespace ElectronMultislice
{
namespace SLICE_KERNELS_NAMESPACE
{
namespace
{
template <typename T>
std::unique_ptr<SliceEngine<T>>
Make(SliceLayout layout)
{
  if (layout.HasCodelets())
  {
    return std::make_unique<CodeletEngine<T>>(std::move(layout));
  }
  return std::make_unique<LibraryEngine<T>>(std::move(layout));
}
} // namespace

std::size_t
GetVectorBytes()
{
  return VectorBytes;
}
std::unique_ptr<SliceEngine<float>>
MakeFloat(SliceLayout layout)
{
  return Make<float>(std::move(layout));
}
std::unique_ptr<SliceEngine<double>>
MakeDouble(SliceLayout layout)
{
  return Make<double>(std::move(layout));
}
} // namespace SLICE_KERNELS_NAMESPACE
} // namespace ElectronMultislice
