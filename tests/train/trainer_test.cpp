#include "horloge/train/trainer.h"

#include <csignal>
#include <numeric>

#include "horloge/core/parallel.h"
#include "horloge/train/adam.h"
#include "horloge/train/clip.h"
#include "horloge/train/sgd.h"
#include "support/arrays.h"
#include "support/files.h"
#include "train/toy_run.h"

namespace horloge {
namespace {

TrainOptions quiet(std::uint64_t steps) {
  return TrainOptions().with_steps(steps).with_progress(ProgressStyle::quiet);
}

TEST(Train, DoesWhatALoopByHandDoes) {
  ToyModel by_hand(Rng(1));
  SGD sgd(by_hand.parameters());
  const Schedule schedule = linear_with_warmup(0.5, 3, 20);
  const auto loss_by_hand = toy_loss(by_hand, 7);
  double loss = 0;
  for (std::uint64_t step = 0; step < 20; ++step) {
    sgd.set_lr(schedule(step));
    sgd.zero_grad();
    const Tensor value = loss_by_hand(step);
    loss = value.item();
    value.backward();
    clip_grad_norm(sgd.parameters(), 0.5);
    sgd.step();
  }

  ToyModel model(Rng(1));
  SGD optimizer(model.parameters());
  const TrainOptions options = quiet(20).with_clip_norm(0.5);
  const TrainResult result = train(model, optimizer, schedule, toy_loss(model, 7), options);
  EXPECT_EQ(result.end, TrainEnd::all_steps);
  EXPECT_EQ(result.state.step, 20U);
  EXPECT_EQ(result.state.loss, loss);
  EXPECT_TRUE(same(model.first.weight.array(), by_hand.first.weight.array()));
  EXPECT_EQ(optimizer.lr(), schedule(19));
}

TEST(Train, Learns) {
  ToyModel model(Rng(1));
  SGD optimizer(model.parameters());
  const auto evaluate = toy_evaluation(model);
  model.eval();
  const double before = evaluate();
  train(model, optimizer, constant(0.1), toy_loss(model, 7), quiet(60));
  model.eval();
  EXPECT_LT(evaluate(), before - 0.1);
}

TEST(Train, TheNumberOfThreadsDoesNotMatter) {
  Array alone;
  for (const int threads : {1, 2}) {
    set_num_threads(threads);
    ToyModel model(Rng(1), 3000);
    AdamW optimizer(model.parameters());
    train(model, optimizer, constant(0.01), toy_loss(model, 7), quiet(10));
    set_num_threads(0);
    if (threads == 1) alone = model.first.weight.array();
    EXPECT_TRUE(same(model.first.weight.array(), alone));
  }
}

TEST(Train, EvaluatesInEvalModeAndStopsEarly) {
  ToyModel model(Rng(1));
  SGD optimizer(model.parameters());
  std::vector<double> values{5, 4, 6, 3, 3, 4, 3.5, 1};
  std::size_t asked = 0;
  TrainOptions options = quiet(100);
  options.evaluate_every = 2;
  options.patience = 3;
  options.evaluate = [&] {
    EXPECT_FALSE(model.training());
    EXPECT_FALSE(grad_enabled());
    return values.at(asked++);
  };
  const TrainResult result = train(model, optimizer, nullptr, toy_loss(model, 7), options);
  EXPECT_EQ(result.end, TrainEnd::early_stop);
  EXPECT_EQ(asked, 7U);  // an equal value is no new best
  EXPECT_EQ(result.state.step, 14U);
  EXPECT_EQ(result.state.best, 3);
  EXPECT_EQ(result.state.best_step, 8U);
  EXPECT_TRUE(model.training());

  asked = 0;
  options.patience = 0;
  options.steps = 16;
  EXPECT_EQ(train(model, optimizer, nullptr, toy_loss(model, 7), options).end, TrainEnd::all_steps);
  EXPECT_EQ(asked, 8U);
}

// Stopped by hand in the middle of an epoch and begun again, against one run through.
TEST(Train, AResumedRunEndsWithTheSameBits) {
  const TemporaryFolder folder;
  const auto run = [&](const char* name, std::uint64_t steps) {
    ToyModel model(Rng(1));
    Adam optimizer(model.parameters());
    const auto options = quiet(steps).with_checkpoint(folder / name).with_checkpoint_every(4);
    const auto result =
        train(model, optimizer, cosine_with_warmup(0.01, 5, 30), toy_loss(model, 7), options);
    EXPECT_EQ(result.state.step, steps);
    return Array(model.first.weight.array());
  };
  const Array whole = run("whole", 30);
  for (const std::uint64_t steps : {3U, 9U, 21U}) EXPECT_FALSE(same(run("parts", steps), whole));
  EXPECT_TRUE(same(run("parts", 30), whole));
  EXPECT_EQ(test::read_text(folder / "parts"), test::read_text(folder / "whole"));
  EXPECT_TRUE(same(run("whole", 30), whole));  // a finished run is left as it is
}

// Batches of 8 and 2 of the 50 rows: each counts as many rows as it has.
TEST(Train, AccumulatedBatchesAreOneLargeBatch) {
  const ToyData data(50, 11);
  ToyModel model(Rng(1)), large(Rng(1));
  Rng rng(1);
  model.dropout = large.dropout = Dropout(0, rng);
  SGD optimizer(model.parameters()), sgd(large.parameters());
  const Batches batches(50, BatchOptions().with_batch_size(8).with_shuffle(false));
  const auto in_parts = [&](std::uint64_t step) { return data.loss(model, batches.at(step)); };
  const auto at_once = [&](std::uint64_t) {
    std::vector<std::size_t> all(50);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return data.loss(large, all);
  };
  std::vector<double> losses, want;
  const auto kept_in = [](std::vector<double>& list) {
    return [&list](const TrainingState& state) { list.push_back(state.loss); };
  };
  const auto options = quiet(5).with_clip_norm(0.5);
  train(model, optimizer, constant(0.1), in_parts,
        options.with_accumulate(7).with_after_step(kept_in(losses)));
  train(large, sgd, constant(0.1), at_once, options.with_after_step(kept_in(want)));
  ASSERT_EQ(losses.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(losses[i], want[i], test::bound(1e-6, 1e-14));
  EXPECT_TRUE(
      test::near(model.first.weight.array(), large.first.weight.array(), test::bound(1e-6, 1e-14)));
}

void ignore(int) {}

TEST(Train, CtrlCFinishesTheStepAndWritesACheckpoint) {
  const TemporaryFolder folder;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto before = std::signal(signal, ignore);
    ToyModel model(Rng(1));
    SGD optimizer(model.parameters());
    const auto loss = toy_loss(model, 7);
    const auto options = quiet(50).with_checkpoint(folder / std::to_string(signal));
    const auto result = train(
        model, optimizer, nullptr,
        [&](std::uint64_t step) {
          if (step == 5) std::raise(signal);
          return loss(step);
        },
        options);
    EXPECT_EQ(result.end, TrainEnd::interrupted);
    EXPECT_EQ(result.state.step, 6U);
    EXPECT_EQ(std::signal(signal, before), &ignore);  // as it was
    ToyModel resumed(Rng(2));
    SGD resumed_sgd(resumed.parameters());
    EXPECT_EQ(load_checkpoint(options.checkpoint, resumed, resumed_sgd).step, 6U);
    EXPECT_TRUE(same(resumed.first.weight.array(), model.first.weight.array()));
    EXPECT_EQ(train(model, optimizer, nullptr, loss, options).end, TrainEnd::all_steps);
  }
}

// The terminal sends it when it is closed, and the shell that ran in it sends it once more.
TEST(Train, AClosedTerminalMayHangUpTwice) {
  const TemporaryFolder folder;
  ToyModel model(Rng(1));
  SGD optimizer(model.parameters());
  const auto loss = toy_loss(model, 7);
  const auto result = train(
      model, optimizer, nullptr,
      [&](std::uint64_t step) {
        std::raise(SIGHUP);
        std::raise(SIGHUP);
        return loss(step);
      },
      quiet(5).with_checkpoint(folder / "c"));
  EXPECT_EQ(result.end, TrainEnd::interrupted);
  EXPECT_TRUE(std::filesystem::exists(folder / "c"));
}

TEST(TrainDeathTest, ASecondCtrlCEndsAtOnce) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  ToyModel model(Rng(1));
  SGD optimizer(model.parameters());
  EXPECT_EXIT(train(
                  model, optimizer, nullptr,
                  [](std::uint64_t) {
                    std::raise(SIGINT);
                    std::raise(SIGINT);
                    return Tensor(real{0});
                  },
                  quiet(5)),
              testing::KilledBySignal(SIGINT), "");
}

TEST(Train, LeavesASignalThatIsIgnoredIgnored) {
  const auto before = std::signal(SIGINT, SIG_IGN);
  ToyModel model(Rng(1));
  SGD optimizer(model.parameters());
  const auto loss = toy_loss(model, 7);
  const auto result = train(
      model, optimizer, nullptr,
      [&](std::uint64_t step) {
        std::raise(SIGINT);
        return loss(step);
      },
      quiet(3));
  EXPECT_EQ(result.end, TrainEnd::all_steps);
  EXPECT_EQ(std::signal(SIGINT, before), SIG_IGN);
}

TEST(Train, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  ToyModel model(Rng(1));
  SGD optimizer(model.parameters());
  const auto loss = toy_loss(model, 7);
  EXPECT_ERROR(train(
                   model, optimizer, nullptr,
                   [&](std::uint64_t step) {
                     return step < 2 ? loss(step) : Tensor(static_cast<real>(std::nan("")));
                   },
                   quiet(5)),
               ValueError, "[train] the loss at step 2 is nan; a smaller learning rate");
  EXPECT_ERROR(
      train(
          model, optimizer, nullptr, [](std::uint64_t) { return Tensor(zeros({2})); }, quiet(5)),
      ValueError, "[item] needs a tensor of one element, got (2,)");
  TrainOptions options = quiet(5).with_checkpoint_every(0);
  EXPECT_ERROR(train(model, optimizer, nullptr, loss, options), ValueError,
               "[train] checkpoint_every and evaluate_every must not be 0");
  EXPECT_ERROR(train(model, optimizer, nullptr, loss, quiet(5).with_accumulate(0)), ValueError,
               "[train] accumulate must not be 0");
  options = quiet(5).with_clip_norm(-1);
  EXPECT_ERROR(train(model, optimizer, nullptr, loss, options), ValueError,
               "clip_norm must not be");
  ToyModel other(Rng(2));
  EXPECT_ERROR(train(other, optimizer, nullptr, loss, quiet(5)), ValueError,
               "[train] the optimizer has a parameter (32, 6) that is not the model's");

  options = quiet(5).with_checkpoint(folder / "c").with_seed(3);
  train(model, optimizer, nullptr, loss, options);
  options.seed = 4;
  EXPECT_ERROR(train(model, optimizer, nullptr, loss, options), ValueError,
               "c is from a run with seed 3, this one has 4: use that seed or another file");
}

}  // namespace
}  // namespace horloge
