#include "course/platform/stack.h"

#include <pthread.h>

#include <cstddef>

namespace platform {

const char* end_of_stack() {
  pthread_attr_t stack;
  if (pthread_getattr_np(pthread_self(), &stack) != 0) return nullptr;
  void* lowest = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&stack, &lowest, &size);
  pthread_attr_destroy(&stack);
  return static_cast<const char*>(lowest);
}

}  // namespace platform
