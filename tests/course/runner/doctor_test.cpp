// What could stand in a learner's way.

#include "course/runner/doctor.h"

#include <fstream>

#include "course/platform/confine.h"
#include "scratch.h"
#include "support/matchers.h"

namespace runner {
namespace {

using testing::internal::CaptureStdout;
using testing::internal::GetCapturedStdout;

TEST(Doctor, LooksAtCompilersFoldersAndTheMachine) {
  const Scratch scratch;
  CaptureStdout();
  const bool well = examine_setup(scratch.session(60));
  const std::string text = GetCapturedStdout();
  EXPECT_TRUE(well) << text;
  EXPECT_THAT(text, HasSubstr("  ok    diff\n"));
  EXPECT_THAT(text, HasSubstr("clang"));
  EXPECT_THAT(text, HasSubstr("MB of disk space free"));
  EXPECT_THAT(text, HasSubstr("MB of memory free"));
  EXPECT_THAT(text, HasSubstr("  note  the terminal has 60 columns"));
  const platform::Confinement refused = platform::confinement_here();
  EXPECT_THAT(text, HasSubstr(std::string(refused.files ? "  ok  " : "  note") +
                              "  answers change no file"));
  EXPECT_THAT(text, HasSubstr(std::string(refused.processes ? "  ok  " : "  note") +
                              "  answers signal no other process"));
  EXPECT_TRUE(scratch.left_behind().empty());
}

TEST(Doctor, FindsWhatCannotBeWritten) {
  const Scratch scratch;
  std::ofstream(scratch.folder() / ".learn") << "a file where the folder should be";
  CaptureStdout();
  const bool well = examine_setup(scratch.session(200));
  EXPECT_FALSE(well);
  EXPECT_THAT(GetCapturedStdout(), HasSubstr("  FAIL  " + (scratch.folder() / ".learn").string() +
                                             " can be written: cannot create the folder"));
}

TEST(Doctor, LooksWhereAnswersAreWritten) {
  const Scratch scratch;
  scratch.save("");
  const auto mine = scratch.file().parent_path();
  std::filesystem::remove_all(mine);
  std::ofstream(mine) << "a file where the folder should be";
  CaptureStdout();
  EXPECT_FALSE(examine_setup(scratch.session(200)));
  EXPECT_THAT(GetCapturedStdout(), HasSubstr("  FAIL  " + mine.string() +
                                             " can be written: no file can be created in it ("));
}

TEST(Doctor, SaysThatNothingIsBuiltYet) {
  const Scratch scratch;
  Session session = scratch.session();
  session.course.build = scratch.folder() / "no_build";
  CaptureStdout();
  EXPECT_FALSE(examine_setup(session));
  EXPECT_THAT(GetCapturedStdout(), HasSubstr("  FAIL  build: nothing is built yet"));
}

}  // namespace
}  // namespace runner
