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

// Also a link that leads nowhere.
bool is_taken(const fs::path& path) {
  return fs::exists(fs::symlink_status(path));
}

// As old as it was: of two files, that which was saved last is at hand.
void copy_answer(const fs::path& from, const fs::path& to,
                 const std::string& text) {
  make_folder(to.parent_path());
  write_file(to, text);
  fs::permissions(to, fs::status(from).permissions());
  fs::last_write_time(to, fs::last_write_time(from));
}

// Whether it could: another file may have the place. The same one is there
// after a move that was interrupted.
bool move_answer(const fs::path& from, const fs::path& to,
                 const Exercise& exercise) {
  const std::string text = with_new_include(read_text(from), exercise);
  if (!is_taken(to))
    copy_answer(from, to, text);
  else if (!fs::is_regular_file(to) || read_text(to) != text)
    return false;
  fs::remove(from);
  return true;
}

std::string told(const Exercise& exercise, const fs::path& from,
                 const fs::path& to, const std::string& name) try {
  return move_answer(from, to, exercise)
             ? fmt::format("Your {} is now {}.", name, exercise.file.string())
             : fmt::format("{} was left where it is: there is a {} already.",
                           name, exercise.file.string());
} catch (const fs::filesystem_error& e) {
  return fmt::format("{} cannot be moved to {}: {}.", name,
                     exercise.file.string(), e.code().message());
} catch (const std::exception& e) {
  return fmt::format("{} cannot be moved: {}.", name, e.what());
}

}  // namespace

std::vector<std::string> move_from_former_place(const Course& course) {
  std::vector<std::string> sentences;
  for (const Exercise& exercise : course.exercises) {
    const fs::path to = course.work / exercise.file;
    const fs::path from =
        to.parent_path().parent_path() / "exercises" / exercise.file.filename();
    std::error_code unreachable;
    if (fs::is_regular_file(from, unreachable))
      sentences.push_back(
          told(exercise, from, to, from.lexically_relative(course.work)));
  }
  return sentences;
}

}  // namespace runner
