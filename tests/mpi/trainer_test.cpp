// Every test runs in all processes at once, and each compares with a run of its own alone.

#include "horloge/train/trainer.h"

#include <algorithm>

#include "horloge/core/batch_shard.h"
#include "mpi/shared_run.h"
#include "mpi/world.h"
#include "support/arrays.h"
#include "support/files.h"

namespace horloge {
namespace {

// Losses begin near 10, where neighbouring floats are 1e-6 apart.
double bound_of_loss(double loss) { return test::bound(1e-6, 1e-12) * std::max(1.0, loss); }

void expect_near(const SharedEnd& got, const SharedEnd& want) {
  ASSERT_EQ(got.losses.size(), want.losses.size());
  for (std::size_t i = 0; i < got.losses.size(); ++i)
    EXPECT_NEAR(got.losses[i], want.losses[i], bound_of_loss(want.losses[i])) << "step " << i;
  EXPECT_NEAR(got.best, want.best, bound_of_loss(want.best));
  for (std::size_t i = 0; i < got.weights.size(); ++i)
    EXPECT_TRUE(test::near(got.weights[i], want.weights[i], test::bound(1e-5, 1e-11))) << i;
}

void expect_same(const SharedEnd& got, const SharedEnd& want) {
  EXPECT_EQ(got.losses, want.losses);
  EXPECT_EQ(got.best, want.best);
  for (std::size_t i = 0; i < got.weights.size(); ++i)
    EXPECT_TRUE(test::same_bits(got.weights[i], want.weights[i])) << i;
}

// What one process does, 50 steps long; the losses fall.
void expect_as_alone(const SharedRun& run) {
  const SharedEnd alone = run_together(Group(), run), together = run_together(world(), run);
  ASSERT_EQ(alone.losses.size(), run.steps);
  EXPECT_LT(alone.losses.back(), alone.losses.front() - 0.5);
  if (world().is_first()) expect_near(together, alone);
}

SharedRun with(Method method) {
  SharedRun run;
  run.method = method;
  return run;
}

// 61 rows in batches of 8: the eighth has 5, which neither 2 nor 4 divide.
TEST(TrainTogether, SgdIsAsAlone) { expect_as_alone(with(Method::sgd)); }
TEST(TrainTogether, AdamIsAsAlone) { expect_as_alone(with(Method::adam)); }
TEST(TrainTogether, AdamWIsAsAlone) { expect_as_alone(with(Method::adam_w)); }

TEST(TrainTogether, ClippingComesAfterTheExchange) {
  SharedRun run = with(Method::sgd);
  run.clip_norm = 0.1;
  expect_as_alone(run);
}

TEST(TrainTogether, BatchesOfThreeLeaveSomebodyWithoutARow) {
  SharedRun run;
  run.batch_size = 3;  // and the last batch has one
  expect_as_alone(run);
}

TEST(TrainTogether, BatchesThatAreAccumulatedAreOne) {
  SharedRun run;
  run.accumulate = 3;
  expect_as_alone(run);
}

TEST(TrainTogether, TheSameNumberOfProcessesGivesTheSameBits) {
  SharedRun run;
  run.dropout = 0.2;
  expect_same(run_together(world(), run), run_together(world(), run));
}

TEST(TrainTogether, EachProcessDropsOthers) {
  SharedRun run;
  run.dropout = 0.2;
  const SharedEnd alone = run_together(Group(), run), together = run_together(world(), run);
  EXPECT_NE(alone.losses, together.losses);
  // Were all masks those of process 0, two halves of one batch would be dropped alike.
  Rng rng(1);
  const Dropout dropout(0.5, rng);
  Array mask;
  {
    const BatchShard shard(world().rank(), world().size());
    mask = dropout(Tensor(ones({64}))).array();
  }
  Array first = mask;
  world().broadcast(first);
  EXPECT_EQ(static_cast<bool>(test::same(mask, first)), world().is_first());
}

TEST(TrainTogether, AShardedOptimizerGivesTheSameBitsInLessMemory) {
  for (const Method method : {Method::sgd, Method::adam_w}) {
    SharedRun run = with(method);
    const SharedEnd whole = run_together(world(), run);
    run.shard_optimizer = true;
    const SharedEnd sharded = run_together(world(), run);
    expect_same(sharded, whole);
    const double share =
        static_cast<double>(sharded.numbers_kept) / static_cast<double>(whole.numbers_kept);
    EXPECT_LT(share, world().size() == 2 ? 0.6 : 0.4);  // two parameters have a third each
  }
}

// Stopped after 20 steps and begun again, with another division of what the optimizer keeps.
TEST(TrainTogether, AResumedRunEndsWithTheSameBits) {
  const test::TemporaryFolder folder;  // each process has one; the first one's counts
  SharedRun run;
  run.dropout = 0.2;
  const SharedEnd unbroken = run_together(world(), run);
  for (const bool sharded : {false, true}) {
    run.checkpoint = folder / (sharded ? "sharded" : "whole");
    run.steps = 20;
    run.shard_optimizer = sharded;
    run_together(world(), run);
    EXPECT_EQ(std::filesystem::exists(run.checkpoint), world().is_first());
    run.steps = 50;
    run.shard_optimizer = !sharded;
    const SharedEnd resumed = run_together(world(), run);
    EXPECT_EQ(resumed.losses,
              std::vector<double>(unbroken.losses.begin() + 20, unbroken.losses.end()));
    for (std::size_t i = 0; i < resumed.weights.size(); ++i)
      EXPECT_TRUE(test::same_bits(resumed.weights[i], unbroken.weights[i])) << i;
  }
}

}  // namespace
}  // namespace horloge
