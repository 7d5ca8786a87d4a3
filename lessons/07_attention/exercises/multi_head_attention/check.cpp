#include <fmt/format.h>

#include <cmath>

#include "course/exercise/exam.h"

using namespace horloge;
using exercise::About;
using exercise::Examiner;
using exercise::Kind;

namespace {

// x, in_proj_weight, in_proj_bias, out_weight, out_bias.
using Inputs = std::vector<Array>;

Inputs random_inputs(std::size_t B, std::size_t T, std::size_t D, Rng& rng) {
  const double scale = 1.5 / std::sqrt(double(D));
  return {rng.normal({B, T, D}), rng.normal({3 * D, D}, 0, scale),
          rng.normal({3 * D}), rng.normal({D, D}, 0, scale), rng.normal({D})};
}

// Column `row` of x W^T + b at one word.
double projected(const Inputs& in, std::size_t b, std::size_t t,
                 std::size_t row) {
  double sum = in[2](row);
  for (std::size_t c = 0; c < in[0].shape(2); ++c)
    sum += in[0](b, t, c) * in[1](row, c);
  return sum;
}

// Sentence by sentence, head by head, word by word.
Array one_by_one(const Inputs& in, std::size_t H, bool causal) {
  const std::size_t T = in[0].shape(1), D = in[0].shape(2), K = D / H;
  Array y = zeros(in[0].shape());
  for (std::size_t b = 0; b < in[0].shape(0); ++b) {
    Array qkv = zeros({T, 3 * D});
    for (std::size_t t = 0; t < T; ++t)
      for (std::size_t r = 0; r < 3 * D; ++r)
        qkv(t, r) = projected(in, b, t, r);
    for (std::size_t i = 0; i < T; ++i) {
      Array heads = zeros({D});
      for (std::size_t h = 0; h < H; ++h) {
        double total = 0;
        for (std::size_t j = 0; j < (causal ? i + 1 : T); ++j) {
          double score = 0;
          for (std::size_t c = h * K; c < (h + 1) * K; ++c)
            score += qkv(i, c) * qkv(j, D + c) / std::sqrt(double(K));
          total += std::exp(score);
          for (std::size_t c = h * K; c < (h + 1) * K; ++c)
            heads(c) += std::exp(score) * qkv(j, 2 * D + c);
        }
        for (std::size_t c = h * K; c < (h + 1) * K; ++c) heads(c) /= total;
      }
      for (std::size_t r = 0; r < D; ++r) {
        y(b, i, r) = in[4](r);
        for (std::size_t c = 0; c < D; ++c)
          y(b, i, r) += in[3](r, c) * heads(c);
      }
    }
  }
  return y;
}

About about(const Inputs& in, std::size_t H, bool causal,
            const std::string& what = "") {
  return {fmt::format("x {}, num_heads = {}, {}{}", to_string(in[0].shape()), H,
                      causal ? "causal" : "not causal", what),
          {"sentence", "word", "column"}};
}

}  // namespace

