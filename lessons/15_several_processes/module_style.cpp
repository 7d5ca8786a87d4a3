// The same with the library's group.

#include "common/mailboxes.h"
#include "common/modules.h"
#include "course/stage/lesson.h"
#include "horloge/train/clip.h"
#include "horloge/train/gradient_exchange.h"
#include "horloge/train/optimizer_shards.h"
#include "horloge/train/trainer.h"
#include "mailbox_transport.h"
#include "numpy_style.h"
#include "training.h"

using namespace horloge;

// Step: by_the_library
// What train() does in each step, in every process.
void shared_step(const Group& group, const Linear& model, SGD& optimizer,
                 GradientExchange& exchange, const Examples& batch) {
  const BatchShard shard(group.rank(), group.size());
  const Examples mine = take(batch, my_rows(rows_in_batch));
  optimizer.zero_grad();
  const Tensor loss = cross_entropy(model(Tensor(mine.x)), mine.classes);
  exchange.backward(loss, shard.weight());  // sends buckets while it goes on
  exchange.finish({0, shard.weight(), 0});  // now gradients are means
  clip_grad_norm(model.parameters(), largest_norm);
  optimizer.step();
}

// Fold: 60 steps in 1 to 5 ranks, beside those by hand
Array columns_of(const Tensor& weight) { return xt::transpose(weight.array()); }

Array train_by_library(std::size_t n, std::uint64_t seed) {
  const Examples all = new_examples(num_examples, seed);
  Array result;
  Mailboxes ranks(n);
  ranks.run([&](Rank& me) {
    MailboxTransport transport(me);
    const Group group(transport);
    Rng rng(seed);
    Linear model(num_features, num_classes, rng, Bias::no);
    Array weight =
        Rng(seed + 10 + me.rank()).normal({num_features, num_classes});
    group.broadcast(weight);
    model.weight.mutable_array() = xt::transpose(weight);
    SGD optimizer(model.parameters(), SGDOptions().with_lr(learning_rate));
    GradientExchange exchange(model.parameters(), group);
    for (std::size_t step = 0; step < num_steps; ++step)
      shared_step(group, model, optimizer, exchange, batch_at(all, step));
    if (group.is_first()) result = columns_of(model.weight);
  });
  return result;
}

void by_the_library(Page& page) {
  const Examples all = new_examples(num_examples, page.seed());
  page.print("ranks     loss by hand    by the library    weights differ\n");
  for (std::size_t n = 1; n <= 5; ++n) {
    const Array hand = train_by_hand(n, page.seed())[0];
    const Array library = train_by_library(n, page.seed());
    page.print("{:<10}{:<16.6f}{:<18.6f}{:.0e}\n", n, loss_of(all, hand),
               loss_of(all, library), largest_difference(hand, library));
  }
}

// Step: while_backward
// Six layers, in buckets of 2,000 numbers each.
class SixLayers : public Module {
 public:
  explicit SixLayers(Rng& rng) {
    for (int i = 0; i < 6; ++i)
      layers.push_back(child("layer" + std::to_string(i), Linear(32, 32, rng)));
  }
  Tensor operator()(Tensor x) const {
    for (const Linear& layer : layers) x = layer(x);
    return x;
  }
  std::vector<Linear> layers;
};

// Fold: how many buckets have been sent when backward() comes to its end
void while_backward(Page& page) {
  std::vector<std::size_t> before, all;
  Mailboxes ranks(2);
  ranks.run([&](Rank& me) {
    MailboxTransport transport(me);
    const Group group(transport);
    Rng rng(page.seed());
    const SixLayers model(rng);
    GradientExchange exchange(model.parameters(), group, 2000);
    const Tensor y = model(Tensor(rng.normal({8, 32})));
    exchange.backward(cross_entropy(y, rng.integers({8}, 0, 32)), 8);
    const auto sent = transport.sums();
    exchange.finish({0, 8, 0});
    if (!group.is_first()) return;
    before = sent;
    all = transport.sums();
  });
  std::size_t numbers = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    numbers += all[i];
    page.print("bucket {}: {:>5} numbers, sent {}\n", i + 1, all[i],
               i < before.size() ? "before backward() was done" : "after it");
  }
  page.print("together {}, of {} parameters: one more for each of 12 tensors\n",
             numbers, 6 * (32 * 32 + 32));
}

