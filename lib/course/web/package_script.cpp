#include "course/web/package_script.h"

#include <fmt/format.h>

#include "horloge/core/bytes.h"
#include "horloge/core/error.h"

namespace web {

std::string package_script(const std::filesystem::path& file,
                           const std::string& used,
                           const std::string& package) {
  if (!std::filesystem::exists(file))
    throw horloge::FileError(
        fmt::format("{}: not there. {} with it:\n  sudo apt-get install {}",
                    file.string(), used, package));
  return std::string(horloge::map_file(file, "package_script").view);
}

}  // namespace web
