#include "horloge/nn/sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "horloge/core/error.h"
#include "horloge/core/shape.h"
#include "horloge/ops/choose.h"

namespace horloge {
namespace {

using Numbers = std::vector<double>;

void check_option(bool in_range, const char* rule, double value) {
  if (!in_range) throw ValueError(fmt::format("[sample] {}, got {}", rule, value));
}

void check_options(const SamplingOptions& o) {
  check_option(o.repetition_penalty > 0 && std::isfinite(o.repetition_penalty),
               "repetition_penalty must be above 0", o.repetition_penalty);
  check_option(o.temperature >= 0 && std::isfinite(o.temperature), "temperature must be 0 or above",
               o.temperature);
  check_option(o.top_p >= 0 && o.top_p <= 1, "top_p must be from 0 to 1", o.top_p);
  check_option(o.min_p >= 0 && o.min_p <= 1, "min_p must be from 0 to 1", o.min_p);
}

void check_logits(const Tensor& logits) {
  const Shape& shape = logits.shape();
  if (shape.size() != 1 && shape.size() != 2)
    throw ShapeError(
        fmt::format("[sample] logits must be (V) or (B, V), got {}", to_string(shape)));
  if (shape.back() == 0)
    throw ShapeError(fmt::format("[sample] logits {} are of no tokens", to_string(shape)));
}

// previous (T) or (B, T), or nothing -> T
std::size_t length_of(const Ids& previous, const Shape& logits) {
  if (previous.dimension() == 0) return 0;
  Shape shape = previous.shape();
  const std::size_t T = shape.back();
  shape.back() = logits.back();
  if (shape != logits)
    throw ShapeError(fmt::format("[sample] previous {} do not fit logits {}",
                                 to_string(previous.shape()), to_string(logits)));
  return T;
}

void penalize(Numbers& scores, const std::int64_t* previous, std::size_t T, double penalty) {
  std::vector<bool> seen(scores.size());
  for (std::size_t t = 0; t < T; ++t) {
    const auto id = static_cast<std::size_t>(previous[t]);
    if (id >= scores.size())
      throw IndexError(fmt::format("[sample] previous token {} is outside of {} logits",
                                   previous[t], scores.size()));
    if (seen[id]) continue;
    seen[id] = true;
    scores[id] = scores[id] < 0 ? scores[id] * penalty : scores[id] / penalty;
  }
}

// Below the k-th largest nothing stays.
void keep_top_k(Numbers& p, std::size_t k) {
  if (k == 0 || k >= p.size()) return;
  Numbers sorted = p;
  const auto kth = sorted.begin() + static_cast<std::ptrdiff_t>(k) - 1;
  std::nth_element(sorted.begin(), kth, sorted.end(), std::greater<>());
  for (double& x : p)
    if (x < *kth) x = 0;
}

// From the likeliest on, until they are enough. A heap sorts no further than that.
void keep_nucleus(Numbers& p, double top_p) {
  if (top_p >= 1) return;
  const double enough = top_p * std::accumulate(p.begin(), p.end(), 0.0);
  std::vector<std::size_t> rest(p.size());
  std::iota(rest.begin(), rest.end(), std::size_t{0});
  const auto comes_later = [&](std::size_t i, std::size_t j) {
    return p[i] != p[j] ? p[i] < p[j] : i > j;
  };
  std::make_heap(rest.begin(), rest.end(), comes_later);
  double kept = 0;
  do {
    kept += p[rest.front()];
    std::pop_heap(rest.begin(), rest.end(), comes_later);
    rest.pop_back();
  } while (!rest.empty() && kept < enough);
  for (const std::size_t i : rest) p[i] = 0;
}

// Of one row; `scores` become probabilities.
void to_probabilities(Numbers& scores, const SamplingOptions& options) {
  const auto largest = std::max_element(scores.begin(), scores.end());
  if (options.temperature == 0) {
    const auto best = largest - scores.begin();
    std::fill(scores.begin(), scores.end(), 0.0);
    scores[static_cast<std::size_t>(best)] = 1;
    return;
  }
  const double shift = *largest;
  for (double& x : scores) x = std::exp((x - shift) / options.temperature);
  keep_top_k(scores, options.top_k);
  keep_nucleus(scores, options.top_p);
  for (double& x : scores)
    if (x < options.min_p) x = 0;  // the likeliest has 1
  const double sum = std::accumulate(scores.begin(), scores.end(), 0.0);
  for (double& x : scores) x /= sum;
}

// The likeliest of each row. A NaN counts as the largest, so this finds it.
Ids likeliest_tokens(const Tensor& logits) {
  const Ids best = argmax(logits, -1);
  const std::size_t V = logits.shape().back();
  for (std::size_t b = 0; b < best.size(); ++b)
    if (const real logit = logits.data()[b * V + static_cast<std::size_t>(best.data()[b])];
        !std::isfinite(logit))
      throw ValueError(
          fmt::format("[sample] the largest logit of row {} must be finite, got {}", b, logit));
  return best;
}

}  // namespace

Array sampling_probabilities(const Tensor& logits, const SamplingOptions& options,
                             const Ids& previous) {
  check_options(options);
  check_logits(logits);
  const std::size_t T = length_of(previous, logits.shape());
  likeliest_tokens(logits);  // that there is one
  const RowView view = view_rows(logits.shape());
  Array probabilities = empty(logits.shape());
  for (std::size_t b = 0; b < view.rows; ++b) {
    const real* const row = logits.data() + b * view.columns;
    Numbers scores(row, row + view.columns);
    penalize(scores, previous.data() + b * T, T, options.repetition_penalty);
    to_probabilities(scores, options);
    std::transform(scores.begin(), scores.end(), probabilities.data() + b * view.columns,
                   [](double x) { return static_cast<real>(x); });
  }
  return probabilities;
}

Ids sample(const Tensor& logits, const SamplingOptions& options, Rng& rng, const Ids& previous) {
  if (options.temperature == 0 && options.repetition_penalty == 1) {
    check_options(options);
    check_logits(logits);
    return likeliest_tokens(logits);
  }
  const Tensor probabilities(sampling_probabilities(logits, options, previous));
  if (options.temperature == 0) return argmax(probabilities, -1);
  Ids drawn = multinomial(probabilities, 1, rng, true);
  Shape shape = logits.shape();
  shape.pop_back();
  drawn.reshape(shape);
  return drawn;
}

}  // namespace horloge
