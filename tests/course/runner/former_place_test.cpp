// Answers that were begun when they stood among the course's own exercises.

#include "course/runner/former_place.h"

#include <gmock/gmock.h>

#include <fstream>

#include "course/runner/stub.h"
#include "scratch.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

class FormerPlace : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(former.parent_path());
    std::ofstream(former) << replaced(right_table(), "exercises/sinusoidal_table",
                                      "exercises/04_sinusoidal_table");
  }
  Scratch scratch;
  const fs::path former =
      scratch.folder() / "lessons/04_sinusoidal/exercises/sinusoidal_table.cpp";
};

TEST_F(FormerPlace, IsLeftForTheNewOne) {
  const auto saved = fs::last_write_time(former);
  EXPECT_EQ(move_from_former_place(scratch.course()),
            "Your lessons/04_sinusoidal/exercises/sinusoidal_table.cpp is now "
            "lessons/04_sinusoidal/mine/sinusoidal_table.cpp.\n");
  EXPECT_FALSE(fs::exists(former));
  EXPECT_EQ(read_text(scratch.file()), right_table());
  EXPECT_EQ(fs::last_write_time(scratch.file()), saved);
  EXPECT_EQ(move_from_former_place(scratch.course()), "");
}

TEST_F(FormerPlace, NeverOverwrites) {
  scratch.save("mine\n");
  EXPECT_EQ(move_from_former_place(scratch.course()),
            "lessons/04_sinusoidal/exercises/sinusoidal_table.cpp stays where it is, for "
            "lessons/04_sinusoidal/mine/sinusoidal_table.cpp exists already.\n");
  EXPECT_TRUE(fs::exists(former));
  EXPECT_EQ(read_text(scratch.file()), "mine\n");
}

TEST_F(FormerPlace, WhatIsNoExerciseStays) {
  const fs::path notes = former.parent_path() / "notes.cpp";
  std::ofstream(notes) << "// mine\n";
  move_from_former_place(scratch.course());
  EXPECT_TRUE(fs::exists(notes));
}

}  // namespace
}  // namespace runner
