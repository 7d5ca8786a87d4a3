# Writes a C++ file that holds the texts of a lesson's folder:
#   cmake -D OUT=file.cpp -D FOLDER=lessons/01_topic -D FILES=README.md,a.cpp -P embed.cmake

string(REPLACE "," ";" FILES "${FILES}")
set(text "#include \"course/stage/lesson_text.h\"\n\nnamespace stage {\n\nLessonFiles lesson_files();\nLessonFiles lesson_files() {\n  return {{\n")
foreach(file IN LISTS FILES)
  file(READ "${FOLDER}/${file}" content)
  string(APPEND text "    {\"${file}\", R\"lesson(${content})lesson\"},\n")
endforeach()
string(APPEND text "  }};\n}\n\n}  // namespace stage\n")
file(WRITE "${OUT}" "${text}")
