#include "backends/cpu/InstructionSet.h"
#include "common/Error.h"
#include "common/Text.h"
#include <algorithm>
#include <cstdlib>

namespace ElectronMultislice
{
#define DECLARE_SLICE_KERNELS(name)                                                                                                        \
  namespace SliceKernels_##name                                                                                                            \
  {                                                                                                                                        \
    std::size_t                          GetVectorBytes();                                                                                 \
    std::unique_ptr<SliceEngine<float>>  MakeFloat(SliceLayout layout);                                                                    \
    std::unique_ptr<SliceEngine<double>> MakeDouble(SliceLayout layout);                                                                   \
    std::unique_ptr<PotentialTransforms> MakePotential(const PotentialShape & shape);                                                      \
  }
DECLARE_SLICE_KERNELS(baseline)
#ifdef ELECTRON_MULTISLICE_X86
DECLARE_SLICE_KERNELS(avx2)
DECLARE_SLICE_KERNELS(avx512vl)
#endif

namespace
{
struct Kernels
{
  const char * name;
  bool (*usable)();
  std::size_t (*getVectorBytes)();
  std::unique_ptr<SliceEngine<float>> (*makeFloat)(SliceLayout);
  std::unique_ptr<SliceEngine<double>> (*makeDouble)(SliceLayout);
  std::unique_ptr<PotentialTransforms> (*makePotential)(const PotentialShape &);
};

// best first
const Kernels AllKernels[] = {
#ifdef ELECTRON_MULTISLICE_X86
  { "avx512vl",
    [] {
      return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
             __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("fma");
    },
    SliceKernels_avx512vl::GetVectorBytes,
    SliceKernels_avx512vl::MakeFloat,
    SliceKernels_avx512vl::MakeDouble,
    SliceKernels_avx512vl::MakePotential },
  { "avx2",
    [] { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"); },
    SliceKernels_avx2::GetVectorBytes,
    SliceKernels_avx2::MakeFloat,
    SliceKernels_avx2::MakeDouble,
    SliceKernels_avx2::MakePotential },
#endif
  { "baseline",
    [] { return true; },
    SliceKernels_baseline::GetVectorBytes,
    SliceKernels_baseline::MakeFloat,
    SliceKernels_baseline::MakeDouble,
    SliceKernels_baseline::MakePotential }
};

const Kernels &
FindKernels(const std::string & name)
{
  for (const Kernels & kernels : AllKernels)
  {
    if (name == kernels.name && kernels.usable())
    {
      return kernels;
    }
  }
  throw InputError("The instruction set '" + name +
                   "' (ELECTRON_MULTISLICE_INSTRUCTION_SET) cannot be run here; this processor and build have " +
                   JoinAlternatives(GetUsableInstructionSets()) + ". Unset the variable to take the best.");
}
} // namespace

std::vector<std::string>
GetUsableInstructionSets()
{
  std::vector<std::string> names;
  for (const Kernels & kernels : AllKernels)
  {
    if (kernels.usable())
    {
      names.emplace_back(kernels.name);
    }
  }
  return names;
}

std::string
GetInstructionSet()
{
  const char * forced = std::getenv("ELECTRON_MULTISLICE_INSTRUCTION_SET");
  if (forced && *forced)
  {
    return FindKernels(forced).name;
  }
  return GetUsableInstructionSets().front();
}

std::size_t
GetVectorBytes(const std::string & instructionSet)
{
  return FindKernels(instructionSet).getVectorBytes();
}

template <>
std::unique_ptr<SliceEngine<float>>
MakeSliceEngine<float>(const std::string & instructionSet, SliceLayout layout)
{
  return FindKernels(instructionSet).makeFloat(std::move(layout));
}
template <>
std::unique_ptr<SliceEngine<double>>
MakeSliceEngine<double>(const std::string & instructionSet, SliceLayout layout)
{
  return FindKernels(instructionSet).makeDouble(std::move(layout));
}

std::unique_ptr<PotentialTransforms>
MakePotentialTransforms(const std::string & instructionSet, const PotentialShape & shape)
{
  return FindKernels(instructionSet).makePotential(shape);
}
} // namespace ElectronMultislice
