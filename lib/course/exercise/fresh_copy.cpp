#include "course/exercise/fresh_copy.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace exercise {

std::string fresh_copy_of(const std::string& path) {
  if (std::getenv("HORLOGE_PLAIN_MALLOC") != nullptr) return "";
  const int memory = memfd_create("answer", MFD_CLOEXEC);
  if (memory < 0) return "";
  std::string copy = fmt::format("/proc/self/fd/{}", memory);
  std::ofstream(copy, std::ios::binary)
      << std::ifstream(path, std::ios::binary).rdbuf();
  return copy;
}

}  // namespace exercise
