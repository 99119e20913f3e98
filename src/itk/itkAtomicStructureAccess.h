#ifndef itk_itkAtomicStructureAccess_h
#define itk_itkAtomicStructureAccess_h
#include "itkAtomicStructure.h"
#include "specimen/Structure.h"

namespace itk
{
using CoreFrames = std::shared_ptr<const std::vector<::ElectronMultislice::Structure>>;

/** The file whose unchanged content a structure is; empty path: none. */
struct AtomicStructureFile
{
  std::string path;
  std::string block;
};

/** The core's view of an AtomicStructure: never copied, never changed once handed out. */
struct AtomicStructureAccess
{
  /** Null while there are no atoms. */
  static CoreFrames
  GetFrames(const AtomicStructure * structure);

  static const AtomicStructureFile &
  GetFile(const AtomicStructure * structure);

  static void
  SetFrames(AtomicStructure * structure, const CoreFrames & frames, const AtomicStructureFile & file);
};
} // namespace itk
#endif
