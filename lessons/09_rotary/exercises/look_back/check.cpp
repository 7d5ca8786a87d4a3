#include "course/exercise/exam.h"

namespace {

struct Case {
  std::size_t offset, K, seq_len;
  double weight;
};

std::string sizes(const Case& c) {
  return fmt::format("offset = {}, K = {}, seq_len = {}, weight = {:.6g}",
                     c.offset, c.K, c.seq_len, c.weight);
}

Array turned(const Array& v, double place) {
  const std::size_t K = v.size();
  Array y = v;
  for (std::size_t j = 0; j < K / 2; ++j) {
    const double angle = place / std::pow(10000, 2 * double(j) / double(K));
    const double a = v(2 * j), b = v(2 * j + 1);
    y(2 * j) = std::cos(angle) * a - std::sin(angle) * b;
    y(2 * j + 1) = std::sin(angle) * a + std::cos(angle) * b;
  }
  return y;
}

// The weights of each word of a text that begins at `first`: row t is that of
// the word at position t. Many heads are right, so each is measured. -> (T, T)
Array weights(const HeadBiases& head, std::size_t seq_len, double first) {
  const std::size_t K = head.q.size();
  Array q = zeros({seq_len, K}), k = q;
  for (std::size_t t = 0; t < seq_len; ++t) {
    xt::view(q, t) = turned(head.q, first + double(t));
    xt::view(k, t) = turned(head.k, first + double(t));
  }
  const Array scores = xt::linalg::dot(q, xt::transpose(k));
  return softmax(Tensor(scores / std::sqrt(double(K)))).array();
}

double lengths(const HeadBiases& head) {
  return std::sqrt(xt::sum(head.q * head.q)() * xt::sum(head.k * head.k)());
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto head_of = [&](const Case& c) {
    const HeadBiases head =
        answer.look_back(c.offset, c.K, c.seq_len, c.weight);
    // Heads of other vectors do the same, right or wrong: their numbers are of
    // no matter.
    const Shape shape{c.K};
    if (head.q.shape() != shape)
      examiner.same_shape(head.q, shape, "q, " + sizes(c));
    if (head.k.shape() != shape)
      examiner.same_shape(head.k, shape, "k, " + sizes(c));
    return head;
  };
  // Where the word in the middle looks, and the least weight of all words; more
  // than was asked for counts as much.
  const auto compare = [&](const Case& c, double first = 0) {
    const HeadBiases head = head_of(c);
    const std::string where = fmt::format(
        "{}{}", sizes(c),
        first > 0 ? fmt::format(", from position {:.0f} on", first) : "");
    const Array w = weights(head, c.seq_len, first);
    const std::size_t middle =
        std::min((c.offset + c.seq_len) / 2, c.seq_len - 1);
    const std::size_t favourite = xt::argmax(xt::view(w, middle))();
    examiner.equal(
        double(middle) - double(favourite), double(c.offset),
        {"how many positions back the word in the middle looks most, " +
         where});
    double least = c.weight;
    for (std::size_t t = c.offset; t < c.seq_len; ++t)
      if (!(w(t, t - c.offset) >= least))
        least = w(t, t - c.offset);  // NaN is no weight, either
    examiner.equal(least, c.weight,
                   {"the least weight of the word looked at (no more than was "
                    "asked for), " +
                    where});
  };

  examiner.shape("has K numbers in q and in k", [&] {
    head_of({3, 8, 20, 0.9});
    head_of({1, 64, 20, 0.9});
  });
  examiner.values("looks three words back", [&] {
    compare({3, 8, 20, 0.9});
    compare({3, 32, 40, 0.6});
  });
  examiner.values("looks back by any offset", [&] {
    compare({1, 64, 30, 0.9});
    compare({17, 32, 40, 0.8});
    compare({2 + rng.below(8), 2 * (3 + rng.below(8)), 25 + rng.below(10),
             0.3 + 0.6 * rng.uniform()});
  });
  examiner.values("gives as much weight as is asked for", [&] {
    for (const double weight : {0.5, 0.99, 0.999999})
      compare({2, 16, 24, weight});
  });
  examiner.values("begins anew with each call", [&] {
    for (const Case& c : {Case{2, 8, 12, 0.9}, Case{5, 16, 20, 0.99},
                          Case{4, 8, 30, 0.7}, Case{2, 8, 12, 0.9}})
      compare(c);
  });
  examiner.edge("looks at the word itself for offset 0", [&] {
    compare({0, 8, 20, 0.9});
    compare({0, 2, 1, 0.9});
  });
  examiner.edge("looks from the last word to the first", [&] {
    compare({9, 8, 10, 0.9});
    compare({1, 4, 2, 0.9});
  });
  examiner.edge("works for a single pair", [&] {
    compare({3, 2, 20, 0.9});
    compare({5, 2, 60, 0.9});
  });
  examiner.edge("works for a head of 128, and for longer texts", [&] {
    compare({1, 128, 20, 0.95});
    compare({10, 16, 90, 0.9});
  });
  examiner.edge("refuses an odd K", [&] {
    for (const std::size_t K : {7, 1})
      examiner.throws<ValueError>([&] { answer.look_back(2, K, 10, 0.9); },
                                  fmt::format("for K = {}", K));
  });
  examiner.edge("refuses an offset that no word has", [&] {
    for (const std::size_t offset : {10, 11, 500})
      examiner.throws<ValueError>(
          [&] { answer.look_back(offset, 8, 10, 0.9); },
          fmt::format("for offset = {}, seq_len = 10", offset));
  });
  examiner.edge("refuses a weight that is not between 0 and 1", [&] {
    for (const double weight : {1.0, 0.0, 1.5, -0.5})
      examiner.throws<ValueError>([&] { answer.look_back(2, 8, 10, weight); },
                                  fmt::format("for weight = {}", weight));
  });
  examiner.property("does the same far from the beginning", [&] {
    compare({3, 8, 20, 0.9}, 1000);
    compare({1, 32, 20, 0.9}, 50000);
  });
  examiner.property("is no longer than it has to be", [&] {
    for (const Case& c : {Case{3, 8, 20, 0.9}, Case{1, 64, 50, 0.6},
                          Case{2, 2, 12, 0.99}, Case{0, 2, 1, 0.9}}) {
      const HeadBiases head = head_of(c);
      // Ours meets the bound with no room to spare.
      const double of_needed =
          lengths(head) /
          lengths(right_answer().look_back(c.offset, c.K, c.seq_len, c.weight));
      examiner.holds(of_needed <= 10,
                     fmt::format("|q| |k| is {:.6g} times what is needed; 10 "
                                 "times is the most ({})",
                                 of_needed, sizes(c)));
    }
  });
  examiner.no_gradient("the head is built, not trained");
}
