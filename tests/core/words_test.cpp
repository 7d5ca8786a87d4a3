#include "horloge/core/words.h"

#include <gtest/gtest.h>

namespace horloge {
namespace {

TEST(Text, JoinsWords) {
  EXPECT_EQ(joined({}), "");
  EXPECT_EQ(joined({"gelu"}), "gelu");
  EXPECT_EQ(joined({"gelu", "relu", "silu"}), "gelu, relu, silu");
  EXPECT_EQ(joined({"dog", "bites"}, " "), "dog bites");
}

TEST(Text, LeavesOutWhoComplains) {
  EXPECT_EQ(without_who("[matmul] inner sizes differ"), "inner sizes differ");
  EXPECT_EQ(without_who("[slice] x [0] is not there"), "x [0] is not there");
  EXPECT_EQ(without_who("the list [1, 2] is too short"), "the list [1, 2] is too short");
  EXPECT_EQ(without_who(""), "");
}

}  // namespace
}  // namespace horloge
