// From scratch on arrays, as one would write it with NumPy.

#include "numpy_style.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "course/stage/page.h"
#include "exercises/forget_scores/answer.h"
#include "exercises/softmax_with_sink/answer.h"
#include "horloge/core/linalg.h"
#include "horloge/core/rng.h"
#include "horloge/core/shape.h"
#include "horloge/nn/position/rotary.h"

using namespace horloge;
using stage::Page;

// Step: learned_sink
void learned_sink(Page& page) {
  const Array nothing_fits = zeros({1, 1, 8}), one_fits = [] {
    Array scores = zeros({1, 1, 8});
    scores(0, 0, 3) = 6;
    return scores;
  }();
  page.print("{:<28}{:>14}{:>14}\n", "the weights sum to", "nothing fits",
             "one key fits");
  for (const double score : {-100.0, 0.0, 3.0}) {
    const Array sink = full({1}, score);
    page.print(
        "{:<28}{:>14.2f}{:>14.2f}\n",
        score < -99 ? "no sink" : fmt::format("a sink with score {}", score),
        xt::sum(softmax_with_sink(nothing_fits, sink))(),
        xt::sum(softmax_with_sink(one_fits, sink))());
  }
}

// Step: by_content
void by_content(Page& page) {
  const std::string text = "a * b c * * d e * f";  // * is marked
  Array gates = Array::from_shape({10});
  for (std::size_t t = 0; t < 10; ++t)
    gates(t) = text[2 * t] == '*' ? real(0.5) : real(1);
  const Array bias = forget_bias(gates);
  // Fold: prints what the last token sees
  page.print("{:<24}", "token");
  for (std::size_t t = 0; t < 10; ++t)
    page.print("{:>5}", text.substr(2 * t, 1));
  const auto row = [&](const std::string& what, const auto& of_key) {
    page.print("\n{:<24}", what);
    for (std::size_t j = 0; j < 10; ++j) page.print("{:>5}", of_key(j));
  };
  row("distance from the last", [](std::size_t j) { return 9 - j; });
  row("marked ones after it", [&](std::size_t j) {
    return int(std::lround(-bias(9, j) / std::log(2)));
  });
  row("its weight halved to", [&](std::size_t j) {
    return fmt::format("{:.2f}", std::exp(bias(9, j)));
  });
  page.print("\n");
  page.came_out(std::exp(bias(9, 0)));
  // End fold
}

// Step: two_parts
void two_parts(Page& page) {
  constexpr std::size_t D = 32, K = 8, rank = 6;
  Rng rng(page.seed() + 1);
  const Array x = rng.normal({2, D}, 0, 0.4);  // a query's token, a key's
  const Array Wq = rng.normal({D, K}), Wk = rng.normal({rank, K});
  const Array latent = xt::linalg::dot(x, rng.normal({D, rank}));  // cached
  const Array merged = xt::linalg::dot(Wq, xt::transpose(Wk));     // (D, rank)
  const auto row = [](const Array& a, std::size_t i) -> Array {
    return xt::view(a, xt::range(i, i + 1));
  };
  const Array q = xt::linalg::dot(row(x, 0), Wq);
  const Array k = xt::linalg::dot(row(latent, 1), Wk);
  const double still = xt::linalg::dot(q, xt::transpose(k))();
  const Array from_latent = xt::linalg::dot(row(x, 0), merged);
  const double short_cut =
      xt::linalg::dot(from_latent, xt::transpose(row(latent, 1)))();
  // Fold: prints the score both ways, and what stands in the cache
  const auto turned_by = [&](std::int64_t offset) {
    const Array there = rotated(q, offset);
    return xt::linalg::dot(there, xt::transpose(k))();
  };
  page.print("score from queries and keys            {:8.3f}\n", still);
  page.print("with one matrix, from the latent       {:8.3f}\n", short_cut);
  for (const std::int64_t offset : {1, 2, 10})
    page.print("queries and keys rotated, offset {:<5} {:8.3f}\n", offset,
               turned_by(offset));
  page.print("\n{:<40}{:>8}\n", "numbers in the cache, token and layer", "");
  page.print("{:<40}{:>8}\n", "  keys and values of 128 heads",
             128 * (192 + 128));
  page.print("{:<40}{:>8}\n", "  a latent of 512, a rotated key of 64",
             512 + 64);
  page.came_out(double(128 * (192 + 128)) / (512 + 64));
  // End fold
}

// End of steps
Array cope_bias(const Array& q, const Array& k, const Array& vectors) {
  const std::size_t T = q.shape(0), K = q.shape(1), last = vectors.shape(0) - 1;
  Array bias = zeros({T, T});
  for (std::size_t i = 0; i < T; ++i) {
    const Array query = xt::view(q, i);
    double position = 0;
    for (std::size_t j = i + 1; j-- > 0;) {
      const double product = xt::sum(query * xt::view(k, j))();
      position += 1 / (1 + std::exp(-product));
      const double at = std::min(position, double(last));
      const auto below = std::size_t(at), above = std::min(below + 1, last);
      const Array vector = (1 - at + double(below)) * xt::view(vectors, below) +
                           (at - double(below)) * xt::view(vectors, above);
      bias(i, j) = xt::sum(query * vector)() / std::sqrt(double(K));
    }
  }
  return bias;
}

Array rotated(const Array& x, std::int64_t position) {
  const Ids at{position};
  const RotaryPositions rotary(x.shape(1));
  const Tensor one(Array(xt::view(x, xt::newaxis())));
  return xt::view(rotary.query(one, {at, at}).array(), 0);
}
