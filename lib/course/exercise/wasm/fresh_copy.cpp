// In a browser an answer is a side module, kept in a file of the page's memory.

#include "course/exercise/fresh_copy.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <fstream>

namespace exercise {

// A module of another name is another module, be they the same.
void* open_copy_of(const std::string& path) {
  static int copies = 0;
  const std::string copy = fmt::format("/copy_{}.wasm", ++copies);
  std::ofstream(copy, std::ios::binary)
      << std::ifstream(path, std::ios::binary).rdbuf();
  return dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
}

}  // namespace exercise
