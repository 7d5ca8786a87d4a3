# What a check knows besides its check.cpp, on this machine (../exercise) and in the browser (lessons/answers).

# add_mistakes(TARGET TOOL FOLDER OUT): the program TARGET knows the mistakes of an exercise's folder. TOOL,
# expand_mistakes, writes OUT/mistakes.h; a header, for only there can a compiler be told not to warn.
function(add_mistakes target tool folder out)
  file(CONFIGURE OUTPUT ${out}/wrong_answers.cpp CONTENT "#include \"mistakes.h\"\n")
  add_custom_command(OUTPUT ${out}/mistakes.h
    COMMAND ${tool} ${folder} ${out}/mistakes.h
    DEPENDS ${tool} ${folder}/answer.h ${folder}/task.cpp ${folder}/mistakes.txt
    VERBATIM)
  target_sources(${target} PRIVATE ${out}/wrong_answers.cpp ${out}/mistakes.h)
  target_include_directories(${target} PRIVATE ${folder}/../..)
endfunction()
