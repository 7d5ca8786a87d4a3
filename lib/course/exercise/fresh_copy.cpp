#include "course/exercise/fresh_copy.h"

#include <cstdlib>

#include "course/platform/library_copy.h"

namespace exercise {

void* open_copy_of(const std::string& path) {
  if (std::getenv("HORLOGE_PLAIN_MALLOC") != nullptr) return nullptr;
  return platform::open_copy_of(path);
}

}  // namespace exercise
