#include "course/web/editor_script.h"

#include <fmt/format.h>

#include <string>

#include "course/runner/course.h"
#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace web {
namespace {

std::string text_of_part(const std::string& name) {
  const std::string path = "/usr/share/javascript/codemirror/" + name;
  if (!fs::exists(path))
    throw horloge::FileError(
        fmt::format("{}: not there. Answers are written with it:\n"
                    "  sudo apt-get install libjs-codemirror",
                    path));
  return runner::read_text(path) + "\n";
}

}  // namespace

void write_editor_script(const fs::path& file) {
  fs::path script = file;
  script.replace_extension(".js");
  const runner::RemoveAtEnd tidy(script);
  runner::write_file(script, text_of_part("lib/codemirror.js") +
                                 text_of_part("mode/clike/clike.js"));
  // Without the time and the name, so that the same script gives the same file.
  const auto packed = runner::run_process({"gzip", "-9nc", script.string()});
  if (!packed.ok())
    throw horloge::FileError(
        fmt::format("{}: {}", script.string(), packed.output));
  runner::write_file(file, packed.output);
}

}  // namespace web
