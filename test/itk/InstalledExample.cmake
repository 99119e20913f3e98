# Installs the build BUILD of SOURCE below WORK, then configures, builds and runs examples/cpp against it and looks at the image.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    string(REPLACE ";" " " command "${ARGV}")
    message(FATAL_ERROR "${command}\nfailed (${result}):\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/prefix")
foreach(installed IN ITEMS bin/electron-multislice share/electron-multislice/electron-multislice.yaml
                           share/electron-multislice/examples/cpp/stem-image.cxx include/ElectronMultislice/itkScanningDetectorImageFilter.h)
  if(NOT EXISTS "${WORK}/prefix/${installed}")
    message(FATAL_ERROR "${installed} was not installed")
  endif()
endforeach()

run("${CMAKE_COMMAND}" -S "${WORK}/prefix/share/electron-multislice/examples/cpp" -B "${WORK}/build" -G "${GENERATOR}"
    "-DCMAKE_PREFIX_PATH=${WORK}/prefix" "-DITK_DIR=${ITK_DIR}" -DCMAKE_BUILD_TYPE=Release)
run("${CMAKE_COMMAND}" --build "${WORK}/build")
run("${WORK}/build/stem-image" "${SOURCE}/examples/data/SrTiO3.cif" "${WORK}/haadf.nrrd")
file(STRINGS "${WORK}/haadf.nrrd" header LIMIT_COUNT 20)
if(NOT header MATCHES "sizes: 16 16" OR NOT header MATCHES "space directions: \\(0\\.2440[0-9]*,0\\) \\(0,0\\.2440[0-9]*\\)")
  message(FATAL_ERROR "haadf.nrrd is not the image of the scan: ${header}")
endif()
run("${WORK}/prefix/bin/electron-multislice" --version)
