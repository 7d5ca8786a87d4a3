# question_sources(OUT LESSONS FOLDER): writes C++ files into FOLDER, and sets OUT to their names: one for
# each lesson that has live/questions.cpp, and one that lists the questions of all. OUT_folders are those
# lessons: "exercises/NAME/answer.h" is found there.
#
# A lesson's file holds its live/*.cpp and, for each header of the lesson that these include, such as
# "../numpy_style.h", the .cpp file of the same name, and of each exercise whose answer.h they include the
# solution. All of it stands in a namespace of the lesson's own, for two lessons may have functions of one
# name. So what they include from elsewhere comes first.
#
# lessons/NN_topic/live/questions.cpp defines  live::Questions topic_questions();

include(${CMAKE_CURRENT_LIST_DIR}/../../lib/course/stage/solutions.cmake)

# lines_of(OUT REGEX FILE…): all lines that match, each once.
function(lines_of out regex)
  set(all)
  foreach(file IN LISTS ARGN)
    file(STRINGS ${file} lines REGEX ${regex})
    list(APPEND all ${lines})
  endforeach()
  list(REMOVE_DUPLICATES all)
  set(${out} ${all} PARENT_SCOPE)
endfunction()

# write_if_new(FILE TEXT): a file that stays as it is compiles nothing.
function(write_if_new file text)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()

# one_lesson(OUT LESSON FOLDER): its C++ file.
function(one_lesson out lesson folder)
  cmake_path(GET lesson FILENAME name)
  file(GLOB sources CONFIGURE_DEPENDS ${lesson}/live/*.cpp)
  file(GLOB headers CONFIGURE_DEPENDS ${lesson}/*.h ${lesson}/live/*.h)
  lines_of(own "^#include \"\\.\\./[a-z_0-9]+\\.h\"" ${sources})
  set(shown)
  foreach(line IN LISTS own)
    string(REGEX REPLACE ".*\\.\\./([a-z_0-9]+)\\.h.*" "${lesson}/\\1.cpp" source "${line}")
    if(EXISTS ${source})
      list(APPEND shown ${source})
    endif()
  endforeach()
  solutions_of(solutions ${lesson} ${sources} ${shown})
  foreach(solution IN LISTS solutions)
    cmake_path(REPLACE_FILENAME solution answer.h OUTPUT_VARIABLE header)
    list(APPEND headers ${header})
  endforeach()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources} ${headers} ${shown} ${solutions})

  lines_of(ours "^#include \"(horloge|course|common)/" ${sources} ${headers} ${shown} ${solutions})
  lines_of(others "^#include <" ${sources} ${headers} ${shown} ${solutions})
  set(text "// Made by questions.cmake.\n#include \"course/live/question.h\"\n#include \"horloge/core/array.h\"\n")
  foreach(line IN LISTS ours others)
    string(APPEND text "${line}\n")
  endforeach()
  string(APPEND text "\nnamespace lesson_${name} {\n")
  foreach(source IN LISTS shown sources solutions)
    string(APPEND text "#include \"${source}\"\n")
  endforeach()
  write_if_new(${folder}/${name}.cpp "${text}}\n")
  set(${out} ${folder}/${name}.cpp PARENT_SCOPE)
endfunction()

function(question_sources out lessons folder)
  file(GLOB found CONFIGURE_DEPENDS ${lessons}/*/live/questions.cpp)
  set(all)
  set(folders)
  set(declared)
  set(listed)
  foreach(questions IN LISTS found)
    cmake_path(GET questions PARENT_PATH live)
    cmake_path(GET live PARENT_PATH lesson)
    one_lesson(source ${lesson} ${folder})
    list(APPEND all ${source})
    list(APPEND folders ${lesson})
    cmake_path(GET lesson FILENAME name)
    string(REGEX REPLACE "^[0-9]+_" "" topic ${name})
    string(APPEND declared "namespace lesson_${name} { live::Questions ${topic}_questions(); }\n")
    string(APPEND listed "  add(lesson_${name}::${topic}_questions());\n")
  endforeach()
  write_if_new(${folder}/all_questions.cpp "// Made by questions.cmake.
#include \"live/all_questions.h\"

${declared}
live::Questions live::all_questions() {
  Questions all;
  const auto add = [&](const Questions& some) { all.insert(all.end(), some.begin(), some.end()); };
${listed}  return all;
}
")
  set(${out} ${all} ${folder}/all_questions.cpp PARENT_SCOPE)
  set(${out}_folders ${folders} PARENT_SCOPE)
endfunction()
