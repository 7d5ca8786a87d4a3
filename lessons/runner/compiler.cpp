#include "runner/compiler.h"

#include <fmt/format.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "runner/process.h"

namespace fs = std::filesystem;

namespace runner {
namespace {

void append(std::vector<std::string>& to,
            const std::vector<std::string>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

const char* name_of(Way way) {
  switch (way) {
    case Way::quick:
      return "quick";
    case Way::sanitized:
      return "sanitized";
    case Way::lesson:
      break;
  }
  return "lesson";
}

}  // namespace

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

void Compiler::use(const std::string& compiler) {
  compiler_ = compiler;
  own_headers_ = false;
}

Compiled Compiler::compile(const Exercise& exercise, const fs::path& file,
                           Way way, const std::function<bool()>& stop) const {
  const fs::path folder = course_.own_folder() / "build";
  fs::create_directories(folder);
  // Two checks of one exercise may run at the same time.
  const std::string stem =
      fmt::format("{}.{}.{}", exercise.id, name_of(way), getpid());
  const fs::path object = folder / (stem + ".o");
  Compiled result;
  result.library = folder / (stem + ".so");

  std::vector<std::string> command{compiler_};
  append(command, flags_);
  append(command, way == Way::quick       ? quick_
                  : way == Way::sanitized ? sanitized_
                                          : float_);
  const fs::path precompiled = headers_ / name_of(way) / "answer_headers.h.gch";
  const bool use_precompiled = own_headers_ && fs::exists(precompiled);
  append(command, {"-include", use_precompiled
                                   ? fs::path(precompiled).replace_extension("")
                                   : fs::path("horloge/core/buffer_pool.h")});
  append(command, {"-c", file, "-o", object});
  ProcessOptions options;
  options.folder = course_.work;
  options.stop = stop;
  options.wall_seconds = 120;
  options.environment = {{"LC_ALL", "C.UTF-8"}};
  ProcessResult compiled = run_process(command, options);
  if (compiled.ok()) {
    std::vector<std::string> link{compiler_, object};
    append(link, link_);
    if (way != Way::lesson) {
      const fs::path entry =
          course_.build / "exercises/entries" / (exercise.id + ".o");
      append(link,
             {entry, library_,
              "-Wl,--no-undefined,-rpath," + library_.parent_path().string()});
    }
    if (way == Way::sanitized) append(link, sanitized_link_);
    append(link, {"-o", result.library});
    compiled = run_process(link, options);
  }
  fs::remove(object);
  result.ok = compiled.ok();
  result.stopped = compiled.stopped;
  result.messages = compiled.output;
  if (compiled.out_of_time)
    result.messages += "\nerror: the compiler took more than two minutes\n";
  return result;
}

std::string Compiler::sanitizer_runtime() const {
  const ProcessResult asan =
      run_process({compiler_, "-print-file-name=" + sanitizer_runtime_});
  return asan.output.substr(0, asan.output.find('\n'));
}

}  // namespace runner
