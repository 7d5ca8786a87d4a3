#include "course/exercise/answer_library.h"

#include <dlfcn.h>

#include <stdexcept>

#include "course/exercise/fresh_copy.h"

namespace exercise {
namespace {

std::string opened;

const void* answer_in(void* library) {
  if (library == nullptr) throw std::runtime_error(dlerror());
  const auto answer = reinterpret_cast<const void* (*)()>(
      dlsym(library, "horloge_exercise_answer"));
  if (answer == nullptr) throw std::runtime_error(dlerror());
  return answer();
}

}  // namespace

const void* open_answer(const std::string& path) {
  opened = path;
  return answer_in(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL));
}

const void* open_fresh_copy() try {
  void* const copy = opened.empty() ? nullptr : open_copy_of(opened);
  return copy == nullptr ? nullptr : answer_in(copy);
} catch (const std::exception&) {
  return nullptr;
}

}  // namespace exercise
