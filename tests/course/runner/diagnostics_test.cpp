// What learners get wrong before anything runs: compiled by g++ and by clang++, the verdict fits a
// small screen, begins with a plain sentence and names the line. With HORLOGE_KEEP_MESSAGES=FOLDER
// in the environment what the compilers said is added to FOLDER/COMPILER.txt, for
// compiler_messages_test.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "course/runner/process.h"
#include "course/runner/screen.h"
#include "scratch.h"
#include "slips.h"
#include "support/matchers.h"

namespace runner {
namespace {

// "g++-12", "clang-14"
std::string name_and_version(const std::string& compiler) {
  const std::string said = run_process({compiler, "-dumpfullversion", "-dumpversion"}).output;
  const std::string version = said.substr(0, said.find('.'));
  return (run_process({compiler, "--version"}).output.find("clang") == std::string::npos
              ? "g++-"
              : "clang-") +
         version;
}

// The first error with what it comes from, without the code, and the first note that names the
// file, which clang may only give behind a second error.
void keep_messages(const std::filesystem::path& folder, const std::string& compiler,
                   const Slip& slip, const std::filesystem::path& file,
                   const std::string& messages) {
  std::ofstream kept(folder / (name_and_version(compiler) + ".txt"), std::ios::app);
  kept << "== " << slip.name << '\n';
  std::istringstream lines(messages);
  bool error = false, noted = false;
  for (std::string line; std::getline(lines, line) && !noted;) {
    if (line.empty() || (line[0] == ' ' && line.find(" from ") == std::string::npos)) continue;
    const bool note = line.find("note: ") != std::string::npos;
    noted = error && note && line.find(file.string()) != std::string::npos;
    if ((note || error) && !noted) continue;
    error = error || line.find("error: ") != std::string::npos;
    for (const std::string root : {HORLOGE_ROOT "/", HORLOGE_BUILD "/"})
      for (std::size_t at; (at = line.find(root)) != std::string::npos;)
        line.erase(at, root.size());
    kept << line << '\n';
  }
}

const bool built_by_clang = std::string(HORLOGE_COMPILER_ID) == "Clang";

// `by`: another compiler than the build's.
void look(const Slip& slip, const std::string& by, bool clang) {
  const Scratch scratch;
  Compiler compiler(scratch.course());
  if (!by.empty()) compiler.use(by, scratch.course().build / "exercises/other_headers");
  const Exercise& exercise = scratch.exercise();
  scratch.save(slip.source());
  const Verdict verdict = check_answer(scratch.course(), compiler, exercise, exercise.file, 1);
  ASSERT_EQ(verdict.outcome, Outcome::does_not_compile);
  if (const char* const folder = std::getenv("HORLOGE_KEEP_MESSAGES"))
    keep_messages(folder, compiler.name(), slip, exercise.file, verdict.messages);
  EXPECT_TRUE(scratch.left_behind().empty());

  const std::string screen = show_verdict(scratch.session(), exercise, verdict, false);
  std::printf("%s\n", screen.c_str());
  EXPECT_LE(std::count(screen.begin(), screen.end(), '\n'), 12) << screen;
  std::istringstream lines(screen);
  std::string words;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(stage::display_width(line), 80U) << line;
    words += line.substr(std::min(line.find_first_not_of(' '), line.size())) + " ";
  }
  EXPECT_THAT(words, HasSubstr("It does not compile"));
  EXPECT_THAT(words, HasSubstr(slip.told(clang)));
  EXPECT_THAT(words, HasSubstr(exercise.file.string()));
  if (const int line = slip.line(); line > 0) {
    EXPECT_THAT(words, HasSubstr("It does not compile, line " + std::to_string(line) + ":"));
    EXPECT_THAT(words, HasSubstr(exercise.file.string() + ":" + std::to_string(line)));
  }
}

class Diagnostics : public testing::TestWithParam<Slip> {};

TEST_P(Diagnostics, ByTheBuildsCompiler) { look(GetParam(), "", built_by_clang); }

// Where it is installed; it is what a learner on another system has.
TEST_P(Diagnostics, ByTheOtherCompiler) {
  const std::string other = built_by_clang ? "g++" : "clang++";
  if (GetParam().by_either && run_process({other, "--version"}).ok())
    look(GetParam(), other, !built_by_clang);
}

INSTANTIATE_TEST_SUITE_P(Slips, Diagnostics, testing::ValuesIn(slips()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace runner
