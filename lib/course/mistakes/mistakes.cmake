# What a check knows besides its check.cpp, on this machine (../exercise) and in the browser (lessons/answers).

# add_mistakes(CHECK ENTRY TOOL FOLDER OUT): TOOL, expand_mistakes, writes OUT/mistakes.h, what the check
# knows of wrong answers (a header, for only there can a compiler be told not to warn), and
# OUT/your_answer.h, for the check and for what goes into every answer.
function(add_mistakes check entry tool folder out)
  file(CONFIGURE OUTPUT ${out}/wrong_answers.cpp CONTENT "#include \"mistakes.h\"\n")
  add_custom_command(OUTPUT ${out}/mistakes.h ${out}/your_answer.h
    COMMAND ${tool} ${folder} ${out}
    DEPENDS ${tool} ${folder}/answer.h ${folder}/task.cpp ${folder}/mistakes.txt
    VERBATIM)
  add_custom_target(made_for_${check} DEPENDS ${out}/mistakes.h ${out}/your_answer.h)
  target_sources(${check} PRIVATE ${out}/wrong_answers.cpp)
  target_include_directories(${check} PRIVATE ${folder}/../..)
  foreach(target IN ITEMS ${check} ${entry})
    target_include_directories(${target} PRIVATE ${out})
    add_dependencies(${target} made_for_${check})
  endforeach()
endfunction()
