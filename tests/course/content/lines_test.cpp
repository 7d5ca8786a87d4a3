#include "course/content/lines.h"
#include "support/matchers.h"

namespace content {
namespace {

TEST(LinesOf, LeavesOutTheirEnds) {
  EXPECT_THAT(lines_of(""), IsEmpty());
  EXPECT_THAT(lines_of("a"), ElementsAre("a"));
  EXPECT_THAT(lines_of("a\n"), ElementsAre("a"));
  EXPECT_THAT(lines_of("\na\n\nb c"), ElementsAre("", "a", "", "b c"));
}

}  // namespace
}  // namespace content
