# The standard, warnings and code generation for everything built here; warnings and code generation do not
# reach targets that link it.

# xtensor is written in C++20 since its version 0.26. Before, g++ takes a dynamic shape for one of fixed rank
# under C++20, and expressions corrupt memory.
if(xtensor_VERSION VERSION_LESS 0.26)
  set(CMAKE_CXX_STANDARD 17)
else()
  set(CMAKE_CXX_STANDARD 20)
endif()

add_library(horloge_flags INTERFACE)
target_compile_options(horloge_flags INTERFACE
  $<IF:$<BOOL:${HORLOGE_WERROR}>,-Wall;-Wextra;-Wpedantic;-Werror,-w>
  # g++ takes a function that returns what lasts for one that returns its argument.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-dangling-reference>
  # From version 13 on, g++ splits a loop over the numbers of a register, some of which are masked, into a
  # copy and a fill by string instructions, which take a hundred cycles.
  $<$<CXX_COMPILER_ID:GNU>:-fno-split-loops>
  # errno and trapping would keep exp, sqrt and comparisons out of vector registers; NaN and infinity
  # stay exact, as they would not under -ffast-math.
  -fno-math-errno -fno-trapping-math
  -fopenmp-simd
  # clang warns where `omp simd` was asked for and strides or calls stand against it; it is a wish.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>
  $<$<BOOL:${HORLOGE_NATIVE}>:-march=native>)

# g++ stops again and again to look for memory that it can free, a twentieth of its time. Where each core
# has gigabytes of its own, it need not.
cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)  # MiB
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR memory_of_a_core "${memory} / ${cores}")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND memory_of_a_core GREATER 4000)
  target_compile_options(horloge_flags INTERFACE --param=ggc-min-heapsize=2000000)  # kB
endif()

# Headers compiled once for all files of a target that links horloge: xtensor's, and these.
function(horloge_precompile target)
  target_precompile_headers(${target} PRIVATE <horloge/core/xtensor.h> ${ARGN})
endfunction()

# Where a build has sanitizers, AddressSanitizer reports each wrong read, so UndefinedBehaviorSanitizer need not
# check the pointer before it. In lessons and tests these checks take a quarter of clang's time; in the many
# unrolled tiles of a kernel, those of pointer arithmetic take more than half.
set(horloge_told_twice)
set(horloge_told_twice_in_tiles)
if("${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_DEBUG}" MATCHES "-fsanitize=[a-z,]*undefined")
  set(horloge_told_twice -fno-sanitize=null,alignment)
  set(horloge_told_twice_in_tiles -fno-sanitize=pointer-overflow)
endif()

# For code whose speed nobody feels: without the optimizer's later passes it compiles in half the time;
# with none at all, as where a build is for finding faults, in a third.
set(horloge_compile_fast $<IF:$<CONFIG:Release>,-O1,-O0>)
