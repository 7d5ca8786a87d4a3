#include "horloge/figures/screen.h"

#include "figures/drawing.h"

namespace horloge {
namespace {

TEST(Screen, LeavesOutWhatStandsOutside) {
  Screen screen(2, 4);
  screen.put(0, 2, "abc");
  screen.put(1, 5, "x");
  screen.put(7, 0, "x");
  screen.put(1, 3, "我");  // half of it would fit
  EXPECT_EQ(screen.text(false), "  ab\n\n");
}

TEST(Screen, NeverShowsHalfACharacter) {
  Screen screen(1, 6);
  screen.put(0, 0, "我爱你");
  screen.put(0, 1, "a");
  EXPECT_EQ(screen.text(false), " a爱你\n");
  screen.put(0, 2, "b");
  EXPECT_EQ(screen.text(false), " ab 你\n");
  screen.put(0, 3, "我");
  EXPECT_EQ(screen.text(false), " ab我\n");
}

TEST(Screen, KnowsWhatIsFree) {
  Screen screen(1, 4);
  screen.put(0, 1, "我");
  EXPECT_TRUE(screen.is_free(0, 0));
  EXPECT_FALSE(screen.is_free(0, 1));
  EXPECT_FALSE(screen.is_free(0, 2));
  EXPECT_TRUE(screen.is_free(0, 3));
  EXPECT_FALSE(screen.is_free(0, 4));
  EXPECT_FALSE(screen.is_free(1, 0));
}

TEST(Screen, ColoursEndWithTheirLine) {
  Screen screen(2, 5);
  screen.put(0, 0, "a", {1, Ink::none});
  screen.put(0, 1, "b", {1, Ink::none});
  screen.put(0, 2, "c");
  screen.put(1, 0, " ", {Ink::none, 4});
  screen.put(1, 3, " ");
  EXPECT_EQ(screen.text(true), "\x1b[38;5;1mab\x1b[0mc\n\x1b[48;5;4m \x1b[0m\n");
  EXPECT_EQ(screen.text(false), "abc\n\n");
}

}  // namespace
}  // namespace horloge
