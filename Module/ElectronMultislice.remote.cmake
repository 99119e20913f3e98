# The entry of ITK's list of remote modules (Modules/Remote of ITK's source); Module_ElectronMultislice=ON then fetches and builds the module.
# Compliance level 2: it is tested continuously, but needs libraries beyond ITK's (HDF5, TIFF, PNG, yaml-cpp, gemmi and CLI11 at build time),
# and Linux with GCC is where it is tested.
# Contact: the developers, through the issues of the repository.
itk_fetch_module(
  ElectronMultislice
  "Simulation of electron microscope images (TEM, STEM, 4D-STEM) by the multislice method. Structure files become projected potentials; focused
probes and plane waves pass them with thermal vibrations as frozen phonons; detectors and an objective lens with partial coherence make images.
Inputs and outputs are images with spacing, origin and direction in angstrom, so that simulated images go into the same filters and
registrations as measured ones."
  MODULE_COMPLIANCE_LEVEL 2
  GIT_REPOSITORY https://github.com/InsightSoftwareConsortium/ITKElectronMultislice.git
  GIT_TAG v0.1.0
  )
