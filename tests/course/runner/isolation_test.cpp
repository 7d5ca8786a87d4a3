// An exercise is solved while the files of all others are broken: none needs another one's code.
// The environment names the exercise.

#include <gmock/gmock.h>

#include <cstdlib>

#include "course/runner/stub.h"
#include "scratch.h"

namespace runner {
namespace {

TEST(Isolation, SolvedWhileAllOthersAreBroken) {
  const Scratch scratch;
  const char* const id = std::getenv("HORLOGE_EXERCISE");
  const Exercise& solved = scratch.exercise(id == nullptr ? "sinusoidal_table" : id);
  for (const Exercise& exercise : scratch.course().exercises)
    scratch.save("this is no C++ }{\n", exercise.name);
  scratch.save(solution_of(solved), solved.name);
  const Verdict verdict = scratch.check(solved.name);
  EXPECT_TRUE(verdict.passed()) << verdict.trouble << verdict.messages;
}

}  // namespace
}  // namespace runner
