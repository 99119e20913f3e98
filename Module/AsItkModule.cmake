# As a module of ITK's build system: inside ITK's source tree, or against an ITK build tree through ITKModuleExternal.
set(ElectronMultislice_AS_ITK_MODULE ON)
set(ElectronMultislice_LIBRARIES ElectronMultislice)
if(ITK_SOURCE_DIR)
  set(ITK_DIR ${CMAKE_BINARY_DIR})
  itk_module_impl()
else()
  find_package(ITK 5.2 REQUIRED COMPONENTS ITKCommon)
  if(ElectronMultislice_ITK_CMAKE_DIR)
    set(ITK_CMAKE_DIR "${ElectronMultislice_ITK_CMAKE_DIR}")
    set(ITK_DIR "${CMAKE_BINARY_DIR}/itk-shadow") # ITKModuleExternal writes below ITK_DIR
  endif()
  if(NOT EXISTS "${ITK_CMAKE_DIR}/ITKModuleExternal.cmake")
    message(FATAL_ERROR "${ITK_CMAKE_DIR} has no ITKModuleExternal.cmake (an installed ITK may lack it). Set ElectronMultislice_ITK_CMAKE_DIR to the "
                        "folder CMake of ITK's source, or switch ElectronMultislice_AS_ITK_MODULE off.")
  endif()
  list(APPEND CMAKE_MODULE_PATH ${ITK_CMAKE_DIR})
  include(ITKModuleExternal)
endif()
