#include "course/runner/former_place.h"

#include <fmt/format.h>

#include "course/runner/own_folder.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

// What an answer included there stands elsewhere now.
std::string with_new_include(std::string text, const Exercise& exercise) {
  const std::string former = "\"exercises/" + exercise.id + "/answer.h\"";
  const std::size_t at = text.find(former);
  return at == text.npos
             ? text
             : text.replace(at, former.size(),
                            "\"exercises/" + exercise.name + "/answer.h\"");
}

// As old as it was: of two files, that which was saved last is at hand.
void move_answer(const fs::path& from, const fs::path& to,
                 const Exercise& exercise) {
  const auto saved = fs::last_write_time(from);
  make_folder(to.parent_path());
  write_file(to, with_new_include(read_text(from), exercise));
  fs::last_write_time(to, saved);
  fs::remove(from);
}

}  // namespace

std::string move_from_former_place(const Course& course) {
  std::string told;
  for (const Exercise& exercise : course.exercises) {
    const fs::path to = course.work / exercise.file;
    const fs::path from =
        to.parent_path().parent_path() / "exercises" / exercise.file.filename();
    if (!fs::is_regular_file(from)) continue;
    const std::string name = fs::relative(from, course.work).string();
    if (fs::exists(to)) {
      told += fmt::format("{} stays where it is, for {} exists already.\n",
                          name, exercise.file.string());
    } else {
      move_answer(from, to, exercise);
      told += fmt::format("Your {} is now {}.\n", name, exercise.file.string());
    }
  }
  return told;
}

}  // namespace runner
