#ifndef backends_cpu_InstructionSet_h
#define backends_cpu_InstructionSet_h
#include "backends/cpu/PotentialTransforms.h"
#include "backends/cpu/SliceEngine.h"
#include <string>
#include <vector>

namespace ElectronMultislice
{
/** Instruction sets that this build has kernels for and this processor can run, best first: "avx512vl", "avx2", "baseline". */
std::vector<std::string>
GetUsableInstructionSets();

/** The one taken: the best usable one, or what the environment variable ELECTRON_MULTISLICE_INSTRUCTION_SET names (Input error if that
 * cannot be run here). */
std::string
GetInstructionSet();

/** Bytes of the SIMD registers that its kernels use. */
std::size_t
GetVectorBytes(const std::string & instructionSet);

/** Numbers T in one of its registers, for the instruction set taken. */
template <typename T>
std::size_t
GetLanes()
{
  return GetVectorBytes(GetInstructionSet()) / sizeof(T);
}

/** An engine for the layout, whose lanes must be those of the instruction set's registers. */
template <typename T>
std::unique_ptr<SliceEngine<T>>
MakeSliceEngine(const std::string & instructionSet, SliceLayout layout);

/** Lanes: GetVectorBytes(instructionSet)/8. */
std::unique_ptr<PotentialTransforms>
MakePotentialTransforms(const std::string & instructionSet, const PotentialShape & shape);
} // namespace ElectronMultislice
#endif
