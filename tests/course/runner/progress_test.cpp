// What a learner has done, kept in a file.

#include "course/runner/progress.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "course/runner/course.h"
#include "course/runner/own_folder.h"
#include "horloge/core/error.h"
#include "scratch.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

using horloge::test::error_of;

class ProgressTest : public testing::Test {
 protected:
  Scratch scratch;
  fs::path file = scratch.folder() / ".learn/progress.json";
};

TEST_F(ProgressTest, NothingIsDoneAtFirst) {
  const Progress progress(file);
  EXPECT_FALSE(progress.solved("04_table"));
  EXPECT_FALSE(progress.gave_up("04_table"));
  EXPECT_EQ(progress.hints("04_table"), 0U);
  EXPECT_FALSE(progress.read("04_sinusoidal"));
  EXPECT_EQ(progress.step("04_sinusoidal"), 0U);
  EXPECT_FALSE(fs::exists(file));
}

TEST_F(ProgressTest, IsThereAgainTheNextTime) {
  Progress first(file);
  first.set_solved("04_table", true);
  first.set_hints("04_table", 2);
  first.set_gave_up("05_code");
  first.set_step("04_sinusoidal", 7, false);
  first.set_step("03_embedding", 9, true);
  first.set_step("03_embedding", 1, false);  // read once is read
  const Progress second(file);
  EXPECT_TRUE(second.solved("04_table"));
  EXPECT_EQ(second.hints("04_table"), 2U);
  EXPECT_FALSE(second.gave_up("04_table"));
  EXPECT_TRUE(second.gave_up("05_code"));
  EXPECT_EQ(second.step("04_sinusoidal"), 7U);
  EXPECT_FALSE(second.read("04_sinusoidal"));
  EXPECT_TRUE(second.read("03_embedding"));
  EXPECT_EQ(second.step("03_embedding"), 1U);
}

TEST_F(ProgressTest, PredictionsAreThereAgain) {
  Progress progress(file);
  EXPECT_TRUE(progress.guesses("04_sinusoidal").empty());
  progress.set_guesses("04_sinusoidal", {{"waves", {"neither", "", false}}});
  Progress other(file);
  progress.set_guesses("04_sinusoidal", {{"table", {"7", "7.5", true}}});
  other.set_step("04_sinusoidal", 3, false);
  const stage::Guesses guesses = Progress(file).guesses("04_sinusoidal");
  ASSERT_EQ(guesses.size(), 2U);
  EXPECT_EQ(guesses.at("waves"), (stage::Guessed{"neither", "", false}));
  EXPECT_EQ(guesses.at("table"), (stage::Guessed{"7", "7.5", true}));
  EXPECT_EQ(Progress(file).step("04_sinusoidal"), 3U);
}

// As an earlier version of the course kept it.
TEST_F(ProgressTest, ALessonMayHaveNoPredictions) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << R"({"exercises": {}, "lessons": {"04_sinusoidal": {"read": true,
    "step": 7}}})";
  EXPECT_TRUE(Progress(file).guesses("04_sinusoidal").empty());
  EXPECT_TRUE(Progress(file).read("04_sinusoidal"));
}

TEST_F(ProgressTest, SolvedOnceIsSolved) {
  Progress progress(file);
  progress.set_passes("04_table", true);
  EXPECT_FALSE(progress.solved("04_table")) << "it is not confirmed";
  EXPECT_TRUE(progress.passes("04_table"));
  EXPECT_EQ(progress.solved_on("04_table"), "");
  progress.set_solved("04_table", true);
  progress.set_passes("04_table", false);
  const Progress again(file);
  EXPECT_TRUE(again.solved("04_table"));
  EXPECT_FALSE(again.passes("04_table"));
  EXPECT_THAT(again.solved_on("04_table"), testing::MatchesRegex("20..-..-.."));
}

// The day is that of the first time.
TEST_F(ProgressTest, KeepsTheDay) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << R"({"exercises": {"04_table": {"solved": true, "solved_on": "2020-02-29",
    "passes": false, "gave_up": false, "hints": 0}}, "lessons": {}})";
  Progress(file).set_solved("04_table", true);
  EXPECT_EQ(Progress(file).solved_on("04_table"), "2020-02-29");
}

TEST_F(ProgressTest, KnowsWhatCameLast) {
  Progress progress(file);
  EXPECT_EQ(progress.last().lesson + progress.last().exercise, "");
  progress.set_step("04_sinusoidal", 7, false);
  EXPECT_EQ(Progress(file).last().lesson, "04_sinusoidal");
  progress.set_at("04_table");
  EXPECT_EQ(Progress(file).last().lesson, "");
  EXPECT_EQ(Progress(file).last().exercise, "04_table");
  Progress(file).set_hints("05_code", 1);
  EXPECT_EQ(Progress(file).last().exercise, "04_table");
}

