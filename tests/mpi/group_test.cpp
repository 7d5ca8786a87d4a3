#include "horloge/train/group.h"

#include "mpi/world.h"
#include "support/arrays.h"

namespace horloge {
namespace {

Array ranks_plus(double x) { return full({3}, static_cast<real>(world().rank() + x)); }

TEST(Group, KnowsItsProcesses) {
  EXPECT_GT(world().size(), 1U);
  EXPECT_LT(world().rank(), world().size());
  EXPECT_EQ(world().is_first(), world().rank() == 0);
}

TEST(Group, AllReduceMeanIsTheMean) {
  Array x = ranks_plus(1);
  world().all_reduce_mean(x);
  const double mean = static_cast<double>(world().size() + 1) / 2;
  EXPECT_TRUE(test::same(x, full({3}, static_cast<real>(mean))));
  Array none = empty({0});
  world().all_reduce_mean(none);
}

TEST(Group, BroadcastTakesTheNumbersOfOne) {
  for (std::size_t root = 0; root < world().size(); ++root) {
    Array x = ranks_plus(0);
    world().broadcast(x, root);
    EXPECT_TRUE(test::same(x, full({3}, static_cast<real>(root))));
    std::string text(world().rank() * 5, 'x');
    if (world().rank() == root) text = "some text";
    world().broadcast(text, root);
    EXPECT_EQ(text, "some text");
  }
  Array x = ranks_plus(0);
  EXPECT_ERROR(world().broadcast(x, 9), IndexError, "[broadcast] process 9 is out of range: there");
  world().barrier();
}

TEST(Group, AGroupOfOneDoesNothing) {
  const Group one;
  EXPECT_EQ(one.size(), 1U);
  EXPECT_TRUE(one.is_first());
  Array x = ranks_plus(0);
  one.all_reduce_mean(x);
  one.broadcast(x);
  one.barrier();
  one.end_all("nothing happens");
  EXPECT_TRUE(test::same(x, ranks_plus(0)));
}

}  // namespace
}  // namespace horloge
