#include "common/mailboxes.h"
#include "course/exercise/exam.h"

namespace {

std::string text_of(const Shape& shape, std::size_t n) {
  return fmt::format("{} ranks, x {}", n, to_string(shape));
}

// What each rank begins with.
std::vector<Array> random_numbers(Rng& rng, const Shape& shape, std::size_t n) {
  std::vector<Array> all;
  for (std::size_t rank = 0; rank < n; ++rank) all.push_back(rng.normal(shape));
  return all;
}

// The check's own: a plain sum needs no ring.
Array plain_sum(const std::vector<Array>& all) {
  Array sum = all[0];
  for (std::size_t rank = 1; rank < all.size(); ++rank) sum += all[rank];
  return sum;
}

std::vector<Array> of_all(const Answer& answer, Mailboxes& ranks,
                          std::vector<Array> all) {
  ranks.run([&](Rank& me) { answer.ring_all_reduce(all[me.rank()], me); });
  return all;
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Shape& shape, std::size_t n) {
    const auto before = random_numbers(rng, shape, n);
    Mailboxes ranks(n, Sends::when_received);
    const auto after = of_all(answer, ranks, before);
    for (std::size_t rank = 0; rank < n; ++rank)
      examiner.equal(after[rank], plain_sum(before),
                     {fmt::format("rank {}; {}", rank, text_of(shape, n))});
  };

  const auto sends_pieces = [&](std::size_t size, std::size_t n) {
    Mailboxes ranks(n, Sends::when_received);
    of_all(answer, ranks, random_numbers(rng, {size}, n));
    const std::size_t longest = (size + n - 1) / n;
    std::size_t first_ones = 0;
    for (std::size_t rank = 0; rank < n; ++rank) {
      const auto& sent = ranks.sent_by(rank);
      if (!sent.empty()) first_ones += sent[0].count;
      examiner.holds(
          sent.size() == 2 * (n - 1),
          fmt::format("rank {} of {} sends {} times, and should send {} times",
                      rank, n, sent.size(), 2 * (n - 1)));
      for (const auto& each : sent) {
        examiner.holds(
            each.to == (rank + 1) % n,
            fmt::format(
                "rank {} of {} sends to {}, which is not its right neighbour",
                rank, n, each.to));
        examiner.holds(each.count <= longest,
                       fmt::format("rank {} of {} sends {} of {} numbers at "
                                   "once; a piece has {} at most",
                                   rank, n, each.count, size, longest));
      }
    }
    examiner.holds(first_ones == size,
                   fmt::format("the pieces that {} ranks send first have {} "
                               "numbers together, and x has {}",
                               n, first_ones, size));
  };

  examiner.shape("keeps the shape", [&] {
    for (const Shape& shape : {Shape{2, 3}, Shape{6}, Shape{3, 1, 2}}) {
      Mailboxes ranks(3, Sends::when_received);
      for (const Array& x :
           of_all(answer, ranks, random_numbers(rng, shape, 3)))
        examiner.same_shape(x, shape, text_of(shape, 3));
    }
  });
  examiner.values("adds up two ranks", [&] { compare({6}, 2); });
  examiner.values("adds up what can be cut evenly", [&] {
    compare({12}, 3);
    compare({8}, 4);
    compare({2, 5}, 5);
  });
  // Which pieces are the longer ones is free, and so is what a mistake gives.
  examiner.edge("adds up what cannot", [&] {
    compare({7}, 2);
    compare({11}, 3);
    compare({10}, 4);
    compare({3, 3 + rng.below(3)}, 4);
  });
  examiner.edge("leaves a single rank alone", [&] { compare({5}, 1); });
  examiner.edge("works with fewer numbers than ranks", [&] {
    compare({2}, 4);
    compare({1}, 3);
  });
  examiner.property("sends 2 (n - 1) pieces, to the right", [&] {
    for (const std::size_t n : {2, 4, 5})
      for (const std::size_t size : {20, 23}) sends_pieces(size, n);
  });
  examiner.property("gives all ranks the same bits", [&] {
    Mailboxes ranks(5, Sends::when_received);
    const auto after = of_all(answer, ranks, random_numbers(rng, {13}, 5));
    for (std::size_t rank = 1; rank < 5; ++rank)
      examiner.holds(after[rank] == after[0],
                     fmt::format("rank {} and rank 0 have other numbers; "
                                 "finished pieces are copied, not added anew",
                                 rank));
  });
  examiner.no_gradient("it is gradients that are added up");
  examiner.if_right_so_far(Kind::values, "begins anew at each call", [&] {
    const auto one = random_numbers(rng, {7}, 3);
    const auto two = random_numbers(rng, {4}, 3);
    std::vector<Array> second = two;
    Mailboxes ranks(3, Sends::when_received);
    ranks.run([&](Rank& me) {
      Array x = one[me.rank()];
      answer.ring_all_reduce(x, me);
      answer.ring_all_reduce(second[me.rank()], me);
    });
    for (const Array& x : second)
      examiner.equal(x, plain_sum(two), {"a second call, 3 ranks, x (4)"});
  });
}