void check(const Answer& answer, Examiner& examiner) {
  Rng& rng = examiner.rng();
  const std::vector<std::string> names = {"x", "in_proj_weight", "in_proj_bias",
                                          "out_proj.weight", "out_proj.bias"};
  const auto call = [&](const std::vector<Tensor>& in, std::size_t H,
                        bool causal) {
    return answer.attention({in[1], in[2], in[3], in[4]}, in[0], H, causal);
  };
  const auto numbers = [&](const Inputs& in, std::size_t H, bool causal) {
    return call({in.begin(), in.end()}, H, causal).array();
  };
  const auto compare = [&](const Inputs& in, std::size_t H, bool causal) {
    examiner.equal(numbers(in, H, causal), one_by_one(in, H, causal),
                   about(in, H, causal));
  };

  examiner.part(Kind::shape, "keeps the shape", [&] {
    const Inputs in = random_inputs(2, 5, 6, rng);
    examiner.same_shape(numbers(in, 3, false), {2, 5, 6},
                        about(in, 3, false).sizes);
  });
  examiner.part(Kind::values, "has the values of the formula", [&] {
    compare(random_inputs(2, 5, 12, rng), 3, false);
    const std::size_t H = 2 + rng.below(3);
    compare(random_inputs(2, 3 + rng.below(3), H * 3, rng), H, false);
  });
  examiner.part(Kind::values, "is causal when asked to be", [&] {
    compare(random_inputs(2, 5, 12, rng), 3, true);
    const std::size_t H = 2 + rng.below(3);
    compare(random_inputs(2, 3 + rng.below(3), H * 3, rng), H, true);
  });
  examiner.part(Kind::edge, "works for one head, and for heads of one column",
                [&] {
                  compare(random_inputs(2, 4, 6, rng), 1, false);
                  compare(random_inputs(2, 3, 4, rng), 4, true);
                });
  examiner.part(Kind::edge, "works for one word, and for two columns", [&] {
    compare(random_inputs(2, 1, 6, rng), 2, true);
    compare(random_inputs(1, 3, 2, rng), 2, false);
  });
  examiner.part(Kind::edge, "works for long sentences and many heads", [&] {
    compare(random_inputs(3, 24, 18, rng), 9, false);
    compare(random_inputs(3, 24, 18, rng), 9, true);
  });
  examiner.part(Kind::edge, "works for no sentence at all",
                [&] { compare(random_inputs(0, 3, 4, rng), 2, false); });
  examiner.part(Kind::edge, "works for scores of a thousand", [&] {
    // What all keys have in common has no influence on the weights.
    Inputs in = random_inputs(2, 4, 6, rng);
    for (const std::size_t row : {0, 2, 4}) {
      xt::view(in[1], row) = 0;  // column `row` of each query is 50
      in[2](row) = 50;
    }
    Inputs far = in;
    for (const std::size_t row : {0, 2, 4}) far[2](6 + row) += 40;
    for (const bool causal : {false, true})
      examiner.equal(numbers(far, 3, causal), one_by_one(in, 3, causal),
                     about(in, 3, causal, ", large scores"));
  });
  examiner.part(Kind::edge, "hides what comes after, however large its score",
                [&] {
                  Inputs in = random_inputs(2, 4, 6, rng);
                  xt::view(in[1], xt::range(0, 6)) *= 25;
                  compare(in, 2, true);
                });
  examiner.part(Kind::edge, "refuses a number of heads that does not divide D",
                [&] {
                  const Inputs in = random_inputs(1, 3, 6, rng);
                  for (const std::size_t H : {4, 0, 12})
                    examiner.throws<ValueError>(
                        [&] { numbers(in, H, false); },
                        fmt::format("for d_model = 6 and num_heads = {}", H));
                });
  examiner.part(Kind::property,
                "shuffles its output when the words are shuffled", [&] {
                  const Inputs in = random_inputs(1, 6, 6, rng);
                  Inputs shuffled = in;
                  Array want = one_by_one(in, 2, false);
                  const Array y = want;
                  const std::vector<std::size_t> order = rng.permutation(6);
                  for (std::size_t t = 0; t < 6; ++t) {
                    xt::view(shuffled[0], 0, t) = xt::view(in[0], 0, order[t]);
                    xt::view(want, 0, t) = xt::view(y, 0, order[t]);
                  }
                  examiner.equal(numbers(shuffled, 2, false), want,
                                 about(in, 2, false, ", the words shuffled"));
                });
  examiner.part(Kind::property, "does not look ahead when causal", [&] {
    const auto first_four = [](const Array& y) {
      return Array(xt::view(y, xt::all(), xt::range(0, 4)));
    };
    for (const double deviation : {1., 1e6}) {
      Inputs in = random_inputs(2, 5, 6, rng);
      const Array before = numbers(in, 2, true);
      xt::view(in[0], xt::all(), 4) += rng.normal({6}, 0, deviation);
      const Array after = numbers(in, 2, true);
      const std::string sizes = about(in, 2, true).sizes;
      examiner.same_shape(before, {2, 5, 6}, sizes);
      examiner.same_shape(after, {2, 5, 6}, sizes);
      examiner.equal(
          first_four(after), first_four(before),
          about(in, 2, true,
                fmt::format(", the last word changed by about {:.0f}",
                            deviation)));
    }
  });
  examiner.part(Kind::property, "leaves x, weights and biases as they are",
                [&] {
                  const Inputs in = random_inputs(2, 3, 6, rng);
                  std::vector<Tensor> given;
                  for (const Array& numbers : in)
                    given.emplace_back(Array(numbers));
                  call(given, 2, false);
                  for (std::size_t i = 0; i < in.size(); ++i)
                    examiner.equal(given[i].array(), in[i],
                                   {names[i] + " after the call"});
                });
  for (const bool causal : {false, true})
    examiner.part(
        Kind::gradient,
        causal ? "has the right gradients when causal"
               : "has the gradients of x, weights and biases",
        [&] {
          examiner.gradients(
              [&](const std::vector<Tensor>& in) {
                return call(in, 2, causal);
              },
              [&](const Inputs& in) { return one_by_one(in, 2, causal); },
              random_inputs(2, 3, 6, rng), names);
        });
  examiner.part(Kind::gradient,
                "trains weights and biases on an x that has no gradient", [&] {
                  const Inputs in = random_inputs(2, 3, 6, rng);
                  const auto with_x = [&](const auto& weights, const auto& x) {
                    auto all = weights;
                    all.insert(all.begin(), x);
                    return all;
                  };
                  examiner.gradients(
                      [&](const std::vector<Tensor>& weights) {
                        return call(with_x(weights, Tensor(in[0])), 2, false);
                      },
                      [&](const Inputs& weights) {
                        return one_by_one(with_x(weights, in[0]), 2, false);
                      },
                      {in.begin() + 1, in.end()},
                      {names.begin() + 1, names.end()});
                });
}
