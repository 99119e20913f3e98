include("${CMAKE_CURRENT_LIST_DIR}/ExampleTools.cmake")
run_example("${STRUCTURE}" haadf.nrrd)
require_scan_header("${WORK}/haadf.nrrd")