// Step: sharded_adam
// Each updates its parameters, and sends them to the others.
void sharded_step(OptimizerShards& shards) { shards.step(); }

// Fold: what each rank keeps, and that nothing else changes
struct Kept {
  std::vector<std::size_t> numbers;
  std::vector<Array> weights;
};

Kept adam_in_ranks(std::size_t n, bool sharded, std::uint64_t seed) {
  Kept kept{std::vector<std::size_t>(n), {}};
  Mailboxes ranks(n);
  ranks.run([&](Rank& me) {
    MailboxTransport transport(me);
    const Group group(transport);
    Rng rng(seed);
    const SixLayers model(rng);
    Adam adam(model.parameters(), AdamOptions().with_lr(0.01));
    OptimizerShards shards(adam, sharded ? group : Group());
    GradientExchange exchange(model.parameters(), group);
    for (std::uint32_t step = 0; step < 5; ++step) {
      Rng of_mine(seed, std::uint32_t(me.rank() + 1), step);
      adam.zero_grad();
      const Tensor y = model(Tensor(of_mine.normal({8, 32})));
      exchange.backward(cross_entropy(y, of_mine.integers({8}, 0, 32)), 8);
      exchange.finish({0, 8, 0});
      sharded ? sharded_step(shards) : adam.step();
    }
    for (const auto& [name, tensor] : adam.state().tensors)
      kept.numbers[me.rank()] += tensor.size();
    if (group.is_first())
      for (const Tensor& parameter : model.parameters())
        kept.weights.push_back(parameter.array());
  });
  return kept;
}

void sharded_adam(Page& page) {
  page.print(
      "ranks   numbers that Adam keeps, rank by rank    weights differ\n");
  for (const std::size_t n : {1, 2, 3, 4}) {
    const Kept whole = adam_in_ranks(n, false, page.seed());
    const Kept sharded = adam_in_ranks(n, n > 1, page.seed());
    std::string numbers;
    for (const std::size_t count : sharded.numbers)
      numbers += fmt::format("{} ", count);
    double off = 0;
    for (std::size_t i = 0; i < whole.weights.size(); ++i)
      off = std::max(off,
                     largest_difference(whole.weights[i], sharded.weights[i]));
    page.print("{:<8}{:<41}{}\n", n, numbers, off);
  }
}

// Step: accumulated
// Four batches of 10 rows to a step, or one of 40: in a single process.
Array train_alone(std::uint64_t accumulate, std::uint64_t seed) {
  const Examples all = new_examples(num_examples, seed);
  Rng rng(seed);
  Linear model(num_features, num_classes, rng, Bias::no);
  SGD optimizer(model.parameters(), SGDOptions().with_lr(learning_rate));
  const std::size_t size = 40 / accumulate;
  const auto loss = [&](std::uint64_t batch) {
    const std::size_t begin = batch * size % num_examples;
    const Examples some = take(all, {begin, begin + size});
    const Examples mine = take(some, my_rows(size));
    return cross_entropy(model(Tensor(mine.x)), mine.classes);
  };
  const auto options = TrainOptions()
                           .with_steps(num_steps)
                           .with_accumulate(accumulate)
                           .with_clip_norm(largest_norm)
                           .with_progress(ProgressStyle::quiet)
                           .with_group(Group());
  train(model, optimizer, nullptr, loss, options);
  return columns_of(model.weight);
}

// Fold: compares 1, 2, 4 and 8 batches to a step
void accumulated(Page& page) {
  const Examples all = new_examples(num_examples, page.seed());
  const Array one = train_alone(1, page.seed());
  page.print("batches to a step       loss of all 200    weights differ\n");
  for (const std::uint64_t n : {1, 2, 4, 8}) {
    const Array weight = train_alone(n, page.seed());
    page.print("{:>2} of {:>2} rows{:12}{:<19.6f}{:.0e}\n", n, 40 / n, "",
               loss_of(all, weight), largest_difference(weight, one));
  }
}
