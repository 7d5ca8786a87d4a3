// The keys of the loop: what each does, and how its line fits the window.

#include "loop.h"

#include <cstdlib>

#include "course/runner/lessons.h"
#include "course/runner/next.h"
#include "horloge/core/error.h"
#include "support/error_of.h"
#include "support/matchers.h"

namespace runner {
namespace {

class LoopKeys : public Loop {
 protected:
  // A program that notes what it was given, and writes to it what an editor would save.
  std::string editor(const std::string& saves) const {
    const fs::path program = scratch.folder() / "my editor";
    std::ofstream(scratch.folder() / "saved") << saves;
    std::ofstream(program) << "#!/bin/sh\necho \"$@\" >'" << (scratch.folder() / "called").string()
                           << "'\ncp '" << (scratch.folder() / "saved").string() << "' \"$2\"\n";
    fs::permissions(program, fs::perms::owner_all);
    return "'" + program.string() + "' -w";
  }
};

TEST_F(LoopKeys, EOpensTheEditorAndWhatItSavesIsChecked) {
  const std::string command = editor(solution());
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table", "--editor", command}),
                          scratch.folder());
  terminal.at("q quit").type("e");
  terminal.wait_for("has the terminal until you close it.");
  terminal.wait_for("All parts pass");
  EXPECT_EQ(read_text(scratch.folder() / "called"),
            "-w " + scratch.exercise().file.string() + "\n");
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
}

TEST_F(LoopKeys, TheEnvironmentNamesTheEditor) {
  const std::string command = editor(solution());
  setenv("EDITOR", "/no/such/editor", 1);
  setenv("VISUAL", command.c_str(), 1);
  PseudoTerminal named(learn({"watch", "sinusoidal_table"}), scratch.folder());
  named.at("q quit").type("e");
  EXPECT_EQ(named.at("All parts pass").type("q").wait_for_end(), 0);

  unsetenv("VISUAL");
  PseudoTerminal wrong(learn({"watch", "sinusoidal_table"}), scratch.folder());
  wrong.at("q quit").type("e");
  EXPECT_EQ(wrong.at("the editor `/no/such/editor` cannot be run").type("q").wait_for_end(), 0);

  unsetenv("EDITOR");
  PseudoTerminal none(learn({"watch", "sinusoidal_table"}), scratch.folder());
  none.at("q quit").type("e");
  EXPECT_EQ(
      none.at("no editor is named: neither VISUAL nor EDITOR is set.").type("q").wait_for_end(), 0);
}

TEST_F(LoopKeys, LShowsTheLessonAndComesBack) {
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder());
  terminal.at("q quit").type("l");
  terminal.wait_for("q: quit");  // the lesson's keys
  terminal.type("q");
  terminal.wait_for("Back at exercise sinusoidal_table.");
  EXPECT_THAT(terminal.wait_for("q quit"), Not(HasSubstr("goes on")));
  EXPECT_FALSE(terminal.is_cooked());
  scratch.save(solution());
  EXPECT_EQ(terminal.at("All parts pass").type("q").wait_for_end(), 0);
  EXPECT_TRUE(terminal.is_cooked());
  EXPECT_EQ(scratch.session().progress.step("04_sinusoidal"), 0U) << "it was only looked up";
  EXPECT_EQ(scratch.session().progress.last().exercise, scratch.exercise().id);
}

TEST_F(LoopKeys, ALessonThatIsNotBuiltIsASentence) {
  Session session = scratch.session();
  session.course.build = scratch.folder();
  EXPECT_EQ(horloge::test::error_of<horloge::ValueError>([&] { play_lesson(session, 4, {}); }),
            "lesson 4 is not built yet. `./learn 4` builds it and begins it");
}

TEST_F(LoopKeys, NGoesToTheNextExerciseSolvedOrNot) {
  PseudoTerminal terminal(learn({"watch", "token_embedding"}), scratch.folder());
  terminal.wait_for("q quit");
  const Session session = scratch.session();
  const Exercise* const next = exercise_after(session, scratch.exercise("token_embedding"));
  terminal.type("n");
  EXPECT_EQ(terminal.at("Watching " + next->file.string()).type("q").wait_for_end(), 0);
  EXPECT_THAT(terminal.screen(), HasSubstr("`./learn` goes on with exercise " + next->name));
}

TEST_F(LoopKeys, QuestionMarkTellsThemAll) {
  PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder(), 60);
  terminal.at("q quit").type("?");
  const std::string shown = terminal.wait_for("  q  ends");
  for (const char* const key : {"  h  ", "  l  lesson 4", "  e  ", "  r  ", "  n  ", "  p  "})
    EXPECT_THAT(shown, HasSubstr(key));
  EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
}

TEST_F(LoopKeys, TheirLineFitsTheWindow) {
  scratch.session().progress.set_solved(scratch.exercise().id, true);
  const std::vector<std::pair<unsigned short, std::string>> windows = {
      {80, "1/" + all + "   h hint 0/3  l lesson  e edit  r run  n next  d diff  q quit  ? keys"},
      {60, "h hint 0/3  l lesson  e edit  r run  n next  q quit  ? keys"},
      {45, "h hint 0/3  l lesson  e edit  q quit  ? keys"},
      {30, "h l e r n d p q ?"}};
  for (const auto& [columns, keys] : windows) {
    PseudoTerminal terminal(learn({"watch", "sinusoidal_table"}), scratch.folder(), columns);
    terminal.wait_for("save.");  // your file
    terminal.wait_for("save.");  // your code
    const std::string shown = terminal.wait_for(keys);
    const std::string line = shown.substr(shown.rfind('\n') + 1);
    EXPECT_LT(stage::display_width(line), columns) << line;
    EXPECT_EQ(terminal.type("q").wait_for_end(), 0);
  }
}

}  // namespace
}  // namespace runner
