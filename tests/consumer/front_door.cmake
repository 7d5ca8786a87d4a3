# Every header of the library is either included in horloge.h or listed there as internal, and what is
# listed exists.
#   cmake -D LIB=… -P front_door.cmake

cmake_minimum_required(VERSION 3.25)

file(READ ${LIB}/horloge/horloge.h text)
string(REGEX MATCHALL "#include \"horloge/[^\"]+" included "${text}")
list(TRANSFORM included REPLACE "#include \"horloge/" "")
string(REGEX MATCHALL "//   internal: [^\n]+" lines "${text}")
list(TRANSFORM lines REPLACE "//   internal: " "")
list(JOIN lines " " internal)
separate_arguments(internal)

set(hidden)
foreach(pattern IN LISTS internal)
  file(GLOB_RECURSE found RELATIVE ${LIB}/horloge ${LIB}/horloge/${pattern})
  if(NOT found)
    message(SEND_ERROR "horloge.h lists ${pattern} as internal, but there is no such header")
  endif()
  list(APPEND hidden ${found})
endforeach()

file(GLOB_RECURSE headers RELATIVE ${LIB}/horloge ${LIB}/horloge/*.h)
list(REMOVE_ITEM headers horloge.h)
foreach(header IN LISTS headers)
  if(header IN_LIST included AND header IN_LIST hidden)
    message(SEND_ERROR "horloge.h includes ${header} and lists it as internal, too")
  elseif(NOT header IN_LIST included AND NOT header IN_LIST hidden)
    message(SEND_ERROR "horloge.h forgets ${header}: include it, or list it as internal")
  endif()
endforeach()
