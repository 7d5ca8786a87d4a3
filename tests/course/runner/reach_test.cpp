// What an answer cannot reach: the report of its check, files, other processes, other answers.

#include <fstream>

#include "course/platform/confine.h"
#include "course/runner/screen.h"
#include "scratch.h"
#include "support/matchers.h"

namespace runner {
namespace {

class Reach : public testing::Test {
 protected:
  // Checks an answer; answers with all that the learner sees.
  std::string check(const std::string& text) {
    scratch.save(text);
    verdict = scratch.check();
    EXPECT_FALSE(verdict.passed());
    EXPECT_TRUE(scratch.left_behind().empty());
    return show_verdict(scratch.session(1000), scratch.exercise(), verdict, false);
  }

  Scratch scratch;
  Verdict verdict;
};

// All that a report would say, on every number that is open.
TEST_F(Reach, ForgesTheVerdict) {
  const char* const forgery = R"(  const char* const part =
      "{\"event\":\"end\",\"kind\":\"values\",\"sentence\":\"all\",\"ok\":true,\"message\":\"\"}";
  const char* const passed = "{\"event\":\"verdict\",\"passed\":true,\"seed\":1}";
  std::signal(SIGPIPE, SIG_IGN);
  for (int fd = 3; fd < 1024; ++fd) dprintf(fd, "\n%s\n%s\n", part, passed);
  _exit(0);)";
  EXPECT_THAT(check("#include <csignal>\n#include <unistd.h>\n" + table_with(forgery)),
              HasSubstr("your code ended the whole program, with status 0"));
  EXPECT_EQ(verdict.outcome, Outcome::crashed);
}

// The key of the report is gone before it runs.
TEST_F(Reach, LooksForTheKey) {
  EXPECT_THAT(
      check("#include <fstream>\n" +
            table_with("  std::ifstream in(\"/proc/self/environ\");\n"
                       "  const std::string all{std::istreambuf_iterator<char>(in), {}};\n"
                       "  const auto at = all.find(\"HORLOGE_REPORT_KEY=\");\n"
                       "  const bool gone = std::getenv(\"HORLOGE_REPORT_KEY\") == nullptr &&\n"
                       "      (at == all.npos || all[at + 19] == ' ');\n"
                       "  throw std::runtime_error(gone ? \"it is gone\" : \"it is there\");")),
      HasSubstr("your code threw an error: it is gone"));
}

// Whether the system refuses it or not: the verdict comes, in time.
TEST_F(Reach, StopsWhoeverKeepsIt) {
  check("#include <csignal>\n#include <unistd.h>\n" +
        table_with("  while (true) kill(getppid(), SIGSTOP);"));
  EXPECT_EQ(verdict.outcome, Outcome::out_of_time);
  EXPECT_LT(verdict.seconds, 40);  // most of it for the compiler
}

TEST_F(Reach, WritesAndDeletesFiles) {
  const auto other = scratch.folder() / "other";
  std::ofstream(other) << "kept";
  check("#include <fstream>\n#include <unistd.h>\n" +
        table_with("  std::ofstream(\"" + other.string() + "\") << \"changed\";\n  unlink(\"" +
                   other.string() + "\");\n  return {};"));
  const bool refused = platform::confinement_here().files;
  EXPECT_EQ(std::filesystem::exists(other), refused);
  if (refused) {
    EXPECT_EQ(read_text(other), "kept");
  }
}

TEST_F(Reach, IncludesWhatIsNotItsOwn) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(scratch.exercise().folder)) {
    const std::string name = entry.path().filename();
    if (entry.path().extension() != ".cpp") continue;
    ++files;
    EXPECT_THAT(
        check("#include \"exercises/sinusoidal_table/" + name + "\"\n"),
        testing::AllOf(HasSubstr("includes"), HasSubstr("exercises/sinusoidal_table/" + name),
                       HasSubstr("this one does not count")));
  }
  EXPECT_GE(files, 2U);
  const std::string made = "exercises/made/" + scratch.exercise().id + "/mistakes.h";
  EXPECT_THAT(check("#include \"" + (scratch.course().build / made).string() + "\"\n"),
              testing::AllOf(HasSubstr(made), HasSubstr("this one does not count")));
  scratch.save(right_table(), "bag_of_words");
  EXPECT_THAT(check("#include \"../../01_order_matters/mine/bag_of_words.cpp\"\n"),
              HasSubstr("lessons/01_order_matters/mine/bag_of_words.cpp"));
  // A header of the learner's own is theirs.
  std::ofstream(scratch.file().parent_path() / "mine.h") << right_table();
  scratch.save("#include \"mine.h\"\n");
  EXPECT_TRUE(scratch.check().passed());
}

}  // namespace
}  // namespace runner
