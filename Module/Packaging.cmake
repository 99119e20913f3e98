# What `cpack` makes in a build folder: three Debian packages (the command; the shared library; headers and CMake files to build against it),
# and one relocatable archive with everything.
set(ElectronMultislice_PACKAGE_CONTACT "ITKElectronMultislice developers <developers@itkelectronmultislice.invalid>"
    CACHE STRING "Maintainer of the packages that cpack makes: name <address>")
mark_as_advanced(ElectronMultislice_PACKAGE_CONTACT)

set(CPACK_GENERATOR TGZ)
find_program(ElectronMultislice_DPKG_SHLIBDEPS dpkg-shlibdeps) # finds out what the programs need; Debian's dpkg-dev
mark_as_advanced(ElectronMultislice_DPKG_SHLIBDEPS)
if(ElectronMultislice_DPKG_SHLIBDEPS)
  list(APPEND CPACK_GENERATOR DEB)
endif()
set(CPACK_PACKAGE_NAME electron-multislice)
set(CPACK_PACKAGE_VENDOR "ITKElectronMultislice developers")
set(CPACK_PACKAGE_CONTACT "${ElectronMultislice_PACKAGE_CONTACT}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_RESOURCE_FILE_README "${PROJECT_SOURCE_DIR}/README.md")
set(CPACK_PACKAGE_FILE_NAME "electron-multislice-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL command library development)
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)

set(_library "libelectronmultislice${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}") # Debian's rule: file name and soname
set(_development libelectronmultislice-dev)
install(FILES Module/copyright DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${_library}" COMPONENT library)
install(FILES Module/copyright DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${_development}" COMPONENT development)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(_about "TEM, STEM and 4D-STEM images from atomic structures by the multislice
method: projected potentials, frozen phonons, focused probes and plane waves,
detectors, objective lens with partial coherence.")
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "simulation of electron microscope images by the multislice method
${_about}
.
This package holds the command electron-multislice, example jobs and the
documentation.")
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME electron-multislice)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION science)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)

set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "multislice simulation of electron microscope images for ITK - library
${_about}
.
This package holds the shared library of the ITK classes.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${_library})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)

set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "multislice simulation of electron microscope images for ITK - development
${_about}
.
This package holds the headers of the ITK classes and what CMake's
find_package(ElectronMultislice) needs.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME ${_development})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${_library} (= ${PROJECT_VERSION}), libinsighttoolkit5-dev (>= 5.2)")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, g++, electron-multislice")
include(CPack)
