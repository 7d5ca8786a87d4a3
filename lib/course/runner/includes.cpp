#include "course/runner/includes.h"

#include <system_error>
#include <vector>

namespace fs = std::filesystem;

namespace runner {
namespace {

// The files behind the colon. A space in a name has a backslash before it, and
// so has a line break between two names; a $ is written twice.
std::vector<std::string> files_of(const std::string& rule) {
  std::vector<std::string> files(1);
  for (std::size_t i = rule.find(": ") + 1; i < rule.size(); ++i) {
    const char c = rule[i];
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\n';
    if ((c == '\\' && (next == ' ' || next == '#')) ||
        (c == '$' && next == '$')) {
      files.back() += next;
      ++i;
    } else if (c == ' ' || c == '\n' || (c == '\\' && next == '\n')) {
      if (!files.back().empty()) files.emplace_back();
    } else {
      files.back() += c;
    }
  }
  files.pop_back();
  return files;
}

// lessons/TOPIC/FOLDER/… at the end of a path: what FOLDER is, or nothing. What
// lessons have in common is nobody's answer.
std::string kind_of_folder(const fs::path& file) {
  std::string before, topic, kind;
  for (const fs::path& part : file.parent_path()) {
    if (before == "lessons" && topic != "common" &&
        (part == "exercises" || part == "mine"))
      kind = part;
    before = topic;
    topic = part;
  }
  return kind;
}

// What a build has made of an exercise's known mistakes: the solution is in it.
bool is_made_of_mistakes(const fs::path& file) {
  const fs::path made = file.parent_path().parent_path();
  return made.filename() == "made" &&
         made.parent_path().filename() == "exercises";
}

bool is_forbidden(const fs::path& file, const fs::path& own) {
  if (is_made_of_mistakes(file)) return true;
  const std::string kind = kind_of_folder(file);
  if (kind == "mine") return file.extension() == ".cpp" && file != own;
  return kind == "exercises" && file.filename() != "answer.h";
}

}  // namespace

std::string forbidden_include(const Course& course, const Exercise& exercise,
                              const std::string& rule) {
  std::error_code unreadable;
  const auto whole = [&](const fs::path& file) {
    return fs::weakly_canonical(course.work / file, unreadable);
  };
  const fs::path own = whole(exercise.file);
  for (const std::string& name : files_of(rule)) {
    const fs::path file = whole(name);
    if (!is_forbidden(file, own)) continue;
    for (const fs::path& root : {course.root, course.work}) {
      const fs::path inside =
          file.lexically_relative(fs::weakly_canonical(root, unreadable));
      if (!inside.empty() && *inside.begin() != "..") return inside;
    }
    return file;
  }
  return "";
}

}  // namespace runner
