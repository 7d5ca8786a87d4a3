# What must hold for every exercise, one ctest label each. Answers are compiled as a learner's are, which
# is not possible where everything is built with sanitizers; there the mistakes alone are checked.

add_executable(prove prove.cpp)
target_link_libraries(prove PRIVATE runner horloge_flags CLI11::CLI11 ${HORLOGE_OPENBLAS})

set(proofs wrong-answers)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  list(APPEND proofs stub-fails solution-passes other-answers seeds)
endif()

foreach(name IN LISTS exercises)
  add_dependencies(prove check_${name})
  foreach(proof IN LISTS proofs)
    add_test(NAME exercise.${proof}.${name} COMMAND prove ${proof} ${name})
    set_tests_properties(exercise.${proof}.${name} PROPERTIES LABELS ${proof} TIMEOUT 300)
  endforeach()
endforeach()

# What each check looks at: no field may be blank.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  add_dependencies(prove answer_headers_sanitized)
  add_test(NAME exercise.audit COMMAND learn audit)
  set_tests_properties(exercise.audit PROPERTIES LABELS audit TIMEOUT 600
    ENVIRONMENT HORLOGE_WORK=${CMAKE_CURRENT_BINARY_DIR}/audit)
endif()
