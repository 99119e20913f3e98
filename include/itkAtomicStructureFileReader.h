#ifndef itkAtomicStructureFileReader_h
#define itkAtomicStructureFileReader_h
#include "itkProcessObject.h"
#include "itkAtomicStructure.h"

namespace itk
{
/** \class AtomicStructureFileReader
 * \brief Reads atoms from a file: CIF (.cif, .mcif) and XYZ (plain, extended, Prismatic/Kirkland), also with .gz.
 *
 * CIF: symmetry is expanded with the file's own operators, else with its space group; occupancies, B or U (isotropic or anisotropic) are
 * read and converted to u² in Å². What was decided stands in AtomicStructure::GetRemarks().
 *
 * The file is parsed in GenerateOutputInformation(), because the size of the images downstream depends on the cell: after a new file name
 * one Update() of the last filter is enough. The same name is not read again unless something was Modified(). Errors are ExceptionObjects
 * whose text names the file and line.
 *
 * \ingroup ElectronMultislice
 */
class ElectronMultislice_EXPORT AtomicStructureFileReader : public ProcessObject
{
public:
  ITK_DISALLOW_COPY_AND_MOVE(AtomicStructureFileReader);

  using Self = AtomicStructureFileReader;
  using Superclass = ProcessObject;
  using Pointer = SmartPointer<Self>;
  using ConstPointer = SmartPointer<const Self>;

  itkNewMacro(Self);
  itkTypeMacro(AtomicStructureFileReader, ProcessObject);

  /** Path of the file, UTF-8. */
  itkSetStringMacro(FileName);
  itkGetStringMacro(FileName);

  /** Data block of a CIF. Default empty: the first with atoms. */
  itkSetStringMacro(DataBlock);
  itkGetStringMacro(DataBlock);

  /** Read all frames of an XYZ file, not only the first. Default off. */
  itkSetMacro(ReadAllFrames, bool);
  itkGetConstMacro(ReadAllFrames, bool);
  itkBooleanMacro(ReadAllFrames);

  AtomicStructure *
  GetOutput();
  const AtomicStructure *
  GetOutput() const;

  using Superclass::MakeOutput;
  DataObjectPointer
  MakeOutput(DataObjectPointerArraySizeType index) override;

protected:
  AtomicStructureFileReader();
  ~AtomicStructureFileReader() override;
  void
  VerifyPreconditions() ITKv5_CONST override;
  void
  GenerateOutputInformation() override;
  void
  GenerateData() override;
  void
  PrintSelf(std::ostream & os, Indent indent) const override;

private:
  std::string m_FileName;
  std::string m_DataBlock;
  bool        m_ReadAllFrames{ false };
  /** What was read, kept so that a released output can be filled again. */
  AtomicStructure::Pointer m_Structure;
};
} // namespace itk
#endif
