# The entry of ITK's list of remote modules says what ITK's function wants to hear, and names this version of this module.
function(itk_fetch_module name description)
  cmake_parse_arguments(ARG "" "MODULE_COMPLIANCE_LEVEL;GIT_REPOSITORY;GIT_TAG" "" ${ARGN})
  string(LENGTH "${description}" length)
  if(ARG_UNPARSED_ARGUMENTS OR length LESS 100 OR NOT ARG_MODULE_COMPLIANCE_LEVEL MATCHES "^[1-5]$"
     OR NOT ARG_GIT_REPOSITORY MATCHES "^https://.*/ITK${name}\\.git$" OR NOT ARG_GIT_TAG STREQUAL "v${VERSION}")
    message(FATAL_ERROR "The entry of the remote module is wrong: ${name} ${ARGN}; the version is ${VERSION}")
  endif()
  set(fetched "${name}" PARENT_SCOPE)
endfunction()
include("${SOURCE}/Module/ElectronMultislice.remote.cmake")

function(itk_module name)
  set(described "${name}" PARENT_SCOPE)
endfunction()
include("${SOURCE}/itk-module.cmake")
if(NOT fetched STREQUAL "ElectronMultislice" OR NOT fetched STREQUAL described)
  message(FATAL_ERROR "The remote module is \"${fetched}\", itk-module.cmake describes \"${described}\"")
endif()
