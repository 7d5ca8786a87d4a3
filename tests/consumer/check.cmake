# Installs this build into a scratch folder and is its user: the example of README.md must configure,
# compile without options of ours, and run; a program that links both precisions, and one that includes
# xtensor first, must be refused. The library in float is a package without the one in double.
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

run(${configure} -S ${here} -B ${SCRATCH}/sine -D CMAKE_EXPORT_COMPILE_COMMANDS=ON)
file(READ ${SCRATCH}/sine/compile_commands.json commands)
if(commands MATCHES "-include|XTENSOR_DEFAULT")  # a build that checks array accesses says so to all
  message(FATAL_ERROR "the package reaches into its user's compile line: ${commands}")
endif()
run(${CMAKE_COMMAND} --build ${SCRATCH}/sine)
run(${CMAKE_COMMAND} -E chdir ${SCRATCH}/sine ./sine)
if(NOT text MATCHES "sin\\(1\\) = 0\\.8(3[89]|4[0-4])[0-9]*\n$")
  message(FATAL_ERROR "the consumer did not learn the sine but said: ${text}")
endif()

# Without a build type CMake warns.
run(${configure} -D CMAKE_BUILD_TYPE= -S ${here} -B ${SCRATCH}/sine_unoptimized)
if(NOT text MATCHES "own code is compiled without optimization")
  message(FATAL_ERROR "a build without a type is not told so: ${text}")
endif()

# The same program with xtensor's header first.
file(READ ${here}/main.cpp program)
file(WRITE ${SCRATCH}/wrong_order/main.cpp "#if __has_include(<xtensor/containers/xarray.hpp>)
#include <xtensor/containers/xarray.hpp>
#else
#include <xtensor/xarray.hpp>
#endif
${program}")
file(COPY ${here}/CMakeLists.txt DESTINATION ${SCRATCH}/wrong_order)
run(${configure} -S ${SCRATCH}/wrong_order -B ${SCRATCH}/wrong_order/build)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${SCRATCH}/wrong_order/build
  RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(code EQUAL 0 OR NOT text MATCHES "include horloge's headers before xtensor's")
  message(NOTICE "${text}")
  message(FATAL_ERROR "xtensor's header before horloge's was not refused as it should be")
endif()

# What was not built in double is not installed, and not missed.
file(READ ${BUILD}/lib/horloge/cmake_install.cmake rules)
string(REPLACE "libhorloge_f64" "libhorloge_not_built" rules "${rules}")
file(WRITE ${SCRATCH}/install_float.cmake "${rules}")
run(${CMAKE_COMMAND} -D CMAKE_INSTALL_PREFIX=${SCRATCH}/float -D CMAKE_INSTALL_LOCAL_ONLY=ON
  -P ${SCRATCH}/install_float.cmake)
run(${configure} -D CMAKE_PREFIX_PATH=${SCRATCH}/float -S ${here} -B ${SCRATCH}/sine_of_float)

must_refuse_both_precisions()
must_refuse_both_precisions(-D HORLOGE_SOURCE=${SOURCE})

file(READ ${SOURCE}/README.md readme)
if(NOT readme MATCHES "cmake -G Ninja -B build -D CMAKE_BUILD_TYPE=Release -D CMAKE_PREFIX_PATH")
  message(FATAL_ERROR "README.md does not configure an optimized build")
endif()
foreach(file IN ITEMS CMakeLists.txt main.cpp)
  file(READ ${here}/${file} example)
  string(FIND "${readme}" "${example}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "README.md does not show tests/consumer/${file} as it is")
  endif()
endforeach()
