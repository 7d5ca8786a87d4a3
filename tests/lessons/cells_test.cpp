// What cells of the notebooks compute, in their own names, against what their routes say of it.

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>

#include "course/claims/check.h"
#include "course/runner/course.h"
#include "course/runner/notebooks.h"
#include "course/stage/page.h"
#include "course/stage/this_lesson.h"

namespace {

// Without figures.
std::string printed_by(const stage::StepCode& code) {
  const stage::Terminal terminal;
  stage::Page page(terminal, 0);
  code.run(page);
  page.finish();
  std::string text;
  for (const stage::Piece& piece : page.pieces())
    if (piece.text) text += *piece.text;
  return text.substr(std::min(text.find_first_not_of('\n'), text.size()));
}

std::vector<runner::Notebook> all_notebooks() {
  runner::Course course;
  course.root = HORLOGE_ROOT;
  return runner::read_notebooks(course);
}

const stage::StepCode* find_code(const stage::StepCodes& codes, const std::string& name) {
  const auto code = std::find_if(codes.begin(), codes.end(),
                                 [&](const stage::StepCode& c) { return c.name == name; });
  return code == codes.end() ? nullptr : &*code;
}

TEST(Cells, PrintWhatTheirRoutesSay) {
  const stage::StepCodes codes = stage::lesson_steps();
  for (const runner::Notebook& notebook : all_notebooks())
    for (const content::Cell& cell : notebook.route.cells) {
      if (!cell.has_code()) continue;
      const stage::StepCode* const code = find_code(codes, cell.link.name);
      ASSERT_NE(code, nullptr) << cell.link.name;
      const std::string text = printed_by(*code);
      EXPECT_TRUE(claims::agree(text, cell.found, 1e-3))
          << cell.link.file << ", " << cell.link.name << " prints\n"
          << text << "and its route has\n"
          << cell.found;
    }
}

TEST(Cells, AreAllOnARoute) {
  std::set<std::string> shown;
  for (const runner::Notebook& notebook : all_notebooks())
    for (const content::Cell& cell : notebook.route.cells) shown.insert(cell.link.name);
  for (const stage::StepCode& code : stage::lesson_steps())
    EXPECT_EQ(shown.count(std::string(code.name)), 1U) << code.name;
}

// A cell of code is what a reader looks for first; imports compute nothing.
TEST(Cells, OfCodeHaveLines) {
  for (const runner::Notebook& notebook : all_notebooks())
    for (const content::Cell& cell : notebook.route.cells) {
      const bool computes = cell.code && cell.title != "Imports";
      EXPECT_TRUE(cell.has_code() || !computes) << notebook.file << ", " << cell.title;
    }
}

}  // namespace
