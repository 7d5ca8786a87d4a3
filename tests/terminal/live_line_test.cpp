// A line that is drawn over on a terminal, and the plain lines that stand for it elsewhere.

#include "horloge/terminal/live_line.h"

#include <gtest/gtest.h>

namespace horloge {
namespace {

class LiveLineTest : public testing::Test {
 protected:
  LiveLine line(bool redrawn, const std::string& style = "") {
    return {redrawn, [this](const std::string& text) { written += text; }, style};
  }
  std::string written;
};

TEST_F(LiveLineTest, IsDrawnOverOnATerminal) {
  LiveLine live = line(true);
  live.draw("one", 80, 0);
  live.draw("two", 80, 1);
  EXPECT_EQ(written, "\rone\x1b[K\rtwo\x1b[K");
}

TEST_F(LiveLineTest, StaysOnOneRow) {
  LiveLine live = line(true, "\x1b[2m");
  live.draw("123456789", 8, 0);
  EXPECT_EQ(written, "\r\x1b[2m12345..\x1b[0m\x1b[K");
  written.clear();
  live.draw("1234567", 8, 0);
  EXPECT_EQ(written, "\r\x1b[2m1234567\x1b[0m\x1b[K");
}

TEST_F(LiveLineTest, IsAPlainLineElsewhere) {
  LiveLine live = line(false, "\x1b[2m");
  live.draw("123456789", 8, 0);
  live.erase();
  live.leave();
  EXPECT_EQ(written, "123456789\n");
}

TEST_F(LiveLineTest, IsTakenAwayOrLeftOnce) {
  LiveLine live = line(true);
  live.erase();
  live.leave();
  EXPECT_EQ(written, "");
  live.draw("one", 80, 0);
  live.erase();
  live.erase();
  live.draw("two", 80, 0);
  live.leave();
  live.erase();
  EXPECT_EQ(written, "\rone\x1b[K\r\x1b[K\rtwo\x1b[K\n");
}

TEST_F(LiveLineTest, IsDueAPeriodAfterTheLastOne) {
  LiveLine redrawn = line(true), plain = line(false);
  redrawn.start(50);
  plain.start(50);
  EXPECT_FALSE(redrawn.is_due(50.0625));
  EXPECT_TRUE(redrawn.is_due(50.125));
  EXPECT_FALSE(plain.is_due(59));
  EXPECT_TRUE(plain.is_due(60));
  plain.draw("", 80, 65);
  EXPECT_FALSE(plain.is_due(74));
  EXPECT_TRUE(plain.is_due(75));
}

}  // namespace
}  // namespace horloge