TEST_F(ProgressTest, SixWritersAtOnceLoseNothing) {
  constexpr std::size_t writers = 6, times = 25;
  std::vector<pid_t> all;
  for (std::size_t writer = 0; writer < writers; ++writer) {
    const pid_t id = fork();
    if (id == 0) {
      Progress progress(file);
      for (std::size_t i = 1; i <= times; ++i)
        progress.set_hints(fmt::format("{}_{}", writer, i), i);
      _exit(0);
    }
    all.push_back(id);
  }
  for (const pid_t id : all) {
    int status = 0;
    waitpid(id, &status, 0);
    EXPECT_EQ(status, 0);
  }
  const Progress progress(file);
  for (std::size_t writer = 0; writer < writers; ++writer)
    for (std::size_t i = 1; i <= times; ++i)
      EXPECT_EQ(progress.hints(fmt::format("{}_{}", writer, i)), i) << writer;
}

TEST_F(ProgressTest, WhatAKilledSaveLeftGoesWithTheNext) {
  fs::create_directories(file.parent_path());
  const fs::path left = file.parent_path() / ".progress.json.123-0.tmp";
  std::ofstream(left) << "x";
  Progress(file).set_hints("04_table", 1);
  EXPECT_FALSE(fs::exists(left));
}

TEST_F(ProgressTest, TellsAFullDisk) {
  EXPECT_TRUE(lacked_space(scratch.folder(), "error writing to /tmp/a.s: No space left on device"));
  EXPECT_TRUE(lacked_space(scratch.folder(), "cannot open x: Disk quota exceeded"));
  EXPECT_FALSE(lacked_space(scratch.folder(), "error: expected ';' before '}' token"));
}

// As an earlier version of the course kept it.
TEST_F(ProgressTest, WhatWasSolvedEarlierPasses) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << R"({"exercises": {"04_table": {"solved": true, "gave_up": false,
    "hints": 0}}, "lessons": {}})";
  EXPECT_TRUE(Progress(file).solved("04_table"));
  EXPECT_TRUE(Progress(file).passes("04_table"));
}

TEST_F(ProgressTest, ForgetsOneExercise) {
  Progress progress(file);
  progress.set_solved("04_table", true);
  progress.set_solved("05_code", true);
  progress.forget("04_table");
  EXPECT_FALSE(Progress(file).solved("04_table"));
  EXPECT_TRUE(Progress(file).solved("05_code"));
}

TEST_F(ProgressTest, TwoWindowsDoNotOverwriteEachOther) {
  Progress lesson(file);
  Progress exercise(file);
  exercise.set_solved("04_table", true);
  lesson.set_step("04_sinusoidal", 3, false);
  EXPECT_TRUE(Progress(file).solved("04_table"));
  EXPECT_EQ(Progress(file).step("04_sinusoidal"), 3U);
}

TEST_F(ProgressTest, KeepsExercisesThatThisCourseDoesNotKnow) {
  Progress(file).set_solved("77_of_another_branch", true);
  Progress(file).set_hints("04_table", 1);
  EXPECT_TRUE(Progress(file).solved("77_of_another_branch"));
}

TEST_F(ProgressTest, ADamagedFileIsRefusedAndNotTouched) {
  fs::create_directories(file.parent_path());
  for (const char* const text : {"", "{", "[]", "{\"exercises\": 3}", "no json at all",
                                 R"({"exercises": {}, "lessons": {"04_sinusoidal": {"read": true,
    "step": 7, "predictions": {"waves": 3}}}})"}) {
    std::ofstream(file) << text;
    const std::string error = error_of<horloge::FileError>([&] { const Progress progress(file); });
    EXPECT_THAT(error, HasSubstr("the record of your progress is damaged")) << text;
    EXPECT_THAT(error, HasSubstr(file.string()));
    EXPECT_EQ(read_text(file), text);
  }
}

TEST_F(ProgressTest, OneSentenceSaysThatItCannotBeKept) {
  std::ofstream(file.parent_path()) << "a file where the folder should be";
  Progress progress(file);
  EXPECT_THAT(error_of<horloge::FileError>([&] { progress.set_solved("04_table", true); }),
              HasSubstr("cannot create the folder " + file.parent_path().string()));
}

// Root may write everywhere but here.
TEST_F(ProgressTest, OneSentenceSaysThatTheFolderCannotBeWritten) {
  for (const auto& [folder, why] : {std::pair{fs::path("/proc/self"), ""},
                                    {fs::path("/no/such"), "No such file or directory"}}) {
    const fs::path unwritten = folder / "progress.json";
    EXPECT_THAT(error_of<horloge::FileError>([&] { write_file(unwritten, "x"); }),
                testing::StartsWith("cannot write " + unwritten.string() + ": " + why));
    EXPECT_THAT(why_not_writable(folder), testing::AllOf(HasSubstr(why), testing::Not("")));
  }
  EXPECT_EQ(why_not_writable(scratch.folder()), "");
}

}  // namespace
}  // namespace runner
