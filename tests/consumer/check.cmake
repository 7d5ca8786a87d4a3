# Installs this build into a scratch folder and is its user: the example of README.md must configure,
# compile and run, and a program that links both precisions must be refused.
#   cmake -D SOURCE=… -D BUILD=… -D SCRATCH=… -D GENERATOR=… -D COMPILER=… -D FLAGS=… -P check.cmake

set(here ${CMAKE_CURRENT_LIST_DIR})
set(prefix ${SCRATCH}/prefix)
file(REMOVE_RECURSE ${SCRATCH})

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code EQUAL 0)
    list(JOIN ARGV " " command)
    message(NOTICE "${text}")
    message(FATAL_ERROR "ended with ${code}: ${command}")
  endif()
  set(text "${text}" PARENT_SCOPE)
endfunction()

set(configure ${CMAKE_COMMAND} -G ${GENERATOR} -D CMAKE_PREFIX_PATH=${prefix}
  -D CMAKE_BUILD_TYPE=Release -D CMAKE_CXX_COMPILER=${COMPILER} -D CMAKE_CXX_FLAGS=${FLAGS})

function(must_refuse_both_precisions)
  string(MD5 folder "${ARGV}")
  execute_process(
    COMMAND ${configure} -S ${here}/both_precisions -B ${SCRATCH}/${folder} ${ARGV}
    RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE text)
  if(code EQUAL 0 OR NOT text MATCHES "ONE_PRECISION_PER_PROGRAM")
    message(NOTICE "${text}")
    message(FATAL_ERROR "linking both precisions was not refused as it should be")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})

run(${configure} -S ${here} -B ${SCRATCH}/line)
run(${CMAKE_COMMAND} --build ${SCRATCH}/line)
run(${SCRATCH}/line/line)
if(NOT text MATCHES "^y = (2|2\\.0000[0-9]*|1\\.9999[0-9]*) x \\+ (1|1\\.0000[0-9]*|0\\.9999[0-9]*)\n$")
  message(FATAL_ERROR "the consumer did not find the line y = 2x + 1 but said: ${text}")
endif()

must_refuse_both_precisions()
must_refuse_both_precisions(-D HORLOGE_SOURCE=${SOURCE})

file(READ ${SOURCE}/README.md readme)
foreach(file IN ITEMS CMakeLists.txt main.cpp)
  file(READ ${here}/${file} example)
  string(FIND "${readme}" "${example}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "README.md does not show tests/consumer/${file} as it is")
  endif()
endforeach()
