// What builds a check that is not there: ./learn, which lets no two builds run at once.

#include <gmock/gmock.h>

#include "course/runner/answer_check.h"
#include "course/runner/process.h"
#include "horloge/core/error.h"
#include "horloge/text/utf8.h"
#include "scratch.h"
#include "support/error_of.h"

namespace runner {
namespace {

class BuildCheck : public testing::Test {
 protected:
  BuildCheck() { course.build = scratch.folder() / "build"; }

  std::string error_of_build() {
    return horloge::test::error_of<horloge::ValueError>(
        [&] { build_check(course, scratch.exercise()); });
  }

  Scratch scratch;
  Course course = scratch.course();
  const std::string lock = (scratch.folder() / "build.lock").string();
};

TEST_F(BuildCheck, WaitsForTheEndOfAnotherBuild) {
  int asked = 0;
  ProcessOptions other_build;
  other_build.stop = [&] {
    if (asked > 0 || !std::filesystem::exists(lock + ".taken")) return false;
    // It stops waiting when it is told to, and says nothing.
    build_check(course, scratch.exercise(), [&] { return ++asked > 20; });
    return true;
  };
  run_process({"flock", lock, "sh", "-c", "touch " + lock + ".taken; sleep 100"}, other_build);
  EXPECT_EQ(asked, 21);
}

TEST_F(BuildCheck, SaysWhatWentWrong) {
  const std::string error = error_of_build();
  EXPECT_THAT(error, testing::StartsWith("the check of sinusoidal_table could not be built:\n"));
  EXPECT_THAT(error, testing::HasSubstr(course.build.string()));
  EXPECT_TRUE(std::filesystem::exists(lock));
}

// Of a long text only the end is shown, and no half of a letter.
TEST_F(BuildCheck, CutsBetweenLetters) {
  std::string long_name;
  for (int i = 0; i < 100; ++i) long_name += "é";
  for (const char* const first : {"", "e"}) {
    course.build = scratch.folder() / first;
    for (int depth = 0; depth < 12; ++depth) course.build /= first + long_name;
    std::filesystem::create_directories(course.build.parent_path());
    const std::string error = error_of_build();
    EXPECT_NE(error, "no error");
    EXPECT_NO_THROW(horloge::utf8_characters(error, "test")) << error;
    EXPECT_LT(error.size(), 2100U);
  }
}

}  // namespace
}  // namespace runner
