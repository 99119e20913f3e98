# Three defoci from one pass through 16 slices, of which 2 differ.
include("${CMAKE_CURRENT_LIST_DIR}/ExampleTools.cmake")
run_example("${STRUCTURE}" hrtem-)
foreach(defocus IN ITEMS 300 450 600)
  if(NOT output MATCHES "hrtem-${defocus}A.tif after 2 slices built and 16 passed" OR NOT EXISTS "${WORK}/hrtem-${defocus}A.tif")
    message(FATAL_ERROR "There is no image at ${defocus} Å, or more was computed than its lens:\n${output}")
  endif()
endforeach()
