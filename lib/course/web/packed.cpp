#include "course/web/packed.h"

#include <fmt/format.h>

#include "course/runner/own_folder.h"
#include "course/runner/process.h"
#include "horloge/core/error.h"

namespace fs = std::filesystem;

namespace web {
namespace {

// What a command makes of a text; the text's file is its last argument.
std::string made_of(const std::string& text, const fs::path& scratch,
                    std::vector<std::string> command) {
  const runner::RemoveAtEnd tidy(scratch);
  runner::write_file(scratch, text);
  command.push_back(scratch.string());
  const auto made = runner::run_process(command);
  if (!made.ok())
    throw horloge::FileError(
        fmt::format("{}: {}", scratch.string(), made.output));
  return made.output;
}

}  // namespace

// Without the time and the name.
std::string packed(const std::string& text, const fs::path& scratch) {
  return made_of(text, scratch, {"gzip", "-9nc"});
}

std::string packed_letters(const std::string& text, const fs::path& scratch) {
  return made_of(packed(text, scratch), scratch, {"base64", "-w0"});
}

}  // namespace web
