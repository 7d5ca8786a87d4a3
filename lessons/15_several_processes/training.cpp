// A training that ranks share, by hand, and what goes wrong in it.

#include "training.h"

#include "common/mailboxes.h"
#include "course/stage/lesson.h"
#include "exercises/clip_pieces/answer.h"
#include "exercises/mean_of_parts/answer.h"
#include "exercises/rows_of_rank/answer.h"
#include "horloge/core/batch_shard.h"
#include "horloge/nn/dropout.h"

using namespace horloge;

Examples batch_at(const Examples& all, std::size_t step) {
  const std::size_t begin = step * rows_in_batch % num_examples;
  return take(all, {begin, begin + rows_in_batch});
}

// Step: train_together
// One step of one rank: its rows, the mean over all, and only then the clip.
void step_by_hand(Rank& me, Array& weight, const Examples& batch) {
  const Rows rows = rows_of_rank(rows_in_batch, me.rank(), me.size());
  Array g = gradient(take(batch, rows), weight);
  g = mean_of_parts(g, rows.count(), me);
  const double norm = norm_of(g);
  if (norm > largest_norm) g *= real(largest_norm / norm);
  weight -= real(learning_rate) * g;
}

// What all begin with is rank 0's.
void broadcast(Array& weight, Rank& me) {
  if (me.rank() > 0) weight = me.receive(0);
  if (me.rank() == 0)
    for (std::size_t to = 1; to < me.size(); ++to) me.send(to, weight);
}

// Fold: 60 steps of it in 1 to 5 ranks
using StepOfRank =
    std::function<void(Rank& me, Array& weight, const Examples& batch)>;

std::vector<Array> ranks_train(std::size_t n, std::uint64_t seed,
                               const StepOfRank& step_of_rank,
                               bool with_broadcast = true) {
  const Examples all = new_examples(num_examples, seed);
  std::vector<Array> weights(n);
  Mailboxes ranks(n);
  ranks.run([&](Rank& me) {
    Array weight =
        Rng(seed + 10 + me.rank()).normal({num_features, num_classes});
    if (with_broadcast) broadcast(weight, me);
    for (std::size_t step = 0; step < num_steps; ++step)
      step_of_rank(me, weight, batch_at(all, step));
    weights[me.rank()] = weight;
  });
  return weights;
}

std::vector<Array> train_by_hand(std::size_t ranks, std::uint64_t seed) {
  return ranks_train(ranks, seed, step_by_hand);
}

void train_together(Page& page) {
  const Examples all = new_examples(num_examples, page.seed());
  const Array alone = train_by_hand(1, page.seed())[0];
  page.print(
      "ranks     rows of each      loss of all 200     weights differ\n");
  for (std::size_t n = 1; n <= 5; ++n) {
    std::string rows;
    for (std::size_t r = 0; r < n; ++r)
      rows += fmt::format("{} ", rows_of_rank(rows_in_batch, r, n).count());
    const Array weight = train_by_hand(n, page.seed())[0];
    page.print("{:<10}{:<18}{:<20.6f}{:.0e}\n", n, rows, loss_of(all, weight),
               largest_difference(weight, alone));
  }
}

// Step: clipped_where
// Before the sum each rank would see its own part only.
Array clipped(Array g, double max_norm) {
  const double norm = norm_of(g);
  if (norm > max_norm) g *= real(max_norm / norm);
  return g;
}

