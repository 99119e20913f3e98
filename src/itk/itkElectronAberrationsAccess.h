#ifndef itk_itkElectronAberrationsAccess_h
#define itk_itkElectronAberrationsAccess_h
#include "itkElectronAberrations.h"
#include "physics/Aberrations.h"

namespace itk
{
/** The core's view of aberrations. */
struct ElectronAberrationsAccess
{
  static const ::ElectronMultislice::Aberrations &
  GetCoreAberrations(const ElectronAberrations & aberrations)
  {
    return *aberrations.m_Coefficients;
  }
};
} // namespace itk
#endif
