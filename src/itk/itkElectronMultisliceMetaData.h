#ifndef itk_itkElectronMultisliceMetaData_h
#define itk_itkElectronMultisliceMetaData_h
#include "itkMetaDataDictionary.h"
#include "simulation/Description.h"
#include <string>

namespace itk
{
/** What every image of this module carries in its dictionary: `units` of the axes (x first), `quantity`, the job, the version and, with
 *  thermal displacements drawn, the seed. */
void
PutMetaData(MetaDataDictionary &                                dictionary,
            const std::string &                                 units,
            const std::string &                                 quantity,
            const std::string &                                 jobText,
            const ::ElectronMultislice::SimulationDescription & description);
} // namespace itk
#endif
