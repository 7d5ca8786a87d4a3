// Answers that were begun when they stood among the course's own exercises.

#include "course/runner/former_place.h"

#include <fstream>

#include "scratch.h"
#include "support/matchers.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

constexpr const char* left_there =
    "lessons/04_sinusoidal/exercises/sinusoidal_table.cpp was left where it is: there is a "
    "lessons/04_sinusoidal/mine/sinusoidal_table.cpp already.";

class FormerPlace : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(former.parent_path());
    std::ofstream(former) << replaced(right_table(), "exercises/sinusoidal_table",
                                      "exercises/04_sinusoidal_table");
  }
  Scratch scratch;
  const fs::path former = scratch.folder() / "lessons/04_sinusoidal/exercises/sinusoidal_table.cpp";
};

TEST_F(FormerPlace, IsLeftForTheNewOne) {
  const auto saved = fs::last_write_time(former);
  EXPECT_THAT(move_from_former_place(scratch.course()),
              ElementsAre("Your lessons/04_sinusoidal/exercises/sinusoidal_table.cpp is now "
                          "lessons/04_sinusoidal/mine/sinusoidal_table.cpp."));
  EXPECT_FALSE(fs::exists(former));
  EXPECT_EQ(read_text(scratch.file()), right_table());
  EXPECT_EQ(fs::last_write_time(scratch.file()), saved);
  EXPECT_THAT(move_from_former_place(scratch.course()), IsEmpty());
}

TEST_F(FormerPlace, NeverOverwrites) {
  scratch.save("mine\n");
  EXPECT_THAT(move_from_former_place(scratch.course()), ElementsAre(left_there));
  EXPECT_TRUE(fs::exists(former));
  EXPECT_EQ(read_text(scratch.file()), "mine\n");
}

TEST_F(FormerPlace, ALinkThatLeadsNowhereIsNotOverwrittenEither) {
  fs::create_directories(scratch.file().parent_path());
  fs::create_symlink("nowhere.cpp", scratch.file());
  EXPECT_THAT(move_from_former_place(scratch.course()), ElementsAre(left_there));
  EXPECT_TRUE(fs::exists(former));
  EXPECT_TRUE(fs::is_symlink(scratch.file()));
}

TEST_F(FormerPlace, AMoveThatWasInterruptedIsFinished) {
  scratch.save(right_table());
  EXPECT_THAT(move_from_former_place(scratch.course()),
              ElementsAre(testing::HasSubstr(" is now ")));
  EXPECT_FALSE(fs::exists(former));
  EXPECT_EQ(read_text(scratch.file()), right_table());
}

TEST_F(FormerPlace, AReadOnlyFileStaysOne) {
  fs::permissions(former, fs::perms::owner_read);
  move_from_former_place(scratch.course());
  EXPECT_EQ(read_text(scratch.file()), right_table());
  EXPECT_EQ(fs::status(scratch.file()).permissions(), fs::perms::owner_read);
}

// What it leads to is somebody's own, and not touched.
TEST_F(FormerPlace, OfALinkTheTextIsMoved) {
  const fs::path elsewhere = scratch.folder() / "elsewhere.cpp";
  fs::rename(former, elsewhere);
  fs::create_symlink(elsewhere, former);
  move_from_former_place(scratch.course());
  EXPECT_EQ(read_text(scratch.file()), right_table());
  EXPECT_FALSE(fs::is_symlink(scratch.file()));
  EXPECT_TRUE(fs::exists(elsewhere));
}

TEST_F(FormerPlace, WhatStandsInTheWayIsToldAndStopsNothing) {
  std::ofstream(former.parent_path().parent_path() / "mine") << "a file";
  EXPECT_THAT(
      move_from_former_place(scratch.course()),
      ElementsAre(testing::MatchesRegex(
          ".*/sinusoidal_table.cpp cannot be moved: cannot create the folder .*/mine: .*.")));
  EXPECT_TRUE(fs::exists(former));
}

TEST_F(FormerPlace, AFolderIsNoAnswer) {
  fs::remove(former);
  fs::create_directories(former);
  EXPECT_THAT(move_from_former_place(scratch.course()), IsEmpty());
  EXPECT_TRUE(fs::is_directory(former));
}

TEST_F(FormerPlace, WhatIsNoExerciseStays) {
  const fs::path notes = former.parent_path() / "notes.cpp";
  std::ofstream(notes) << "// mine\n";
  move_from_former_place(scratch.course());
  EXPECT_TRUE(fs::exists(notes));
}

}  // namespace
}  // namespace runner
