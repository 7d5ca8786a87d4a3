// Several threads use one object, or the library at once: each gets the numbers that it would get
// alone. The preset `threads` watches the same tests with ThreadSanitizer.

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "horloge/models/decoder.h"
#include "horloge/nn/generate.h"
#include "horloge/nn/position/rotary.h"
#include "horloge/ops/activation.h"
#include "horloge/ops/loss.h"
#include "horloge/ops/matmul.h"
#include "horloge/train/adam.h"
#include "support/threads.h"

namespace horloge {
namespace {

// What each of several works gives, all of them begun together.
template <class T>
std::vector<T> at_once(const std::vector<std::function<T()>>& works) {
  std::vector<T> results(works.size());
  std::vector<std::thread> threads;
  std::atomic<std::size_t> waiting{works.size()};
  for (std::size_t i = 0; i < works.size(); ++i)
    threads.emplace_back([&, i] {
      --waiting;
      while (waiting > 0) std::this_thread::yield();
      results[i] = works[i]();
    });
  for (std::thread& thread : threads) thread.join();
  return results;
}

Ids text(std::size_t B, std::size_t T, std::uint64_t seed) {
  Ids ids = Ids::from_shape({B, T});
  Rng rng(seed);
  for (auto& id : ids) id = std::int64_t(rng.below(50));
  return ids;
}

DecoderModel small_gpt() {
  DecoderRecipe r;
  r.embeddings.vocab_size = 50;
  r.embeddings.d_model = r.stack.d_model = 32;
  r.positions = std::make_shared<RotaryPositions>(8);
  r.stack.block.attention.num_heads = 4;
  r.stack.block.feed_forward = FeedForwardOptions().with_d_ff(64).with_activation(gelu_tanh);
  r.stack.num_layers = 2;
  r.info.trained_len = 64;
  Rng rng(1);
  return {r, rng};
}

Array logits(const DecoderModel& model, const Ids& ids) {
  const NoGrad no_grad;
  return model.forward({ids}).logits.array();
}

TEST(Shared, AnglesOfRotaryPositions) {
  const RotaryPositions shared(16);
  const auto turned = [&](const RotaryPositions& scheme, std::size_t T) {
    Array y;
    for (std::size_t i = 0; i < 50; ++i) {
      std::this_thread::yield();
      const Ids positions = xt::arange<std::int64_t>(std::int64_t(T));
      y = scheme.query(Tensor(Rng(T).normal({1, T, 32})), {positions, positions}).array();
    }
    return y;
  };
  std::vector<std::function<Array()>> works;
  for (const std::size_t T : {3, 40, 7}) works.push_back([&, T] { return turned(shared, T); });
  const std::vector<Array> all = at_once(works);
  std::size_t i = 0;
  for (const std::size_t T : {3, 40, 7})
    EXPECT_TRUE(same(all[i++], turned(RotaryPositions(16), T))) << "T = " << T;
}

TEST(Shared, AModelThatIsRead) {
  const DecoderModel model = small_gpt();
  std::vector<std::function<Array()>> works;
  for (const std::size_t T : {5, 33})
    works.push_back([&, T] {
      Array y;
      for (int i = 0; i < 5; ++i) y = logits(model, text(2, T, T));
      return y;
    });
  const std::vector<Array> all = at_once(works);
  EXPECT_TRUE(same(all[0], logits(small_gpt(), text(2, 5, 5))));
  EXPECT_TRUE(same(all[1], logits(small_gpt(), text(2, 33, 33))));
}

TEST(Shared, AModelThatWritesTwoTexts) {
  const DecoderModel model = small_gpt();
  const auto written = [](const DecoderModel& by, std::uint64_t seed) {
    return generate(by, text(1, 4, seed), GenerateOptions().with_max_new_tokens(12));
  };
  const auto all =
      at_once<Ids>({[&] { return written(model, 1); }, [&] { return written(model, 2); }});
  EXPECT_EQ(all[0], written(small_gpt(), 1));
  EXPECT_EQ(all[1], written(small_gpt(), 2));
}

// Two training runs, with the pool's threads within each.
TEST(AtOnce, TwoTrainings) {
  const Threads guard(2);
  const auto trained = [](std::uint64_t seed) {
    const DecoderModel model = small_gpt();
    Adam optimizer(model.parameters(), AdamOptions().with_lr(1e-2));
    double last = 0;
    for (std::uint64_t step = 0; step < 4; ++step) {
      const Tensor loss = cross_entropy(model.forward({text(4, 16, seed + step)}).logits,
                                        text(4, 16, seed + step + 1));
      optimizer.zero_grad();
      loss.backward();
      optimizer.step();
      last = loss.item();
    }
    return last;
  };
  const auto all = at_once<double>({[&] { return trained(10); }, [&] { return trained(20); }});
  EXPECT_EQ(all[0], trained(10));
  EXPECT_EQ(all[1], trained(20));
}

// Large enough to be cut into tiles, and for the choice of how rows are read, which all share.
TEST(AtOnce, ProductsOfOneRow) {
  const Threads guard(2);
  const Tensor w(Rng(1).normal({512, 700}));
  const auto product = [&](std::uint64_t seed) {
    const NoGrad no_grad;
    Array y;
    for (int i = 0; i < 120; ++i) y = matmul(Tensor(Rng(seed).normal({1, 512})), w).array();
    return y;
  };
  const auto all = at_once<Array>({[&] { return product(1); }, [&] { return product(2); }});
  EXPECT_TRUE(same(all[0], product(1)));
  EXPECT_TRUE(same(all[1], product(2)));
}

// Each thread's pool keeps what it frees, whoever made it.
TEST(AtOnce, ArraysThatAnotherThreadFrees) {
  for (int i = 0; i < 20; ++i) {
    auto made = std::make_unique<Array>(Rng(std::uint64_t(i)).normal({100, 100}));
    const double sum = xt::sum(*made)();
    std::thread([moved = std::move(made), sum] { EXPECT_EQ(xt::sum(*moved)(), sum); }).join();
  }
}

}  // namespace
}  // namespace horloge
