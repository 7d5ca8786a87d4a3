// The verdict is about the learner's own file, as it is now.

#include <unistd.h>

#include <random>

#include "scratch.h"
#include "support/matchers.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

TEST(Canary, AWordThatOnlyTheFileKnows) {
  const Scratch scratch;
  const std::string word = "canary-" + std::to_string(std::random_device{}());
  scratch.save(table_with("  throw std::runtime_error(\"" + word + "\");"));
  const Verdict verdict = scratch.check();
  ASSERT_FALSE(verdict.parts.empty());
  EXPECT_THAT(verdict.parts[0].message, HasSubstr(word));
}

TEST(Canary, AChangedFileChangesTheVerdict) {
  const Scratch scratch;
  const std::string solution = right_table();
  scratch.save(solution);
  const auto saved = fs::last_write_time(scratch.file());
  EXPECT_TRUE(scratch.check().passed());
  // The same size and the same time: nothing but the text is another.
  scratch.save(replaced(solution, "10000)", "10001)"));
  fs::last_write_time(scratch.file(), saved);
  EXPECT_FALSE(scratch.check().passed());
  scratch.save(solution);
  EXPECT_TRUE(scratch.check().passed());
}

// A library of the very name that this process would give it.
TEST(Canary, AStaleLibraryIsNeverUsed) {
  const Scratch scratch;
  scratch.save(right_table());
  const Compiled right =
      Compiler(scratch.course())
          .compile(scratch.exercise(), scratch.exercise().file, BuildMode::quick);
  ASSERT_TRUE(right.ok) << right.messages;
  ASSERT_THAT(right.library.filename().string(), HasSubstr(std::to_string(getpid())));
  scratch.save("this does not compile");
  EXPECT_EQ(scratch.check().outcome, Outcome::does_not_compile);
  scratch.save(table_with("  return zeros({max_seq_len, d_model});"));
  EXPECT_EQ(scratch.check().outcome, Outcome::failed);
}

}  // namespace
}  // namespace runner
