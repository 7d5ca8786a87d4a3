# What must hold for every exercise, one ctest label each. With clang++ only what another compiler could
# change.

add_executable(prove prove.cpp)
target_link_libraries(prove PRIVATE runner horloge_flags CLI11::CLI11 ${HORLOGE_OPENBLAS})
add_dependencies(prove answer_headers_sanitized)

set(proofs wrong-answers other-answers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND proofs stub-fails solution-passes seeds)
endif()

foreach(name IN LISTS exercises)
  add_dependencies(prove check_${name})
  foreach(proof IN LISTS proofs)
    add_test(NAME exercise.${proof}.${name} COMMAND prove ${proof} ${name})
    set_tests_properties(exercise.${proof}.${name} PROPERTIES LABELS ${proof} TIMEOUT 300)
  endforeach()
endforeach()

# What all checks have in common.
find_package(GTest REQUIRED)
include(GoogleTest)
add_executable(exercise_test naming_test.cpp)
target_link_libraries(exercise_test
  PRIVATE exercise_check horloge_flags GTest::gmock_main ${CMAKE_DL_LIBS})
gtest_discover_tests(exercise_test TEST_PREFIX exercise_test. DISCOVERY_MODE PRE_TEST
  PROPERTIES LABELS runner)

# What each check looks at: no field may be blank.
add_test(NAME exercise.audit COMMAND learn audit)
set_tests_properties(exercise.audit PROPERTIES LABELS audit TIMEOUT 600
  ENVIRONMENT HORLOGE_WORK=${CMAKE_CURRENT_BINARY_DIR}/audit)
