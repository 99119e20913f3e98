# Makes all packages of the build BUILD below WORK.
include("${CMAKE_CURRENT_LIST_DIR}/PackageTools.cmake")
file(REMOVE_RECURSE "${WORK}/packages")
run("${CMAKE_COMMAND}" -E chdir "${BUILD}" "${CPACK}" --config "${BUILD}/CPackConfig.cmake" -B "${WORK}/packages")
