#include "course/runner/compiler.h"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "course/content/lines.h"
#include "course/runner/includes.h"
#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

constexpr std::size_t compile_memory = std::size_t{3} << 30U;
constexpr unsigned compile_seconds = 60;

void append(std::vector<std::string>& to,
            const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

const char* name_of(BuildMode mode) {
  switch (mode) {
    case BuildMode::quick:
      return "quick";
    case BuildMode::sanitized:
      return "sanitized";
    case BuildMode::lesson:
      break;
  }
  return "lesson";
}

// In the words of clang++ and of g++.
bool misses_a_file(const std::string& said) {
  return said.find("file not found") != std::string::npos ||
         said.find("No such file") != std::string::npos;
}

// An answer that takes part in a lesson stands before the lesson's own code. Of
// its symbols only the learner's functions may do so: templates and inline
// functions of the libraries, compiled with other flags there, must not.
// Answers with the linker's option for that.
std::string export_only_own_functions(const fs::path& object) {
  std::string script = "{\n";
  const std::vector<std::string> own = strong_functions(object);
  if (!own.empty()) script += "global:\n";
  for (const std::string& name : own) script += "  " + name + ";\n";
  script += "local: *;\n};\n";
  const fs::path file = fs::path(object).replace_extension(".exports");
  write_file(file, script);
  return "-Wl,--version-script=" + file.string();
}

}  // namespace

std::vector<std::string> strong_functions(const fs::path& binary) {
  std::vector<std::string> command{"nm", "--defined-only", "--extern-only"};
  if (binary.extension() == ".so") command.emplace_back("--dynamic");
  command.push_back(binary);
  const ProcessResult symbols = run_process(command);
  if (!symbols.ok())
    throw horloge::FileError("cannot read the symbols: " + symbols.output);
  std::vector<std::string> names;
  for (const std::string& line : content::lines_of(symbols.output)) {
    std::istringstream words(line);
    std::string address, kind, name;
    if (words >> address >> kind >> name && kind == "T") names.push_back(name);
  }
  return names;
}

Compiler::Compiler(const Course& course) : course_(course) {
  const auto settings =
      nlohmann::json::parse(read_text(course.build / "exercises/answers.json"));
  compiler_ = settings.at("compiler");
  headers_ = settings.at("headers").get<std::string>();
  library_ = settings.at("library").get<std::string>();
  flags_ = settings.at("flags");
  quick_ = settings.at("quick");
  sanitized_ = settings.at("sanitized");
  float_ = settings.at("float");
  link_ = settings.at("link");
  sanitized_link_ = settings.at("sanitized link");
  sanitizer_runtime_ = settings.at("sanitizer runtime");
}

void Compiler::use(const std::string& compiler, const fs::path& headers) {
  compiler_ = compiler;
  headers_ = headers;
  is_the_builds_ = false;
}

std::vector<std::string> Compiler::compile_command(
    const Exercise& exercise, BuildMode mode, const fs::path& file,
    const std::vector<std::string>& what) const {
  const fs::path lesson = exercise.folder.parent_path().parent_path();
  std::vector<std::string> command{compiler_};
  append(command, flags_);
  command.push_back("-I" + lesson.string());
  append(command, mode == BuildMode::quick       ? quick_
                  : mode == BuildMode::sanitized ? sanitized_
                                                 : float_);
  const fs::path precompiled =
      headers_ / name_of(mode) / "answer_headers.h.gch";
  const bool use_precompiled = !headers_.empty() && fs::exists(precompiled);
  append(command, {"-include",
                   use_precompiled ? fs::path(precompiled).replace_extension("")
                                   : fs::path("course/exercise/exercise.h"),
                   file});
  append(command, what);
  return command;
}

std::vector<std::string> Compiler::link_command(const Exercise& exercise,
                                                BuildMode mode,
                                                const fs::path& object,
                                                const fs::path& out) const {
  std::vector<std::string> command{compiler_, object};
  append(command, link_);
  if (mode == BuildMode::lesson) {
    // What the lesson's own code does not bring along comes from the library.
    const fs::path code = course_.lesson_code(exercise.lesson);
    append(command, {export_only_own_functions(object), code,
                     course_.build / "lib/horloge/libhorloge_base.a",
                     "-Wl,-rpath," + code.parent_path().string()});
  } else {
    append(
        command,
        {course_.build / "exercises/entries" / (exercise.id + ".o"), library_,
         "-Wl,--no-undefined,-rpath," + library_.parent_path().string()});
  }
  if (mode == BuildMode::sanitized) append(command, sanitized_link_);
  append(command, {"-o", out});
  return command;
}

Compiled Compiler::compile(const Exercise& exercise, const fs::path& file,
                           BuildMode mode,
                           const std::function<bool()>& stop) const {
  const fs::path scratch = make_scratch_folder(course_);
  // Two checks of one exercise may run at the same time.
  const std::string stem =
      fmt::format("{}.{}.{}", exercise.id, name_of(mode), getpid());
  const fs::path folder = scratch / stem;
  const RemoveAtEnd tidy(folder);
  make_folder(folder);

  const fs::path object = folder / "answer.o";
  const fs::path library = folder / "answer.so";
  ProcessOptions options;
  options.folder = course_.work;
  options.stop = stop;
  // What a right answer needs is a third of it, and a few seconds.
  options.max_memory_bytes = compile_memory;
  options.cpu_seconds = compile_seconds;
  options.wall_seconds = 2 * compile_seconds;
  // A compiler that is ended leaves files behind; these go with the folder.
  options.environment = {{"LC_ALL", "C.UTF-8"}, {"TMPDIR", folder}};
  const fs::path rule = fs::path(object).replace_extension(".d");
  const auto compiler = [&](const std::vector<std::string>& what) {
    return run_process(compile_command(exercise, mode, file, what), options);
  };
  ProcessResult made = compiler({"-c", "-o", object, "-MD", "-MF", rule});
  // A header that is missing keeps it from telling what it has read.
  if (!made.ok() && !fs::exists(rule) && misses_a_file(made.output))
    compiler({"-M", "-MG", "-MF", rule});
  if (made.ok())
    made = run_process(link_command(exercise, mode, object, library), options);

  Compiled result;
  result.ok = made.ok();
  result.stopped = made.stopped;
  result.messages = made.output;
  if (made.out_of_time)
    result.messages += "\nfatal error: the compiler took too much time\n";
  if (fs::exists(rule))
    result.forbidden = forbidden_include(course_, exercise, read_text(rule));
  result.library = scratch / (stem + ".so");
  if (result.ok) fs::rename(library, result.library);
  return result;
}

std::string Compiler::sanitizer_runtime() const {
  const ProcessResult asan =
      run_process({compiler_, "-print-file-name=" + sanitizer_runtime_});
  return asan.output.substr(0, asan.output.find('\n'));
}

}  // namespace runner
