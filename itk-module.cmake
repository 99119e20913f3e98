# ITK's description of this module: its name, what it stands on, and what it is for.
set(DOCUMENTATION "Simulation of TEM and STEM images by the multislice method: projected potentials from atomic structures, focused probes,
detectors, as images in ångström that go into any ITK filter.")
itk_module(ElectronMultislice
  ENABLE_SHARED
  DEPENDS
    ITKCommon
  DESCRIPTION "${DOCUMENTATION}"
  EXCLUDE_FROM_DEFAULT
)
