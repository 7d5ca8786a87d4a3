// In a browser an answer is a side module, kept in a file of the page's memory.

#include "course/exercise/answer_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <fstream>
#include <stdexcept>

namespace exercise {
namespace {

std::string opened;
int copies = 0;

const void* answer_in(const std::string& path) {
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(dlerror());
  const auto answer = reinterpret_cast<const void* (*)()>(
      dlsym(library, "horloge_exercise_answer"));
  if (answer == nullptr) throw std::runtime_error(dlerror());
  return answer();
}

}  // namespace

const void* open_answer(const std::string& path) {
  opened = path;
  return answer_in(path);
}

// A module of another name is another module, be they the same.
const void* open_fresh_copy() try {
  if (opened.empty()) return nullptr;
  const std::string copy = fmt::format("/copy_{}.wasm", ++copies);
  std::ofstream(copy, std::ios::binary)
      << std::ifstream(opened, std::ios::binary).rdbuf();
  return answer_in(copy);
} catch (const std::exception&) {
  return nullptr;
}

}  // namespace exercise
