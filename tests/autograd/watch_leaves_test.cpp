#include "horloge/autograd/watch_leaves.h"

#include <vector>

#include "horloge/ops/arithmetic.h"
#include "horloge/ops/reduce.h"
#include "support/arrays.h"

namespace horloge {
namespace {

// Leaf by leaf, with the gradient that it had at that moment.
struct Seen {
  const detail::Node* leaf;
  Array gradient;
};

TEST(WatchLeaves, SpeaksOfEachLeafOnceItsGradientIsComplete) {
  const Tensor a(ones({2}), true), b(ones({2}), true), unused(ones({2}), true), fixed(ones({2}));
  const Tensor loss = sum(a * (a * b + a) + fixed * b);  // a in three operations, twice in one
  std::vector<Seen> seen;
  {
    const WatchLeaves watch([&](const detail::Node& leaf) {
      seen.push_back({&leaf, &leaf == a.node().get() ? a.grad() : b.grad()});
    });
    loss.backward();
  }
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_NE(seen[0].leaf, seen[1].leaf);
  for (const Seen& one : seen)
    EXPECT_TRUE(test::same(one.gradient, one.leaf == a.node().get() ? a.grad() : b.grad()));
  EXPECT_TRUE(test::same(a.grad(), full({2}, real{4})));  // 2 a b + 2 a
  EXPECT_FALSE(unused.has_grad());
}

// The last layer's are complete first.
TEST(WatchLeaves, ComesInTheOrderOfTheWalk) {
  std::vector<Tensor> layers;
  Tensor x(ones({3}));
  for (int i = 0; i < 4; ++i) {
    layers.emplace_back(Array(ones({3})), true);
    x = x * layers.back();
  }
  std::vector<const detail::Node*> seen;
  const WatchLeaves watch([&](const detail::Node& leaf) {
    seen.push_back(&leaf);
    EXPECT_EQ(layers[3].has_grad(), true);
    EXPECT_EQ(layers[0].has_grad(), seen.size() == 4);
  });
  sum(x).backward();
  ASSERT_EQ(seen.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(seen[i], layers[3 - i].node().get());
}

TEST(WatchLeaves, ALeafThatIsTheResult) {
  const Tensor a(real{2}, true);
  int calls = 0;
  {
    const WatchLeaves outer([&](const detail::Node&) { calls += 10; });
    {
      const WatchLeaves watch([&](const detail::Node&) { ++calls; });
      a.backward();
    }
    EXPECT_EQ(calls, 1);
    a.backward();
  }
  a.backward();
  EXPECT_EQ(calls, 11);
}

}  // namespace
}  // namespace horloge
