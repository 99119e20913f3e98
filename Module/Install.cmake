# What `cmake --install` gives: headers, library, command, package files for find_package(ElectronMultislice), examples, documentation.
# The components are the packages of Module/Packaging.cmake.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/ElectronMultislice")
set(_header_dir "${CMAKE_INSTALL_INCLUDEDIR}/ElectronMultislice")
set(_data_dir "${CMAKE_INSTALL_DATADIR}/electron-multislice")
set(_documentation_dir "${CMAKE_INSTALL_DATADIR}/doc/electron-multislice")

set(_libraries ElectronMultislice)
if(NOT BUILD_SHARED_LIBS)
  list(APPEND _libraries ElectronMultisliceCore) # a static library does not contain it
endif()
install(
  TARGETS ${_libraries}
  EXPORT ElectronMultisliceTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT development
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT library
  INCLUDES DESTINATION "${_header_dir}")
install(DIRECTORY include/ DESTINATION "${_header_dir}" COMPONENT development FILES_MATCHING PATTERN "*.h")
install(FILES "${ElectronMultislice_EXPORT_HEADER}" DESTINATION "${_header_dir}" COMPONENT development)
install(EXPORT ElectronMultisliceTargets NAMESPACE ElectronMultislice:: DESTINATION "${_package_dir}" COMPONENT development)
configure_package_config_file(Module/ElectronMultisliceConfig.cmake.in ElectronMultisliceConfig.cmake INSTALL_DESTINATION "${_package_dir}")
write_basic_package_version_file(ElectronMultisliceConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/ElectronMultisliceConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/ElectronMultisliceConfigVersion.cmake"
        DESTINATION "${_package_dir}" COMPONENT development)

install(TARGETS electron-multislice RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT command)
install(DIRECTORY examples/ DESTINATION "${_data_dir}/examples" COMPONENT command)
install(FILES README.md CHANGELOG.md LICENSE Module/copyright DESTINATION "${_documentation_dir}" COMPONENT command)
install(DIRECTORY docs DESTINATION "${_documentation_dir}" COMPONENT command FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.json")
# the documentation links to ../examples
install(CODE "file(CREATE_LINK ../../electron-multislice/examples
                   \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${_documentation_dir}/examples\" SYMBOLIC)" COMPONENT command)
