#ifndef itk_itkElectronPotentialAccess_h
#define itk_itkElectronPotentialAccess_h
#include "itkElectronPotentialImageSource.h"
#include "simulation/Description.h"

namespace itk
{
/** The core's view of a potential source. */
struct ElectronPotentialAccess
{
  /** Fills specimen, potential, thermal and the numerics that concern the potential. The structure must be up to date. */
  template <typename TImage>
  static void
  Describe(const ElectronPotentialImageSource<TImage> & source, ::ElectronMultislice::SimulationDescription & description);

  /** The specimen of the last GenerateOutputInformation(). */
  template <typename TImage>
  static const ::ElectronMultislice::BuiltSpecimen &
  GetSpecimen(const ElectronPotentialImageSource<TImage> & source);

  /** The same structure named by its file instead of held in memory, where it is the unchanged content of one: for job texts. */
  static void
  PreferFile(const AtomicStructure * structure, ::ElectronMultislice::SimulationDescription & description);
};

extern template const ::ElectronMultislice::BuiltSpecimen &
ElectronPotentialAccess::GetSpecimen(const ElectronPotentialImageSource<Image<float, 3>> &);
extern template const ::ElectronMultislice::BuiltSpecimen &
ElectronPotentialAccess::GetSpecimen(const ElectronPotentialImageSource<Image<double, 3>> &);
extern template void
ElectronPotentialAccess::Describe(const ElectronPotentialImageSource<Image<float, 3>> &, ::ElectronMultislice::SimulationDescription &);
extern template void
ElectronPotentialAccess::Describe(const ElectronPotentialImageSource<Image<double, 3>> &, ::ElectronMultislice::SimulationDescription &);
} // namespace itk
#endif
