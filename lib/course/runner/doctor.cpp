#include "course/runner/doctor.h"

#include <fmt/format.h>

#include <vector>

#include "course/platform/confine.h"
#include "course/platform/free_memory.h"
#include "course/runner/editor.h"
#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "course/runner/screen.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

class Examination {
 public:
  explicit Examination(const Session& session) : session_(session) {}

  /// Something that is needed.
  void need(bool ok, const std::string& what, const std::string& otherwise) {
    well_ = well_ && ok;
    line(ok ? "  ok    " : "  FAIL  ", ok ? what : what + ": " + otherwise);
  }
  /// Something that would be good to have.
  void wish(bool ok, const std::string& what, const std::string& otherwise) {
    line(ok ? "  ok    " : "  note  ", ok ? what : what + ": " + otherwise);
  }
  bool well() const { return well_; }

 private:
  void line(const std::string& prefix, const std::string& text) const {
    show(wrapped(session_, prefix, text, prefix.size()));
  }

  const Session& session_;
  bool well_ = true;
};

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

void examine_compilers(const Session& session, Examination& report) {
  try {
    const Compiler compiler(session.course);
    const ProcessResult version = run_process({compiler.name(), "--version"});
    report.need(version.ok(),
                version.ok() ? first_line(version.output) : compiler.name(),
                "this compiler does not run; `./learn` installs g++");
    report.wish(fs::exists(compiler.sanitizer_runtime()), "sanitizers",
                "their runtime is missing, so there is no second check for "
                "accesses outside an array");
  } catch (const std::exception&) {
    report.need(false, "build", "nothing is built yet; `./learn` builds it");
  }
  const ProcessResult clang = run_process({"clang++", "--version"});
  report.wish(clang.ok(), clang.ok() ? first_line(clang.output) : "clang++",
              "not installed; only `./learn test` needs it");
  report.wish(fs::exists(session.course.build /
                         "exercises/headers/quick/answer_headers.h.gch"),
              "the exercises' headers are precompiled",
              "the first check does it, and takes longer");
  report.wish(run_process({"nm", "--version"}).ok(), "nm",
              "install binutils to run lessons with --mine");
  const std::string editor = editor_named();
  report.wish(!editor.empty(), editor.empty() ? "editor" : "editor " + editor,
              "neither VISUAL nor EDITOR is set; key e of `./learn watch` "
              "opens your file with it");
  report.wish(run_process({"diff", "--version"}).ok(), "diff",
              "install diffutils to compare with the solution");
}

// Everywhere where files of the learner's are written.
std::vector<fs::path> learners_folders(const Course& course) {
  std::vector<fs::path> folders{course.own_folder(),
                                course.own_folder() / "build"};
  for (const LessonEntry& lesson : course.lessons)
    if (const fs::path mine = course.work / "lessons" / lesson.topic / "mine";
        fs::exists(mine))
      folders.push_back(mine);
  return folders;
}

void examine_folders(const Session& session, Examination& report) {
  const Course& course = session.course;
  std::string trouble;
  fs::path where = course.own_folder();
  try {
    make_scratch_folder(course);
  } catch (const std::exception& e) {
    trouble = e.what();
  }
  for (const fs::path& folder : learners_folders(course)) {
    if (!trouble.empty()) break;
    const std::string why = why_not_writable(folder);
    if (why.empty()) continue;
    where = folder;
    trouble = "no file can be created in it (" + why + ")";
  }
  report.need(trouble.empty(), fmt::format("{} can be written", where.string()),
              trouble);
  std::error_code error;
  const auto space = fs::space(course.work, error);
  constexpr std::uintmax_t needed_megabytes = 500;
  if (!error)
    report.need(space.available >> 20U > needed_megabytes,
                fmt::format("{} MB of disk space free", space.available >> 20U),
                "builds need some 500 MB");
  report.need(!course.lessons.empty(),
              fmt::format("{} lessons, {} exercises", course.lessons.size(),
                          course.exercises.size()),
              "the folder lessons/ is empty");
}

void examine_machine(const Session& session, Examination& report) {
  constexpr std::size_t needed_megabytes = 1000;
  if (const auto free = platform::free_megabytes())
    report.wish(*free > needed_megabytes,
                fmt::format("{} MB of memory free", *free),
                "compiling takes up to 1000 MB");
  const platform::Confinement refused = platform::confinement_here();
  report.wish(refused.files, "answers change no file",
              "this system cannot refuse it (Linux can, from 5.13 on, with "
              "Landlock); an answer that deletes files does");
  report.wish(refused.processes,
              "answers signal no other process, and connect to nothing",
              "this system cannot refuse it (Linux can, with seccomp)");
  const stage::Terminal& terminal = session.terminal;
  report.wish(terminal.columns >= 80,
              fmt::format("the terminal has {} columns", terminal.columns),
              "lessons look best with 80");
  report.wish(terminal.utf8, "the terminal shows UTF-8",
              "figures are drawn with plain characters; LANG=C.UTF-8 changes "
              "that");
}

}  // namespace

bool examine_setup(const Session& session) {
  Examination report(session);
  examine_compilers(session, report);
  examine_folders(session, report);
  examine_machine(session, report);
  return report.well();
}

}  // namespace runner
