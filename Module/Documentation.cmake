# Target `docs`: the class reference and the pages of docs/ as HTML in the build folder, where Doxygen is installed.
find_program(ElectronMultislice_DOXYGEN doxygen)
mark_as_advanced(ElectronMultislice_DOXYGEN)
set(DOXYGEN_OUTPUT_DIR "${CMAKE_CURRENT_BINARY_DIR}/docs")
configure_file(docs/Doxyfile.in docs/Doxyfile @ONLY)
set(ElectronMultislice_RUN_DOXYGEN "${CMAKE_COMMAND}" "-DDOXYGEN=${ElectronMultislice_DOXYGEN}" "-DOUTPUT=${DOXYGEN_OUTPUT_DIR}"
                                   -P "${CMAKE_CURRENT_SOURCE_DIR}/Module/RunDoxygen.cmake")
add_custom_target(docs COMMAND ${ElectronMultislice_RUN_DOXYGEN} VERBATIM COMMENT "HTML in docs/html")
