// What is behind a file descriptor: a terminal of some size, or none.

#include "horloge/terminal/window.h"

#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

namespace horloge {
namespace {

class WindowTest : public testing::Test {
 protected:
  WindowTest() {
    winsize size{};
    size.ws_col = 100;
    size.ws_row = 30;
    if (openpty(&master_, &terminal, nullptr, nullptr, &size) != 0) terminal = -1;
    if (pipe(pipe_) != 0) pipe_[1] = -1;
    if (const char* const term = std::getenv("TERM")) term_ = term;
  }
  ~WindowTest() override {
    ::setenv("TERM", term_.c_str(), 1);
    for (const int descriptor : {master_, terminal, pipe_[0], pipe_[1]}) close(descriptor);
  }
  int terminal = -1;
  int no_terminal() const { return pipe_[1]; }

 private:
  int master_ = -1;
  int pipe_[2] = {-1, -1};
  std::string term_;
};

TEST_F(WindowTest, HasTheSizeItHasNow) {
  ASSERT_GE(terminal, 0) << "no pseudo-terminals here";
  EXPECT_EQ(terminal_size(terminal).columns, 100U);
  EXPECT_EQ(terminal_size(terminal).rows, 30U);
  winsize smaller{};
  smaller.ws_col = 40;
  ASSERT_EQ(ioctl(terminal, TIOCSWINSZ, &smaller), 0);
  EXPECT_EQ(terminal_size(terminal).columns, 40U);
  EXPECT_EQ(terminal_size(no_terminal()).columns, 0U);
  EXPECT_EQ(terminal_size(-1).rows, 0U);
}

TEST_F(WindowTest, CanBeDrawnOverUnlessItIsDumb) {
  ASSERT_GE(terminal, 0) << "no pseudo-terminals here";
  ::setenv("TERM", "xterm", 1);
  EXPECT_TRUE(can_redraw(terminal));
  EXPECT_FALSE(can_redraw(no_terminal()));
  for (const char* const term : {"dumb", ""}) {
    ::setenv("TERM", term, 1);
    EXPECT_FALSE(can_redraw(terminal)) << term;
  }
}

}  // namespace
}  // namespace horloge
