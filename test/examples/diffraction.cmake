# 16 x 16 patterns in a file, and an image of each virtual detector made from it.
include("${CMAKE_CURRENT_LIST_DIR}/ExampleTools.cmake")
run_example("${STRUCTURE}" patterns.mha virtual-)
file(STRINGS "${WORK}/patterns.mha" size REGEX "^DimSize = " LIMIT_COUNT 1) # the job stands before it, many lines long
if(NOT size MATCHES "DimSize = [0-9]+ [0-9]+ 16 16$")
  message(FATAL_ERROR "patterns.mha has not 16 x 16 positions: ${size}")
endif()
foreach(name IN ITEMS bf abf adf center-of-mass-x center-of-mass-y)
  if(NOT EXISTS "${WORK}/virtual-${name}.tif")
    message(FATAL_ERROR "There is no image ${name}:\n${output}")
  endif()
endforeach()
require_between("${output}" "adf: mean ([0-9.]+)" 0.001 0.5)