// Fold: one gradient of 8 rows in two ranks, clipped before and after
void clipped_where(Page& page) {
  const Examples all = new_examples(8, page.seed());
  const Array weight = Rng(page.seed() + 2).normal({num_features, num_classes});
  const Array one = gradient(take(all, {0, 4}), weight);
  const Array two = gradient(take(all, {4, 8}), weight);
  const Array whole = gradient(all, weight);
  const Array after = clipped(whole, largest_norm);
  const Array before =
      (clipped(one, largest_norm) + clipped(two, largest_norm)) / real(2);
  double product = 0;
  for (std::size_t i = 0; i < whole.size(); ++i)
    product += double(before.data()[i]) * double(whole.data()[i]);
  page.print(
      "norm of rank 0's half, rank 1's, the whole   {:.3f} {:.3f} {:.3f}\n",
      norm_of(one), norm_of(two), norm_of(whole));
  page.print("clipped to {} after the mean                {:.3f}\n",
             largest_norm, norm_of(after));
  page.print("clipped to {} before it                     {:.3f}\n",
             largest_norm, norm_of(before));
  page.print("angle between the two                        {:.0f} degrees\n",
             std::acos(product / norm_of(before) / norm_of(whole)) * 180 /
                 std::acos(-1.0));
  std::vector<double> norms(2);
  std::vector<Array> pieces(2);
  Mailboxes ranks(2);
  ranks.run([&](Rank& me) {
    const std::size_t half = whole.size() / 2;
    Array piece = zeros({half});
    std::copy_n(whole.data() + me.rank() * half, half, piece.data());
    norms[me.rank()] = clip_pieces(piece, largest_norm, me);
    pieces[me.rank()] = piece;
  });
  page.print(
      "\nin pieces: both ranks find the norm {:.3f} and {:.3f}; then it "
      "is {:.3f}\n",
      norms[0], norms[1], std::hypot(norm_of(pieces[0]), norm_of(pieces[1])));
}

// Step: four_bugs
// Rank 0's rows, whoever asks.
void same_rows(Rank& me, Array& weight, const Examples& batch) {
  const Rows rows = rows_of_rank(rows_in_batch, 0, me.size());
  const Array g = gradient(take(batch, rows), weight);
  weight -= real(learning_rate) *
            clipped(mean_of_parts(g, rows.count(), me), largest_norm);
}

// Fold: three more bugs, and what comes of them
void not_clipped_together(Rank& me, Array& weight, const Examples& batch) {
  const Rows rows = rows_of_rank(rows_in_batch, me.rank(), me.size());
  const Array g = clipped(gradient(take(batch, rows), weight), largest_norm);
  weight -= real(learning_rate) * mean_of_parts(g, rows.count(), me);
}

void not_averaged(Rank& me, Array& weight, const Examples& batch) {
  const Rows rows = rows_of_rank(rows_in_batch, me.rank(), me.size());
  const Array g = gradient(take(batch, rows), weight);
  weight -= real(learning_rate) * clipped(g, largest_norm);
}

void four_bugs(Page& page) {
  const Examples all = new_examples(num_examples, page.seed());
  page.print("{:<34}{:>10}{:>22}\n", "4 ranks, 60 steps", "loss",
             "ranks differ by up to");
  const auto print = [&](const char* name, const StepOfRank& step,
                         bool with_broadcast = true) {
    const auto weights = ranks_train(4, page.seed(), step, with_broadcast);
    double apart = 0;
    for (const Array& weight : weights)
      apart = std::max(apart, largest_difference(weight, weights[0]));
    page.print("{:<34}{:>10.4f}{:>22.2g}\n", name, loss_of(all, weights[0]),
               apart);
  };
  print("as it should be", step_by_hand);
  print("all ranks see the same rows", same_rows);
  print("clipped before the mean", not_clipped_together);
  print("weights not broadcast", step_by_hand, false);
  print("gradients not averaged", not_averaged);
  page.print("\n16 numbers through dropout of 0.5, in two ranks\n");
  for (std::size_t rank = 0; rank < 2; ++rank) {
    Rng rng(page.seed());
    const Dropout dropout(0.5, rng);
    const BatchShard shard(rank, 2);
    const Array left = dropout(Tensor(ones({16}))).array();
    page.print("  rank {} ", rank);
    for (const real number : left) page.print("{}", number > 0 ? " x" : " .");
    page.print("\n");
  }
}
