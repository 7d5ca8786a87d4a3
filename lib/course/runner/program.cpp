#include "course/runner/program.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>

#include "course/content/lines.h"
#include "course/runner/screen.h"
#include "course/runner/wrong_use.h"
#include "course/stage/long_work.h"
#include "horloge/text/escape_controls.h"

namespace runner {

Session open_session() {
  const char* const work = std::getenv("HORLOGE_WORK");
  const std::filesystem::path root = HORLOGE_ROOT;
  Course course =
      read_course(root, HORLOGE_BUILD, work == nullptr ? root : work);
  Progress progress(course.own_folder() / "progress.json");
  return {std::move(course), std::move(progress), stage::find_terminal()};
}

namespace {

// Where one of the three is closed, the next file that is opened would take its
// place, and what is said would go there.
void need_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) == -1)
      open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int status_of(const std::function<int()>& program) try {
  return program();
} catch (const WrongUse& e) {
  complain(e.what());
  return 2;
} catch (const stage::Interrupted&) {
  constexpr int interrupted = 130;
  std::fputs("\n", stderr);  // the next prompt begins a line
  return interrupted;
} catch (const std::filesystem::filesystem_error& e) {
  complain("learn: " + e.path1().string() + ": " + e.code().message());
  return 1;
} catch (const std::bad_alloc&) {
  complain("learn: there is not enough free memory for this");
  return 1;
} catch (const std::exception& e) {
  complain(std::string("learn: ") + e.what());
  return 1;
}

}  // namespace

int run_program(const std::function<int()>& program) {
  need_standard_streams();
  const int status = status_of(program);
  if (stage::all_was_shown()) return status;
  complain("learn: not all of this could be written; is the disk full?");
  return status == 0 ? 1 : status;
}

void complain(const std::string& text) {
  const bool seen = isatty(STDERR_FILENO) == 1;
  const std::size_t width = stage::find_terminal().width;
  // It may quote a file or another program, at any length.
  constexpr std::size_t most = 20'000;
  std::string sentence;
  for (const std::string& line : content::lines_of(text.substr(0, most)))
    sentence += (sentence.empty() ? "" : "\n") + horloge::escape_controls(line);
  const std::string whole =
      seen ? wrapped(width, "", sentence, 0) : sentence + "\n";
  std::fwrite(whole.data(), 1, whole.size(), stderr);  // which may be closed
}

}  // namespace runner
