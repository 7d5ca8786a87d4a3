# What the project stands on: each library is looked for here, anew at each configuration, for what was there
# may be gone. What is missing, too old or half installed gets a sentence; after the last one CMake stops.

# need(SENTENCE): ./learn shows it.
function(need sentence)
  message(NOTICE "horloge needs ${sentence}")
  set_property(GLOBAL APPEND PROPERTY HORLOGE_NEEDS "${sentence}")
endfunction()

# need_headers(NAME VARIABLE HEADER [OPTION…]): the folder of a library's header; options are find_path's.
function(need_headers name variable header)
  unset(${variable} CACHE)
  find_path(${variable} ${header} ${ARGN})
  if(NOT ${variable})
    need("${name}: its header ${header} is not there")
  endif()
endfunction()

# need_library(NAME VARIABLE HEADER [OPTION…]): a library that has no package for CMake.
function(need_library name variable header)
  unset(${variable} CACHE)
  find_library(${variable} ${name})
  find_path(folder ${header} NO_CACHE ${ARGN})
  if(NOT ${variable})
    need("${name}")
  elseif(NOT folder)
    need("${name}, which is half installed: its header ${header} is not there")
  endif()
endfunction()

# need_package(NAME VERSION HEADER…): a library that has one, with the first of these headers that is there.
macro(need_package name version)
  find_package(${name} ${version} QUIET)
  if(${name}_FOUND)
    find_path(${name}_header NAMES ${ARGN} NO_CACHE)
    if(NOT ${name}_header)
      need("${name}, which is half installed: its header ${ARGV2} is not there")
    endif()
    unset(${name}_header)
  else()
    set(why "")
    foreach(there IN LISTS ${name}_CONSIDERED_VERSIONS)
      set(why "; version ${there} is installed")
    endforeach()
    if(${name}_NOT_FOUND_MESSAGE)
      string(APPEND why " only in part: ${${name}_NOT_FOUND_MESSAGE}")
    endif()
    need("${name} ${version} or later${why}")
  endif()
endmacro()

# --- compilers ---

set(oldest_GNU 12)
set(oldest_Clang 14)
if(DEFINED oldest_${CMAKE_CXX_COMPILER_ID} AND
   CMAKE_CXX_COMPILER_VERSION VERSION_LESS oldest_${CMAKE_CXX_COMPILER_ID})
  need("${CMAKE_CXX_COMPILER} ${oldest_${CMAKE_CXX_COMPILER_ID}} or later; version ${CMAKE_CXX_COMPILER_VERSION} is installed")
endif()

# --- the library ---

need_package(xtensor 0.24 xtensor/containers/xarray.hpp xtensor/xarray.hpp)
need_headers(xtensor-blas HORLOGE_XTENSOR_BLAS xtensor-blas/xlinalg.hpp)
need_package(fmt 9 fmt/format.h)
need_package(nlohmann_json 3.11 nlohmann/json.hpp)
need_headers(Random123 HORLOGE_RANDOM123 Random123/philox.h)
# The build with threads, though none of them is used: Debian's serial one has no locks (USE_LOCKING), and
# threads of ours may not call it at once.
need_library(openblas HORLOGE_OPENBLAS openblas_config.h PATH_SUFFIXES openblas-pthread openblas)
need_headers(openblas HORLOGE_CBLAS cblas.h PATH_SUFFIXES openblas-pthread openblas)
need_library(utf8proc HORLOGE_UTF8PROC utf8proc.h)
need_library(pcre2-8 HORLOGE_PCRE2 pcre2.h)
find_package(OpenMP QUIET COMPONENTS CXX)
if(NOT OpenMP_CXX_FOUND)
  need("OpenMP for ${CMAKE_CXX_COMPILER}")
endif()
if(HORLOGE_MPI)
  find_package(MPI QUIET COMPONENTS CXX)
endif()

# --- the course, its pages, the tests ---

if(HORLOGE_LESSONS OR HORLOGE_TESTS)
  need_package(CLI11 2.1 CLI/CLI.hpp)
endif()
if(HORLOGE_LESSONS)
  need_library(md4c HORLOGE_MD4C md4c.h)  # its CMake package asks for more than Debian's has
endif()
if(HORLOGE_WEB)
  need_library(md4c-html HORLOGE_MD4C_HTML md4c-html.h)
  need_library(microhttpd HORLOGE_MICROHTTPD microhttpd.h)
  need_library(z HORLOGE_ZLIB zlib.h)
endif()
if(HORLOGE_TESTS)
  need_package(GTest 1.12 gmock/gmock.h)
endif()

get_property(needs GLOBAL PROPERTY HORLOGE_NEEDS)
if(needs)
  message(FATAL_ERROR "horloge cannot be built without what it needs, see above")
endif()
