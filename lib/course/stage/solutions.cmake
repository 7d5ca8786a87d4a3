# solutions_of(OUT FOLDER FILES…): the task.cpp of each exercise whose answer.h these files of a lesson
# include. The lesson calls what it declares, and runs our solution unless a learner's takes its place.
function(solutions_of out folder)
  set(solutions)
  foreach(file IN LISTS ARGN)
    file(STRINGS ${file} lines REGEX "^#include \"(\\.\\./)?exercises/[a-z_0-9]+/answer\\.h\"")
    list(TRANSFORM lines REPLACE ".*(exercises/[a-z_0-9]+)/.*" "${folder}/\\1/task.cpp")
    list(APPEND solutions ${lines})
  endforeach()
  list(REMOVE_DUPLICATES solutions)
  set(${out} ${solutions} PARENT_SCOPE)
endfunction()
