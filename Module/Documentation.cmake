# Target `docs`: the class reference and the pages of docs/ as HTML in the build folder, where Doxygen is installed; a test makes them too.
find_program(ElectronMultislice_DOXYGEN doxygen)
mark_as_advanced(ElectronMultislice_DOXYGEN)
set(DOXYGEN_OUTPUT_DIR "${CMAKE_CURRENT_BINARY_DIR}/docs")
configure_file(docs/Doxyfile.in docs/Doxyfile @ONLY)
set(_run_doxygen "${CMAKE_COMMAND}" "-DDOXYGEN=${ElectronMultislice_DOXYGEN}" "-DOUTPUT=${DOXYGEN_OUTPUT_DIR}"
                 -P "${CMAKE_CURRENT_SOURCE_DIR}/Module/RunDoxygen.cmake")
add_custom_target(docs COMMAND ${_run_doxygen} VERBATIM COMMENT "HTML in docs/html")
if(ElectronMultislice_BUILD_TESTING)
  add_test(NAME Docs.Doxygen COMMAND ${_run_doxygen})
  set_tests_properties(Docs.Doxygen PROPERTIES LABELS docs TIMEOUT 60 SKIP_REGULAR_EXPRESSION "Skipped: doxygen")
endif()
