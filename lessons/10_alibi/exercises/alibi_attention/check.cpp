#include "course/exercise/exam.h"
#include "horloge/ops/layout.h"

namespace {

struct Sizes {
  std::size_t H, T, S, K;
};

About about(const Sizes& n) {
  return {fmt::format("H = {}, T = {}, S = {}, K = {}", n.H, n.T, n.S, n.K),
          {"head", "query", "column"}};
}

// q, k, v, slopes.
using Inputs = std::vector<Array>;

Inputs random_inputs(const Sizes& n, Rng& rng) {
  return {2 * rng.normal({n.H, n.T, n.K}), 2 * rng.normal({n.H, n.S, n.K}),
          rng.normal({n.H, n.S, n.K}), rng.uniform({n.H}, 0.1, 1)};
}

// One query after the other, which sees what stands `back` positions before it.
Array by_hand(const Inputs& in) {
  const std::size_t H = in[0].shape(0), T = in[0].shape(1), S = in[1].shape(1);
  const std::size_t K = in[0].shape(2);
  Array y = zeros({H, T, K});
  for (std::size_t h = 0; h < H; ++h)
    for (std::size_t i = 0; i < T; ++i) {
      const std::size_t place = S - T + i;
      std::vector<double> scores(place + 1);
      double highest = -1e300, sum = 0;
      for (std::size_t back = 0; back <= place; ++back) {
        double fit = 0;
        for (std::size_t c = 0; c < K; ++c)
          fit += in[0](h, i, c) * in[1](h, place - back, c);
        scores[back] = fit / std::sqrt(double(K)) - in[3](h) * double(back);
        highest = std::max(highest, scores[back]);
      }
      for (double& score : scores) sum += score = std::exp(score - highest);
      for (std::size_t back = 0; back <= place; ++back)
        for (std::size_t c = 0; c < K; ++c)
          y(h, i, c) += scores[back] / sum * in[2](h, place - back, c);
    }
  return y;
}

Tensor attend(const Answer& answer, const std::vector<Tensor>& in) {
  return answer.alibi_attention(in[0], in[1], in[2], in[3]);
}

Array numbers(const Answer& answer, const Inputs& in) {
  return attend(answer,
                {Tensor(in[0]), Tensor(in[1]), Tensor(in[2]), Tensor(in[3])})
      .array();
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const auto compare = [&](const Sizes& n) {
    const Inputs in = random_inputs(n, rng);
    examiner.equal(numbers(answer, in), by_hand(in), about(n));
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
    in[3](0) = 0;
    in[3](1) = 1000;
    in[3](2) = -0.5;
    examiner.equal(numbers(answer, in), by_hand(in),
                   {about(n).sizes + ", slopes 0, 1000 and -0.5",
                    {"head", "query", "column"}});
  });
  examiner.edge("works for scores far from 0", [&] {
    // What all keys have in common has no influence on the weights.
    const Sizes n{2, 3, 6, 4};
    Inputs in = random_inputs(n, rng);
    xt::view(in[0], xt::all(), xt::all(), 0) = 50;
    for (const double by : {0, 40, -4000}) {
      Inputs far = in;
      for (std::size_t h = 0; h < n.H; ++h)
        for (std::size_t j = 0; j < n.S; ++j) far[1](h, j, 0) += by;
      examiner.equal(numbers(answer, far), by_hand(in),
                     {about(n).sizes +
                          fmt::format(", all scores moved by {}", 50 * by / 2),
                      {"head", "query", "column"}});
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
    const Array want = by_hand(in);
    for (const std::size_t seen : {1, 4, 6}) {
      const auto words = [](const Array& x, std::size_t first,
                            std::size_t end) -> Array {
        return xt::view(x, xt::all(), xt::range(first, end));
      };
      const Array y =
          numbers(answer, {words(in[0], seen - 1, seen), words(in[1], 0, seen),
                           words(in[2], 0, seen), in[3]});
      examiner.equal(y, words(want, seen - 1, seen),
                     {fmt::format("H = 2, K = 4, the last of {} tokens", seen),
                      {"head", "query", "column"}});
    }
  });
  examiner.property("does not see what comes after", [&] {
    const Sizes n{2, 4, 7, 4};
    Inputs in = random_inputs(n, rng);
    const Array want = by_hand(in);
    for (std::size_t c = 0; c < n.K; ++c) {
      in[1](0, 6, c) += 3;
      in[2](1, 6, c) -= 5;
    }
    const Array y = numbers(answer, in);
    examiner.same_shape(y, {n.H, n.T, n.K}, about(n).sizes);
    examiner.equal(
        Array(xt::view(y, xt::all(), xt::range(0, 3))),
        Array(xt::view(want, xt::all(), xt::range(0, 3))),
        {about(n).sizes + ", another last word", {"head", "query", "column"}});
  });
  for (const Sizes& n : {Sizes{2, 4, 4, 3}, Sizes{3, 2, 5, 4}})
    examiner.gradient(
        n.T == n.S ? "has the gradients of a whole text"
                   : "has those of the last queries, too",
        [&] {
          examiner.same_gradients(
              [&](const std::vector<Tensor>& in) { return attend(answer, in); },
              by_hand, random_inputs(n, rng), {"q", "k", "v", "the slopes"});
        });
  examiner.if_right_so_far(
      Kind::property, "begins anew with each call, whatever was before", [&] {
        for (const Sizes& n : {Sizes{2, 3, 7, 4}, Sizes{2, 3, 7, 4},
                               Sizes{4, 1, 9, 2}, Sizes{2, 5, 5, 4}})
          compare(n);
      });
}
