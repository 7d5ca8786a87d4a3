#include "horloge/train/progress.h"

#include <cstdlib>
#include <sstream>

#include "support/arrays.h"

namespace horloge {
namespace {

TEST(ProgressLine, SaysStepLossRateAndTimeLeft) {
  EXPECT_EQ(progress_line(120, 1000, 1.23456, 3e-4, 45.2),
            "step 120/1000   loss 1.2346   lr 0.0003   45 steps/s   19 s left");
  EXPECT_EQ(progress_line(1, 201, 2, 1e-5, 0.5),
            "step 1/201   loss 2.0000   lr 1e-05   0.50 steps/s   6 min 40 s left");
  EXPECT_EQ(progress_line(0, 36000, 2, 1, 2),
            "step 0/36000   loss 2.0000   lr 1   2.00 steps/s   5 h 00 min left");
  EXPECT_EQ(progress_line(10, 10, 0.5, 0, 20), "step 10/10   loss 0.5000   lr 0   20 steps/s");
  EXPECT_EQ(progress_line(0, 10, 0.5, 0, 0), "step 0/10   loss 0.5000   lr 0");
  EXPECT_EQ(progress_line(12, 10, 0.5, 0, 1.0 / 0.0), "step 12/10   loss 0.5000   lr 0");
}

TEST(Progress, LinesComeNowAndThenAndAtTheEnd) {
  std::ostringstream out;
  double now = 50;
  {
    Progress progress(100, 200, ProgressStyle::lines, out, [&] { return now; });
    for (std::uint64_t step = 101; step <= 125; ++step) {
      now += 1;
      progress.show(step, 1, 0.1);
    }
  }
  EXPECT_EQ(out.str(),
            "step 110/200   loss 1.0000   lr 0.1   1.00 steps/s   1 min 30 s left\n"
            "step 120/200   loss 1.0000   lr 0.1   1.00 steps/s   1 min 20 s left\n"
            "step 125/200   loss 1.0000   lr 0.1   1.00 steps/s   1 min 15 s left\n");
}

TEST(Progress, RedrawsOneLine) {
  for (const bool colour : {true, false}) {
    if (colour)
      ::unsetenv("NO_COLOR");
    else
      ::setenv("NO_COLOR", "1", 1);
    std::ostringstream out;
    double now = 50;
    {
      Progress progress(100, 200, ProgressStyle::redrawn, out, [&] { return now; });
      progress.show(101, 1, 0.1);  // too early
      EXPECT_EQ(out.str(), "");
      now += 0.25;
      progress.show(102, 1, 0.1);
      now += 0.03125;
      progress.show(103, 2, 0.1);
    }
    ::unsetenv("NO_COLOR");
    const std::string on = colour ? "\x1b[1m" : "";
    const std::string off = colour ? "\x1b[0m\x1b[K" : "\x1b[K";
    EXPECT_EQ(out.str(),
              "\r" + on + "step 102/200   loss 1.0000   lr 0.1   8.00 steps/s   12 s left" + off +
                  "\r" + on + "step 103/200   loss 2.0000   lr 0.1   11 steps/s   9 s left" + off +
                  "\n");
  }
}

TEST(Progress, QuietSaysNothing) {
  std::ostringstream out;
  double now = 0;
  {
    Progress progress(0, 10, ProgressStyle::quiet, out, [&] { return now += 100; });
    progress.show(1, 1, 1);
  }
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace horloge
