# Writes a C++ file that holds the texts of a folder, and the list of the functions that these mark:
#   cmake -D OUT=file.cpp -D FOLDER=lessons/01_topic -D FILES=README.md,a.cpp
#     -D MARK=Step -D HEADER=course/stage/this_lesson.h -D PAGE=stage::Page
#     -D LIST=stage::lesson_steps -D CODES=stage::StepCodes -P embed.cmake
# Below each line `// Step: name` of a .cpp file stands a function  void name(stage::Page&).

string(REPLACE "," ";" FILES "${FILES}")
cmake_path(GET FOLDER FILENAME topic)
set(names)
set(texts)
foreach(file IN LISTS FILES)
  file(READ "${FOLDER}/${file}" content)
  string(APPEND texts "    {\"${file}\", R\"lesson(${content})lesson\"},\n")
  if(file MATCHES "\\.cpp$")
    string(REGEX MATCHALL "\n// ${MARK}: [A-Za-z0-9_]+\n" marks "${content}")
    list(APPEND names ${marks})
  endif()
endforeach()
string(REGEX REPLACE "\n// ${MARK}: ([A-Za-z0-9_]+)\n" "\\1" names "${names}")

set(declared)
set(listed)
foreach(name IN LISTS names)
  string(APPEND declared "void ${name}(${PAGE}&);\n")
  string(APPEND listed "    {\"${name}\", ${name}},\n")
endforeach()
file(WRITE "${OUT}" "// Made by embed.cmake.
#include \"${HEADER}\"

${declared}
stage::LessonFiles stage::lesson_files() {
  return {{
${texts}  }, \"${topic}\"};
}

${CODES} ${LIST}() {
  return {
${listed}  };
}
")
