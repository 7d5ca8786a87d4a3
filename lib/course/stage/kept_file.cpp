#include "course/stage/kept_file.h"

#include <system_error>

namespace stage {
namespace {

std::filesystem::path& folder_of_kept_files() {
  static std::filesystem::path folder;
  return folder;
}

}  // namespace

std::filesystem::path kept_file(const std::string& name) {
  const std::filesystem::path& folder = folder_of_kept_files();
  if (folder.empty()) return {};
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  return failed ? std::filesystem::path() : folder / name;
}

void keep_files_in(const std::filesystem::path& folder) {
  folder_of_kept_files() = folder;
}

}  // namespace stage
