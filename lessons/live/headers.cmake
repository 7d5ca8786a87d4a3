# What every program for the browser is compiled with. Of this machine's headers those that fit any: the C
# library's would come along with their folder.

# portable_headers(NAME…): these files and folders of /usr/include, linked into a folder of their own.
function(portable_headers)
  set(headers ${CMAKE_BINARY_DIR}/headers)
  file(MAKE_DIRECTORY ${headers})
  foreach(name IN LISTS ARGN)
    file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
  endforeach()
  include_directories(SYSTEM ${headers})
endfunction()

# xtensor asks for C++20 since its headers stand in folders.
set(CMAKE_CXX_STANDARD 17)
if(EXISTS /usr/include/xtensor/containers)
  set(CMAKE_CXX_STANDARD 20)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

# fmt 11 calls malloc without the header that declares it, and this C++ library's headers do not bring it along.
add_compile_options("SHELL:-include cstdlib")
