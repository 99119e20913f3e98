# Shared by the scripts of this folder: included, not run.

# run(command...): fails with the command's output; what it printed is in `output`
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
  if(NOT result EQUAL 0)
    string(REPLACE ";" " " command "${ARGV}")
    message(FATAL_ERROR "${command}\nfailed (${result}):\n${printed}")
  endif()
  set(output "${printed}" PARENT_SCOPE)
endfunction()

function(require_files folder)
  foreach(file IN LISTS ARGN)
    if(NOT EXISTS "${folder}/${file}")
      message(FATAL_ERROR "${folder} lacks ${file}")
    endif()
  endforeach()
endfunction()

# What users of the packages look for, below the prefix.
set(COMMAND_FILES
    bin/electron-multislice
    share/electron-multislice/electron-multislice.yaml
    share/electron-multislice/examples/jobs/srtio3.yaml
    share/electron-multislice/examples/data/SrTiO3.cif
    share/electron-multislice/examples/cpp/stem-image.cxx
    share/doc/electron-multislice/README.md
    share/doc/electron-multislice/copyright
    share/doc/electron-multislice/docs/user-guide.md
    share/doc/electron-multislice/docs/images/srtio3-haadf.png
    share/doc/electron-multislice/examples/jobs/srtio3.yaml) # through a link
set(DEVELOPMENT_FILES
    include/ElectronMultislice/itkScanningDetectorImageFilter.h include/ElectronMultislice/ElectronMultisliceExport.h
    lib/cmake/ElectronMultislice/ElectronMultisliceConfig.cmake lib/libElectronMultislice.so)

# Nothing that is linked comes from FFTW, whose licence the packages could not keep, and nothing is looked for on the building machine.
function(check_programs prefix)
  if(NOT READELF)
    message(FATAL_ERROR "readelf was not found; it is in Debian's package binutils")
  endif()
  file(GLOB libraries "${prefix}/lib/libElectronMultislice.so.*")
  foreach(program IN LISTS libraries ITEMS "${prefix}/bin/electron-multislice")
    run("${READELF}" --dynamic "${program}")
    if(NOT output MATCHES "NEEDED" OR output MATCHES "fftw" OR output MATCHES "RPATH|RUNPATH")
      message(FATAL_ERROR "${program} needs what it must not:\n${output}")
    endif()
  endforeach()
endfunction()

# Runs an example job of the package below the prefix as its user does: in a folder of one's own, with nothing in the environment.
function(run_job prefix folder)
  file(REMOVE_RECURSE "${folder}")
  file(MAKE_DIRECTORY "${folder}")
  set(program "${prefix}/bin/electron-multislice")
  run(env -i "${program}" --version)
  run("${CMAKE_COMMAND}" -E chdir "${folder}" env -i "${program}" run "${prefix}/share/electron-multislice/examples/jobs/quick.yaml")
  require_files("${folder}" quick.h5 quick-haadf.tif quick-haadf.png)
  file(GLOB beside "${prefix}/share/electron-multislice/examples/jobs/*.h5")
  if(beside)
    message(FATAL_ERROR "The result lies beside the job: ${beside}")
  endif()
endfunction()
