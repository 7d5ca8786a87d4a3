#include "course/web/editor_script.h"

#include <fmt/format.h>

#include <string>

#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "course/web/package_script.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace web {
namespace {

std::string part_of_codemirror(const std::string& name) {
  return package_script("/usr/share/javascript/codemirror/" + name,
                        "Answers are written", "libjs-codemirror") +
         "\n";
}

}  // namespace

void write_editor_script(const fs::path& file) {
  fs::path script = file;
  script.replace_extension(".js");
  const runner::RemoveAtEnd tidy(script);
  runner::write_file(script, part_of_codemirror("lib/codemirror.js") +
                                 part_of_codemirror("mode/clike/clike.js"));
  // Without the time and the name, so that the same script gives the same file.
  const auto packed = runner::run_process({"gzip", "-9nc", script.string()});
  if (!packed.ok())
    throw horloge::FileError(
        fmt::format("{}: {}", script.string(), packed.output));
  runner::write_file(file, packed.output);
}

}  // namespace web
