#include "itkAtomicStructureFileReader.h"
#include "itkAtomicStructureAccess.h"
#include "itkElectronMultisliceErrors.h"
#include "specimen/StructureReader.h"

namespace itk
{
AtomicStructureFileReader::AtomicStructureFileReader()
{
  this->SetNumberOfRequiredInputs(0);
  this->SetNumberOfRequiredOutputs(1);
  this->SetNthOutput(0, this->MakeOutput(0));
  // the output is filled in GenerateOutputInformation(); clearing it before GenerateData() would lose it
  this->ReleaseDataBeforeUpdateFlagOff();
}

AtomicStructureFileReader::~AtomicStructureFileReader() = default;

AtomicStructure *
AtomicStructureFileReader::GetOutput()
{
  return itkDynamicCastInDebugMode<AtomicStructure *>(this->GetPrimaryOutput());
}

const AtomicStructure *
AtomicStructureFileReader::GetOutput() const
{
  return itkDynamicCastInDebugMode<const AtomicStructure *>(this->GetPrimaryOutput());
}

auto
AtomicStructureFileReader::MakeOutput(DataObjectPointerArraySizeType) -> DataObjectPointer
{
  return AtomicStructure::New().GetPointer();
}

void
AtomicStructureFileReader::VerifyPreconditions() ITKv5_CONST
{
  Superclass::VerifyPreconditions();
  if (m_FileName.empty())
  {
    throw ExceptionObject(
      __FILE__, __LINE__, "The structure reader has no file name; call SetFileName() with a CIF or XYZ file.", this->GetNameOfClass());
  }
}

void
AtomicStructureFileReader::GenerateOutputInformation()
{
  m_Structure = nullptr; // after an error nothing old is left behind
  ElectronMultisliceTranslateErrors([&] {
    using Frames = std::vector<::ElectronMultislice::Structure>;
    CoreFrames frames;
    if (m_ReadAllFrames)
    {
      frames = std::make_shared<const Frames>(::ElectronMultislice::ReadStructureFrames(m_FileName));
    }
    else
    {
      frames = std::make_shared<const Frames>(1, ::ElectronMultislice::ReadStructure(m_FileName, m_DataBlock));
    }
    m_Structure = AtomicStructure::New();
    AtomicStructureAccess::SetFrames(m_Structure, frames, { m_FileName, m_DataBlock });
  });
  this->GetOutput()->Graft(m_Structure);
}

void
AtomicStructureFileReader::GenerateData()
{
  if (this->GetOutput()->GetNumberOfFrames() == 0 && m_Structure) // released meanwhile
  {
    this->GetOutput()->Graft(m_Structure);
  }
}

void
AtomicStructureFileReader::PrintSelf(std::ostream & os, Indent indent) const
{
  Superclass::PrintSelf(os, indent);
  os << indent << "FileName: " << m_FileName << "\n"
     << indent << "DataBlock: " << m_DataBlock << "\n"
     << indent << "ReadAllFrames: " << (m_ReadAllFrames ? "On" : "Off") << "\n";
}
} // namespace itk
