#include "itkElectronMultisliceMetaData.h"
#include "itkMetaDataObject.h"
#include "io/ResultFile.h"

namespace itk
{
void
PutMetaData(MetaDataDictionary &                                dictionary,
            const std::string &                                 units,
            const std::string &                                 quantity,
            const std::string &                                 jobText,
            const ::ElectronMultislice::SimulationDescription & description)
{
  EncapsulateMetaData<std::string>(dictionary, "units", units);
  EncapsulateMetaData<std::string>(dictionary, "quantity", quantity);
  EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.version", ::ElectronMultislice::GetVersion());
  if (!jobText.empty())
  {
    EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.job", jobText);
  }
  EncapsulateMetaData<std::string>(dictionary, "ElectronMultislice.seed", std::to_string(description.thermal.seed));
  if (description.energy > 0.0)
  {
    EncapsulateMetaData<double>(dictionary, "energy_eV", description.energy);
  }
}
} // namespace itk
