#ifndef itk_itkElectronLensAccess_h
#define itk_itkElectronLensAccess_h
#include "itkElectronAberrationsAccess.h"
#include "itkElectronObjectiveLensParameters.h"
#include "physics/Optics.h"

namespace itk
{
/** The core's view of the lens of an object. */
struct ElectronLensAccess
{
  template <typename TSuperclass>
  static ::ElectronMultislice::Lens
  GetLens(const ElectronLensParameters<TSuperclass> & parameters)
  {
    ::ElectronMultislice::Lens lens;
    lens.semiangle = parameters.m_Semiangle;
    lens.edge = static_cast<::ElectronMultislice::ApertureEdge>(parameters.m_ApertureEdge);
    lens.aberrations = ElectronAberrationsAccess::GetCoreAberrations(parameters.m_Aberrations);
    return lens;
  }

  template <typename TSuperclass>
  static ::ElectronMultislice::Lens
  GetLens(const ElectronObjectiveLensParameters<TSuperclass> & parameters)
  {
    auto lens = GetLens(static_cast<const ElectronLensParameters<TSuperclass> &>(parameters));
    lens.focalSpread = parameters.m_FocalSpread;
    lens.angularSpread = parameters.m_AngularSpread;
    return lens;
  }
};

static_assert(static_cast<int>(::ElectronMultislice::ApertureEdge::Soft) == static_cast<int>(ElectronMultisliceEnums::ApertureEdge::Soft) &&
                static_cast<int>(::ElectronMultislice::ApertureEdge::Hard) == static_cast<int>(ElectronMultisliceEnums::ApertureEdge::Hard),
              "the choices are the core's, in the same order");
} // namespace itk
#endif
