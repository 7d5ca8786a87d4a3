#include "course/platform/stack.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>

#include <cstddef>

#include "kind.h"
#include "support/child.h"

namespace platform {
namespace {

TEST(Stack, EndsWhereTheSystemSays) {
  pthread_attr_t stack;
  void* lowest = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(pthread_getattr_np(pthread_self(), &stack), 0);
  pthread_attr_getstack(&stack, &lowest, &size);
  pthread_attr_destroy(&stack);
  constexpr std::ptrdiff_t environment = 1 << 18;  // as a rule
  const std::ptrdiff_t distance = static_cast<const char*>(lowest) - end_of_stack();
  EXPECT_GE(distance, 0);
  EXPECT_LE(distance, is_linux ? 0 : environment);
}

TEST(Stack, WithoutALimitHasNoKnownEndButOnLinux) {
  const auto see_end = [] {
    rlimit size{};
    getrlimit(RLIMIT_STACK, &size);
    size.rlim_cur = size.rlim_max = RLIM_INFINITY;
    if (setrlimit(RLIMIT_STACK, &size) != 0) return 2;
    return end_of_stack() == nullptr ? 1 : 0;
  };
  const int end = horloge::test::end_of_child(see_end);
  if (end == 2) GTEST_SKIP() << "the limit cannot be taken away here";
  EXPECT_EQ(end, is_linux ? 0 : 1);
}

}  // namespace
}  // namespace platform
