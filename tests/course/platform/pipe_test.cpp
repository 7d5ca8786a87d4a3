#include "course/platform/pipe.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace platform {
namespace {

TEST(Pipe, EndsWhereAnotherProgramBegins) {
  std::array<int, 2> ends{};
  ASSERT_TRUE(open_pipe(ends));
  EXPECT_EQ(write(ends[1], "x", 1), 1);
  char read_back = 0;
  EXPECT_EQ(read(ends[0], &read_back, 1), 1);
  EXPECT_EQ(read_back, 'x');
  for (const int end : ends) {
    EXPECT_NE(fcntl(end, F_GETFD) & FD_CLOEXEC, 0);
    close(end);
  }
}

}  // namespace
}  // namespace platform
