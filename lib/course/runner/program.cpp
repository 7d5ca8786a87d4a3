#include "course/runner/program.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "course/runner/command_line.h"
#include "course/runner/screen.h"

namespace runner {

Session open_session() {
  const char* const work = std::getenv("HORLOGE_WORK");
  const std::filesystem::path root = HORLOGE_ROOT;
  Course course =
      read_course(root, HORLOGE_BUILD, work == nullptr ? root : work);
  Progress progress(course.own_folder() / "progress.json");
  return {std::move(course), std::move(progress), stage::find_terminal()};
}

int run_program(const std::function<int()>& program) try {
  return program();
} catch (const WrongUse& e) {
  complain(e.what());
  return 2;
} catch (const std::filesystem::filesystem_error& e) {
  complain("learn: " + e.path1().string() + ": " + e.code().message());
  return 1;
} catch (const std::exception& e) {
  complain(std::string("learn: ") + e.what());
  return 1;
}

void complain(const std::string& text) {
  const bool seen = isatty(STDERR_FILENO) == 1;
  const std::size_t width = stage::find_terminal().width;
  fmt::print(stderr, "{}", seen ? wrapped(width, "", text, 0) : text + "\n");
}

}  // namespace runner
