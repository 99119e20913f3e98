# Configures and builds the C++ examples as a user does: outside this build, against the package unpacked in PREFIX.
file(REMOVE_RECURSE "${WORK}")
foreach(arguments IN ITEMS
    "-S;${PREFIX}/share/electron-multislice/examples/cpp;-B;${WORK};-G;${GENERATOR};-DCMAKE_PREFIX_PATH=${PREFIX};-DITK_DIR=${ITK_DIR};-DCMAKE_BUILD_TYPE=Release"
    "--build;${WORK};--parallel;2")
  execute_process(COMMAND "${CMAKE_COMMAND}" ${arguments} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "cmake ${arguments}\nfailed (${result}):\n${output}")
  endif()
endforeach()
