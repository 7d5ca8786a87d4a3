#include "course/exercise/exam.h"
#include "horloge/ops/layout.h"

namespace {

struct Sizes {
  std::size_t H, T, S, K;
};

About about(const Sizes& n, const std::string& more = "") {
  return {
      fmt::format("H = {}, T = {}, S = {}, K = {}{}", n.H, n.T, n.S, n.K, more),
      {"head", "query", "column"}};
}

// q, k, v, slopes.
using Inputs = std::vector<Array>;

Inputs random_inputs(const Sizes& n, Rng& rng) {
  return {2 * rng.normal({n.H, n.T, n.K}), 2 * rng.normal({n.H, n.S, n.K}),
          rng.normal({n.H, n.S, n.K}), rng.uniform({n.H}, 0.1, 1)};
}

Tensor attend(const Answer& answer, const std::vector<Tensor>& in) {
  return answer.alibi_attention(in[0], in[1], in[2], in[3]);
}

Array numbers(const Answer& answer, const Inputs& in) {
  return attend(answer, std::vector<Tensor>(in.begin(), in.end())).array();
}

Array wanted(const Inputs& in) { return numbers(right_answer(), in); }

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Sizes& n) {
    const Inputs in = random_inputs(n, rng);
    examiner.equal(numbers(answer, in), wanted(in), about(n));
  };

  examiner.shape("has a row for each query, in each head", [&] {
    for (const Sizes& n : {Sizes{2, 5, 5, 4}, Sizes{3, 2, 6, 4}})
      examiner.same_shape(numbers(answer, random_inputs(n, rng)),
                          {n.H, n.T, n.K}, about(n).sizes);
  });
  examiner.values("attends to a whole text", [&] {
    compare({2, 5, 5, 4});
    compare({4, 7, 7, 6});
  });
  examiner.values("attends with the last queries alone", [&] {
    compare({2, 3, 7, 4});
    compare({3, 2, 9, 8});
    compare({2, 2 + rng.below(3), 6 + rng.below(5), 4 + rng.below(4)});
  });
  examiner.values("attends with a single query", [&] {
    compare({4, 1, 8, 4});
    compare({2, 1, 12, 6});
  });
  examiner.edge("works for one word, one head, one column", [&] {
    compare({3, 1, 1, 4});
    compare({1, 3, 5, 4});
    compare({2, 3, 4, 1});
    compare({1, 1, 2, 1});
  });
  examiner.edge("works for as many heads as tokens or columns", [&] {
    compare({4, 4, 4, 4});
    compare({5, 3, 5, 3});
  });
  examiner.edge("works for slopes of 0, below 0, and very steep", [&] {
    const Sizes n{4, 3, 6, 4};
    Inputs in = random_inputs(n, rng);
    xt::view(in[3], xt::range(0, 3)) = Array{0, 1000, -0.5};
    examiner.equal(numbers(answer, in), wanted(in),
                   about(n, ", slopes 0, 1000 and -0.5"));
  });
  examiner.edge("works for scores far from 0", [&] {
    // What all keys have in common has no influence on the weights.
    const Sizes n{2, 3, 6, 4};
    Inputs in = random_inputs(n, rng);
    xt::view(in[0], xt::all(), xt::all(), 0) = 50;
    for (const double by : {0, 40, -4000}) {
      Inputs far = in;
      xt::view(far[1], xt::all(), xt::all(), 0) += by;
      examiner.equal(
          numbers(answer, far), wanted(in),
          about(n, fmt::format(", all scores moved by {}", 25 * by)));
    }
  });
  examiner.edge("refuses more queries than keys", [&] {
    for (const Sizes& n : {Sizes{2, 5, 4, 4}, Sizes{1, 2, 1, 4}})
      examiner.throws<ShapeError>(
          [&] { numbers(answer, random_inputs(n, rng)); },
          "for " + about(n).sizes);
  });
  examiner.property("says word by word what it says at once", [&] {
    const Sizes n{2, 6, 6, 4};
    const Inputs in = random_inputs(n, rng);
    const Array want = wanted(in);
    for (const std::size_t seen : {1, 4, 6}) {
      auto all = xt::range(std::size_t(0), seen);
      auto last = xt::range(seen - 1, seen);
      const Array y = numbers(answer, {xt::view(in[0], xt::all(), last),
                                       xt::view(in[1], xt::all(), all),
                                       xt::view(in[2], xt::all(), all), in[3]});
      examiner.equal(y, Array(xt::view(want, xt::all(), last)),
                     {fmt::format("H = 2, K = 4, the last of {} tokens", seen),
                      {"head", "query", "column"}});
    }
  });
  examiner.property("does not see what comes after", [&] {
    const Sizes n{2, 4, 7, 4};
    Inputs in = random_inputs(n, rng);
    const Array want = wanted(in);
    xt::view(in[1], 0, 6) += 3;
    xt::view(in[2], 1, 6) -= 5;
    const Array y = numbers(answer, in);
    examiner.same_shape(y, {n.H, n.T, n.K}, about(n).sizes);
    examiner.equal(Array(xt::view(y, xt::all(), xt::range(0, 3))),
                   Array(xt::view(want, xt::all(), xt::range(0, 3))),
                   about(n, ", another last word"));
  });
  for (const Sizes& n : {Sizes{2, 4, 4, 3}, Sizes{3, 2, 5, 4}})
    examiner.gradient(
        n.T == n.S ? "has the gradients of a whole text"
                   : "has those of the last queries, too",
        [&] {
          examiner.same_gradients(
              [&](const std::vector<Tensor>& in) { return attend(answer, in); },
              wanted, random_inputs(n, rng), {"q", "k", "v", "the slopes"});
        });
  examiner.if_right_so_far(
      Kind::property, "begins anew with each call, whatever was before", [&] {
        for (const Sizes& n : {Sizes{2, 3, 7, 4}, Sizes{2, 3, 7, 4},
                               Sizes{4, 1, 9, 2}, Sizes{2, 5, 5, 4}})
          compare(n);
      });
}
