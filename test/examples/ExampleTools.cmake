# Shared by the scripts that run the C++ examples: included, not run.

# run_example(arguments...): in the fresh folder WORK; what it printed is in `output`
function(run_example)
  file(REMOVE_RECURSE "${WORK}")
  file(MAKE_DIRECTORY "${WORK}")
  execute_process(COMMAND "${PROGRAM}" ${ARGV} WORKING_DIRECTORY "${WORK}" RESULT_VARIABLE result OUTPUT_VARIABLE printed ERROR_VARIABLE printed)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ${ARGV}\nfailed (${result}):\n${printed}")
  endif()
  message("${printed}")
  set(output "${printed}" PARENT_SCOPE)
endfunction()

# require_between(TEXT EXPRESSION LOW HIGH): the number that the expression's group finds in the text, which is in `number` then
function(require_between text expression low high)
  if(NOT text MATCHES "${expression}" OR NOT CMAKE_MATCH_1 GREATER_EQUAL low OR NOT CMAKE_MATCH_1 LESS_EQUAL high)
    message(FATAL_ERROR "\"${expression}\" finds no number from ${low} to ${high} in:\n${text}")
  endif()
  set(number ${CMAKE_MATCH_1} PARENT_SCOPE)
endfunction()

# require_scan_header(FILE): an NRRD image of 16 x 16 positions, 0.2440625 Å apart
function(require_scan_header file)
  file(STRINGS "${file}" header LIMIT_COUNT 20)
  if(NOT header MATCHES "sizes: 16 16" OR NOT header MATCHES "space directions: \\(0\\.2440[0-9]*,0\\) \\(0,0\\.2440[0-9]*\\)")
    message(FATAL_ERROR "${file} is not the image of the scan: ${header}")
  endif()
endfunction()
