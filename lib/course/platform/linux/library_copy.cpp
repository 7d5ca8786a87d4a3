#include "course/platform/library_copy.h"

#include <dlfcn.h>
#include <sys/mman.h>

#include <fstream>

namespace platform {

// The file stays open: the loader knows a library by its name, which the next
// copy would have, too.
void* open_copy_of(const std::string& path) {
  const int file = memfd_create("copy", MFD_CLOEXEC);
  if (file < 0) return nullptr;
  const std::string copy = "/proc/self/fd/" + std::to_string(file);
  std::ofstream(copy, std::ios::binary)
      << std::ifstream(path, std::ios::binary).rdbuf();
  return dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace platform
