# What `cmake --install` gives: headers, library, command, package files for find_package(ElectronMultislice), examples.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ElectronMultislice")
set(_header_dir "${CMAKE_INSTALL_INCLUDEDIR}/ElectronMultislice")

set(_libraries ElectronMultislice)
if(NOT BUILD_SHARED_LIBS)
  list(APPEND _libraries ElectronMultisliceCore) # a static library does not contain it
endif()
install(
  TARGETS ${_libraries}
  EXPORT ElectronMultisliceTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
  INCLUDES DESTINATION "${_header_dir}")
install(TARGETS electron-multislice RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY include/ DESTINATION "${_header_dir}" FILES_MATCHING PATTERN "*.h")
install(FILES "${ElectronMultislice_EXPORT_HEADER}" DESTINATION "${_header_dir}")
install(DIRECTORY examples/ DESTINATION "${CMAKE_INSTALL_DATADIR}/electron-multislice/examples")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")

install(EXPORT ElectronMultisliceTargets NAMESPACE ElectronMultislice:: DESTINATION "${_package_dir}")
configure_package_config_file(Module/ElectronMultisliceConfig.cmake.in ElectronMultisliceConfig.cmake INSTALL_DESTINATION "${_package_dir}")
write_basic_package_version_file(ElectronMultisliceConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/ElectronMultisliceConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/ElectronMultisliceConfigVersion.cmake"
        DESTINATION "${_package_dir}")
