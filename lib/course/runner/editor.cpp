#include "course/runner/editor.h"

#include <fmt/format.h>

#include <cstdlib>

#include "course/runner/process.h"
#include "horloge/core/error.h"

namespace runner {

std::string editor_named() {
  for (const char* const name : {"VISUAL", "EDITOR"})
    if (const char* const value = std::getenv(name);
        value != nullptr && *value != '\0')
      return value;
  return "";
}

std::string editor_command(const std::string& given) {
  const std::string command = given.empty() ? editor_named() : given;
  if (!command.empty()) return command;
  throw horloge::ValueError(
      "no editor is named: neither VISUAL nor EDITOR is set. Begin with "
      "`./learn watch --editor nano`, or open the file yourself");
}

// Editors are named with their options, "emacs -nw", so a shell reads them.
void edit(const Course& course, const Exercise& exercise,
          const std::string& command) {
  ProcessOptions options;
  options.folder = course.work;
  options.terminal = true;
  const ProcessResult result = run_process(
      {"sh", "-c", command + " \"$1\"", "sh", exercise.file}, options);
  constexpr int not_a_program = 126, not_found = 127;
  if (result.status == not_a_program || result.status == not_found)
    throw horloge::ValueError(
        fmt::format("the editor `{}` cannot be run", command));
}

}  // namespace runner
